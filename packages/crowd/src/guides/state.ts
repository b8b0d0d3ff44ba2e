// The state of a guide as bytes: a header, numbers of any count (f64), then the guide's arrays.
import { refuse, type Rule, typed } from '@wayfield/check';

export type Column = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** The kinds of guides that have a state, by their number in the header. */
export const GUIDE_KIND = { paths: 1, fields: 2, joined: 3, corridors: 4 } as const;

/** 'WFG1' as a u32. */
const MAGIC = 0x31474657;
/** Bytes of the header. Its words: magic, kind, bytes in all, count of numbers. */
const HEADER = 16;
const rule: Rule = /* @__PURE__ */ typed(Uint8Array);

const bytesOf = ({ buffer, byteOffset, byteLength }: Column): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function sizeOf(columns: readonly Column[], numbers: number): number {
  let size = HEADER + 8 * numbers;
  for (const { byteLength } of columns) size += byteLength;
  return size;
}

/** Copies numbers, and arrays whose lengths depend on the guide alone, into bytes. */
export function writeState(
  kind: number,
  columns: readonly Column[],
  numbers: Float64Array,
): Uint8Array {
  const bytes = new Uint8Array(sizeOf(columns, numbers.length));
  new Uint32Array(bytes.buffer, 0, 4).set([MAGIC, kind, bytes.length, numbers.length]);
  bytes.set(bytesOf(numbers), HEADER);
  let at = HEADER + 8 * numbers.length;
  for (const column of columns) {
    bytes.set(bytesOf(column), at);
    at += column.byteLength;
  }
  return bytes;
}

/** The contents of bytes that `writeState` wrote. */
export interface StoredState {
  readonly numbers: Float64Array;
  /** The stored copy of one of the guide's arrays. */
  of<T extends Column>(column: T): T;
}

/**
 * Checks bytes of `writeState` for arrays of the same lengths, and returns their contents. Changes
 * nothing. Throws RangeError for other bytes. The guide checks the values.
 */
export function readState(
  kind: number,
  columns: readonly Column[],
  bytes: Uint8Array,
): StoredState {
  rule(bytes, 'bytes');
  // not `slice`: of a Buffer of Node, `slice` is a view of the same memory
  const copy = new Uint8Array(bytes);
  const words = new Uint32Array(copy.buffer, 0, copy.length < HEADER ? 0 : 4);
  if (words[0] !== MAGIC) refuse('bytes', bytes.length, 'bytes that a guide has written');
  if (words[1] !== kind) refuse('bytes', words[1], `of a guide of the same kind, ${kind}`);
  const size = sizeOf(columns, words[3]);
  if (copy.length !== size || words[2] !== size) {
    refuse('bytes.length', copy.length, `${size} bytes, as the guide and its crowd have`);
  }
  const copies = new Map<Column, Column>();
  let at = HEADER + 8 * words[3];
  for (const column of columns) {
    const stored = column.slice();
    bytesOf(stored).set(copy.subarray(at, at + stored.byteLength));
    copies.set(column, stored);
    at += stored.byteLength;
  }
  return {
    numbers: new Float64Array(copy.buffer, HEADER, words[3]),
    of: (column) => copies.get(column) as typeof column,
  };
}

/** Throws RangeError for a stored value that is not from `least` to `most`; `name` is per entry. */
export function checkStored(
  values: ArrayLike<number>,
  name: (entry: number) => string,
  least: number,
  most: number,
): void {
  for (let i = 0; i < values.length; i++)
    if (!(values[i] >= least && values[i] <= most))
      refuse(`${name(i)} in bytes`, values[i], `a number from ${least} to ${most}`);
}

/** The name of an entry that belongs to a slot, for `checkStored`. */
export const ofSlot =
  (name: string): ((slot: number) => string) =>
  (slot) =>
    `${name} of slot ${slot}`;

/** Copies the contents of all arrays, after they have been checked. */
export function putColumns(columns: readonly Column[], { of }: StoredState): void {
  for (const column of columns) bytesOf(column).set(bytesOf(of(column)));
}
