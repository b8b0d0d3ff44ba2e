// Target 1: the costs of all services are those of Dijkstra's algorithm on the graph cut at the
// positions, bit for bit.
import { NONE } from '@wayfield/graph';
import { createRouter, type RoadPoint, type RoutingNetwork } from '@wayfield/routing';
import { createIsochrones, type ReachedRoads } from '@wayfield/routing/isochrone';
import { createMatrix } from '@wayfield/routing/matrix';
import type { cutRoads } from '@wayfield/testing/roads';
import { randomNumbers } from '../movement/random-numbers.ts';
import { tsImport } from 'tsx/esm/api';
import { atMost, result, type Target } from '../run/target.ts';
import { allExtracts, networksOf, randomPositions } from './networks.ts';

const WRONG = atMost(0, 'wrong');
/**
 * Positions of a network, in blocks. Each block by each block is one matrix, so 1,000 positions in
 * blocks of 100 make 100 matrices of 100 x 100. Each position is the start of one isochrone and of
 * ROUTES routes to random positions: 1,000 and 10,000.
 */
const POSITIONS = 1000;
const BLOCK = 100;
const ROUTES = 10;
const QUICK_POSITIONS = 20;
const QUICK_BLOCK = 10;
/** Shares of a road that differ by less are equal: they are quotients of f32 sums. */
const CLOSE = 1e-6;

/** The part of '@wayfield/testing/roads' that is used. Its source is TypeScript, loaded by tsx. */
interface Testing {
  readonly cutRoads: typeof cutRoads;
}

export const exact: Target = {
  name: '1',
  title: 'routes, matrices, isochrones: Dijkstra on the cut graph, all extracts and profiles',
  async run(context) {
    const testing = (await tsImport('@wayfield/testing/roads', import.meta.url)) as Testing;
    const { quick, seed, session } = context;
    const networks = networksOf(context, allExtracts);
    const sum: Counts = { routes: 0, cells: 0, isochrones: 0, roads: 0, wrong: 0 };
    for (const { name, make } of networks) {
      session.terminal.progress(name);
      const routing = await make();
      if (routing.network.roads.count === 0) continue;
      const points = randomPositions(routing, quick ? QUICK_POSITIONS : POSITIONS, seed);
      if (points.length === 0) continue;
      const block = quick ? QUICK_BLOCK : BLOCK;
      const counts = judge({ routing, points, block, testing, next: randomNumbers(seed) });
      const { routes, cells, isochrones, roads, wrong } = counts;
      const what = `${routes} routes, ${cells} cells, ${isochrones} isochrones of ${roads} roads`;
      context.add(result(`${name}: ${what}`, wrong, WRONG));
      for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key];
    }
    const { routes, cells, isochrones, roads, wrong } = sum;
    const what = `${routes} routes, ${cells} cells, ${isochrones} isochrones of ${roads} roads`;
    context.add(result(`all: ${what}`, wrong, WRONG));
  },
};

interface Counts {
  routes: number;
  cells: number;
  isochrones: number;
  roads: number;
  /** How many of all of these are wrong. */
  wrong: number;
}

/** A network, the positions that are judged on it, and their number per block. */
interface Judged {
  readonly routing: RoutingNetwork;
  readonly points: readonly RoadPoint[];
  readonly block: number;
  readonly testing: Testing;
  readonly next: () => number;
}

function judge({ routing, points, block, testing, next }: Judged): Counts {
  const { graph, tail, tick, network } = routing;
  const { nodeCount, head, weight } = graph;
  const { roadOf, baseCount } = network;
  const input = { nodeCount, tail, head, weight, roadOf, baseCount, tick };
  const reference = testing.cutRoads(input, points);
  const router = createRouter(routing);
  const matrix = createMatrix(routing);
  const reach = createIsochrones(routing);
  const counts: Counts = { routes: 0, cells: 0, isochrones: 0, roads: 0, wrong: 0 };
  const blocks = Array.from({ length: Math.ceil(points.length / block) }, (_, k) =>
    points.slice(k * block, (k + 1) * block),
  );
  blocks.forEach((sources, k) => {
    const rows = blocks.map((targets) => ({ targets, costs: matrix.costs(sources, targets) }));
    sources.forEach((from, i) => {
      const start = k * block + i;
      const right = reference.costs(start);
      rows.forEach(({ targets, costs }, l) => {
        for (let j = 0; j < targets.length; j++) {
          if (differs(costs[i * targets.length + j], right[l * block + j], tick)) counts.wrong++;
        }
        counts.cells += targets.length;
      });
      for (let n = 0; n < ROUTES; n++) {
        const to = Math.floor(next() * points.length);
        const { cost = Infinity } = router.route([from, points[to]]) ?? {};
        if (differs(cost, right[to], tick)) counts.wrong++;
        counts.routes++;
      }
      // costs are whole ticks and a third is none: no node lies exactly at the limit
      const limit = 30 * (1 + Math.floor(60 * next())) + 1 / 3;
      const [{ roads }] = reach.reach(from, [limit], { polygons: false });
      judgeReached({ routing, from, limit, dist: reference.nodeCosts(start) }, roads, counts);
      counts.isochrones++;
    });
  });
  router.destroy();
  matrix.destroy();
  reach.destroy();
  return counts;
}

/**
 * Whether a cost is not Dijkstra's. Up to 2^24 ticks (18 hours) it must be equal bit for bit. Above
 * that, on maps whose roads are degrees long, f32 may round on 64 roads: 2^-17 of the cost.
 */
function differs(cost: number, right: number, tick: number): boolean {
  if (cost === right) return false;
  return !(right > tick * 2 ** 24 && Math.abs(cost - right) <= right * 2 ** -17);
}

/** One isochrone and the reference's costs. */
interface Reached {
  readonly routing: RoutingNetwork;
  readonly from: RoadPoint;
  readonly limit: number;
  /** Seconds from `from` to each node, by the reference. */
  readonly dist: Float64Array;
}

/** Compares the reached parts of all roads with what the costs of the nodes say. */
function judgeReached(
  { routing, from, limit, dist }: Reached,
  found: ReachedRoads,
  counts: Counts,
): void {
  const { graph, network, tail } = routing;
  // the share of each road that is reached from its begin (entry 2 r) and from its end (2 r + 1)
  const expected = new Float64Array(2 * network.roads.count);
  for (let a = 0; a < graph.arcCount; a++) {
    const code = network.roadOf[a];
    if (code === NONE) continue;
    const share = Math.min(1, (limit - dist[tail[a]]) / graph.weight[a]);
    if (share > expected[code]) expected[code] = share;
  }
  const reached = new Float64Array(2 * network.roads.count);
  const onStart: [number, number][] = [];
  for (const r of found.whole) {
    reached[2 * r] = reached[2 * r + 1] = 1;
    if (r === from.road) onStart.push([0, 1]);
  }
  found.road.forEach((r, k) => {
    if (r === from.road) onStart.push([found.from[k], found.to[k]]);
    else if (found.from[k] === 0) reached[2 * r] = found.to[k];
    else reached[2 * r + 1] = 1 - found.from[k];
  });
  for (let r = 0; r < network.roads.count; r++) {
    if (r === from.road) continue;
    const [there, back] = [expected[2 * r], expected[2 * r + 1]];
    const whole = there + back >= 1;
    if (there > 0 || back > 0) counts.roads++;
    const right = [whole ? 1 : there, whole ? 1 : back];
    if (right.some((share, side) => Math.abs(share - reached[2 * r + side]) > CLOSE))
      counts.wrong++;
  }
  counts.roads++;
  if (!rightOnStart({ routing, from, limit, dist }, onStart)) counts.wrong++;
}

/** Whether places on the start's road lie in its reached parts where the costs say so. */
function rightOnStart({ routing, from, limit, dist }: Reached, parts: [number, number][]): boolean {
  const { graph, network, tail, tick, arcs, firstArc } = routing;
  const { road, share } = from;
  const costAt = (place: number): number => {
    let least = Infinity;
    for (const a of arcs.subarray(firstArc[2 * road], firstArc[2 * road + 2])) {
      const weight = graph.weight[a];
      const against = (network.roadOf[a] & 1) === 1;
      least = Math.min(least, dist[tail[a]] + (against ? 1 - place : place) * weight);
      const cut = Math.round((share * weight) / tick) * tick;
      const ahead = against ? cut - place * weight : place * weight - cut;
      const forward = against ? place <= share : place >= share;
      if (tail[a] < network.baseCount && forward) least = Math.min(least, Math.max(0, ahead));
    }
    return least;
  };
  for (let k = 0; k <= 100; k++) {
    const place = k / 100;
    // whether the very end of a part is reached depends on the last rounding
    if (Math.abs(place - share) <= 1e-5) continue;
    if (parts.some((part) => part.some((end) => Math.abs(end - place) <= 1e-5))) continue;
    const inside = parts.some(([low, high]) => low < place && place < high);
    if (inside !== costAt(place) < limit) return false;
  }
  return true;
}
