import { W_CHECKSUM } from './layout.ts';

/**
 * The checksum of docs/graph-layout.md. Every step is a bijection of the sum and of the word, so no
 * change of a single word goes unseen.
 */
export function checksum(words: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < words.length; i++) {
    if (i === W_CHECKSUM) continue;
    sum = Math.imul(sum ^ words[i], 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}
