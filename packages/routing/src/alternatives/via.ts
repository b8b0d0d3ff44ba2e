// Routes over one node or arc (via paths of Abraham et al. 2013), and the tests of alternatives.ts.
import { FOUND, NONE } from '@wayfield/graph';
import type { End } from '../network/ends.ts';
import { cheapestArc } from '../route/pieces.ts';
import type { Link, NodeRouter } from '../route/search.ts';
import type { RoutingNetwork } from '../types.ts';

/** A route as arcs with their costs, which add up to its cost. */
export interface ArcPath {
  readonly link: Link;
  /** The nodes from the end of the first arc to the beginning of the last one. */
  readonly nodes: readonly number[];
  /** Per node: the cost from the start. */
  readonly reached: readonly number[];
  /** Per arc, the first and the last one included: twice its road, plus 1 against it. */
  readonly codes: readonly number[];
  /** Per arc: its cost; for the first and the last arc, the cost of the part travelled. */
  readonly costs: readonly number[];
  readonly cost: number;
}

/** The exits of the first position of a route, and the entries of the last one. */
export interface PathEnds {
  readonly exits: readonly End[];
  readonly entries: readonly End[];
}

/** The cheapest path between a node and a position; the part of the arc at `end` is included. */
interface HalfPath {
  readonly end: End;
  readonly path: ArrayLike<number>;
  readonly cost: number;
}

function cheapestHalf(
  ends: readonly End[],
  route: (end: End) => ReturnType<NodeRouter['route']>,
): HalfPath | undefined {
  let best: HalfPath | undefined;
  for (const end of ends) {
    const { status, cost, path } = route(end);
    if (status !== FOUND || (best && end.cost + cost >= best.cost)) continue;
    best = { end, path, cost: end.cost + cost };
  }
  return best;
}

const pathFrom = (router: NodeRouter, exits: readonly End[], node: number): HalfPath | undefined =>
  cheapestHalf(exits, (end) => router.route(end.node, node));

const pathTo = (router: NodeRouter, node: number, entries: readonly End[]): HalfPath | undefined =>
  cheapestHalf(entries, (end) => router.route(node, end.node));

/** The cheapest route over a node; undefined: there is none. */
export function arcPathVia(
  routing: RoutingNetwork,
  router: NodeRouter,
  { exits, entries }: PathEnds,
  node: number,
): ArcPath | undefined {
  const there = pathFrom(router, exits, node);
  const on = there && pathTo(router, node, entries);
  if (!there || !on) return undefined;
  const path = [...Array.from(there.path), ...Array.from(on.path).slice(1)];
  return arcPathOf(routing, { from: there.end, to: on.end, path, cost: there.cost + on.cost });
}

/** The cheapest route over an arc; undefined: there is none. */
export function arcPathOver(
  routing: RoutingNetwork,
  router: NodeRouter,
  { exits, entries }: PathEnds,
  arc: number,
): ArcPath | undefined {
  const { graph, tail } = routing;
  const there = pathFrom(router, exits, tail[arc]);
  const on = there && pathTo(router, graph.head[arc], entries);
  if (!there || !on) return undefined;
  const path = [...Array.from(there.path), ...Array.from(on.path)];
  const cost = there.cost + graph.weight[arc] + on.cost;
  const over = { at: there.path.length - 1, arc };
  return arcPathOf(routing, { from: there.end, to: on.end, path, over, cost });
}

/** The arcs of a link, which must have a `path`. */
export function arcPathOf(routing: RoutingNetwork, link: Link): ArcPath {
  const { graph, network } = routing;
  const nodes = Array.from(link.path ?? []);
  const codes = [network.roadOf[link.from.arc]];
  const costs = [link.from.cost];
  const reached = [link.from.cost];
  for (let i = 0; i + 1 < nodes.length; i++) {
    const { over } = link;
    const arc = over?.at === i ? over.arc : cheapestArc(routing, nodes[i], nodes[i + 1]);
    // an arc without a road is a wait or a turn: its cost is added to the road before it
    if (network.roadOf[arc] === NONE) costs[costs.length - 1] += graph.weight[arc];
    else {
      codes.push(network.roadOf[arc]);
      costs.push(graph.weight[arc]);
    }
    reached.push(reached[i] + graph.weight[arc]);
  }
  codes.push(network.roadOf[link.to.arc]);
  costs.push(link.to.cost);
  return { link, nodes, reached, codes, costs, cost: link.cost };
}

/** Whether no road is travelled twice, in the same direction or in opposite ones. */
export function isSimple({ codes }: ArcPath): boolean {
  return new Set(codes.map((code) => code >>> 1)).size === codes.length;
}

/** The cost of those arcs of a path whose roads, in this direction, are in `used`. */
export function sharedCost({ codes, costs }: ArcPath, used: ReadonlySet<number>): number {
  return costs.reduce((sum, cost, i) => (used.has(codes[i]) ? sum + cost : sum), 0);
}

/**
 * The T-test (Abraham, Delling, Goldberg and Werneck 2013): the subpath from `reach` before a node
 * to `reach` after it is a shortest path. A route of two shortest paths that join at the node then
 * has only shortest paths as subpaths that cost up to `reach`.
 *
 * The tested subpath begins at the first node before `via`, and ends at the first node after
 * `until`, that is at least `reach` away. If there is none, the subpath begins or ends at the
 * position, with all its exits or entries.
 *
 * `via` and `until` are indices into `nodes`: both ends of the arc that joins the two shortest
 * paths, or the joining node twice. The cost of that arc is taken off `reach` first. An arc that
 * costs more than `reach` lies in no such subpath, so the test is passed.
 */
export function isLocallyOptimal(
  router: NodeRouter,
  arcPath: ArcPath,
  { exits, entries }: PathEnds,
  join: { readonly via: number; readonly until: number; readonly reach: number },
): boolean {
  const { nodes, reached, cost } = arcPath;
  const { via, until } = join;
  const reach = join.reach - (reached[until] - reached[via]);
  if (reach < 0) return true;
  let first = via;
  while (first >= 0 && reached[via] - reached[first] < reach) first--;
  let last = until;
  while (last < nodes.length && reached[last] - reached[until] < reach) last++;
  const from = first < 0 ? 0 : reached[first];
  const to = last === nodes.length ? cost : reached[last];
  if (first < 0 && last === nodes.length) {
    const whole = entries.map(
      (end) => (pathFrom(router, exits, end.node)?.cost ?? Infinity) + end.cost,
    );
    return whole.every((other) => other >= cost);
  }
  if (first < 0) return pathFrom(router, exits, nodes[last])!.cost >= to - from;
  if (last === nodes.length) return pathTo(router, nodes[first], entries)!.cost >= to - from;
  return router.route(nodes[first], nodes[last]).cost >= to - from;
}
