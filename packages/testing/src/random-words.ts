/**
 * `count` random words, the same for the same seed: the lowest `bits` bits of each, 1 to 32, are
 * random, the others are 0. By SplitMix (Steele, Lea and Flood, 2014) in 32 bits.
 */
export function randomWords(count: number, seed: number, bits = 32): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(count);
  for (let i = 0, state = seed; i < count; i++) {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    words[i] = (z ^ (z >>> 15)) >>> (32 - bits);
  }
  return words;
}
