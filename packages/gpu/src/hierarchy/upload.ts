// Hierarchies as kernels read them: rows of arcs for sweeps.ts, lone-sweep.ts and queries.ts, and
// the seeds of sweeps (sweeps.ts).
import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';

/** Arcs as kernels read them. */
export interface ArcRows {
  /** One entry per row and one more: row r has the arcs `rows[r]` to `rows[r + 1]` - 1. */
  readonly rows: Uint32Array;
  /** Two words per arc: upper end, bits of the weight. */
  readonly arcs: Uint32Array;
}

/**
 * Rows of `up` or of `down`. Given both, rank r has row 2 r for its arcs up and row 2 r + 1 for its
 * arcs down. Arcs of infinite weight are left out.
 */
export function rowsOf(nodeCount: number, ...directions: readonly HierarchyArcs[]): ArcRows {
  const arcCount = directions.reduce((sum, { head }) => sum + head.length, 0);
  const rows = new Uint32Array(nodeCount * directions.length + 1);
  const arcs = new Uint32Array(2 * arcCount);
  const weights = new Float32Array(arcs.buffer);
  let place = 0;
  let row = 0;
  for (let r = 0; r < nodeCount; r++) {
    for (const { firstArc, head, weight } of directions) {
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

/**
 * Words of a seed: rank, lane (the number of the source in its wave), bits of the distance from the
 * source, 0.
 */
export const SEED_WORDS = 4;

/** A seed per source, at distance 0. */
export function seedsOf({ rank }: Hierarchy, sources: Uint32Array): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(SEED_WORDS * sources.length);
  for (let i = 0; i < sources.length; i++) {
    words[SEED_WORDS * i] = rank[sources[i]];
    words[SEED_WORDS * i + 1] = i;
  }
  return words;
}
