// The arc of each step of a path: solvers give paths as nodes, and several arcs may join two nodes.
import { NONE } from '@wayfield/graph';
import type { RoadNetwork } from './types.ts';

/**
 * The arc from node `i` of a path, `u`, to the next node, `v`. If several arcs join them, that of
 * least weight; of equal weights the first, as solvers of the graph take it. Throws RangeError if
 * no arc joins them.
 */
export function arcBetween({ graph }: RoadNetwork, u: number, v: number, i: number): number {
  const { firstOut, head, weight } = graph;
  let best = NONE;
  for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
    if (head[a] === v && (best === NONE || weight[a] < weight[best])) best = a;
  }
  if (best === NONE) throw new RangeError(`path[${i}] is ${u}, from which no arc leads to ${v}`);
  return best;
}
