// The table of distances between the highest ranks. queries.ts uploads the table; query.wgsl.ts
// reads a distance for each pair of top ranks that a query reaches.
import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';

/** Most ranks of the top, as on the CPU: then the table has 64 MiB. */
const MOST_TOP_RANKS = 4096;

/** Distances between the highest ranks. */
export interface Top {
  /** The lowest rank of the top, and how many ranks it has. */
  readonly first: number;
  readonly count: number;
  /** The distance from rank first + i to rank first + j at i * count + j. */
  readonly table: Float32Array<ArrayBuffer>;
}

/**
 * The top is the 2 * sqrt(nodeCount) highest ranks, at most MOST_TOP_RANKS, so its table has 16
 * bytes per node or less. A shortest path from the lower of two ranks to the higher one begins with
 * an upward arc, and a shortest path back ends with a downward arc. So each rank, from the highest
 * on, takes its row and its column from the rows and columns of the ranks above (as in cpu-wasm's
 * kernels).
 */
export function topDistances({ nodeCount, up, down }: Hierarchy): Top {
  const count = Math.min(nodeCount, MOST_TOP_RANKS, Math.ceil(2 * Math.sqrt(nodeCount)));
  const first = nodeCount - count;
  const table = new Float32Array(count * count).fill(Infinity);
  /** The transposed table: the distance from rank first + j to rank first + i at i * count + j. */
  const transposed = new Float32Array(count * count).fill(Infinity);
  /** Fills the entries of row i from column i on. */
  const fillRow = (rows: Float32Array, i: number, arcs: HierarchyArcs): void => {
    const own = i * count;
    rows[own + i] = 0;
    for (let a = arcs.firstArc[first + i]; a < arcs.firstArc[first + i + 1]; a++) {
      const above = (arcs.head[a] - first) * count;
      const weight = arcs.weight[a] + 0; // -0 becomes 0
      for (let j = i + 1; j < count; j++) {
        const sum = rows[above + j] + weight;
        if (sum < rows[own + j]) rows[own + j] = sum;
      }
    }
  };
  for (let i = count; i-- > 0;) {
    fillRow(table, i, up);
    fillRow(transposed, i, down);
    for (let j = i + 1; j < count; j++) {
      transposed[j * count + i] = table[i * count + j];
      table[j * count + i] = transposed[i * count + j];
    }
  }
  return { first, count, table };
}
