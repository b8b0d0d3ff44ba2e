import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { mixed } from '../checksum.ts';

/** A checksum of what hub labels depend on: ranks, and ends and weights of the arcs. */
export function hierarchyChecksum({ rank, up, down }: Hierarchy): number {
  let sum = mixed(0, rank);
  for (const { firstArc, head, weight } of [up, down]) {
    const bits = new Uint32Array(weight.buffer, weight.byteOffset, weight.length);
    sum = mixed(mixed(mixed(sum, firstArc), head), bits);
  }
  return sum;
}
