// Starts and goals of routes, given or random: the input of `planAgents` (plan.ts).
import { checkOptions, flag, number, type OptionRules, whole } from '@wayfield/check';
import { strongComponents } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { CLASSIFIED, ROAD_CLASSES } from '../road-class.ts';
import { checkNetwork, checkNumbers } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';

/** Where routes start and end: nodes of the map, `count` entries each. */
export interface RouteEnds {
  readonly count: number;
  readonly start: Uint32Array;
  readonly goal: Uint32Array;
}

/** Options of `randomRoutes`. */
export interface RandomRouteOptions {
  /** Seed of the random numbers: the same seed gives the same routes. Default 1. */
  readonly seed?: number;
  /** Only nodes on classified roads: `CLASSIFIED`, trunk to tertiary. Default false. */
  readonly classified?: boolean;
  /**
   * Only pairs in one strong component, so that each goal can be reached, and its start from there.
   * Default false: as in the study of 2010, any pair.
   */
  readonly reachable?: boolean;
}

/**
 * Pairs given starts and goals: the first with the first and so on. The shorter list repeats, so
 * three starts and two goals make three routes. Nodes are those of the map, below `baseCount`.
 * Throws RangeError for any other number, and if only one of both lists is empty.
 */
export function pairRoutes(
  network: RoadNetwork,
  starts: ArrayLike<number>,
  goals: ArrayLike<number>,
): RouteEnds {
  checkNetwork(network);
  checkNumbers(starts, network.baseCount, 'starts', 'nodes of the map');
  checkNumbers(goals, network.baseCount, 'goals', 'nodes of the map');
  const count = Math.max(starts.length, goals.length);
  if (Math.min(starts.length, goals.length) === 0 && count > 0) {
    throw new RangeError(`there are ${starts.length} starts and ${goals.length} goals`);
  }
  const start = new Uint32Array(count);
  const goal = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    start[i] = starts[i % starts.length];
    goal[i] = goals[i % goals.length];
  }
  return { count, start, goal };
}

const COUNT = whole(0, 2 ** 30);
const OPTIONS: OptionRules = { seed: number(), classified: flag, reachable: flag };

/**
 * Draws starts and goals from all nodes of the map with equal chances. A pair may come twice, and a
 * start may be its goal. With `reachable`, each goal is drawn from the strong component of its
 * start. Throws RangeError if there is no node to draw from, and for a `count` above 2^30.
 */
export function randomRoutes(
  network: RoadNetwork,
  count: number,
  options: RandomRouteOptions = {},
): RouteEnds {
  checkNetwork(network);
  COUNT(count, 'count');
  checkOptions('randomRoutes', options, OPTIONS);
  const { seed = 1, classified = false, reachable = false } = options;
  const nodes = classified ? classifiedNodes(network) : allNodes(network.baseCount);
  if (nodes.length === 0 && count > 0) {
    throw new RangeError(
      classified ? 'no node lies on a classified road' : 'the network has no nodes',
    );
  }
  const next = random(seed);
  const start = new Uint32Array(count);
  const goal = new Uint32Array(count);
  const among = reachable ? byComponent(network, nodes) : undefined;
  for (let i = 0; i < count; i++) {
    start[i] = nodes[next(nodes.length)];
    const [first, length] = among ? among.row(start[i]) : [0, nodes.length];
    goal[i] = (among?.nodes ?? nodes)[first + next(length)];
  }
  return { count, start, goal };
}

/** Nodes at which a road of a class in `CLASSIFIED` begins or ends. */
function classifiedNodes({ graph, roadOf, roads, baseOf, baseCount }: RoadNetwork): Uint32Array {
  const counts = ROAD_CLASSES.map((name) => CLASSIFIED.has(name));
  const marks = new Uint8Array(baseCount);
  const { firstOut, head } = graph;
  for (let u = 0; u < graph.nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      // NONE >>> 1, the road of an arc without a road, is beyond all roads: no class is found
      if (!counts[roads.roadClass[roadOf[a] >>> 1]]) continue;
      marks[baseOf[u]] = 1;
      marks[baseOf[head[a]]] = 1;
    }
  }
  return allNodes(baseCount).filter((u) => marks[u] === 1);
}

function allNodes(count: number): Uint32Array {
  const nodes = new Uint32Array(count);
  for (let u = 0; u < count; u++) nodes[u] = u;
  return nodes;
}

/**
 * Per node of the map: the largest strong component that has the node or a copy of it, and that a
 * path from the node itself enters at once. Two nodes with one component reach each other, because
 * a copy leads to the node's `endOf`. The node itself may have no arc in: where turns are copies,
 * all arcs lead to copies.
 */
function componentsOf({ graph, baseOf, baseCount }: RoadNetwork): {
  component: Uint32Array;
  size: Uint32Array;
} {
  const { nodeCount, firstOut, head } = graph;
  const { component, size } = strongComponents(graph);
  const found = component.slice(0, baseCount);
  const keyOf = (u: number, c: number): number => u * size.length + c;
  const has = new Set<number>();
  for (let u = baseCount; u < nodeCount; u++) has.add(keyOf(baseOf[u], component[u]));
  for (let u = 0; u < baseCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      const c = component[head[a]];
      if (size[c] > size[found[u]] && has.has(keyOf(u, c))) found[u] = c;
    }
  }
  return { component: found, size };
}

/** The nodes sorted by strong component, and the row of each: its first place and its length. */
function byComponent(
  network: RoadNetwork,
  list: Uint32Array,
): { nodes: Uint32Array; row: (u: number) => [first: number, length: number] } {
  const { component, size } = componentsOf(network);
  const first = new Uint32Array(size.length + 1);
  for (const u of list) first[component[u] + 1]++;
  for (let i = 1; i < first.length; i++) first[i] += first[i - 1];
  const at = first.slice();
  const nodes = new Uint32Array(list.length);
  for (const u of list) nodes[at[component[u]]++] = u;
  return {
    nodes,
    row: (u) => [first[component[u]], first[component[u] + 1] - first[component[u]]],
  };
}
