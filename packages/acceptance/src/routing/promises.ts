// Target 2: alternatives keep their promises, and trips of up to 9 stops are the best.
import { createHierarchySolver, type HierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createAlternatives } from '@wayfield/routing/alternatives';
import { createMatrix } from '@wayfield/routing/matrix';
import { planTrip } from '@wayfield/routing/trip';
import type { RoadPoint, Route, RoutingNetwork } from '@wayfield/routing';
import { atLeast, atMost, forComparison, result, type Target } from '../run/target.ts';
import { extract, type NamedNetwork, networksOf, randomPositions } from './networks.ts';

const WRONG = atMost(0, 'wrong');
/** Pairs of positions that are asked for alternatives. */
const PAIRS = 10_000;
const QUICK_PAIRS = 60;
/** Trips of each number of stops. */
const TRIPS = 50;
const MOST_STOPS = 9;
/**
 * What `createAlternatives` promises by default: an alternative costs at most STRETCH times the
 * best route, shares at most SHARED of the best route's cost with routes before it, and its
 * stretches of up to OPTIMAL of that cost are shortest paths.
 */
const [STRETCH, SHARED, OPTIMAL] = [1.25, 0.6, 0.25];

function networks(data: string): NamedNetwork[] {
  return ['malta-latest.osm.pbf', 'london.osm.pbf']
    .map((file) => extract(data, file, { profile: 'car', turnRestrictions: true, uTurns: false }))
    .filter((network) => network !== undefined);
}

export const promises: Target = {
  name: '2',
  title: 'alternatives keep their three promises; trips of 9 stops by brute force',
  async run(context) {
    const pairs = context.quick ? QUICK_PAIRS : PAIRS;
    for (const { name, make } of networksOf(context, networks)) {
      const routing = await make();
      const points = randomPositions(routing, pairs + 1, context.seed, true);
      const service = createAlternatives(routing);
      const solver = createHierarchySolver(routing.graph, routing.hierarchy);
      let [broken, detours, found] = [0, 0, 0];
      for (let i = 0; i < pairs; i++) {
        if (i % 100 === 0) context.session.terminal.progress(name, i, pairs);
        const routes = service.routes(points[i], points[i + 1]);
        found += Math.max(0, routes.length - 1);
        if (breaks(routing, routes)) broken++;
        if (routes.some((route) => !isLocallyOptimal(routing, solver, route, routes[0].cost))) {
          detours++;
        }
      }
      service.destroy();
      solver.destroy();
      context.add(result(`${name}: pairs with a broken promise, of ${pairs}`, broken, WRONG));
      const optimal = `${name}: pairs with a stretch that is no shortest path, of ${pairs}`;
      context.add(result(optimal, detours, WRONG));
      const share = found / pairs;
      context.add(forComparison(result(`${name}: alternatives per pair`, share, atLeast(1, ''))));
      const stops = `trips of up to ${MOST_STOPS} stops, ${TRIPS} of each`;
      context.add(result(`${name}: ${stops}`, trips(routing, points), WRONG));
    }
  },
};

/** Whether routes cost or share too much, or travel a road twice. */
function breaks({ graph, tick, network }: RoutingNetwork, routes: readonly Route[]): boolean {
  if (routes.length === 0) return false;
  const best = routes[0].cost;
  const used = new Set<number>();
  return routes.some((route, k) => {
    let [cost, shared] = [0, 0];
    const { pieces } = route.legs[0];
    for (const { arc, from, to } of pieces) {
      const at = (share: number): number => Math.round((share * graph.weight[arc]) / tick) * tick;
      const part = Math.abs(at(to) - at(from));
      cost += part;
      if (used.has(network.roadOf[arc])) shared += part;
    }
    for (const { arc } of pieces) used.add(network.roadOf[arc]);
    if (cost !== route.cost) return true;
    if (k === 0) return false;
    const twice = new Set(pieces.map(({ road }) => road)).size < pieces.length;
    return twice || route.cost > STRETCH * best || shared > SHARED * best;
  });
}

/** Whether all stretches of a route up to a quarter of the best cost are shortest paths. */
function isLocallyOptimal(
  { graph, tail }: RoutingNetwork,
  solver: HierarchySolver,
  route: Route,
  best: number,
): boolean {
  // whole arcs: those between the first and the last piece
  const whole = route.legs[0].pieces.slice(1, -1).map(({ arc }) => arc);
  let [end, cost] = [0, 0];
  for (let first = 0; first < whole.length; first++) {
    while (end < whole.length && cost + graph.weight[whole[end]] <= OPTIMAL * best) {
      cost += graph.weight[whole[end++]];
    }
    if (end === first) {
      end++;
      continue;
    }
    const last = graph.head[whole[end - 1]];
    if (solver.route(tail[whole[first]], last).cost !== cost) return false;
    if (end === whole.length) return true;
    cost -= graph.weight[whole[first]];
  }
  return true;
}

/** How many trips cost more than the best order of their stops, for 2 to MOST_STOPS stops. */
function trips(routing: RoutingNetwork, points: readonly RoadPoint[]): number {
  const matrix = createMatrix(routing);
  let [wrong, at] = [0, 0];
  for (let count = 2; count <= MOST_STOPS; count++) {
    for (let i = 0; i < TRIPS; i++) {
      const stops = Array.from({ length: count }, () => points[at++ % points.length]);
      const costs = matrix.costs(stops, stops);
      if (planTrip(costs).cost !== bruteForce(costs, count)) wrong++;
    }
  }
  matrix.destroy();
  return wrong;
}

/** The cost of the best round trip, by all orders. */
function bruteForce(costs: ArrayLike<number>, n: number): number {
  let best = Infinity;
  const used = new Uint8Array(n);
  const visit = (at: number, count: number, sum: number): void => {
    if (count === n) {
      best = Math.min(best, sum + costs[at * n]);
      return;
    }
    for (let next = 1; next < n; next++) {
      if (used[next] === 1) continue;
      used[next] = 1;
      visit(next, count + 1, sum + costs[at * n + next]);
      used[next] = 0;
    }
  };
  visit(0, 1, 0);
  return best;
}
