// Networks without some arcs. A solver, locator or router that was made for the old network still
// answers for the old one.
import { buildGraph, heuristicScaleOf } from '@wayfield/graph';
import { createGrowing } from '../growing.ts';
import { LIVE } from '../road-costs.ts';
import { checkNetwork, checkNumbers } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';

/**
 * The network without the arcs that begin or end at these nodes of the map. Numbers of nodes and
 * roads stay, those of arcs change. The graph, the arrays per arc and `roads.live` are new; all
 * else is shared with `network`. Throws RangeError for a number that is no node.
 */
export function blockNodes(network: RoadNetwork, nodes: ArrayLike<number>): RoadNetwork {
  checkNetwork(network);
  const blocked = flags(nodes, network.baseCount, 'nodes');
  const { baseOf } = network;
  return withoutArcs(network, (u, v) => blocked[baseOf[u]] === 1 || blocked[baseOf[v]] === 1);
}

/**
 * The network without the arcs along these roads, in both directions. Numbers of nodes and roads
 * stay, those of arcs change; new and shared parts as with `blockNodes`. Throws RangeError for a
 * number that is no road.
 */
export function blockRoads(network: RoadNetwork, roads: ArrayLike<number>): RoadNetwork {
  checkNetwork(network);
  const blocked = flags(roads, network.roads.count, 'roads');
  // NONE >>> 1, the road of an arc without a road, is beyond all roads: `blocked` has no entry
  return withoutArcs(network, (_, __, road) => blocked[road] === 1);
}

function flags(list: ArrayLike<number>, count: number, name: string): Uint8Array {
  checkNumbers(list, count, name, name);
  const marks = new Uint8Array(count);
  for (let i = 0; i < list.length; i++) marks[list[i]] = 1;
  return marks;
}

function withoutArcs(
  network: RoadNetwork,
  drop: (u: number, v: number, road: number) => boolean,
): RoadNetwork {
  const { graph, roadOf, cost } = network;
  const { nodeCount, firstOut, head, weight, x, y, buffer } = graph;
  const tail = createGrowing(Uint32Array);
  const kept = createGrowing(Uint32Array);
  for (let u = 0; u < nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      if (drop(u, head[a], roadOf[a] >>> 1)) continue;
      tail.push(u);
      kept.push(a);
    }
  }
  const arcs = kept.values();
  // arcs are sorted by tail already, so they keep their order
  const open = buildGraph(
    {
      nodeCount,
      tail: tail.values(),
      head: arcs.map((a) => head[a]),
      weight: Float32Array.from(arcs, (a) => weight[a]),
      ...(x && y && { x, y }),
    },
    {
      // weights may have fallen since the graph was built
      heuristicScale: heuristicScaleOf(graph),
      shared: typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer,
    },
  );
  const left = arcs.map((a) => roadOf[a]);
  return {
    ...network,
    ...(network.roads.live && { roads: { ...network.roads, live: liveAmong(network, left) } }),
    graph: open,
    roadOf: left,
    ...(cost && { cost: Float32Array.from(arcs, (a) => cost[a]) }),
  };
}

/** `Roads.live`, copied; roads that lose all their arcs lose the bit of the largest component. */
function liveAmong({ roads, roadOf }: RoadNetwork, left: Uint32Array): Uint8Array {
  const live = roads.live!.slice();
  const kept = new Set(Array.from(left, (code) => code >>> 1));
  for (const code of roadOf) {
    // NONE >>> 1, of arcs without a road, is beyond all roads
    if (!kept.has(code >>> 1) && code >>> 1 < live.length) live[code >>> 1] &= ~LIVE.held;
  }
  return live;
}
