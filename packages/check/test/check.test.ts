import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  callback,
  checkLength,
  checkOptions,
  either,
  flag,
  list,
  listOf,
  number,
  object,
  oneOf,
  optional,
  points,
  positive,
  refuseNumber,
  type Rule,
  rule,
  show,
  signal,
  text,
  typed,
  whole,
} from '../src/index.ts';

const test = suite('check');

/** Values of every kind. */
const KINDS: Record<string, unknown> = {
  undefined: undefined,
  null: null,
  true: true,
  NaN: NaN,
  7: 7,
  "'x'": 'x',
  "''": '',
  '7n': 7n,
  'Symbol(s)': Symbol('s'),
  'a function': () => {},
  'an array': [1],
  'an empty array': [],
  'an object': {},
  'a Set': new Set([1]),
  'a Map': new Map(),
  'a Date': new Date(0),
  'a Uint32Array': new Uint32Array(2),
  'an ArrayBuffer': new ArrayBuffer(4),
  'a DataView': new DataView(new ArrayBuffer(4)),
  'an AbortSignal': new AbortController().signal,
};

/** Which of the kinds a rule allows, by name. */
function allowed(check: Rule): string[] {
  return Object.keys(KINDS).filter((name) => {
    try {
      check(KINDS[name], 'it');
      return true;
    } catch (error) {
      assert.match((error as Error).message, /^it(\[0\])? is .*, expected \S.*$/);
      assert.ok(error instanceof TypeError || error instanceof RangeError);
      return false;
    }
  });
}

test('shows every value in a few words', () => {
  for (const name of Object.keys(KINDS)) assert.is(show(KINDS[name]), name);
  assert.is(show(-Infinity), '-Infinity');
  assert.is(show(Object.create(null)), 'an object');
  assert.is(show(new (class Graph {})()), 'a Graph');
  assert.is(show(new (class {})()), 'an object');
  for (const name of [7, '', Symbol('x'), () => 'x'])
    assert.is(show({ constructor: { name } }), 'an object');
  assert.is(show('say "no"'), `'say "no"'`);
  assert.is(show('\u001b[1m\n'), `'\\u001b[1m\\n'`);
  assert.is(show('x'.repeat(50)), `'${'x'.repeat(40)}…'`);
});

test('allows what each rule says and nothing else', () => {
  assert.equal(allowed(number()), ['7']);
  assert.equal(allowed(whole()), ['7']);
  assert.equal(allowed(positive), ['7']);
  assert.equal(allowed(flag), ['true']);
  assert.equal(allowed(text), ["'x'", "''"]);
  assert.equal(allowed(callback), ['a function']);
  assert.equal(allowed(signal), ['an AbortSignal']);
  assert.equal(allowed(oneOf('x', 'y')), ["'x'"]);
  assert.equal(allowed(oneOf(4, 7)), ['7']);
  assert.equal(allowed(list), ['an array', 'an empty array', 'a Uint32Array']);
  assert.equal(allowed(listOf(whole())), ['an array', 'an empty array', 'a Uint32Array']);
  assert.equal(allowed(listOf(text)), ['an empty array']);
  assert.equal(allowed(typed(Uint32Array)), ['a Uint32Array']);
  assert.equal(allowed(optional(flag)), ['undefined', 'true']);
  assert.equal(allowed(either(flag, text)), ['true', "'x'", "''"]);
  assert.equal(allowed(either(number(8), text)), ["'x'", "''"]);
});

test('throws TypeError for another kind, RangeError for another value', () => {
  const cases: [Rule, unknown, typeof TypeError, string][] = [
    [whole(1, 9), '5', TypeError, "n is '5', expected a whole number from 1 to 9"],
    [whole(1, 9), 10, RangeError, 'n is 10, expected a whole number from 1 to 9'],
    [whole(2), 2.5, RangeError, 'n is 2.5, expected a whole number >= 2'],
    [whole(), 2 ** 53, RangeError, 'n is 9007199254740992, expected a whole number >= 0'],
    [number(), Infinity, RangeError, 'n is Infinity, expected a finite number'],
    [number(0), -1, RangeError, 'n is -1, expected a finite number >= 0'],
    [number(0, Infinity), NaN, RangeError, 'n is NaN, expected a number >= 0'],
    [number(0, 1), 2, RangeError, 'n is 2, expected a number from 0 to 1'],
    [number(-Infinity, 5), 6, RangeError, 'n is 6, expected a number <= 5'],
    [number(-Infinity, 5), 'x', TypeError, "n is 'x', expected a number <= 5"],
    [number(undefined, 5), 6, RangeError, 'n is 6, expected a finite number <= 5'],
    [number(undefined, 5), -Infinity, RangeError, 'n is -Infinity, expected a finite number <= 5'],
    [number(-Infinity, Infinity), NaN, RangeError, 'n is NaN, expected a number'],
    [positive, 0, RangeError, 'n is 0, expected a finite number above 0'],
    [number(Number.MIN_VALUE, 9), 0, RangeError, 'n is 0, expected a number above 0, at most 9'],
    [oneOf('a', 'b', 'c'), 'd', RangeError, "n is 'd', expected 'a', 'b' or 'c'"],
    [oneOf(4, 8), 'a', TypeError, "n is 'a', expected 4 or 8"],
    [typed(Uint32Array), [1], TypeError, 'n is an array, expected a Uint32Array'],
    [optional(flag), null, TypeError, 'n is null, expected true or false'],
    [
      listOf(whole()),
      4,
      TypeError,
      'n is 4, expected an array or typed array, each entry a whole number >= 0',
    ],
    [listOf(whole()), [1, -1], RangeError, 'n[1] is -1, expected a whole number >= 0'],
    [either(number(8), text), 7, RangeError, 'n is 7, expected a finite number >= 8 or a string'],
    [either(flag, text), 7, TypeError, 'n is 7, expected true or false or a string'],
  ];
  for (const [check, value, type, message] of cases) {
    refuses(() => check(value, 'n'), type, message);
  }
  number(0, Infinity)(Infinity, 'n');
  number(-Infinity, 5)(-Infinity, 'n');
  whole(-3, 3)(-3, 'n');
});

test('says in which order the numbers of points are', () => {
  const ring = points(3);
  ring([0, 0, 1, 0, 1, 1], 'ring');
  ring(Float64Array.of(0, 0, 1, 0, 1, 1), 'ring');
  const order = ': points are x, y, x, y, …';
  const entry = `expected a finite number${order}`;
  const pairs = [
    [0, 0],
    [1, 1],
  ];
  refuses(() => ring(pairs, 'ring'), TypeError, `ring[0] is an array, ${entry}`);
  refuses(() => ring([{ x: 0, y: 1 }], 'ring'), TypeError, `ring[0] is an object, ${entry}`);
  refuses(() => ring([0, NaN], 'ring'), RangeError, `ring[1] is NaN, ${entry}`);
  refuses(() => ring([0], 'ring'), RangeError, `ring.length is 1, expected an even number${order}`);
  refuses(() => ring([0, 0], 'ring'), RangeError, `ring.length is 2, expected at least 6${order}`);
  refuses(() => ring(new Set(), 'ring'), TypeError, /^ring is a Set, expected an array or typed/);
});

test('names the part of an object that is wrong, however deep', () => {
  const check = object({ id: whole(), at: object({ x: number() }), tags: optional(listOf(text)) });
  check({ id: 1, at: { x: 0 }, more: 1 }, 'it');
  const wrong = (value: unknown, type: typeof TypeError, message: string): void =>
    refuses(() => check(value, 'it'), type, message);
  wrong(null, TypeError, 'it is null, expected an object');
  wrong({}, TypeError, 'it.id is undefined, expected a whole number >= 0');
  wrong({ id: 1, at: { x: NaN } }, RangeError, 'it.at.x is NaN, expected a finite number');
  wrong({ id: 1, at: { x: 1 }, tags: ['', 3] }, TypeError, 'it.tags[1] is 3, expected a string');
  refuses(() => object({}, 'a Graph')(3, 'g'), TypeError, 'g is 3, expected a Graph');
  refuses(() => object()([], 'g'), TypeError, 'g is an empty array, expected an object');
  refuses(() => object()(new Set(), 'g'), TypeError, 'g is a Set, expected an object');
});

test('checks options, and says which one is probably meant', () => {
  const rules = { parallelArcs: oneOf('keep', 'cheapest'), seed: whole(), shared: flag };
  for (const good of [undefined, {}, { seed: undefined }, { seed: 1, shared: true }]) {
    checkOptions('make', good, rules);
  }
  const wrong = (options: unknown, type: typeof TypeError, message: string): void =>
    refuses(() => checkOptions('make', options, rules), type, message);
  const known = 'its options are parallelArcs, seed, shared';
  wrong({ seed: -1 }, RangeError, 'seed is -1, expected a whole number >= 0');
  wrong({ seed: null }, TypeError, 'seed is null, expected a whole number >= 0');
  wrong({ sead: 1 }, TypeError, `make has no option 'sead' (seed?): ${known}`);
  wrong({ Shared: true }, TypeError, `make has no option 'Shared' (shared?): ${known}`);
  wrong({ colour: undefined }, TypeError, `make has no option 'colour': ${known}`);
  wrong({ toString: 1 }, TypeError, `make has no option 'toString': ${known}`);
  refuses(() => checkOptions('f', { a: 1 }, {}), TypeError, "f has no option 'a': it has none");
  for (const bad of [null, 7, 'x', '', [], new Set([1]), () => {}]) {
    wrong(bad, TypeError, `options of make is ${show(bad)}, expected an object`);
  }
});

test('checks lengths', () => {
  checkLength([1, 2], 2, 'x');
  refuses(() => checkLength([1], 2, 'x'), RangeError, 'x has 1 entries, expected 2');
  refuses(
    () => checkLength(new Float32Array(0), 2, 'x'),
    RangeError,
    'x has 0 entries, expected 2 (is its buffer detached?)',
  );
  refuses(() => checkLength(new Set(), 0, 'x'), TypeError, /^x is a Set, expected an array/);
});

test('refuses in loops over numbers', () => {
  refuses(() => refuseNumber('n[1]', NaN, 'a node'), RangeError, 'n[1] is NaN, expected a node');
  refuses(() => refuseNumber('n[1]', '1', 'a node'), TypeError, "n[1] is '1', expected a node");
});

test('makes rules of two functions', () => {
  const even = rule<number>(
    'an even number',
    (value) => typeof value === 'number',
    (value) => value % 2 === 0,
  );
  even(4, 'n');
  refuses(() => even(3, 'n'), RangeError, 'n is 3, expected an even number');
  refuses(() => even('3', 'n'), TypeError, "n is '3', expected an even number");
});

test.run();
