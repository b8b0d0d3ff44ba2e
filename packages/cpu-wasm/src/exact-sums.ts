/**
 * f32 sums of these weights are exact, whatever the order of the additions, as long as they come out below
 * this: 2^24 times the largest power of two that divides all weights. `Infinity` where all are 0.
 */
export function exactBelow(weight: Float32Array): number {
  const bits = new Uint32Array(weight.buffer, weight.byteOffset, weight.length);
  let least = Infinity;
  for (let a = 0; a < bits.length; a++) {
    const word = bits[a] & 0x7fffffff;
    if (word === 0) continue;
    const exponent = word >>> 23;
    const mantissa = exponent === 0 ? word : (word & 0x7fffff) | 0x800000;
    const zeros = 31 - Math.clz32(mantissa & -mantissa);
    least = Math.min(least, Math.max(exponent, 1) - 150 + zeros);
  }
  return 2 ** (least + 24);
}
