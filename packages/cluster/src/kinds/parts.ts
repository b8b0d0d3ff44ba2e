// What several kinds use: inputs from arrays or JSON, slices of them, and joining arrays of chunks.
import type { Arrays, Json, Part, PlanContext, ResultArray, RunContext } from '../types.ts';

/** Stores a value as JSON, for `getJson`. */
export function putJson(value: unknown, { put }: PlanContext): Promise<string> {
  return put(new TextEncoder().encode(JSON.stringify(value)));
}

/** A value that `putJson` stored; parsed once per thread while `prepared` keeps it. */
export function getJson<T>(sha: string, context: RunContext): Promise<T> {
  return context.prepared(`json ${sha}`, async () => {
    // a copy: TextDecoder takes no shared memory
    const bytes = new Uint8Array(await context.input(sha));
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  });
}

/** Stores the bytes of an array as they are. */
export function putArray(
  { buffer, byteOffset, byteLength }: ResultArray,
  { put }: PlanContext,
): Promise<string> {
  return put(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength));
}

/** Rows `from` to `to` - 1 of an array with `width` f64 a row, in memory of their own. */
export async function doubles(
  sha: string,
  [from, to]: Range,
  width: number,
  { slice }: RunContext,
): Promise<Float64Array> {
  return new Float64Array((await slice(sha, 8 * width * from, 8 * width * to)).slice().buffer);
}

/** A chunk of items `from` to `to` - 1. */
export type Range = readonly [from: number, to: number];

/** A chunk of JSON as the range that `plan` wrote into it. */
export const rangeOf = (chunk: Json): Range => chunk as unknown as Range;

/**
 * Joins the arrays of parts by their names. `empty` is the result for a run without chunks.
 * `offsets` names arrays with one entry more than items, which tell where the entries of an item
 * begin in another array: `{ firstNode: 'node' }`.
 */
export async function joinArrays<A extends object>(
  parts: AsyncIterable<Part>,
  empty: A,
  offsets: Readonly<Record<string, string>> = {},
): Promise<A> {
  const all: Arrays[] = [];
  for await (const { arrays } of parts) all.push(arrays);
  if (all.length === 0) return empty;
  const joined: Record<string, ResultArray> = {};
  for (const name of Object.keys(all[0])) {
    const pieces = all.map((arrays) => arrays[name]);
    const entries = name in offsets ? 1 : 0;
    const length = pieces.reduce((sum, piece) => sum + piece.length - entries, entries);
    const make = pieces[0].constructor as new (length: number) => ResultArray;
    const array = new make(length);
    let next = 0;
    let base = 0;
    for (const [i, piece] of pieces.entries()) {
      array.set(base > 0 ? piece.map((entry) => entry + base) : piece, next);
      next += piece.length - entries;
      if (entries > 0) base += all[i][offsets[name]].length;
    }
    joined[name] = array;
  }
  return joined as A;
}

/**
 * The entries of all lists in one array; list i has the entries from `first[i]` to `first[i + 1]` -
 * 1.
 */
export function joinLists<A extends ResultArray>(
  lists: readonly A[],
  make: new (length: number) => A,
): { first: Uint32Array; all: A } {
  const first = new Uint32Array(lists.length + 1);
  lists.forEach(({ length }, i) => (first[i + 1] = first[i] + length));
  const all = new make(first[lists.length]);
  lists.forEach((list, i) => all.set(list, first[i]));
  return { first, all };
}
