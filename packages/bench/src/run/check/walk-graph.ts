import type { Graph } from '@wayfield/graph';

/**
 * The cost of walking along `path` in doubles, by the cheapest arc at every step. NaN where two of
 * its nodes are not joined, or one is not a node.
 */
export function walkGraph(graph: Graph, path: ArrayLike<number>): number {
  const { nodeCount, firstOut, head, weight } = graph;
  let sum = 0;
  for (let i = 0; i < path.length; i++) {
    if (!(path[i] >= 0 && path[i] < nodeCount)) return NaN;
    if (i === 0) continue;
    let least = NaN;
    for (let u = path[i - 1], a = firstOut[u]; a < firstOut[u + 1]; a++) {
      if (head[a] === path[i] && !(weight[a] >= least)) least = weight[a];
    }
    sum += least;
  }
  return sum;
}
