import { buildQueries, FOUND, referenceRoutes } from '@wayfield/graph';
import type { RoadNetwork } from '../src/index.ts';

/**
 * The shortest path between nodes of the map by their ids, as ids, and its cost; '' where there is
 * none.
 */
export function routeByIds(
  network: RoadNetwork,
  from: bigint | number,
  to: bigint | number,
): { path: string; cost: number } {
  const at = (id: bigint | number): number => {
    const node = network.nodeId.indexOf(BigInt(id));
    if (node < 0) throw new Error(`no node ${id}`);
    return node;
  };
  const queries = buildQueries([[at(from), network.endOf[at(to)]]]);
  const { status, cost, firstNode, node } = referenceRoutes(network.graph, queries);
  if (status[0] !== FOUND) return { path: '', cost: cost[0] };
  const bases = Array.from(node.subarray(0, firstNode[1]), (u) => network.baseOf[u]);
  // the arc to the end of a search stays where it is
  const ids = bases.filter((u, i) => u !== bases[i - 1]).map((u) => network.nodeId[u]);
  return { path: ids.join(' '), cost: cost[0] };
}
