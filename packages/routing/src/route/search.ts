// The cheapest route over positions: dynamic programming over the arcs by which each position can
// be reached. Two positions on a hierarchy need one search only. See architecture/routes.md.
import type { SettledRoute } from '@wayfield/cpu-wasm';
import type { RouteEnds } from '@wayfield/cpu-wasm/hierarchy';
import { FOUND } from '@wayfield/graph';
import type { Closed, End, Ends } from '../network/ends.ts';
import { createEnds } from '../network/ends.ts';
import { NO_ROUTE } from '../network/ticks.ts';
import type { RoadPoint, RoutingNetwork } from '../types.ts';

/** Shortest paths between nodes, by any hierarchy. */
export interface NodeRouter {
  route(source: number, target: number): SettledRoute;
  /** One search instead of one for each pair of a source and a target. */
  routeAmong?(sources: RouteEnds, targets: RouteEnds): SettledRoute;
}

/** A leg as its exit, its entry and the nodes between. */
export interface Link {
  readonly from: End;
  readonly to: End;
  /** The nodes between; undefined: both positions lie on one arc, and the leg stays on it. */
  readonly path: ArrayLike<number> | undefined;
  /**
   * The arc that the path takes from its node `at` to the next node. Undefined: the path takes the
   * cheapest arc between any two neighbouring nodes.
   */
  readonly over?: { readonly at: number; readonly arc: number };
  /** The cost of the whole leg. */
  readonly cost: number;
}

/** A position reached over one arc: the cost from the first position, and the last leg to here. */
interface State {
  readonly arc: number;
  readonly cost: number;
  readonly link: Link | undefined;
  readonly before: State | undefined;
}

/**
 * An exit by which a route leaves a position. `state`: how the route reached the position,
 * undefined at the first one. `cost`: the cost of that state, or 0.
 */
interface Departure {
  readonly end: End;
  readonly cost: number;
  readonly state: State | undefined;
}

/**
 * The cheapest legs over these positions; undefined: there is no route. At a via, a position
 * between the first and the last, a route goes on along the arc by which it came, unless it may
 * turn round there.
 */
export function searchLegs(
  routing: RoutingNetwork,
  router: NodeRouter,
  points: readonly RoadPoint[],
  options: { readonly turnAtVias: boolean; readonly closed?: Closed },
): { cost: number; links: Link[] } | undefined {
  const ends = createEnds(routing, options.closed);
  if (router.routeAmong && points.length === 2) {
    return cheapestAmong(ends, router.routeAmong, points[0], points[1]);
  }
  let departures: Departure[] = ends
    .exits(points[0])
    .map((end) => ({ end, cost: 0, state: undefined }));
  let states: State[] = [];
  for (let i = 1; i < points.length; i++) {
    states = reach(ends, router, departures, [points[i - 1], points[i]]);
    if (states.length === 0) return undefined;
    if (i + 1 < points.length) {
      departures = leave(routing, ends, states, points[i], options.turnAtVias);
    }
  }
  const best = states.reduce((a, b) => (b.cost < a.cost ? b : a));
  if (best.cost >= NO_ROUTE) return undefined;
  const links: Link[] = [];
  for (let state: State | undefined = best; state?.link; state = state.before) {
    links.unshift(state.link);
  }
  return { cost: best.cost, links };
}

/**
 * The cheapest leg between two positions, by one search from all exits of the first position to all
 * entries of the second. With more positions, each arc by which a position is reached needs
 * searches of its own.
 */
function cheapestAmong(
  ends: Ends,
  routeAmong: NonNullable<NodeRouter['routeAmong']>,
  from: RoadPoint,
  to: RoadPoint,
): { cost: number; links: Link[] } | undefined {
  const [exits, entries] = [ends.exits(from), ends.entries(to)];
  if (exits.length === 0 || entries.length === 0) return undefined;
  let best: Link | undefined;
  for (const exit of exits) {
    for (const entry of entries) {
      if (exit.arc !== entry.arc) continue;
      const cost = ends.ahead(exit.arc, from, to);
      if (cost < 0 || (best !== undefined && cost >= best.cost)) continue;
      best = { from: exit, to: entry, path: undefined, cost };
    }
  }
  const { status, cost, path } = routeAmong(seeds(exits), seeds(entries));
  if (status === FOUND) {
    const exit = cheapestAt(exits, path[0]);
    const entry = cheapestAt(entries, path[path.length - 1]);
    const whole = exit.cost + entry.cost + cost;
    if (best === undefined || whole < best.cost)
      best = { from: exit, to: entry, path, cost: whole };
  }
  return best && best.cost < NO_ROUTE ? { cost: best.cost, links: [best] } : undefined;
}

const seeds = (ends: readonly End[]): RouteEnds => ({
  node: ends.map(({ node }) => node),
  cost: ends.map(({ cost }) => cost),
});

const cheapestAt = (ends: readonly End[], at: number): End =>
  ends.filter(({ node }) => node === at).reduce((a, b) => (b.cost < a.cost ? b : a));

/** One state for each arc that leads to a position: the cheapest path over that arc. */
function reach(
  ends: Ends,
  router: NodeRouter,
  departures: readonly Departure[],
  [from, to]: readonly [RoadPoint, RoadPoint],
): State[] {
  const states: State[] = [];
  for (const entry of ends.entries(to)) {
    let best: State | undefined;
    for (const departure of departures) {
      const link = cheapestLink(ends, router, departure, { from, to, entry, below: best?.cost });
      if (link === undefined) continue;
      const cost = departure.cost + link.cost;
      best = { arc: entry.arc, cost, link, before: departure.state };
    }
    if (best !== undefined) states.push(best);
  }
  return states;
}

/** The cheapest link from a departure to one entry; undefined: none costs less than `below`. */
function cheapestLink(
  ends: Ends,
  router: NodeRouter,
  { end, cost: spent }: Departure,
  goal: {
    readonly from: RoadPoint;
    readonly to: RoadPoint;
    readonly entry: End;
    readonly below: number | undefined;
  },
): Link | undefined {
  const { from, to, entry, below = Infinity } = goal;
  const ahead = end.arc === entry.arc ? ends.ahead(end.arc, from, to) : -1;
  let direct: Link | undefined;
  if (ahead >= 0 && spent + ahead < below) {
    direct = { from: end, to: entry, path: undefined, cost: ahead };
  }
  const parts = end.cost + entry.cost;
  const limit = direct ? spent + ahead : below;
  if (spent + parts >= limit) return direct;
  const { status, cost, path } = router.route(end.node, entry.node);
  if (status !== FOUND || spent + parts + cost >= limit) return direct;
  return { from: end, to: entry, path, cost: parts + cost };
}

/**
 * How a route can go on from a via. On a road of `endsOnly`, which only the start and the end of a
 * route may use, the next leg may also start like a new route, from the exits of the same
 * direction: the copies of nodes by which a route enters such roads never lead out of them. On open
 * ground the next leg may also start from all exits.
 */
function leave(
  routing: RoutingNetwork,
  ends: Ends,
  states: readonly State[],
  point: RoadPoint,
  turn: boolean,
): Departure[] {
  const { head } = routing.graph;
  const departures = states.map((state): Departure => ({
    end: {
      arc: state.arc,
      node: head[state.arc],
      cost: ends.walk(point) + ends.after(state.arc, point.share),
    },
    cost: state.cost,
    state,
  }));
  const { roadOf, roads } = routing.network;
  const again = roads.endsOnly?.[point.road] === 1 || point.ground !== undefined;
  if (!turn && !again) return departures;
  for (const end of ends.exits(point)) {
    const arrived = states.filter(
      ({ arc }) =>
        (again && (roadOf[arc] === roadOf[end.arc] || point.ground)) ||
        (turn && roadOf[arc] === (roadOf[end.arc] ^ 1)),
    );
    if (arrived.length === 0) continue;
    const state = arrived.reduce((a, b) => (b.cost < a.cost ? b : a));
    departures.push({ end, cost: state.cost, state });
  }
  return departures;
}
