import { readOsm } from '@wayfield/osm';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { angleBetween, bearingE7, nearMetres } from '../src/bearing.ts';
import {
  buildRouting,
  createRoadIndex,
  createRouter,
  readRouting,
  type RoutingNetwork,
  withoutRoads,
  writeRouting,
} from '../src/index.ts';
import { randomPoints, town, townXml } from './town.ts';

const SEED = 41;
const test = suite(`routing networks and road points, seed ${SEED}`);

test('weights are whole ticks, and sums of them exact', async () => {
  for (const metric of ['seconds', 'metres'] as const) {
    const { graph, tick, network, seconds, metres } = await town(SEED, { metric });
    for (let a = 0; a < graph.arcCount; a++) {
      assert.is(graph.weight[a] % tick, 0);
      assert.ok(Math.abs(seconds[a] - network.graph.weight[a]) <= 2 ** -8);
      assert.ok(Math.abs(metres[a] - network.roads.length[network.roadOf[a] >>> 1]) <= 2 ** -6);
    }
  }
});

test('a file holds a routing network, and no word of its header may change', async () => {
  const routing = await town(SEED, { turnRestrictions: true, metric: 'metres' });
  const bytes = writeRouting(routing);
  const back = readRouting(bytes);
  assert.is(back.metric, 'metres');
  for (const name of ['seconds', 'metres', 'tail', 'firstArc', 'arcs', 'connected'] as const) {
    sameArray(back[name], routing[name]);
  }
  sameArray(back.graph.weight, routing.graph.weight);
  sameArray(back.hierarchy.rank, routing.hierarchy.rank);
  const points = randomPoints(routing, 8, SEED);
  const [a, b] = [createRouter(routing), createRouter(back)];
  for (let i = 1; i < points.length; i++) {
    const ends = [points[i - 1], points[i]];
    assert.equal(a.route(ends), b.route(ends));
  }
  a.destroy();
  b.destroy();
  for (let at = 0; at < 64; at++) {
    const changed = bytes.slice();
    changed[at] ^= 0x40;
    refuses(() => readRouting(changed), RangeError, /./);
  }
  for (const length of [0, 60, 64, bytes.length - 16]) {
    refuses(() => readRouting(bytes.slice(0, length)), RangeError, /./);
  }
});

test('a network in metres is refused', async () => {
  const network = await readOsm(new TextEncoder().encode(townXml(SEED)), { profile: 'car' });
  refuses(() => buildRouting(network), RangeError, /network.weight is 'metres', expected seconds/);
});

test('points lie on the side that the sign of a small shift says', async () => {
  const routing = await town(SEED);
  const index = createRoadIndex(routing);
  let tried = 0;
  for (const point of randomPoints(routing, 60, SEED)) {
    if (point.share < 0.05 || point.share > 0.95) continue;
    const turn = (point.bearing * Math.PI) / 180;
    // 2 m to the left of the direction of the way: north of an eastward road
    const lat = (point.latE7 + 180 * Math.sin(turn)) / 1e7;
    const lon = (point.lonE7 - (180 * Math.cos(turn)) / Math.cos((lat * Math.PI) / 180)) / 1e7;
    const filter = (road: number): boolean => road === point.road;
    const left = index.snap(lon, lat, { filter })!;
    if (Math.abs(left.share - point.share) > 0.02) continue;
    assert.is(left.side, 'left');
    assert.ok(Math.abs(left.distance - 2) < 0.1);
    const right = index.snap(2 * (point.lonE7 / 1e7) - lon, 2 * (point.latE7 / 1e7) - lat, {
      filter,
    })!;
    assert.is(right.side, 'right');
    tried++;
  }
  assert.ok(tried > 10, `${tried} points tried`);
});

test('a bearing leaves the directions within its range, and only roads that have one', async () => {
  const routing = await town(SEED);
  const { firstArc } = routing;
  const index = createRoadIndex(routing);
  const seen = new Set<string>();
  for (const { lonE7, latE7 } of randomPoints(routing, 40, SEED)) {
    for (const bearing of [0, 77, 190, 300]) {
      const found = index.nearest(lonE7 / 1e7, latE7 / 1e7, {
        bearing,
        bearingRange: 40,
        count: 3,
      });
      for (const point of found) {
        const along =
          firstArc[2 * point.road + 1] > firstArc[2 * point.road] &&
          angleBetween(point.bearing, bearing) <= 40;
        const against =
          firstArc[2 * point.road + 2] > firstArc[2 * point.road + 1] &&
          angleBetween(point.bearing + 180, bearing) <= 40;
        assert.is(point.directions, along ? 'along' : 'against');
        assert.ok(along || against);
        seen.add(point.directions!);
      }
    }
  }
  assert.is(seen.size, 2);
});

test('connected points reach each other', async () => {
  const routing = await town(SEED, { oneway: 0.5, turnRestrictions: true });
  const index = createRoadIndex(routing);
  const all = randomPoints(routing, 30, SEED);
  const points = all.map(({ lonE7, latE7 }) =>
    index.snap(lonE7 / 1e7, latE7 / 1e7, { connected: true })!,
  );
  assert.ok(points.some((point, i) => point.road !== all[i].road));
  const router = createRouter(routing);
  for (let i = 1; i < points.length; i++) assert.ok(router.route([points[i - 1], points[i]]));
  router.destroy();
});

test('parts with enough roads are large, in files and without some roads too', async () => {
  const plain = await town(SEED, { oneway: 0.5, turnRestrictions: true });
  const count = (routing: RoutingNetwork): number => routing.connected.reduce((a, b) => a + b, 0);
  const build = (smallComponentSize: number): RoutingNetwork =>
    buildRouting(plain.network, { smallComponentSize });
  const [all, none] = [build(1), build(1e6)];
  assert.ok(count(all) >= count(plain) && count(plain) > 0);
  assert.is(count(none), 0);
  for (const routing of [all, none]) {
    assert.is(count(readRouting(writeRouting(routing))), count(routing));
    const other = withoutRoads(routing, { classes: ['motorway'] });
    assert.is(other.smallComponentSize, routing.smallComponentSize);
  }
  refuses(() => build(0), RangeError, /smallComponentSize is 0/);
});

test('costs of arcs go with their arcs to networks without roads and to files', async () => {
  const plain = await town(SEED, { oneway: 0.5, turnRestrictions: true });
  const cost = plain.network.graph.weight.map((seconds, a) => (2 + (a % 3)) * seconds);
  const routing = buildRouting({ ...plain.network, cost });
  const open = withoutRoads(routing, { roads: [3, 4, 5] });
  const { graph, network } = open;
  assert.ok(graph.arcCount < routing.graph.arcCount);
  for (const [name, array] of Object.entries(routing.network)) {
    const { length } = array as ArrayLike<number>;
    if (!ArrayBuffer.isView(array) || length !== routing.graph.arcCount) continue;
    const left = network[name as 'roadOf'].length;
    assert.is(left, graph.arcCount, `${name}: see src/route/without-roads.ts`);
  }
  const again = readRouting(writeRouting(open));
  assert.is(again.metric, 'cost');
  sameArray(again.network.cost!, network.cost!);
  sameArray(again.graph.weight, graph.weight);
});

test('places on roads that are left out move to others, with live bits too', async () => {
  const plain = await town(SEED);
  const { roads } = plain.network;
  // as after a file of speeds: all roads lay on the largest component
  const live = new Uint8Array(roads.count).fill(1);
  for (const network of [plain.network, { ...plain.network, roads: { ...roads, live } }]) {
    const open = withoutRoads(buildRouting(network), { roads: [3] });
    const p = roads.firstPoint[3];
    const [lon, lat] = [roads.lonE7, roads.latE7].map((e7) => (e7[p] + e7[p + 1]) / 2e7);
    for (const routing of [open, readRouting(writeRouting(open))]) {
      assert.is(routing.connected[3], 0);
      assert.is.not(createRoadIndex(routing).snap(lon, lat, { connected: true })!.road, 3);
    }
  }
  assert.ok(live.every((bits) => bits === 1));
});

test('bearings and short lengths are right at any latitude and across the date line', () => {
  assert.is(bearingE7(0, 0, 0, 10), 0);
  assert.is(bearingE7(1.8e9 - 5, 0, -1.8e9 + 5, 0), 90);
  assert.ok(Math.abs(bearingE7(0, 6e8, -2000, 6e8 - 1000) - 225) < 0.01);
  // a degree along the equator; half as much at 60 degrees
  assert.ok(Math.abs(nearMetres(0, 0, 1e5, 0) - 1111.95) < 0.01);
  assert.ok(Math.abs(nearMetres(1.8e9 - 5e4, 6e8, -1.8e9 + 5e4, 6e8) - 555.975) < 0.01);
});

test.run();
