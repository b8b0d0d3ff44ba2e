import { refuseKind } from '@wayfield/check';
import { isGzip } from './is-gzip.ts';

/**
 * A text file that is read line by line, straight from its bytes: no string of the whole file, no
 * string per number. The unread rest of the current line is the bytes `at .. end`, without its CR.
 */
export interface Lines {
  /** Names the format in error messages. */
  readonly what: string;
  readonly bytes: Uint8Array;
  at: number;
  end: number;
  /** Number of the current line, from 1; 0 before the first. */
  line: number;
  /** Where the next line begins. */
  next: number;
}

/** The largest finite f32: numbers beyond it would turn into Infinity in a `Float32Array`. */
export const MAX_F32 = 3.4028234663852886e38;
/** Ids and counts stay below NONE. */
export const MAX_ID = 0xfffffffe;

/** Opens `data` (UTF-8; a byte order mark is skipped). The first `nextLine` moves to line 1. */
export function openLines(data: string | Uint8Array, what: string): Lines {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  if (!(bytes instanceof Uint8Array)) refuseKind(what, bytes, 'a string or Uint8Array');
  if (isGzip(bytes))
    throw new RangeError(`${what} is gzip, expected the bytes that gunzip returns`);
  return {
    what,
    bytes,
    at: 0,
    end: 0,
    line: 0,
    next: bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0,
  };
}

/**
 * Moves to the next line, with `skipBlank` to the next that is not blank. Returns false at the end
 * of the file.
 */
export function nextLine(t: Lines, skipBlank?: boolean): boolean {
  const { bytes } = t;
  do {
    if (t.next >= bytes.length) return false;
    t.at = t.next;
    t.line++;
    const feed = bytes.indexOf(10, t.at);
    t.end = feed < 0 ? bytes.length : feed;
    t.next = t.end + 1;
    if (t.end > t.at && bytes[t.end - 1] === 13) t.end--;
  } while (skipBlank && !peekByte(t));
  return true;
}

/** Skips blanks and returns the next byte: 0 at the end of the line, 1 for a byte of 0. */
export function peekByte(t: Lines): number {
  const { bytes, end } = t;
  let at = t.at;
  while (at < end && isBlank(bytes[at])) at++;
  t.at = at;
  return at < end ? bytes[at] || 1 : 0;
}

/** The line up to `end`, by default the rest of it, as text. */
export function textTo(t: Lines, end: number = t.end): string {
  // a copy, because browsers refuse to decode shared memory
  const text = new TextDecoder().decode(t.bytes.slice(t.at, end));
  t.at = end;
  return text;
}

/** The next word of the line; empty at its end. */
export function nextWord(t: Lines): string {
  peekByte(t);
  let stop = t.at;
  while (stop < t.end && !isBlank(t.bytes[stop])) stop++;
  return textTo(t, stop);
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9;
}

/**
 * The number that `word` spells with signs, digits, point and exponent, never -0; NaN for other
 * words.
 */
export function toNumber(word: string): number {
  return /^[-+.\de]+$/i.test(word) ? +word + 0 : NaN;
}

/**
 * The next number of the line, which must lie in `low .. high`. `name` says in errors what the
 * number is. If `high` is at most MAX_ID, the number is an id or a count and must be whole. Weights
 * and coordinates, which need not be whole, have far larger limits.
 */
export function nextNumber(t: Lines, name: string, low: number, high: number): number {
  const { bytes } = t;
  let value = 0;
  let word = '';
  peekByte(t);
  const start = t.at;
  const minus = bytes[start] === 45 ? 1 : 0;
  let at = start + minus;
  // the usual number is a few digits, exact in a double: read them without making a string
  while (at < t.end && bytes[at] > 47 && bytes[at] < 58) value = value * 10 + bytes[at++] - 48;
  const digits = at - start - minus;
  if (digits > 0 && digits < 16 && (at === t.end || isBlank(bytes[at]))) {
    t.at = at;
    if (minus) value = 0 - value; // not -0
  } else {
    word = nextWord(t);
    value = toNumber(word);
  }
  if (!(value >= low && value <= high) || (high <= MAX_ID && value % 1)) {
    fail(t, name, value === value ? value : word, `${low} to ${high}`);
  }
  return value;
}

/** Throws if anything but blanks is left on the line. */
export function endLine(t: Lines): void {
  if (peekByte(t)) fail(t, 'rest of line', textTo(t), 'nothing');
}

/**
 * Throws the RangeError about the current line. Shows 24 characters of the text found at most,
 * because a broken file may hold any text.
 */
export function fail(
  t: Lines,
  name: string,
  found: string | number,
  expected: string | number,
): never {
  const shown = typeof found === 'string' ? JSON.stringify(found.slice(0, 24)) : found;
  const value = shown === '""' ? 'missing' : shown;
  throw new RangeError(`${t.what}, line ${t.line}: ${name} is ${value}, expected ${expected}`);
}
