import { readOsm } from '@wayfield/osm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAlternatives } from '../src/alternatives.ts';
import {
  buildRouting,
  createRoadIndex,
  createRouter,
  type Route,
  type RoutingNetwork,
} from '../src/index.ts';
import { cut, randomPoints, READINGS, town } from './town.ts';

const SEED = 3;
const test = suite(`createAlternatives, seed ${SEED}`);

/** The cost of each piece of a route, by the rule of cuts; and its arcs by road and direction. */
function costsOf({ graph, tick, network }: RoutingNetwork, route: Route) {
  return route.legs[0].pieces.map(({ arc, from, to }) => {
    const at = (share: number): number => Math.round((share * graph.weight[arc]) / tick) * tick;
    return { code: network.roadOf[arc], cost: Math.abs(at(to) - at(from)), arc };
  });
}

/** Whether all stretches between nodes of a route up to some cost are shortest paths. */
function hasShortStretches(routing: RoutingNetwork, route: Route, reach: number): boolean {
  const { graph, tail } = routing;
  const inner = costsOf(routing, route).slice(1, -1);
  const reference = (node: number): Float64Array => {
    const dist = new Float64Array(graph.nodeCount).fill(Infinity);
    dist[node] = 0;
    // Bellman and Ford: slow, and nothing that the package does
    for (let changed = true; changed;) {
      changed = false;
      for (let a = 0; a < graph.arcCount; a++) {
        const sum = dist[tail[a]] + graph.weight[a];
        if (sum >= dist[graph.head[a]]) continue;
        dist[graph.head[a]] = sum;
        changed = true;
      }
    }
    return dist;
  };
  for (let i = 0; i < inner.length; i++) {
    const dist = reference(tail[inner[i].arc]);
    let sum = 0;
    for (let j = i; j < inner.length && (sum += inner[j].cost) <= reach; j++) {
      if (dist[graph.head[inner[j].arc]] < sum) return false;
    }
  }
  return true;
}

for (const reading of READINGS) {
  test(`keep their promises: ${JSON.stringify(reading)}`, async () => {
    let found = 0;
    for (let seed = SEED; seed < SEED + 3; seed++) {
      const routing = await town(seed, { ...reading, width: 8, height: 8, restrictions: 15 });
      const points = randomPoints(routing, 24, seed);
      const reference = cut(routing, points);
      const alternatives = createAlternatives(routing);
      const router = createRouter(routing);
      for (let i = 0; i + 1 < points.length; i++) {
        const ends = [points[i], points[i + 1]] as const;
        const routes = alternatives.routes(...ends, { count: 4 });
        const right = reference.costs(i)[i + 1];
        assert.is(routes[0]?.cost ?? Infinity, right);
        if (routes.length === 0) continue;
        assert.is(router.route(ends)!.cost, right);
        const best = routes[0].cost;
        const used = new Set(costsOf(routing, routes[0]).map(({ code }) => code));
        routes.slice(1).forEach((route) => {
          found++;
          const pieces = costsOf(routing, route);
          assert.is(
            pieces.reduce((sum, { cost }) => sum + cost, 0),
            route.cost,
          );
          assert.ok(route.cost <= 1.25 * best && route.cost >= best);
          const roads = route.legs[0].pieces.map(({ road }) => road);
          assert.is(new Set(roads).size, roads.length);
          let shared = 0;
          for (const { code, cost } of pieces) if (used.has(code)) shared += cost;
          assert.ok(shared <= 0.6 * best, `${shared} of ${best} is shared`);
          if (i < 8) assert.ok(hasShortStretches(routing, route, 0.25 * best));
          for (const { code } of pieces) used.add(code);
        });
      }
      alternatives.destroy();
      router.destroy();
    }
    assert.ok(found > 7, `${found} alternatives`);
  });
}

/** Roads between two streets, all to the north; the last ones bend a little more each. */
function parallelRoads(spacing: number, shares: readonly number[]): string {
  const nodes: string[] = [];
  const ways: string[] = [];
  let last = 0;
  const node = (lon: number, lat: number): number => {
    nodes.push(
      `<node id="${++last}" lon="${(13 + lon).toFixed(7)}" lat="${(52 + lat).toFixed(7)}"/>`,
    );
    return last;
  };
  const way = (refs: readonly number[]): void => {
    const nds = refs.map((ref) => `<nd ref="${ref}"/>`).join('');
    ways.push(`<way id="${ways.length + 1}">${nds}<tag k="highway" v="residential"/></way>`);
  };
  const [south, north] = [node(-0.003, 0), node(0.003 + spacing * shares.length, 0.02)];
  let [before, after] = [south, 0];
  shares.forEach((share, i) => {
    const joined = i > 0 && spacing === 0;
    const foot = joined ? before : node(spacing * i, 0);
    const head = joined ? after : node(spacing * i, 0.02);
    if (!joined) way([before, foot]);
    if (!joined && after > 0) way([after, head]);
    way([foot, node(spacing * i + share, 0.01), head]);
    [before, after] = [foot, head];
  });
  way([after, north]);
  return `<osm version="0.6">${nodes.join('')}${ways.join('')}</osm>`;
}

for (const [name, spacing] of [
  ['the same two junctions', 0],
  ['neighbouring junctions', 0.0004],
] as const) {
  test(`are all roads between ${name}`, async () => {
    const xml = parallelRoads(spacing, [0, 0.005, -0.007]);
    const network = await readOsm(new TextEncoder().encode(xml), {
      profile: 'car',
      weight: 'seconds',
      uTurns: false,
    });
    const routing = buildRouting(network);
    const index = createRoadIndex(routing);
    const [from, to] = [index.snap(12.998, 52)!, index.snap(13.002 + 3 * spacing, 52.02)!];
    const alternatives = createAlternatives(routing);
    const routes = alternatives.routes(from, to, { count: 5 });
    assert.is(routes.length, 3, `${routes.map(({ cost }) => cost)}`);
    const lines = routes.map((route) => {
      const pieces = costsOf(routing, route);
      const sum = pieces.reduce((all, { cost }) => all + cost, 0);
      assert.is(sum, route.cost);
      return pieces.reduce((a, b) => (b.cost > a.cost ? b : a)).code;
    });
    assert.is(new Set(lines).size, 3);
    assert.ok(routes.every(({ cost }) => cost <= 1.25 * routes[0].cost));
    alternatives.destroy();
  });
}

test('may be none, and are none where they must not differ', async () => {
  const routing = await town(SEED);
  const [a, b] = randomPoints(routing, 2, SEED + 1).map((p) => ({
    ...p,
    directions: 'both' as const,
  }));
  const alternatives = createAlternatives(routing);
  assert.is(alternatives.routes(a, a).length, 1);
  assert.is(alternatives.routes(a, b, { count: 1 }).length, 1);
  assert.ok(alternatives.memoryBytes > 0);
  alternatives.destroy();
});

test.run();
