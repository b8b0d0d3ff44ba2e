import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';

/** As on the CPU: 16 bytes per rank, up to 64 MiB. */
const MOST = 4096;

/** Distances between the highest ranks: from rank first + i to rank first + j at i * count + j. */
export interface Top {
  readonly first: number;
  readonly count: number;
  readonly table: Float32Array<ArrayBuffer>;
}

/**
 * The first step from the lower of two ranks leads up, the last one to it comes down: ranks from the top on take their
 * rows and columns from those above (see cpu-wasm's assembly/hierarchy/top.ts).
 */
export function topDistances({ nodeCount, up, down }: Hierarchy): Top {
  const count = Math.min(nodeCount, MOST, Math.ceil(2 * Math.sqrt(nodeCount)));
  const first = nodeCount - count;
  const table = new Float32Array(count * count).fill(Infinity);
  const turned = new Float32Array(count * count).fill(Infinity);
  const lower = (rows: Float32Array, i: number, side: HierarchyArcs): void => {
    const own = i * count;
    rows[own + i] = 0;
    for (let a = side.firstArc[first + i]!; a < side.firstArc[first + i + 1]!; a++) {
      const above = (side.head[a]! - first) * count;
      const weight = side.weight[a]! + 0; // no -0
      for (let j = i + 1; j < count; j++) {
        const sum = rows[above + j]! + weight;
        if (sum < rows[own + j]!) rows[own + j] = sum;
      }
    }
  };
  for (let i = count; i-- > 0;) {
    lower(table, i, up);
    lower(turned, i, down);
    for (let j = i + 1; j < count; j++) {
      turned[j * count + i] = table[i * count + j]!;
      table[j * count + i] = turned[i * count + j]!;
    }
  }
  return { first, count, table };
}
