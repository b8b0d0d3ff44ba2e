// Target 1: the costs of all services are those of Dijkstra's algorithm on the graph cut at the
// positions, bit for bit.
import { createRouter, type RoadPoint, type RoutingNetwork } from '@wayfield/routing';
import { createIsochrones } from '@wayfield/routing/isochrone';
import { createMatrix } from '@wayfield/routing/matrix';
import type { CutRoads, cutRoads } from '@wayfield/testing/roads';
import { tsImport } from 'tsx/esm/api';
import { atMost, result, type Target, type TargetContext } from '../run/target.ts';
import { allExtracts, networksOf, randomPositions } from './networks.ts';

const WRONG = atMost(0, 'wrong');
/** Positions whose costs to each other are compared: their square is the number of pairs. */
const POSITIONS = 100;
const QUICK_POSITIONS = 20;
/** Isochrones per network: each compares every road. */
const ISOCHRONES = 20;
const CLOSE = 1e-6;

/** What is used of '@wayfield/testing/roads', whose source is TypeScript. */
interface Testing {
  readonly cutRoads: typeof cutRoads;
}

export const exact: Target = {
  name: '1',
  title: 'routes, matrices, isochrones: Dijkstra on the cut graph, all extracts and profiles',
  async run(context) {
    const testing = (await tsImport('@wayfield/testing/roads', import.meta.url)) as Testing;
    const count = context.quick ? QUICK_POSITIONS : POSITIONS;
    for (const { name, make } of networksOf(context, allExtracts)) {
      context.session.terminal.progress(name);
      const routing = await make();
      if (routing.network.roads.count === 0) continue;
      const points = randomPositions(routing, count, context.seed);
      judge(context, { name, routing, points, testing });
    }
  },
};

interface Judged {
  readonly name: string;
  readonly routing: RoutingNetwork;
  readonly points: readonly RoadPoint[];
  readonly testing: Testing;
}

function judge(context: TargetContext, { name, routing, points, testing }: Judged): void {
  const { graph, tail, tick, network } = routing;
  const { nodeCount, head, weight } = graph;
  const { roadOf, baseCount } = network;
  const input = { nodeCount, tail, head, weight, roadOf, baseCount, tick };
  const reference = testing.cutRoads(input, points);
  const router = createRouter(routing);
  const matrix = createMatrix(routing);
  const costs = matrix.costs(points, points);
  let [routes, cells] = [0, 0];
  points.forEach((from, i) => {
    const right = reference.costs(i);
    points.forEach((to, j) => {
      if ((router.route([from, to])?.cost ?? Infinity) !== right[j]) routes++;
      if (costs[i * points.length + j] !== right[j]) cells++;
    });
  });
  const pairs = points.length ** 2;
  const counted = `of ${pairs}`;
  context.add(result(`${name}: routes ${counted}`, routes, WRONG));
  context.add(result(`${name}: costs of a matrix ${counted}`, cells, WRONG));
  const some = points.slice(0, ISOCHRONES);
  const { wrong, roads } = isochrones(routing, some, reference);
  context.add(result(`${name}: roads of ${some.length} isochrones, ${roads} cut`, wrong, WRONG));
  router.destroy();
  matrix.destroy();
}

/** Roads whose reached parts differ from what the costs of the nodes say. */
function isochrones(
  routing: RoutingNetwork,
  points: readonly RoadPoint[],
  reference: CutRoads,
): { wrong: number; roads: number } {
  const { graph, network, tail } = routing;
  const service = createIsochrones(routing);
  const expected = new Float64Array(2 * network.roads.count);
  let [wrong, roads] = [0, 0];
  points.forEach((start, i) => {
    const dist = reference.nodeCosts(i);
    const limit = 30 * (i + 1) + 1 / 3;
    // reached from each end of every road but the start's, as shares
    expected.fill(0);
    for (let a = 0; a < graph.arcCount; a++) {
      const code = network.roadOf[a];
      if (code === 0xffffffff) continue;
      const share = Math.min(1, (limit - dist[tail[a]]) / graph.weight[a]);
      if (share > expected[code]) expected[code] = share;
    }
    const [{ roads: found }] = service.reach(start, [limit], { polygons: false });
    const reached = new Float64Array(2 * network.roads.count);
    for (const r of found.whole) reached[2 * r] = reached[2 * r + 1] = 1;
    found.road.forEach((r, k) => {
      if (found.from[k] === 0) reached[2 * r] = found.to[k];
      else reached[2 * r + 1] = 1 - found.from[k];
    });
    for (let r = 0; r < network.roads.count; r++) {
      if (r === start.road) continue;
      const [there, back] = [expected[2 * r], expected[2 * r + 1]];
      const whole = there + back >= 1;
      if (there > 0 || back > 0) roads++;
      const right = [whole ? 1 : there, whole ? 1 : back];
      const off = right.some((share, side) => Math.abs(share - reached[2 * r + side]) > CLOSE);
      if (off) wrong++;
    }
  });
  service.destroy();
  return { wrong, roads };
}
