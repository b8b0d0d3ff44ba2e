import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { areaOf, createTracer } from '../src/isochrone/contour.ts';
import { createRoadIndex, type RoadPoint, type RoutingNetwork } from '../src/index.ts';
import {
  createIsochrones,
  type Isochrone,
  isochroneArea,
  isochroneRoads,
  type Polygon,
} from '../src/isochrone.ts';
import { createTimedRouter } from '../src/departures.ts';
import { random } from '@wayfield/graph/generators';
import { cut, randomPoints, READINGS, town } from './town.ts';

const SEED = 11;
const test = suite(`createIsochrones, seed ${SEED}`);
const CLOSE = 1e-6;

/** The parts of a road that the reference reaches: intervals of shares. */
function reachedByReference(
  routing: RoutingNetwork,
  start: RoadPoint,
  dist: Float64Array,
  limit: number,
): Map<number, [number, number][]> {
  const { graph, network, tail, tick } = routing;
  const found = new Map<number, [number, number][]>();
  const add = (road: number, a: number, b: number): void => {
    if (b - a > 1e-12) found.set(road, [...(found.get(road) ?? []), [a, b]]);
  };
  for (let a = 0; a < graph.arcCount; a++) {
    const code = network.roadOf[a];
    if (code === 0xffffffff) continue;
    const weight = graph.weight[a];
    const against = (code & 1) === 1;
    const part = Math.min(1, (limit - dist[tail[a]]) / weight);
    if (part > 0) add(code >>> 1, against ? 1 - part : 0, against ? 1 : part);
    const { directions = 'both', share } = start;
    if (code >>> 1 !== start.road || tail[a] >= network.baseCount) continue;
    if (directions === (against ? 'along' : 'against')) continue;
    const at = Math.round((share * weight) / tick) * tick;
    if (against) add(start.road, Math.max(0, (at - limit) / weight), share);
    else add(start.road, share, Math.min(1, (at + limit) / weight));
  }
  for (const [road, spans] of found) {
    const joined: [number, number][] = [];
    for (const [a, b] of spans.sort((p, q) => p[0] - q[0])) {
      const last = joined[joined.length - 1];
      if (last && a <= last[1]) last[1] = Math.max(last[1], b);
      else joined.push([a, b]);
    }
    found.set(road, joined);
  }
  return found;
}

/** Whether a place is in a polygon, its holes left out. */
function contains(polygons: readonly Polygon[], lon: number, lat: number): boolean {
  let inside = false;
  for (const ring of polygons.flat()) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i], ring[i + 1]];
      if (ay > lat === by > lat) continue;
      if (lon < ax + ((lat - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    }
  }
  return inside;
}

function compare(iso: Isochrone, expected: Map<number, [number, number][]>): number {
  const { whole, road, from, to } = iso.roads;
  const found = new Map<number, [number, number][]>();
  for (const r of whole) found.set(r, [[0, 1]]);
  road.forEach((r, i) => found.set(r, [...(found.get(r) ?? []), [from[i], to[i]]]));
  assert.equal([...found.keys()].sort(), [...expected.keys()].sort());
  for (const [r, spans] of found) {
    const right = expected.get(r)!;
    assert.is(spans.length, right.length, `road ${r}`);
    spans.sort((p, q) => p[0] - q[0]);
    spans.forEach(([a, b], i) => {
      assert.ok(Math.abs(a - right[i][0]) < CLOSE && Math.abs(b - right[i][1]) < CLOSE);
    });
  }
  return found.size;
}

for (const reading of READINGS) {
  test(`cuts roads where Dijkstra's costs meet the limit: ${JSON.stringify(reading)}`, async () => {
    for (const metric of ['seconds', 'metres'] as const) {
      const routing = await town(SEED, { ...reading, metric });
      const points = randomPoints(routing, 25, SEED);
      const reference = cut(routing, points);
      const isochrones = createIsochrones(routing, { cell: 40 });
      const unit = metric === 'seconds' ? 1 : 10;
      const sizes = points.map((start, i) => {
        const limits = [20.3, 1, 61.7].map((limit) => limit * unit);
        const found = isochrones.reach(start, limits);
        const dist = reference.nodeCosts(i);
        const counts = limits.map((limit, k) => {
          assert.is(found[k].limit, limit);
          return compare(found[k], reachedByReference(routing, start, dist, limit));
        });
        // alone, each limit has the same answer
        assert.equal(isochrones.reach(start, [limits[0]])[0], found[0]);
        return counts[2];
      });
      assert.ok(Math.max(...sizes) > 10, `${sizes}`);
      isochrones.destroy();
    }
  });
}

test('roads after turns of negative cost are cut by their reduced weights', async () => {
  // penalties of many turns: some reduce a road to nearly nothing
  const next = random(SEED);
  const { roads } = (await town(SEED, { pointIds: true })).network;
  const beside = new Map<number, number[]>();
  for (let r = 0; r < roads.count; r++) {
    const ids = Array.from(
      roads.pointId!.slice(roads.firstPoint[r], roads.firstPoint[r + 1]),
      Number,
    );
    for (const [via, other] of [ids, ids.toReversed()]) {
      beside.set(via, [...(beside.get(via) ?? []), other]);
    }
  }
  const turnPenalties = [...beside].flatMap(([via, others]) =>
    others.flatMap((from) =>
      others
        .filter((to) => to !== from && next() < 0.5)
        .map((to) => ({ from, via, to, seconds: -2 - 18 * next() })),
    ),
  );
  const routing = await town(SEED, { turnPenalties });
  const { graph, firstArc, arcs: byRoad } = routing;
  const reduced = Array.from(firstArc.subarray(1), (_, code) => {
    const weights = [...byRoad.subarray(firstArc[code], firstArc[code + 1])];
    return new Set(weights.map((a) => graph.weight[a])).size > 1;
  }).filter(Boolean);
  assert.ok(reduced.length > 10, `${reduced.length}`);
  const points = randomPoints(routing, 25, SEED);
  const reference = cut(routing, points);
  const isochrones = createIsochrones(routing, { cell: 25 });
  points.forEach((start, i) => {
    const limits = [4.1, 20.3, 61.7];
    const dist = reference.nodeCosts(i);
    isochrones.reach(start, limits).forEach((found, k) => {
      compare(found, reachedByReference(routing, start, dist, limits[k]));
      for (const [lon, lat] of isochroneRoads(routing, found).geometry.coordinates.flat()) {
        assert.ok(contains(found.polygons, lon, lat), `${lon}, ${lat} is reached`);
      }
    });
  });
  isochrones.destroy();
});

test('polygons contain what is reached, and nothing far from it', async () => {
  const routing = await town(SEED, { width: 9, height: 9 });
  const isochrones = createIsochrones(routing, { cell: 25 });
  const next = random(SEED);
  let [inside, outside, holes] = [0, 0, 0];
  for (const start of randomPoints(routing, 12, SEED)) {
    for (const iso of isochrones.reach(start, [30, 90])) {
      const places = isochroneRoads(routing, iso).geometry.coordinates.flat();
      const { geometry } = isochroneArea(iso);
      assert.is(geometry.coordinates, iso.polygons);
      for (const [lon, lat] of places) {
        assert.ok(contains(iso.polygons, lon, lat), `${lon}, ${lat} is reached`);
        inside++;
      }
      for (const [ring, ...others] of iso.polygons) {
        holes += others.length;
        for (const one of [ring, ...others]) assert.equal(one[0], one[one.length - 1]);
        assert.ok(areaOf(ring.slice(1).flat()) > 0);
        for (const one of others) assert.ok(areaOf(one.slice(1).flat()) < 0);
      }
      for (let i = 0; i < 200; i++) {
        const [lon, lat] = [13.395 + 0.03 * next(), 52.495 + 0.03 * next()];
        if (!contains(iso.polygons, lon, lat)) outside++;
        else assert.ok(near(places, lon, lat, 120), `${lon}, ${lat} is far from what is reached`);
      }
    }
  }
  assert.ok(inside > 1000 && outside > 1000 && holes > 10, `${inside}, ${outside}, ${holes}`);
  isochrones.destroy();
});

/** Whether one of some places, the points of roads, lies within some metres. */
function near(places: readonly number[][], lon: number, lat: number, metres: number): boolean {
  const stretch = Math.cos((lat * Math.PI) / 180);
  return places.some(([a, b]) => Math.hypot((a - lon) * stretch, b - lat) * 111_195 <= metres);
}

test('rings separate inside from outside corners, and holes know their outer ring', () => {
  const next = random(SEED);
  for (let round = 0; round < 300; round++) {
    const [columns, rows] = [4 + (round % 9), 4 + (round % 7)];
    const cost = new Float32Array(columns * rows).fill(Infinity);
    for (let y = 1; y + 1 < rows; y++) {
      for (let x = 1; x + 1 < columns; x++) if (next() < 0.6) cost[y * columns + x] = 1;
    }
    const frame = { left: 1, right: columns - 2, low: 1, high: rows - 2 };
    const { ring, outer } = createTracer(columns, rows).trace({ columns, rows, cost }, 1, frame);
    const windings = ring.map((places) => Math.sign(areaOf(places)));
    outer.forEach((o, k) => assert.is(windings[k], o === k ? 1 : -1));
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const around = ring.map((places) => {
          const closed = [...places, places[0], places[1]];
          const corners: [number, number][] = [];
          for (let i = 0; i < closed.length; i += 2) corners.push([closed[i], closed[i + 1]]);
          return contains([[corners]], x, y + 1e-9);
        });
        const inside = around.filter(Boolean).length % 2 === 1;
        assert.is(inside, cost[y * columns + x] === 1);
        // a hole lies in its outer ring
        outer.forEach((o, k) => assert.ok(!around[k] || around[o]));
      }
    }
  }
});

test('limits and cells that are none are refused', async () => {
  const routing = await town(SEED);
  const start = createRoadIndex(routing).snap(13.4, 52.5)!;
  const isochrones = createIsochrones(routing);
  assert.throws(() => isochrones.reach(start, []), /limits.length is 0/);
  assert.throws(() => isochrones.reach(start, [5, 0]), /limits\[1\] is 0/);
  assert.throws(() => isochrones.reach({ ...start, road: 1e6 }, [5]), /from.road is 1000000/);
  assert.is(isochrones.reach(start, [5], { polygons: false })[0].polygons.length, 0);
  isochrones.destroy();
});

test('a road that speeds close is not reached, not even in part', async () => {
  const routing = await town(SEED);
  const [from] = randomPoints(routing, 1, SEED).map((p) => ({ ...p, directions: 'both' as const }));
  const open = createIsochrones(routing);
  const { whole } = open.reach(from, [120], { polygons: false })[0].roads;
  const closed = [from.road, ...whole.subarray(0, 5)];
  const timed = createTimedRouter(routing);
  for (const road of closed) {
    const kmh = new Float32Array(2 * routing.network.roads.count).fill(NaN);
    timed.setLive(kmh.fill(0, 2 * road, 2 * road + 2));
    const isochrones = createIsochrones(timed.network());
    // the second limit is above the weight of closed arcs, 2^60
    for (const { roads, polygons } of isochrones.reach(from, [120, 1e300])) {
      assert.not.ok([...roads.whole, ...roads.road].includes(road), `road ${road}`);
      assert.is(roads.whole.length > 0, road !== from.road);
      assert.is(polygons.length > 0, road !== from.road);
    }
    isochrones.destroy();
  }
  for (const one of [open, timed]) one.destroy();
});

test.run();
