/** The array, or, if it is shorter than `length`, a larger copy that ends in `fill`. */
export function growWords(array: Uint32Array, length: number, fill = 0): Uint32Array {
  if (array.length >= length) return array;
  const larger = new Uint32Array(Math.max(length, 2 * array.length)).fill(fill);
  larger.set(array);
  return larger;
}

export function growBytes(array: Uint8Array, length: number): Uint8Array {
  if (array.length >= length) return array;
  const larger = new Uint8Array(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}

export function growFloats(array: Float64Array, length: number): Float64Array {
  if (array.length >= length) return array;
  const larger = new Float64Array(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
