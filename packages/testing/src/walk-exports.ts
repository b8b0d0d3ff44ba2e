// Calls every exported function, and every method of the objects that functions return, with wrong
// arguments, one wrong argument at a time.
import { inspect } from 'node:util';

/** A valid call of a function, of which wrong calls are made. */
export interface Sample {
  /**
   * The arguments by name, in order; made for each call. Give every option there is: an option that
   * is not here is not tried. Plain objects are tried field by field, arrays by their first entry.
   */
  readonly args: () => Readonly<Record<string, unknown>>;
  /**
   * Arguments and fields that may be left out, by path: `['arcs.x']`. Fields of `options` always
   * may.
   */
  readonly optional?: readonly string[];
  /**
   * Values of `WRONG` that are allowed here, by path and by their names: `{ name: ["'x'", "''",
   * 'misspelt'] }` for free text; `'*'` allows all of them.
   */
  readonly accepts?: Readonly<Record<string, readonly string[]>>;
  /**
   * What messages call an argument or field, by path, where it is not the last word of the path.
   */
  readonly named?: Readonly<Record<string, string>>;
  /** Samples of the methods of the result. */
  readonly methods?: Samples;
  /** Called with the result of every call that succeeds, to free it. */
  readonly done?: (result: never) => unknown;
  /**
   * Called before each call with the owner of the method, to undo what an accepted call changed.
   */
  readonly before?: (owner: never) => unknown;
}

/** The samples by name; `'no arguments'` for a function that takes none. */
export type Samples = Readonly<Record<string, Sample | 'no arguments'>>;

/** The wrong values for every argument and field, by the names that `Sample.accepts` uses. */
export const WRONG: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  NaN: () => NaN,
  7: () => 7,
  "'x'": () => 'x',
  "''": () => '',
  '{}': () => ({}),
  '[]': () => [],
  Set: () => new Set([1]),
};

/** Messages of JavaScript engines: they come up where a function does not check its arguments. */
const ENGINE = new RegExp(
  [
    'Cannot (read|set|convert|destructure|mix|use|create|delete)',
    'is not (iterable|a function|a constructor|defined|an object$)',
    'Invalid (typed )?array',
    'undefined \\(reading',
    'object null',
    'Reduce of empty',
    'must be an instance',
    'received',
    'Found non-callable',
    'out of bounds',
    'offset is',
    'Maximum call',
    'Unexpected token',
    'non-object',
  ].join('|'),
);

/** Milliseconds that a call may take to settle. */
const TIMEOUT_MS = 30_000;

type Path = readonly (string | number)[];

/**
 * Tries all functions of `entries`, the modules of a package by entry point, and returns the
 * problems, one line each. Of a call with a wrong value:
 *
 * - nothing threw, unless the value may be accepted (`mayPass`);
 * - something else than a TypeError or RangeError was thrown;
 * - the message does not name the argument, unless the value may be accepted;
 * - the message is one of a JavaScript engine.
 *
 * Also: a function or method without a sample, a sample without a function or method, a sample with
 * fewer arguments than its function requires, a known option that the sample does not have.
 */
export async function walkExports(
  entries: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  samples: Samples,
): Promise<string[]> {
  const problems: string[] = [];
  const functions = new Map<string, Function>();
  for (const [entry, names] of Object.entries(entries)) {
    for (const [name, value] of Object.entries(names)) {
      if (typeof value !== 'function') continue;
      functions.set(name, value);
      if (!Object.hasOwn(samples, name)) problems.push(`${name} of ${entry} has no sample`);
    }
  }
  for (const [name, sample] of Object.entries(samples)) {
    const call = functions.get(name);
    if (call === undefined) problems.push(`the sample ${name} is of no exported function`);
    else if (sample !== 'no arguments') await walkFunction(name, call, undefined, sample, problems);
  }
  return problems;
}

async function walkFunction(
  name: string,
  call: Function,
  owner: unknown,
  sample: Sample,
  problems: string[],
): Promise<void> {
  const names = Object.keys(sample.args());
  if (names.length < call.length) {
    problems.push(`${name} takes ${call.length} arguments, its sample has ${names.length}`);
  }
  const attempt = async (args: Readonly<Record<string, unknown>>): Promise<Outcome> => {
    sample.before?.(owner as never);
    const outcome = await outcomeOf(() => Reflect.apply(call, owner, Object.values(args)));
    if ('result' in outcome) await sample.done?.(outcome.result as never);
    return outcome;
  };
  const good = await attempt(sample.args());
  if (!('result' in good)) {
    problems.push(`${name}: the sample itself fails: ${inspect(good.error)}`);
    return;
  }
  for (const path of pathsOf(sample.args())) {
    const where = pathName(path);
    const value = at(sample.args(), path);
    for (const [what, make] of wrongValues(value)) {
      const args = replaced(sample.args(), path, make()) as Record<string, unknown>;
      const outcome = await attempt(args);
      const may = mayPass(sample, path, value, what);
      const word = sample.named?.[where] ?? String(path.findLast((one) => typeof one === 'string'));
      const problem = judge(outcome, word, may);
      if (problem) problems.push(`${name}, ${where} = ${what}: ${problem}`);
    }
    if (isPlain(value) && path.at(-1) === 'options') {
      const options = { ...value, noSuchOption: 1 };
      const outcome = await attempt(
        replaced(sample.args(), path, options) as Record<string, unknown>,
      );
      const problem = judge(outcome, 'noSuchOption', false);
      if (problem) problems.push(`${name}, ${where}.noSuchOption: ${problem}`);
      for (const option of knownOptions(outcome)) {
        if (!(option in value)) problems.push(`${name}: the sample lacks the option ${option}`);
      }
    }
  }
  if (sample.methods) await walkMethods(name, call, owner, sample, problems);
}

async function walkMethods(
  name: string,
  call: Function,
  owner: unknown,
  sample: Sample,
  problems: string[],
): Promise<void> {
  const { methods = {} } = sample;
  const make = async (): Promise<object> => {
    sample.before?.(owner as never);
    return (await Reflect.apply(call, owner, Object.values(sample.args()))) as object;
  };
  const first = await make();
  const found = methodNames(first);
  await sample.done?.(first as never);
  for (const method of found) {
    if (!Object.hasOwn(methods, method)) problems.push(`${name}().${method} has no sample`);
  }
  for (const [method, of] of Object.entries(methods)) {
    if (!found.includes(method)) {
      problems.push(`the sample ${name}().${method} is of no method`);
    } else if (of !== 'no arguments') {
      const result = await make();
      const run = (result as Record<string, Function>)[method];
      await walkFunction(`${name}().${method}`, run, result, of, problems);
      await sample.done?.(result as never);
    }
  }
}

/** The methods of an object, its own and inherited, but for those of every object. */
function methodNames(of: object): string[] {
  const names = new Set<string>();
  for (let one = of; one && one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
      if (typeof value === 'function' && name !== 'constructor') names.add(name);
    }
  }
  return [...names];
}

type Outcome = { readonly result: unknown } | { readonly error: unknown };

async function outcomeOf(run: () => unknown): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('nothing came back')), TIMEOUT_MS);
    });
    return { result: await Promise.race([run(), late]) };
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What is wrong with the outcome of a call with a wrong value; '' if nothing. `word` is what the
 * message must call the argument; `may`: the value may be accepted.
 */
function judge(outcome: Outcome, word: string, may: boolean): string {
  if ('result' in outcome) return may ? '' : 'accepted';
  const { error } = outcome;
  if (!(error instanceof Error) || !['TypeError', 'RangeError'].includes(error.name)) {
    return `threw ${inspect(error).split('\n')[0]}`;
  }
  if (ENGINE.test(error.message)) return `nobody checked: ${error.message}`;
  // a value of the right kind may be wrong only beside another argument, which is then named
  if (!may && !new RegExp(`(^|\\W)${word}(\\W|$)`).test(error.message)) {
    return `'${word}' is not named: ${error.message}`;
  }
  return '';
}

/**
 * Whether a wrong value may be accepted: the sample says so, it is `undefined` for something that
 * may be left out, or it is of the kind of the right value.
 */
function mayPass(sample: Sample, path: Path, value: unknown, what: string): boolean {
  const where = pathName(path);
  const accepts = sample.accepts?.[where] ?? [];
  if (accepts.includes(what) || accepts.includes('*')) return true;
  if (what === 'undefined') {
    return (
      path.at(-1) === 'options' || path.at(-2) === 'options' || !!sample.optional?.includes(where)
    );
  }
  return what in WRONG && sameKind(value, WRONG[what]());
}

/** Whether both are numbers, arrays or plain objects: then the wrong value may be a right one. */
function sameKind(right: unknown, wrong: unknown): boolean {
  if (typeof right === 'number') return typeof wrong === 'number' && !Number.isNaN(wrong);
  if (isList(right)) return Array.isArray(wrong) && !ArrayBuffer.isView(right);
  return isPlain(right) && isPlain(wrong);
}

function wrongValues(value: unknown): [string, () => unknown][] {
  const wrong = Object.entries(WRONG);
  if (typeof value === 'string') wrong.push(['misspelt', () => value.slice(0, -1)]);
  return wrong;
}

const isList = (value: unknown): boolean => Array.isArray(value) || ArrayBuffer.isView(value);

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** All arguments, the fields of plain objects in them, and the first entries of arrays. */
function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (isPlain(value)) {
    for (const key of Object.keys(value)) yield* pathsOf(value[key], [...path, key]);
  } else if (Array.isArray(value) && value.length > 0) yield* pathsOf(value[0], [...path, 0]);
}

function pathName(path: Path): string {
  return path
    .map((one, i) => (typeof one === 'number' ? `[${one}]` : i === 0 ? one : `.${one}`))
    .join('');
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((from, key) => (from as Record<string, unknown>)[key], value);
}

/** A copy of `value` with another value at `path`. */
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = rest.length > 0 ? replaced(copy[key], rest, by) : by;
  return copy;
}

/** The options that the refusal of an unknown option lists: see `checkOptions`. */
function knownOptions(outcome: Outcome): string[] {
  if ('result' in outcome || !(outcome.error instanceof Error)) return [];
  return outcome.error.message.split('its options are ')[1]?.split(', ') ?? [];
}
