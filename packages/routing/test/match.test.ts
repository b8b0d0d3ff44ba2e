import { random } from '@wayfield/graph/generators';
import { loadGeoJson, PROFILES, readOsm, type TurnFacts } from '@wayfield/osm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  annotateLeg,
  buildRouting,
  createRouter,
  type Route,
  type RoutingNetwork,
} from '../src/index.ts';
import { createTimedRouter } from '../src/departures.ts';
import { createMatcher, type TracePoint } from '../src/match.ts';
import { createSegments } from '../src/match/segments.ts';
import { randomPoints, READINGS, town } from './town.ts';

const SEED = 5;
const test = suite(`createMatcher, seed ${SEED}`);
const DEGREE = 111_195;

/** Places along a route, one per some seconds, each off by a normal deviation in metres. */
function traceOf(
  routing: RoutingNetwork,
  route: Route,
  every: number,
  noise: number,
  seed: number,
): TracePoint[] {
  const next = random(seed);
  const normal = (): number =>
    noise * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const { coordinates, seconds } = annotateLeg(routing, route.legs[0]);
  const trace: TracePoint[] = [];
  let before = 0;
  seconds.forEach((length, i) => {
    const [[lon0, lat0], [lon1, lat1]] = [coordinates[i], coordinates[i + 1]];
    for (let t = Math.ceil(before / every) * every; t < before + length; t += every) {
      const f = (t - before) / length;
      const lat = lat0 + f * (lat1 - lat0) + normal() / DEGREE;
      const stretch = DEGREE * Math.cos((lat * Math.PI) / 180);
      trace.push({ lon: lon0 + f * (lon1 - lon0) + normal() / stretch, lat, time: t });
    }
    before += length;
  });
  return trace;
}

/** The metres that both routes travel in one direction. */
function common({ network }: RoutingNetwork, a: Route, b: Route): number {
  let metres = 0;
  const other = b.legs.flatMap(({ pieces }) => pieces);
  for (const { road, against, from, to } of a.legs.flatMap(({ pieces }) => pieces)) {
    for (const piece of other) {
      if (piece.road !== road || piece.against !== against) continue;
      const low = Math.max(Math.min(from, to), Math.min(piece.from, piece.to));
      const high = Math.min(Math.max(from, to), Math.max(piece.from, piece.to));
      metres += Math.max(0, high - low) * network.roads.length[road];
    }
  }
  return metres;
}

function routesOf(routing: RoutingNetwork, count: number): Route[] {
  const points = randomPoints(routing, 8 * count, SEED).map((p) => ({
    ...p,
    directions: 'both' as const,
  }));
  const router = createRouter(routing);
  const routes: Route[] = [];
  for (let i = 0; i + 1 < points.length && routes.length < count; i++) {
    const route = router.route([points[i], points[i + 1]]);
    if (route && route.metres > 300) routes.push(route);
  }
  router.destroy();
  return routes;
}

for (const reading of READINGS) {
  test(`finds the routes that traces came from: ${JSON.stringify(reading)}`, async () => {
    const routing = await town(SEED, { width: 9, height: 8, ...reading });
    const matcher = createMatcher(routing);
    const routes = routesOf(routing, 12);
    assert.ok(routes.length === 12);
    for (const [every, noise, least] of [
      [2, 0.5, 0.97],
      [2, 5, 0.95],
      [8, 10, 0.9],
    ]) {
      let [right, all] = [0, 0];
      routes.forEach((route, k) => {
        const trace = traceOf(routing, route, every, noise, k);
        const { routes: found, points } = matcher.match(trace, { accuracy: Math.max(1, noise) });
        assert.is(points.length, trace.length);
        for (const one of found) right += common(routing, one, route);
        const metres = found.reduce((sum, one) => sum + one.metres, 0);
        all += Math.max(route.metres, metres);
      });
      assert.ok(right / all > least, `${every} s, ${noise} m: ${right / all}`);
    }
  });
}

test('gives routes that fit together: pieces in turn, positions, sums', async () => {
  const routing = await town(SEED, { width: 9, height: 8 });
  const matcher = createMatcher(routing);
  for (const [k, route] of routesOf(routing, 10).entries()) {
    const trace = traceOf(routing, route, 3, 8, k);
    const { routes, points } = matcher.match(trace, { accuracy: 8 });
    for (const [r, found] of routes.entries()) {
      const mine = points.filter((point) => point?.route === r);
      assert.equal(
        mine.map((point) => point!.position),
        found.points.map((_, i) => i),
      );
      mine.forEach((point, i) => {
        assert.is(point!.point, found.points[i]);
        assert.ok(point!.confidence > 0 && point!.confidence <= 1, `${point!.confidence}`);
      });
      assert.is(found.legs.length, found.points.length - 1);
      let [arc, at] = [-1, -1];
      for (const piece of found.legs.flatMap(({ pieces }) => pieces)) {
        if (arc >= 0 && piece.arc === arc) assert.ok(Math.abs(piece.from - at) < 1e-9);
        else if (arc >= 0) {
          const ended = routing.network.baseOf[routing.graph.head[arc]];
          assert.is(routing.network.baseOf[routing.tail[piece.arc]], ended);
        }
        assert.ok(piece.against ? piece.from >= piece.to : piece.from <= piece.to);
        [arc, at] = [piece.arc, piece.to];
      }
      const metres = found.legs.reduce((sum, leg) => sum + leg.metres, 0);
      assert.ok(Math.abs(metres - found.metres) < 1e-6 * metres);
    }
  }
});

test('leaves out outliers, and is less sure where roads are close', async () => {
  const routing = await town(SEED, { width: 9, height: 8 });
  const matcher = createMatcher(routing);
  const [route] = routesOf(routing, 1);
  const trace = traceOf(routing, route, 3, 1, SEED);
  const sure = matcher.match(trace, { accuracy: 3 });
  assert.ok(sure.points.every((point) => point !== undefined));
  const middle = trace.length >> 1;
  const off = trace.map((p, i) => (i === middle ? { ...p, lat: p.lat + 0.003 } : p));
  const found = matcher.match(off, { accuracy: 3 });
  assert.is(found.points[middle], undefined);
  assert.is(found.points.filter((point) => point === undefined).length, 1);
  assert.is(found.routes.length, 1);
  assert.ok(common(routing, found.routes[0], route) > 0.95 * route.metres);
  const wide = matcher.match(trace, { accuracy: 60 });
  assert.ok(wide.routes[0].confidence < sure.routes[0].confidence);
});

test('splits a trace at gaps of time and place, and far from all roads', async () => {
  const routing = await town(SEED, { width: 9, height: 8 });
  const matcher = createMatcher(routing);
  const [route] = routesOf(routing, 1);
  const trace = traceOf(routing, route, 2, 1, SEED);
  const middle = trace.length >> 1;
  const late = trace.map((p, i) => (i >= middle ? { ...p, time: p.time! + 100 } : p));
  assert.is(matcher.match(late).routes.length, 2);
  assert.is(matcher.match(late, { gapSeconds: 200 }).routes.length, 1);
  const { routes, points } = matcher.match(late);
  assert.is(points[middle - 1]?.route, 0);
  assert.is(points[middle]?.route, 1);
  assert.is(points[middle]?.position, 0);
  assert.is(routes[0].points.length, middle);
  assert.is(matcher.match(trace, { gapMetres: 1 }).routes.length, 0);
  // far from all roads
  const away = Array.from({ length: 8 }, (_, i) => ({ lon: 20, lat: 10 + i * 1e-4 }));
  assert.is(matcher.match(away).routes.length, 0);
  const [first, second] = [trace.slice(0, middle), trace.slice(middle)].map((part) =>
    part.map(({ lon, lat }) => ({ lon, lat })),
  );
  const joined = matcher.match([...first, ...away, ...second], { gapMetres: Infinity });
  assert.is(joined.routes.length, 2);
  assert.ok(joined.points.slice(middle, middle + 8).every((point) => point === undefined));
  assert.equal(matcher.match([]), { routes: [], points: [] });
});

test('goes back only by turning round, and stands still on one place', async () => {
  const routing = await town(SEED, { width: 9, height: 8, oneway: 0 });
  const matcher = createMatcher(routing);
  const [route] = routesOf(routing, 1);
  const trace = traceOf(routing, route, 2, 0.5, SEED);
  const there = [...trace, ...trace.toReversed()].map(({ lon, lat }) => ({ lon, lat }));
  const { routes } = matcher.match(there, { accuracy: 2 });
  assert.is(routes.length, 1);
  assert.ok(routes[0].metres > 1.9 * route.metres, `${routes[0].metres} of ${route.metres}`);
  const still = Array.from({ length: 20 }, () => trace[5]).map(({ lon, lat }) => ({ lon, lat }));
  assert.ok(matcher.match(still).routes[0].metres < 1);
});

test('is sure of points on the only road near', () => {
  const metre = 1 / DEGREE;
  const [begin, end] = [0, 200].map((x) => [x * metre, 0]);
  const network = loadGeoJson(
    { type: 'LineString', coordinates: [begin, end] },
    { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
  );
  const trace = [50, 100, 190].map((x) => ({ lon: x * metre, lat: 0 }));
  const { points } = createMatcher(buildRouting(network)).match(trace);
  assert.ok(points.every((point) => point!.confidence > 0.99));
});

test('charges turning round at a junction where the last point lies on the reverse arc', () => {
  const metre = 1 / DEGREE;
  const lines = [0, 200].map((x) => [x, x + 200].map((end) => [end * metre, 0]));
  const network = loadGeoJson(
    { type: 'MultiLineString', coordinates: lines },
    { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
  );
  const trace = [50, 100, 190, 150].map((x) => ({ lon: x * metre, lat: 0 }));
  const { points } = createMatcher(buildRouting(network)).match(trace);
  assert.equal(
    points.map((point) => point?.position),
    [0, 1, 2, undefined],
  );
});

test('a matched route has the waits of its turns', async () => {
  const turning = { ...PROFILES.car, turn: () => 5 };
  const routing = await town(SEED, { profile: turning, turnCosts: true });
  const matcher = createMatcher(routing);
  let waiting = 0;
  for (const [k, route] of routesOf(routing, 8).entries()) {
    const { routes } = matcher.match(traceOf(routing, route, 4, 0.5, k), { accuracy: 2 });
    for (const { seconds, cost, legs } of routes) {
      const pieces = legs.flatMap((leg) => leg.pieces);
      const moving = pieces.reduce(
        (sum, { arc, from, to }) => sum + Math.abs(to - from) * routing.seconds[arc],
        0,
      );
      // an arc that is met again goes on; each other change of arcs is a turn of 5 s
      const turns = pieces.filter(({ arc }, i) => i > 0 && arc !== pieces[i - 1].arc).length;
      waiting += turns;
      assert.ok(Math.abs(seconds - moving - 5 * turns) < 1e-6, `${seconds}, ${moving}, ${turns}`);
      assert.ok(Math.abs(cost - seconds) < 0.01);
    }
  }
  assert.ok(waiting > 10, `${waiting}`);
});

test('finds roads on both sides of 180 degrees', () => {
  const network = loadGeoJson(
    {
      type: 'GeometryCollection',
      geometries: [
        {
          type: 'LineString',
          coordinates: [
            [179.99, -17],
            [180, -17],
          ],
        },
        {
          type: 'LineString',
          coordinates: [
            [-180, -17.0001],
            [-179.99, -17.0001],
          ],
        },
      ],
    },
    { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
  );
  const segments = createSegments(buildRouting(network));
  const roadsAt = (lon: number): number[] => {
    const { count, road } = segments.near(lon, -17, 30);
    return [...road.subarray(0, count)].sort();
  };
  for (const lon of [179.9999, 180, -180, -179.9999]) assert.equal(roadsAt(lon), [0, 1], `${lon}`);
  assert.equal(roadsAt(179.995), [0]);
  assert.equal(roadsAt(0), []);
});

test('refuses times that go back', async () => {
  const routing = await town(SEED);
  const trace = [
    { lon: 13.4, lat: 52.5, time: 2 },
    { lon: 13.4, lat: 52.5, time: 1 },
  ];
  assert.throws(() => createMatcher(routing).match(trace), /trace\[1\]\.time is 1/);
  const { lon, lat } = trace[0];
  const apart = [trace[0], { lon, lat }, trace[1]];
  const message = /trace\[2\]\.time is 1, expected at least 2/;
  assert.throws(() => createMatcher(routing).match(apart), message);
});

test('an option that is undefined has its default', async () => {
  const routing = await town(SEED);
  const [route] = routesOf(routing, 1);
  const trace = traceOf(routing, route, 10, 5, SEED);
  const matcher = createMatcher(routing);
  const expected = matcher.match(trace);
  assert.is(expected.routes.length, 1);
  for (const name of ['accuracy', 'gapSeconds', 'gapMetres']) {
    assert.equal(matcher.match(trace, { [name]: undefined }), expected, name);
  }
  const apart = trace.map((point, i) => (i < 5 ? point : { ...point, time: point.time! + 1000 }));
  const gapSeconds = undefined as unknown as number;
  assert.equal(matcher.match(apart, { gapSeconds }), matcher.match(apart));
});

/** A street from west to east that is cut in the middle, and a way around to the north. */
async function detour(): Promise<RoutingNetwork> {
  const places = [
    [13, 52],
    [13.002, 52],
    [13.004, 52],
    [13.006, 52],
    [13, 52.002],
    [13.006, 52.002],
  ];
  const nodes = places.map(([lon, lat], i) => `<node id="${i + 1}" lon="${lon}" lat="${lat}"/>`);
  const way = (id: number, refs: readonly number[]): string =>
    `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}` +
    `<tag k="highway" v="primary"/></way>`;
  const ways = [way(1, [1, 2]), way(2, [3, 4]), way(3, [1, 5, 6, 4])];
  const xml = `<osm version="0.6">${nodes.join('')}${ways.join('')}</osm>`;
  const bytes = new TextEncoder().encode(xml);
  return buildRouting(await readOsm(bytes, { profile: 'car', weight: 'seconds' }));
}

test('takes the time of a point without one from the points around it', async () => {
  const matcher = createMatcher(await detour());
  /** Places every 34 m of a street. */
  const trace = (times: readonly (number | undefined)[]): TracePoint[] =>
    times.map((time, i) => {
      const place = { lon: 13.001 + i * 5e-4, lat: 52.002 };
      return time === undefined ? place : { ...place, time };
    });
  const metres = (times: readonly (number | undefined)[]): number[] =>
    matcher.match(trace(times)).routes.map((route) => Math.round(route.metres));
  const none = undefined;
  assert.equal(metres([1000, 1010, 1020, 1030, 1040, 1050]), [171]);
  assert.equal(metres([1000, 1010, 1020, none, 1040, 1050]), [171]);
  assert.equal(metres([none, none, 1020, 1030, none, none]), [171]);
  assert.equal(metres([-1000, none, none, none, none, none]), [171]);
  // 200 s from the first to the last point are 40 s a step
  assert.equal(metres([1000, none, none, none, none, 1200]), [171]);
  // a gap, wherever between two known times it lies
  assert.equal(metres([1000, 1010, 1020, 2030, 2040, 2050]), [68, 68]);
  assert.equal(metres([1000, 1010, none, 2030, 2040, 2050]), [34, 68]);
});

test('joins two points alone by a detour, up to the length of a gap', async () => {
  const routing = await detour();
  const matcher = createMatcher(routing);
  const ends = [
    { lon: 13.0005, lat: 52 },
    { lon: 13.0055, lat: 52 },
  ];
  const { routes, points } = matcher.match(ends);
  assert.is(routes.length, 1);
  assert.ok(routes[0].metres > 800, `${routes[0].metres}`);
  assert.ok(points.every((point) => point !== undefined && point.confidence > 0.9));
  assert.is(matcher.match(ends, { gapMetres: Infinity }).routes.length, 1);
  // a detour longer than a gap
  assert.is(matcher.match(ends, { gapMetres: 400 }).routes.length, 0);
  // a third point tells which is the outlier
  const third = matcher.match([...ends, { lon: 13.0007, lat: 52 }]);
  assert.equal(
    third.points.map((point) => point?.route),
    [0, undefined, 0],
  );
});

test('a closed road far away changes no match', async () => {
  for (const seed of [6, 7, 9, 10]) {
    const routing = await town(seed);
    const { roads } = routing.network;
    const route = createRouter(routing).route(randomPoints(routing, 12, seed).slice(-2));
    if (!route) continue;
    const trace = traceOf(routing, route, 5, 15, seed);
    const used = new Set(route.legs[0].pieces.map(({ road }) => road));
    const far = Array.from({ length: roads.count }, (_, r) => r)
      .filter((r) => !used.has(r))
      .pop()!;
    const timed = createTimedRouter(routing);
    timed.setLive(new Float32Array(2 * roads.count).fill(NaN).fill(0, 2 * far, 2 * far + 2));
    const open = createMatcher(routing).match(trace, { accuracy: 15 });
    const closed = createMatcher(timed.network()).match(trace, { accuracy: 15 });
    timed.destroy();
    open.points.forEach((point, i) => {
      const [a, b] = [point?.confidence ?? 0, closed.points[i]?.confidence ?? 0];
      assert.ok(Math.abs(a - b) < 0.03, `seed ${seed}, point ${i}: ${a} and ${b}`);
    });
  }
});

test('no match goes over a closed road', () => {
  // a straight street of three roads of 10 segments each; the one in the middle is closed
  const lines = [0, 10, 20].map((from) =>
    Array.from({ length: 11 }, (_, i) => [13 + (from + i) * 0.001, 52]),
  );
  const network = loadGeoJson(
    { type: 'MultiLineString', coordinates: lines },
    { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
  );
  const timed = createTimedRouter(buildRouting(network));
  timed.setLive(new Float32Array(6).fill(NaN).fill(0, 2, 4));
  const matcher = createMatcher(timed.network());
  timed.destroy();
  const trace = Array.from({ length: 30 }, (_, i) => ({ lon: 13.0005 + i * 0.001, lat: 52 }));
  const matchedBy = (some: readonly TracePoint[], options = {}): string =>
    matcher
      .match(some, options)
      .points.map((point) => point?.route ?? '-')
      .join('');
  assert.is(matchedBy(trace), '0000000000----------1111111111');
  assert.is(matchedBy(trace.slice(13)), '-------0000000000');
  // both beyond the closed road, and the second on it
  for (const last of [25, 15]) {
    assert.is(matchedBy([trace[5], trace[last]], { gapMetres: Infinity }), '--');
  }
});

test('turns that are not taken change no match, however long they last', async () => {
  const turning = { ...PROFILES.car, turn: ({ angle }: TurnFacts) => (angle === 180 ? 900 : 0) };
  for (const seed of [6, 7, 9, 10]) {
    const routing = await town(seed);
    const route = createRouter(routing).route(randomPoints(routing, 12, seed).slice(-2));
    if (!route) continue;
    const trace = traceOf(routing, route, 5, 15, seed);
    const long = await town(seed, { profile: turning, turnCosts: true });
    const [free, priced] = [routing, long].map((one) =>
      createMatcher(one).match(trace, { accuracy: 15 }),
    );
    free.points.forEach((point, i) => {
      const [a, b] = [point?.confidence ?? 0, priced.points[i]?.confidence ?? 0];
      assert.is(point?.point.road, priced.points[i]?.point.road, `seed ${seed}, point ${i}`);
      assert.ok(Math.abs(a - b) < 0.03, `seed ${seed}, point ${i}: ${a} and ${b}`);
    });
  }
});

test('a point may lie 3 standard deviations behind the one before, on slow roads too', () => {
  const metre = 1 / DEGREE;
  const line = (from: number, to: number, highway: string): object => ({
    type: 'Feature',
    properties: { highway, oneway: 'yes' },
    geometry: { type: 'LineString', coordinates: [from, to].map((x) => [x * metre, 0]) },
  });
  const features = [line(0, 300, 'living_street'), line(300, 9000, 'motorway')];
  const map = { type: 'FeatureCollection', features } as Parameters<typeof loadGeoJson>[0];
  const network = loadGeoJson(map, { profile: 'car', weight: 'seconds' });
  const matcher = createMatcher(buildRouting(network));
  const at = (xs: number[]): TracePoint[] => xs.map((x) => ({ lon: x * metre, lat: 0 }));
  const count = (xs: number[]): number => matcher.match(at(xs)).points.filter(Boolean).length;
  // 14 of 15 m behind; then 20 m, which is too far
  assert.is(count([100, 120, 106, 130]), 4);
  assert.is(count([5100, 5120, 5106, 5130]), 4);
  assert.ok(count([100, 120, 100, 130]) < 4);
  assert.ok(count([5100, 5120, 5100, 5130]) < 4);
});

test.run();
