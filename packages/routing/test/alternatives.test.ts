import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAlternatives } from '../src/alternatives.ts';
import { createRouter, type Route, type RoutingNetwork } from '../src/index.ts';
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
