import { aGraph } from '../check/kinds.ts';
import type { Graph } from '../types/data.ts';

/**
 * The nodes in the order in which a depth-first search meets them, from node 0 on, started again at
 * the first node not met: for `reorderGraph` on graphs without coordinates.
 */
export function depthFirstOrder(graph: Graph): Uint32Array {
  aGraph(graph, 'graph');
  const { nodeCount, firstOut, head } = graph;
  const order = new Uint32Array(nodeCount);
  const met = new Uint8Array(nodeCount);
  const stack: number[] = [];
  let count = 0;
  for (let start = 0; start < nodeCount; start++) {
    stack.push(start);
    while (stack.length) {
      const u = stack.pop()!;
      if (met[u]) continue;
      met[u] = 1;
      order[count++] = u;
      for (let a = firstOut[u + 1]; a-- > firstOut[u];) stack.push(head[a]);
    }
  }
  return order;
}
