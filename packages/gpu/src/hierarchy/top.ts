import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';

/** Most ranks of the top, as on the CPU: a table of 64 MiB. */
const MOST = 4096;

/** Distances between the highest ranks: from rank first + i to rank first + j at i * count + j. */
export interface Top {
  readonly first: number;
  readonly count: number;
  readonly table: Float32Array<ArrayBuffer>;
}

/**
 * The top is the 2 * sqrt(nodeCount) highest ranks. A shortest path from the lower of two ranks
 * begins with an upward arc, and one to it ends with a downward arc. So each rank, from the highest
 * on, takes its row and its column from the rows and columns above (as in cpu-wasm's kernels).
 */
export function topDistances({ nodeCount, up, down }: Hierarchy): Top {
  const count = Math.min(nodeCount, MOST, Math.ceil(2 * Math.sqrt(nodeCount)));
  const first = nodeCount - count;
  const table = new Float32Array(count * count).fill(Infinity);
  const turned = new Float32Array(count * count).fill(Infinity);
  const lower = (rows: Float32Array, i: number, arcs: HierarchyArcs): void => {
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
    lower(table, i, up);
    lower(turned, i, down);
    for (let j = i + 1; j < count; j++) {
      turned[j * count + i] = table[i * count + j];
      table[j * count + i] = turned[i * count + j];
    }
  }
  return { first, count, table };
}
