import { loadGeoJson } from '@wayfield/osm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildRouting,
  createRouter,
  roadsToAvoid,
  type Route,
  type RoutingNetwork,
  withoutRoads,
} from '../src/index.ts';
import { cut, randomPoints, READINGS, town } from './town.ts';

const SEED = 22;
const test = suite(`createRouter, seed ${SEED}`);

/** The cost of the pieces of a route; throws where they do not join. */
function checkPieces(routing: RoutingNetwork, route: Route): void {
  const { graph, network, tail, tick } = routing;
  const { baseOf } = network;
  let cost = 0;
  route.legs.forEach(({ pieces }, l) => {
    const [from, to] = [route.points[l], route.points[l + 1]];
    assert.is(pieces[0].from === from.share || from.share === 0 || from.share === 1, true);
    const last = pieces[pieces.length - 1];
    assert.is(last.to === to.share || to.share === 0 || to.share === 1, true);
    pieces.forEach(({ arc, road, against, from: start, to: end }, i) => {
      assert.is(network.roadOf[arc], 2 * road + Number(against));
      const at = (share: number): number => Math.round((share * graph.weight[arc]) / tick) * tick;
      cost += Math.abs(at(end) - at(start));
      if (i === 0) return;
      assert.is(baseOf[tail[arc]], baseOf[graph.head[pieces[i - 1].arc]]);
      assert.is(pieces[i - 1].to, pieces[i - 1].against ? 0 : 1);
      assert.is(start, against ? 1 : 0);
    });
  });
  assert.is(cost, route.cost);
}

for (const reading of READINGS) {
  for (const metric of ['seconds', 'metres'] as const) {
    const name = `${metric}, ${JSON.stringify(reading)}`;
    test(`gives Dijkstra's costs on the cut graph: ${name}`, async () => {
      let [found, none] = [0, 0];
      for (let seed = SEED; seed < SEED + 4; seed++) {
        const routing = await town(seed, { ...reading, metric });
        const points = randomPoints(routing, 25, seed);
        const router = createRouter(routing);
        const reference = cut(routing, points);
        points.forEach((from, i) => {
          const costs = reference.costs(i);
          points.forEach((to, j) => {
            const route = router.route([from, to]);
            assert.is(route?.cost ?? Infinity, costs[j], `seed ${seed}, ${i} to ${j}`);
            if (route) checkPieces(routing, route);
            if (route) found++;
            else none++;
          });
        });
        router.destroy();
      }
      assert.ok(found > 1000 && none > 20, `${found} found, ${none} without a route`);
    });
  }
}

for (const reading of READINGS) {
  test(`keeps straight on at positions between: ${JSON.stringify(reading)}`, async () => {
    let turned = 0;
    for (let seed = SEED; seed < SEED + 3; seed++) {
      const routing = await town(seed, reading);
      const points = randomPoints(routing, 12, seed);
      const router = createRouter(routing);
      const reference = cut(routing, points);
      for (let i = 0; i < 40; i++) {
        const order = [i, 5 * i + 1, 7 * i + 2, 11 * i + 3].map((p) => p % points.length);
        const chosen = order.slice(0, 3 + (i % 2)).map((p) => points[p]);
        const straight = reference.over(order.slice(0, chosen.length), false);
        const turning = reference.over(order.slice(0, chosen.length), true);
        const route = router.route(chosen);
        const right = straight < Infinity ? straight : turning;
        assert.is(route?.cost ?? Infinity, right, `seed ${seed}, ${order}`);
        if (route) checkPieces(routing, route);
        const free = router.route(chosen, { turnAtVias: true });
        assert.is(free?.cost ?? Infinity, turning, `seed ${seed}, ${order}, turning`);
        if (turning < straight) turned++;
      }
      router.destroy();
    }
    assert.ok(turned > 20, `${turned} routes are cheaper where they turn`);
  });
}

test('closes roads', async () => {
  for (const reading of READINGS) {
    const routing = await town(SEED, reading);
    const points = randomPoints(routing, 20, SEED);
    const router = createRouter(routing);
    const { count } = routing.network.roads;
    for (const step of [3, 5, 7]) {
      const roads = Array.from({ length: count }, (_, r) => r).filter((r) => r % step === 1);
      const closed = new Uint8Array(count);
      for (const r of roads) closed[r] = 1;
      const reference = cut(routing, points, closed);
      points.forEach((from, i) => {
        const costs = reference.costs(i);
        points.forEach((to, j) => {
          const route = router.route([from, to], { avoid: { roads } });
          assert.is(route?.cost ?? Infinity, costs[j], `${i} to ${j}`);
          for (const { road } of route?.legs[0].pieces ?? []) assert.is(closed[road], 0);
        });
      });
    }
    // and opens them again
    const open = cut(routing, points).costs(0);
    points.forEach((to, j) => {
      const route = router.route([points[0], to], { avoid: { roads: [] } });
      assert.is(route?.cost ?? Infinity, open[j]);
    });
    router.destroy();
  }
});

for (const reading of READINGS) {
  test(`a network without roads routes around them: ${JSON.stringify(reading)}`, async () => {
    let [found, none, longer] = [0, 0, 0];
    for (const metric of ['seconds', 'metres'] as const) {
      const routing = await town(SEED, { ...reading, metric });
      const points = randomPoints(routing, 20, SEED);
      const { count } = routing.network.roads;
      const roads = Array.from({ length: count >> 3 }, (_, k) => (8 * k + 3) % count);
      const open = withoutRoads(routing, { roads });
      const [router, other] = [createRouter(routing), createRouter(open)];
      for (const from of points) {
        for (const to of points) {
          const right = router.route([from, to], { avoid: { roads } });
          const route = other.route([from, to]);
          assert.is(route?.cost, right?.cost);
          if (!route) none++;
          else {
            checkPieces(open, route);
            assert.ok(route.legs[0].pieces.every(({ road }) => !roads.includes(road)));
            found++;
            if (route.cost > router.route([from, to])!.cost) longer++;
          }
        }
      }
      router.destroy();
      other.destroy();
    }
    assert.ok(found > 100 && none > 20 && longer > 20, `${found}, ${none}, ${longer}`);
  });
}

test('closes roads in areas beside and across 180 degrees, and no others', () => {
  const line = (...coordinates: number[][]): object => ({ type: 'LineString', coordinates });
  const network = loadGeoJson(
    {
      type: 'GeometryCollection',
      geometries: [
        line([179.98, -17], [-179.98, -17]), // crosses 180 degrees
        line([179.98, -17], [179.98, -17.02]),
        line([-179.98, -17], [-179.98, -17.02]),
      ],
    },
    { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
  );
  const routing = buildRouting(network);
  const closedBy = (west: number, east: number): number[] => {
    const [low, high] = [-17.015, -16.99];
    const ring = [
      [west, low],
      [east, low],
      [east, high],
      [west, high],
    ] as [number, number][];
    return [...roadsToAvoid(routing, { areas: [[ring]] })];
  };
  assert.equal(closedBy(17, 18), [0, 0, 0]); // Africa
  assert.equal(closedBy(179.99, 179.995), [1, 0, 0]);
  assert.equal(closedBy(-179.995, -179.99), [1, 0, 0]);
  assert.equal(closedBy(179.99, 180.1), [1, 0, 1]);
  assert.equal(closedBy(-180.1, -179.99), [1, 1, 0]);
});

test.run();
