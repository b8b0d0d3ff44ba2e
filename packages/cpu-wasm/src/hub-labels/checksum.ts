import type { Hierarchy } from '@wayfield/graph/hierarchy';

/** Every step is a bijection of the sum and of the word: no change of one word goes unseen. */
export function mixed(sum: number, words: Uint32Array): number {
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ words[i], 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

/** A checksum of what labels depend on: ranks, and ends and weights of the arcs. */
export function hierarchyChecksum({ rank, up, down }: Hierarchy): number {
  let sum = mixed(0, rank);
  for (const { firstArc, head, weight } of [up, down]) {
    const bits = new Uint32Array(weight.buffer, weight.byteOffset, weight.length);
    sum = mixed(mixed(mixed(sum, firstArc), head), bits);
  }
  return sum;
}
