/**
 * Continues the checksum `sum` with more words; the checksum of no words is 0. Every step is a
 * bijection in the sum, and in the word, so no change of a single word goes unseen.
 */
export function mixed(sum: number, words: Uint32Array): number {
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ words[i], 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}
