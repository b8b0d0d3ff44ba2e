import { callback, checkOptions, refuse, type Rule, signal, whole } from '@wayfield/check';
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { buildGraph, NONE } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { RoadNetwork } from '@wayfield/osm';
import { metricRule, roadNetworkRule } from '../rules.ts';
import type { Metric, RoutingNetwork } from '../types.ts';
import { arcsByRoad, connectedRoads, tailsOf } from './arcs.ts';
import { inTicks, TICKS } from './ticks.ts';

/** Options of `buildRouting`. */
export interface BuildRoutingOptions {
  /** What routes minimise. Default 'cost' for a network with costs, otherwise 'seconds'. */
  readonly metric?: Metric;
  /**
   * A strong component is small if it has fewer directions of roads than this. `connected` of
   * `RoutingNetwork` marks the roads of all other components. Where there is no route, callers may
   * move places to marked roads. OSRM has 1,000. Default: all are small but the largest.
   */
  readonly smallComponentSize?: number;
  /** Called at most every 50 ms, and at the end, with the number of nodes contracted. */
  readonly onProgress?: (done: number, count: number) => void;
  /**
   * Ends the building with its reason. The building is synchronous, so only `onProgress` can abort
   * it.
   */
  readonly signal?: AbortSignal;
}

const OPTIONS: Readonly<Record<keyof BuildRoutingOptions, Rule>> = {
  metric: metricRule,
  smallComponentSize: whole(1, 0xffff_ffff),
  onProgress: callback,
  signal,
};

/**
 * Makes a road network ready for all services: weights in ticks and a contraction hierarchy, 20 to
 * 40 us per node. The network must have been read with `weight: 'seconds'`; metres are the lengths
 * of its roads. Options of reading say which turns routes may take: `turnRestrictions`, `uTurns`.
 *
 * Throws RangeError for a network whose weights are metres, and for the metric 'cost' if the
 * network has no costs; the signal's reason when aborted.
 *
 * @example
 * const network = await readOsm(bytes, { profile: 'car', weight: 'seconds', uTurns: false });
 * const routing = buildRouting(network);
 * const [from, to] = [[13.402, 52.5], [13.408, 52.5]].map(([lon, lat]) =>
 *   createRoadIndex(routing).snap(lon, lat)!,
 * );
 * console.log(Math.round(createRouter(routing).route([from, to])!.metres)); // 406
 */
export function buildRouting(
  network: RoadNetwork,
  options: BuildRoutingOptions = {},
): RoutingNetwork {
  roadNetworkRule(network, 'network');
  checkOptions('buildRouting', options, OPTIONS);
  const { metric = network.cost ? 'cost' : 'seconds', smallComponentSize, ...watch } = options;
  const weighed = weigh(network, metric);
  const parts = smallComponentSize === undefined ? {} : { smallComponentSize };
  return complete({ ...weighed, ...parts }, buildHierarchy(weighed.graph, watch));
}

/** A routing network without its hierarchy and what `complete` derives. */
export type WeighedNetwork = Omit<RoutingNetwork, 'hierarchy' | 'firstArc' | 'arcs' | 'connected'>;

/** The weights of a network in ticks. */
export function weigh(network: RoadNetwork, metric: Metric): WeighedNetwork {
  if (network.weight !== 'seconds') refuse('network.weight', network.weight, 'seconds');
  const { graph, roadOf, roads } = network;
  const tail = tailsOf(graph);
  const seconds = graph.weight.map((w) => inTicks(w, TICKS.seconds));
  const metres = new Float32Array(graph.arcCount);
  for (let a = 0; a < metres.length; a++) {
    if (roadOf[a] !== NONE) metres[a] = inTicks(roads.length[roadOf[a] >>> 1], TICKS.metres);
  }
  const costs = {
    seconds: () => seconds,
    metres: () => metres,
    cost: () => costsOf(network),
  }[metric]();
  const weighted = buildGraph(
    {
      nodeCount: graph.nodeCount,
      tail,
      head: graph.head,
      weight: costs,
      ...(graph.x && graph.y && { x: graph.x, y: graph.y }),
    },
    { heuristicScale: 0 },
  );
  return { network, metric, tick: TICKS[metric], graph: weighted, seconds, metres, tail };
}

function costsOf({ cost }: RoadNetwork): Float32Array {
  if (!cost) return refuse('metric', 'cost', 'seconds or metres: the network has no costs');
  return cost.map((one) => inTicks(one, TICKS.cost));
}

/** Adds a hierarchy, the arcs by road, and which roads are connected. */
export function complete(weighed: WeighedNetwork, hierarchy: Hierarchy): RoutingNetwork {
  const { network, tail } = weighed;
  const connected = connectedRoads(network, tail, weighed.smallComponentSize);
  // A road that lay on the largest component before speeds closed roads (value 1 in `live`) stays
  // connected, so that places stay on it; but not if no component has `smallComponentSize`.
  const isLarge = weighed.smallComponentSize === undefined || connected.includes(1);
  if (isLarge) network.roads.live?.forEach((bits, r) => (connected[r] |= bits & 1));
  return {
    ...weighed,
    hierarchy,
    ...arcsByRoad(network),
    connected,
  };
}
