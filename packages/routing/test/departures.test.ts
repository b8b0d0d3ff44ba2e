import { random } from '@wayfield/graph/generators';
import { readOsm } from '@wayfield/osm';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildRouting,
  createRoadIndex,
  createRouter,
  readRouting,
  type RoadPoint,
  type RoutingNetwork,
  writeRouting,
} from '../src/index.ts';
import { createTimedRouter, readRoadSpeeds, type SpeedSlice } from '../src/departures.ts';
import { createAlternatives } from '../src/alternatives.ts';
import { createMatrix } from '../src/matrix.ts';
import { cut, randomPoints, READINGS, town } from './town.ts';

const SEED = 11;
const test = suite(`createTimedRouter, seed ${SEED}`);

/** Random speeds of some directions: NaN for the others, some closed. */
function randomSpeeds(routing: RoutingNetwork, share: number, seed: number): Float32Array {
  const next = random(seed);
  return Float32Array.from({ length: 2 * routing.network.roads.count }, () =>
    next() > share ? NaN : next() < 0.1 ? 0 : 3 + 60 * next(),
  );
}

/** The network with weights made by speeds, one set above the other. */
function atSpeeds(routing: RoutingNetwork, ...speeds: Float32Array[]): RoutingNetwork {
  const { graph, network, tick } = routing;
  const weight = graph.weight.map((old, a) => {
    const code = network.roadOf[a];
    if (code === 0xffffffff) return old;
    const kmh = speeds.map((list) => list[code]).find((speed) => !Number.isNaN(speed));
    if (kmh === undefined) return old;
    if (kmh === 0) return 2 ** 60;
    const ticks = Math.round((3.6 * network.roads.length[code >>> 1]) / kmh / tick);
    return Math.max(1, ticks) * tick;
  });
  return { ...routing, graph: { ...graph, weight }, seconds: weight };
}

function compare(
  routing: RoutingNetwork,
  points: readonly RoadPoint[],
  costOf: (from: RoadPoint, to: RoadPoint) => number,
): number {
  const reference = cut(routing, points);
  let finite = 0;
  points.forEach((from, i) => {
    reference.costs(i).forEach((cost, j) => {
      const right = cost < 2 ** 48 ? cost : Infinity;
      assert.is(costOf(from, points[j]), right, `${i} to ${j}`);
      if (right < Infinity) finite++;
    });
  });
  return finite;
}

for (const reading of READINGS) {
  test(`has Dijkstra's costs in each slice, live: ${JSON.stringify(reading)}`, async () => {
    const routing = await town(SEED, reading);
    const points = randomPoints(routing, 30, SEED);
    const slices: SpeedSlice[] = [1, 2, 3].map((k) => ({
      start: k * 100_000,
      kmh: randomSpeeds(routing, 0.5, k),
    }));
    const router = createTimedRouter(routing, { slices });
    const costAt =
      (departure: number) =>
      (from: RoadPoint, to: RoadPoint): number =>
        router.route([from, to], { departure })?.cost ?? Infinity;
    const times = [100_000, 250_000, 604_799, 0];
    const sliceOf = [0, 1, 2, 2];
    const live = [randomSpeeds(routing, 0.3, 8), randomSpeeds(routing, 0.02, 9)];
    for (const now of [undefined, ...live]) {
      if (now) router.setLive(now);
      times.forEach((departure, k) => {
        const speeds = [...(now ? [now] : []), slices[sliceOf[k]].kmh];
        const finite = compare(atSpeeds(routing, ...speeds), points, costAt(departure));
        assert.ok(finite > 100, `${finite} finite`);
      });
    }
    router.setLive(new Float32Array(live[0].length).fill(NaN));
    compare(atSpeeds(routing, slices[1].kmh), points, costAt(250_000));
    router.destroy();
  });
}

test('never uses a closed road, and follows live speeds', async () => {
  const routing = await town(SEED);
  const points = randomPoints(routing, 20, SEED);
  const plain = createRouter(routing);
  const router = createTimedRouter(routing);
  let detours = 0;
  for (let i = 0; i + 1 < points.length; i++) {
    const ends = [points[i], points[i + 1]];
    const usual = plain.route(ends);
    router.setLive(new Float32Array(2 * routing.network.roads.count).fill(NaN));
    assert.is(router.route(ends)?.cost, usual?.cost);
    const pieces = usual?.legs[0].pieces ?? [];
    if (usual === undefined || pieces.length < 3) continue;
    const { road } = pieces[1];
    const kmh = new Float32Array(2 * routing.network.roads.count).fill(NaN);
    kmh.fill(0, 2 * road, 2 * road + 2);
    router.setLive(kmh);
    const other = router.route(ends);
    if (other === undefined) continue;
    detours++;
    assert.not.ok(other.legs[0].pieces.some((piece) => piece.road === road));
    assert.ok(other.cost >= usual.cost);
  }
  assert.ok(detours > 3, `${detours} detours`);
  plain.destroy();
  router.destroy();
});

test('gives the network of a time to files', async () => {
  const routing = await town(SEED);
  const [from, ...others] = randomPoints(routing, 12, SEED);
  const kmh = randomSpeeds(routing, 0.5, 1);
  const router = createTimedRouter(routing, { slices: [{ start: 0, kmh }] });
  const now = router.network(5);
  const again = readRouting(writeRouting(now));
  sameArray(again.seconds, now.seconds);
  const reader = createRouter(again);
  let differ = 0;
  for (const to of others) {
    const right = router.route([from, to], { departure: 5 })?.cost;
    const usual = createRouter(routing);
    if (right !== usual.route([from, to])?.cost) differ++;
    usual.destroy();
    assert.is(reader.route([from, to])?.cost, right);
  }
  assert.ok(differ > 3, `${differ} differ`);
  router.destroy();
  reader.destroy();
});

test('gives the network of a time to other services', async () => {
  const routing = await town(SEED);
  const points = randomPoints(routing, 30, SEED);
  const kmh = randomSpeeds(routing, 0.5, 1);
  const router = createTimedRouter(routing, { slices: [{ start: 0, kmh }] });
  const now = router.network(5);
  router.destroy();
  const matrix = createMatrix(now);
  const costs = matrix.costs(points, points);
  const n = points.length;
  compare(atSpeeds(routing, kmh), points, (from, to) => {
    const cost = costs[points.indexOf(from) * n + points.indexOf(to)];
    return cost;
  });
  const { seconds, metres } = matrix.measure(points, points);
  const [plain, alternatives] = [createRouter(now), createAlternatives(now)];
  let closed = 0;
  costs.forEach((cost, i) => {
    const [from, to] = [points[Math.floor(i / n)], points[i % n]];
    assert.is(plain.route([from, to])?.cost ?? Infinity, cost);
    assert.equal([seconds[i] < Infinity, metres[i] < Infinity], [cost < Infinity, cost < Infinity]);
    if (cost === Infinity && closed++ < 5) assert.is(alternatives.routes(from, to).length, 0);
  });
  assert.ok(closed > 0 && closed < costs.length);
  for (const one of [matrix, plain, alternatives]) one.destroy();
});

test('a turn of negative cost keeps its reduction at other speeds', async () => {
  const places = ['13.4,52.5', '13.41,52.5', '13.42,52.5', '13.41,52.51'].map((place, i) => {
    const [lon, lat] = place.split(',');
    return `<node id="${i + 1}" lon="${lon}" lat="${lat}"/>`;
  });
  const ways = [
    [1, 2],
    [2, 3],
    [2, 4],
  ].map(([u, v], i) => {
    const nodes = `<nd ref="${u}"/><nd ref="${v}"/>`;
    return `<way id="${i + 1}">${nodes}<tag k="highway" v="residential"/></way>`;
  });
  const xml = `<osm version="0.6">${places.join('')}${ways.join('')}</osm>`;
  const network = await readOsm(new TextEncoder().encode(xml), {
    profile: 'car',
    weight: 'seconds',
    turnPenalties: [{ from: 1, via: 2, to: 3, seconds: -20 }],
  });
  const routing = buildRouting(network);
  const index = createRoadIndex(routing);
  const ends = [index.snap(13.4, 52.5)!, index.snap(13.42, 52.5)!];
  const router = createTimedRouter(routing);
  const costs = [NaN, 20, 1000].map((speed) => {
    router.setLive(new Float32Array(6).fill(speed));
    return router.route(ends)!.cost;
  });
  const seconds = 3.6 * network.roads.length[0];
  const full = routing.graph.weight[routing.arcs[0]];
  const least = 0.1;
  for (const [i, right] of [
    2 * full - 20,
    (2 * seconds) / 20 - 20,
    seconds / 1000 + least,
  ].entries()) {
    assert.ok(Math.abs(costs[i] - right) < 0.05, `${costs[i]}, expected ${right}`);
  }
  router.destroy();
});

test('refuses calls after destroy', async () => {
  const routing = await town(SEED);
  const points = randomPoints(routing, 2, SEED);
  const [router, timed] = [createRouter(routing), createTimedRouter(routing)];
  for (const one of [router, timed]) one.destroy();
  assert.throws(() => router.route(points), /was destroyed/);
  assert.throws(() => router.route(points, { avoid: { roads: [1] } }), /router was destroyed/);
  assert.throws(() => timed.route(points), /router was destroyed/);
  assert.throws(() => timed.network(), /router was destroyed/);
  assert.is(router.memoryBytes + timed.memoryBytes, 0);
});

test('no part of a closed road is short enough to be used', async () => {
  const routing = await town(SEED);
  const router = createTimedRouter(routing);
  const matrix = (): ReturnType<typeof createMatrix> => createMatrix(router.network());
  const index = createRoadIndex(routing);
  const { roads } = routing.network;
  const other = index.snap(13.4, 52.5)!;
  let tried = 0;
  for (let road = 0; road < roads.count && tried < 4; road++) {
    const arcs = routing.firstArc.subarray(2 * road, 2 * road + 3);
    if (arcs[0] === arcs[1] || arcs[1] === arcs[2] || other.road === road) continue;
    tried++;
    const p = roads.firstPoint[road];
    const at = index.snap(roads.lonE7[p] / 1e7, roads.latE7[p] / 1e7, {
      filter: (r) => r === road,
    })!;
    router.setLive(kmhOf(routing, road, 0));
    for (const share of [1e-5, 1 - 1e-5]) {
      const near = { ...at, share };
      const beside = { ...at, share: share + 1e-6 };
      assert.is(router.route([near, other]), undefined);
      assert.is(router.route([other, near]), undefined);
      assert.is(router.route([near, beside]), undefined);
      const now = matrix();
      assert.equal([...now.costs([near, other], [near, beside])].slice(1), [
        Infinity,
        Infinity,
        Infinity,
      ]);
      now.destroy();
    }
    // a position at an end is reached by other roads
    assert.is(
      router.route([
        { ...at, share: 0 },
        { ...at, share: 0 },
      ])?.cost,
      0,
    );
  }
  assert.is(tried, 4);
  router.destroy();
});

/** One speed for both directions of a road; NaN for all others. */
function kmhOf(routing: RoutingNetwork, road: number, speed: number): Float32Array {
  const kmh = new Float32Array(2 * routing.network.roads.count).fill(NaN);
  return kmh.fill(speed, 2 * road, 2 * road + 2);
}

test('reads speeds of ways', async () => {
  const routing = await town(SEED);
  const { wayId } = routing.network.roads;
  const way = wayId[4];
  const text = `way,kmh,direction\n${way},25\n${way}, 12.5 ,against\n\n1,30,along\r\n`;
  const { kmh, lines, unknown } = readRoadSpeeds(routing, text);
  assert.equal([lines, unknown], [3, 1]);
  wayId.forEach((id, r) => {
    const right = id === way ? [25, 12.5] : [NaN, NaN];
    assert.ok(right.every((speed, k) => Object.is(kmh[2 * r + k], speed)));
  });
  assert.ok(Object.is(readRoadSpeeds(routing, `${way},-0`).kmh[2 * wayId.indexOf(way)], 0));
  for (const [wrong, message] of [
    ['way\nx,3', /line 2 of text/],
    ['5', /kilometres per hour/],
    ['5,-1', /kilometres per hour/],
    ['5,1e39', /kilometres per hour/],
    ['5,3,up', /both, along, against/],
  ] as const) {
    assert.throws(() => readRoadSpeeds(routing, wrong), message);
  }
});

test('refuses slices out of order, wrong speeds, and metres', async () => {
  const routing = await town(SEED);
  const kmh = new Float32Array(2 * routing.network.roads.count);
  const make = (slices: SpeedSlice[]) => (): unknown => createTimedRouter(routing, { slices });
  assert.throws(make([{ start: 604_800, kmh }]), /slices\[0\]\.start/);
  assert.throws(
    make([
      { start: 5, kmh },
      { start: 5, kmh },
    ]),
    /slices\[1\]\.start/,
  );
  assert.throws(make([{ start: 0, kmh: kmh.subarray(1) }]), /kmh\.length/);
  // at such a speed a road would take Infinity, or longer than a closed one
  for (const speed of [1e-40, 1e-15]) {
    const slow = Float32Array.from(kmh, (_, code) => (code === 7 ? speed : NaN));
    const message = /slices\[0\]\.kmh\[7\] is [\d.]+e-\d+, expected NaN, 0, or at least \d/;
    assert.throws(make([{ start: 0, kmh: slow }]), message);
    const router = createTimedRouter(routing);
    assert.throws(() => router.setLive(slow), /kmh\[7\] is/);
    router.destroy();
  }
  assert.throws(make([{ start: 0, kmh: kmh.map(() => -1) }]), /kmh\[0\]/);
  const router = createTimedRouter(routing);
  const points = randomPoints(routing, 2, SEED);
  assert.throws(() => router.route(points, { departure: 604_800 }), /departure/);
  assert.throws(() => router.setLive(kmh.subarray(1)), /kmh\.length/);
  const metres = await town(SEED, { metric: 'metres' });
  assert.throws(() => createTimedRouter(metres), /routing\.metric/);
});

test.run();
