import type { Graph } from '@wayfield/graph';

/**
 * The links of graphs made of objects: at most one link from a node to another, the cheapest, and
 * no self-loops.
 */
export interface ArcPairs {
  /** Whether every link can be walked both ways at the same cost; `forEach` then gives it once. */
  readonly undirected: boolean;
  forEach(visit: (u: number, v: number, weight: number) => void): void;
}

/**
 * The arcs of a graph for libraries that keep objects: undirected links where every arc has its
 * twin, which halves their work, else directed ones.
 */
export function arcPairs(graph: Graph): ArcPairs {
  const { nodeCount, firstOut, head, weight } = graph;
  const rows: Map<number, number>[] = [];
  for (let u = 0; u < nodeCount; u++) {
    const row = new Map<number, number>();
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      const v = head[a];
      if (v !== u) row.set(v, Math.min(weight[a], row.get(v) ?? Infinity));
    }
    rows.push(row);
  }
  const undirected = rows.every((row, u) => [...row].every(([v, w]) => rows[v].get(u) === w));
  return {
    undirected,
    forEach(visit) {
      rows.forEach((row, u) => {
        for (const [v, w] of row) if (!undirected || u < v) visit(u, v, w);
      });
    },
  };
}
