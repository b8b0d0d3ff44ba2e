/**
 * The number of entries whose bits differ in two arrays; 0 and -0 differ. The larger length for
 * arrays of different lengths.
 */
export function differingWords(
  a: Float32Array | Uint32Array,
  b: Float32Array | Uint32Array,
): number {
  if (a.length !== b.length) return Math.max(a.length, b.length);
  const x = new Uint32Array(a.buffer, a.byteOffset, a.length);
  const y = new Uint32Array(b.buffer, b.byteOffset, b.length);
  let differing = 0;
  for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) differing++;
  return differing;
}

/** Whether two arrays have the same length and the same bits. */
export function sameWords(a: Uint32Array, b: Uint32Array): boolean {
  return differingWords(a, b) === 0;
}
