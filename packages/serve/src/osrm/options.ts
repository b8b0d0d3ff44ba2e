// Options of requests. Each service calls `readOptions` with the names that it knows. A request
// with another name is refused: a misspelt option would otherwise be ignored in silence.
import { fail } from './failure.ts';

/** Reads the options of one request, each by its kind. Throws `Failure` for a wrong value. */
export interface OptionReader {
  flag(name: string, fallback: boolean): boolean;
  /** One of several words. */
  word<W extends string>(name: string, words: readonly W[], fallback: W): W;
  /** Words separated by commas; undefined: not given. */
  words(name: string): string[] | undefined;
  /** A number of at least `least`. */
  number(name: string, least: number, fallback: number): number;
  /** Entries separated by `;`, each read by `parse`; undefined: not given. */
  list<T>(name: string, parse: (text: string) => T | undefined): T[] | undefined;
  text(name: string): string | undefined;
}

/** Options that every service takes. */
export const GENERAL = [
  'bearings',
  'radiuses',
  'generate_hints',
  'hints',
  'approaches',
  'exclude',
  'snapping',
  'skip_waypoints',
  'depart_at',
] as const;

/** A reader for `GENERAL` and these names. Throws `Failure` if the request has another option. */
export function readOptions(
  options: ReadonlyMap<string, string>,
  names: readonly string[],
): OptionReader {
  for (const name of options.keys()) {
    if (!names.includes(name) && !(GENERAL as readonly string[]).includes(name)) {
      fail('InvalidQuery', `Unknown option ${name.slice(0, 60)}`);
    }
  }
  const wrong = (name: string, expected: string): never =>
    fail('InvalidQuery', `${name}=${options.get(name)?.slice(0, 60)}: expected ${expected}`);
  const reader: OptionReader = {
    flag(name, fallback) {
      const text = options.get(name);
      if (text === undefined) return fallback;
      if (text === 'true' || text === 'false') return text === 'true';
      return wrong(name, 'true or false');
    },
    word(name, words, fallback) {
      const text = options.get(name);
      if (text === undefined) return fallback;
      return words.find((word) => word === text) ?? wrong(name, words.join(' or '));
    },
    words: (name) => options.get(name)?.split(','),
    number(name, least, fallback) {
      const text = options.get(name);
      if (text === undefined) return fallback;
      const value = parseNumber(text);
      return value === undefined || value < least
        ? wrong(name, `a number of at least ${least}`)
        : value;
    },
    list(name, parse) {
      const text = options.get(name);
      if (text === undefined) return undefined;
      return text.split(';').map((part) => parse(part) ?? wrong(name, 'a list with ; between'));
    },
    text: (name) => options.get(name),
  };
  return reader;
}

/**
 * A finite number in decimal notation; undefined: the text is none, or too large, such as 1e999.
 */
export function parseNumber(text: string): number | undefined {
  const value = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** A whole number from 0 to 999,999,999; undefined: the text is none. */
export function parseIndex(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Throws `Failure` if a list is given and its length is not the number of coordinates. */
export function checkCount(
  name: string,
  list: readonly unknown[] | undefined,
  count: number,
): void {
  if (list === undefined || list.length === count) return;
  fail(
    'InvalidOptions',
    `Number of elements in ${name} size ${list.length} does not match coordinate size ${count}`,
  );
}
