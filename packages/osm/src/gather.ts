// Plain loops over typed arrays. `from` with a function would walk an iterator, ten times slower.

/** The typed arrays that `gather` makes. */
type Numbers = Int32Array | Uint32Array | Float64Array | Float32Array | Uint8Array;

/** The numbers from 0 to `count` - 1. */
export function upTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

/** Entry `i` is `source[at[i]]`. */
export function gather<T extends Numbers>(
  type: new (length: number) => T,
  source: ArrayLike<number>,
  at: Uint32Array,
): T {
  const out = new type(at.length);
  for (let i = 0; i < at.length; i++) out[i] = source[at[i]];
  return out;
}

/** Ids as 64-bit integers: entry `i` is the id for which the double `ids[at[i]]` stands. */
export function gatherIds(
  ids: Float64Array,
  at: Uint32Array,
  toBig: (id: number) => bigint,
): BigInt64Array {
  const out = new BigInt64Array(at.length);
  for (let i = 0; i < at.length; i++) out[i] = toBig(ids[at[i]]);
  return out;
}
