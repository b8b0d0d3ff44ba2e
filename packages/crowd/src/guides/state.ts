// The state of a guide as bytes: a header, numbers of any count, then the guide's arrays.
import { refuse, type Rule, typed } from '@wayfield/check';

type Column = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** The kinds of guides that have a state, by their number in the header. */
export const GUIDE_KIND = { paths: 1, fields: 2, joined: 3, corridors: 4 } as const;

/** 'WFG1' as a u32. */
const MAGIC = 0x31474657;
/** Words of the header: magic, kind, bytes in all, count of numbers. */
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

/**
 * Checks bytes of `writeState` for arrays of the same lengths, and returns their numbers. Changes
 * nothing. Throws RangeError for other bytes.
 */
export function readNumbers(
  kind: number,
  columns: readonly Column[],
  bytes: Uint8Array,
): Float64Array {
  rule(bytes, 'bytes');
  // not `slice`: that of a Buffer of Node is a view of the same memory
  const copy = new Uint8Array(bytes);
  const words = new Uint32Array(copy.buffer, 0, copy.length < HEADER ? 0 : 4);
  if (words[0] !== MAGIC) refuse('bytes', bytes.length, 'bytes that a guide has written');
  if (words[1] !== kind) refuse('bytes', words[1], `of a guide of the same kind, ${kind}`);
  const size = sizeOf(columns, words[3]);
  if (copy.length !== size || words[2] !== size) {
    refuse('bytes.length', copy.length, `${size} bytes, as the guide and its crowd have`);
  }
  return new Float64Array(copy.buffer, HEADER, words[3]);
}

/** Copies the arrays of bytes that `readNumbers` has accepted. */
export function readColumns(columns: readonly Column[], bytes: Uint8Array): void {
  let at = bytes.length;
  for (const { byteLength } of columns) at -= byteLength;
  for (const column of columns) {
    bytesOf(column).set(bytes.subarray(at, at + column.byteLength));
    at += column.byteLength;
  }
}
