/**
 * Writes `values` into every second word from `address` on, beginning with the first or the second.
 * Arcs are pairs of head and weight in memory, coordinates pairs of x and y.
 */
export function copyPairs(
  words: Uint32Array | Float32Array,
  address: number,
  values: ArrayLike<number>,
  second: 0 | 1,
): void {
  const first = address / 4 + second;
  for (let i = 0; i < values.length; i++) words[first + 2 * i] = values[i];
}

/** The weights of `count` arcs at `address`. */
export function copyWeights(
  floats: Float32Array,
  address: number,
  count: number,
): Float32Array<ArrayBuffer> {
  const weights = new Float32Array(count);
  for (let a = 0; a < count; a++) weights[a] = floats[address / 4 + 2 * a + 1];
  return weights;
}
