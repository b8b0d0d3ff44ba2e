import { NONE } from '@wayfield/graph';
import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';

/** Rows and arcs as kernels read them: pairs of the other end and the bits of the weight. */
export interface ArcRows {
  /** One entry per row and one more. */
  readonly rows: Uint32Array;
  readonly arcs: Uint32Array;
}

/** Rows of `up` or of `down`; given both, by turns, rank by rank. Arcs that are no way are left out. */
export function rowsOf(nodeCount: number, ...sides: readonly HierarchyArcs[]): ArcRows {
  const arcCount = sides.reduce((sum, { head }) => sum + head.length, 0);
  const rows = new Uint32Array(nodeCount * sides.length + 1);
  const arcs = new Uint32Array(2 * arcCount);
  const weights = new Float32Array(arcs.buffer);
  let place = 0;
  let row = 0;
  for (let r = 0; r < nodeCount; r++) {
    for (const { firstArc, head, weight } of sides) {
      rows[row++] = place;
      for (let a = firstArc[r]!; a < firstArc[r + 1]!; a++) {
        if (!(weight[a]! < Infinity)) continue;
        arcs[2 * place] = head[a]!;
        // + 0: weights order like their bits, which -0 does not
        weights[2 * place + 1] = weight[a]! + 0;
        place++;
      }
    }
  }
  rows[row] = place;
  return { rows, arcs: arcs.subarray(0, 2 * place) };
}

/** Ranks of sources, filled up with NONE to a multiple of four. */
export function lanesOf({ rank }: Hierarchy, sources: Uint32Array): Uint32Array {
  const lanes = new Uint32Array(Math.max(4, Math.ceil(sources.length / 4) * 4)).fill(NONE);
  for (let i = 0; i < sources.length; i++) lanes[i] = rank[sources[i]!]!;
  return lanes;
}
