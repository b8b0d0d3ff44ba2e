import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Samples, walkExports } from '../src/index.ts';

const test = suite('walkExports');

const samples: Samples = {
  add: { args: () => ({ list: [1, 2], options: { way: 'up' } }) },
};

function wrongKind(name: string, expected: string): never {
  throw new TypeError(`${name} is wrong, expected ${expected}`);
}

/** Checks what it is told to check. */
function add(list: number[], options: { way?: string } = {}): number {
  if (!Array.isArray(list)) wrongKind('list', 'an array');
  for (const one of list) if (!Number.isInteger(one)) wrongKind('list[0]', 'a number');
  if (typeof options !== 'object' || options === null) wrongKind('options', 'an object');
  if (Array.isArray(options) || options instanceof Set) wrongKind('options', 'an object');
  for (const key in options) {
    if (key !== 'way') throw new TypeError(`add has no option '${key}': its options are way`);
  }
  if (options.way !== undefined && options.way !== 'up') wrongKind('way', "'up'");
  return list.length;
}

test('finds nothing where all is checked', async () => {
  assert.equal(await walkExports({ '.': { add, LIMIT: 3 } }, samples), []);
});

test('finds exports without a sample and samples without an export', async () => {
  assert.equal(await walkExports({ '.': { add, other: add } }, samples), [
    'other of . has no sample',
  ]);
  assert.equal(await walkExports({ '.': {} }, samples), [
    'the sample add is of no exported function',
  ]);
});

test('finds what nobody checks', async () => {
  const careless = (list: number[], options: { way?: string } = {}): number =>
    list.length + (options.way === 'up' ? 1 : 0);
  const problems = await walkExports({ '.': { add: careless } }, samples);
  const has = (line: string): void => assert.ok(problems.includes(line), `no line: ${line}`);
  has('add, list = 7: accepted');
  has('add, list = Set: accepted');
  has('add, list[0] = NaN: accepted');
  has('add, options.way = misspelt: accepted');
  has('add, options.noSuchOption: accepted');
  assert.ok(problems.some((line) => line.startsWith('add, list = null: nobody checked: Cannot')));
});

test('finds messages that name nothing, other errors, and options the sample lacks', async () => {
  const problemsOf = (call: Function): Promise<string[]> =>
    walkExports({ '.': { call } }, { call: { args: () => ({ size: 3 }) } });
  const unnamed = await problemsOf((size: unknown) => {
    if (size !== 3) throw new RangeError('wrong');
  });
  assert.ok(unnamed.includes("call, size = NaN: 'size' is not named: wrong"));
  const other = await problemsOf((size: unknown) => {
    if (size !== 3) throw new Error('size is wrong');
  });
  assert.ok(other.includes('call, size = NaN: threw Error: size is wrong'));
  const lacking = await walkExports(
    { '.': { add } },
    { add: { args: () => ({ list: [1], options: {} }) } },
  );
  assert.equal(lacking, ['add: the sample lacks the option way']);
});

test('walks the methods of what is returned, sync or async, and frees it', async () => {
  let open = 0;
  const make = async (): Promise<object> => {
    open++;
    return { add, careless: (n: number) => n, destroy: () => open-- };
  };
  const problems = await walkExports(
    { '.': { make } },
    {
      make: {
        args: () => ({}),
        done: (made: { destroy(): void }) => made.destroy(),
        methods: { add: samples.add, destroy: 'no arguments', gone: 'no arguments' },
      },
    },
  );
  assert.equal(problems, [
    'make().careless has no sample',
    'the sample make().gone is of no method',
  ]);
  assert.is(open, 0);
});

test('accepts what the sample says', async () => {
  const greet = (name: unknown, size?: unknown): unknown => {
    if (typeof name !== 'string') wrongKind('name', 'a string');
    if (size !== undefined && typeof size !== 'number') wrongKind('the size', 'a number');
    return name;
  };
  const problems = await walkExports(
    { '.': { greet } },
    {
      greet: {
        args: () => ({ name: 'Ada', count: 3 }),
        accepts: { name: ["'x'", "''", 'misspelt'], count: ['NaN'] },
        named: { count: 'size' },
        optional: ['count'],
      },
    },
  );
  assert.equal(problems, []);
});

test.run();
