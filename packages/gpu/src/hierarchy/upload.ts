import { NONE } from '@wayfield/graph';
import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';

/** Arcs as kernels read them: rows of pairs (upper end, bits of the weight). */
export interface ArcRows {
  /** One entry per row and one more. */
  readonly rows: Uint32Array;
  readonly arcs: Uint32Array;
}

/**
 * Rows of `up` or of `down`; given both, two rows per rank. Arcs of infinite weight are left out.
 */
export function rowsOf(nodeCount: number, ...halves: readonly HierarchyArcs[]): ArcRows {
  const arcCount = halves.reduce((sum, { head }) => sum + head.length, 0);
  const rows = new Uint32Array(nodeCount * halves.length + 1);
  const arcs = new Uint32Array(2 * arcCount);
  const weights = new Float32Array(arcs.buffer);
  let place = 0;
  let row = 0;
  for (let r = 0; r < nodeCount; r++) {
    for (const { firstArc, head, weight } of halves) {
      rows[row++] = place;
      for (let a = firstArc[r]; a < firstArc[r + 1]; a++) {
        if (!(weight[a] < Infinity)) continue;
        arcs[2 * place] = head[a];
        // + 0 turns -0 into 0: kernels compare the bits of weights
        weights[2 * place + 1] = weight[a] + 0;
        place++;
      }
    }
  }
  rows[row] = place;
  return { rows, arcs: arcs.subarray(0, 2 * place) };
}

/** The ranks of the sources, and NONE up to a multiple of four. */
export function ranksOf({ rank }: Hierarchy, sources: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(Math.max(4, Math.ceil(sources.length / 4) * 4)).fill(NONE);
  for (let i = 0; i < sources.length; i++) ranks[i] = rank[sources[i]];
  return ranks;
}
