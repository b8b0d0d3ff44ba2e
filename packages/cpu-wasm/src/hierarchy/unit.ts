/**
 * `unit`: the largest power of two that divides all weights; `Infinity` without a weight
 * above 0. Sums of multiples of it are exact in f32 while they are below 2^24 units. `zeros`:
 * whether a weight is 0.
 */
export function unitOf(weight: Float32Array): { unit: number; zeros: boolean } {
  const bits = new Uint32Array(weight.buffer, weight.byteOffset, weight.length);
  let least = Infinity;
  let zeros = false;
  for (let a = 0; a < bits.length; a++) {
    const word = bits[a] & 0x7fffffff;
    if (word === 0) {
      zeros = true;
      continue;
    }
    const exponent = word >>> 23;
    const mantissa = exponent === 0 ? word : (word & 0x7fffff) | 0x800000;
    const trailing = 31 - Math.clz32(mantissa & -mantissa);
    least = Math.min(least, Math.max(exponent, 1) - 150 + trailing);
  }
  return { unit: 2 ** least, zeros };
}
