import { loadGeoJson } from '@wayfield/osm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { measureOf, nearMetres } from '../src/bearing.ts';
import {
  annotateLeg,
  buildRouting,
  createRoadIndex,
  createRouter,
  decodePolyline,
  encodePolyline,
  legSteps,
  nodesOfLeg,
  readRouting,
  routeLine,
  writeRouting,
} from '../src/index.ts';
import { createMatcher } from '../src/match.ts';
import { randomPoints, town } from './town.ts';

const SEED = 5;
const test = suite(`lines and steps of routes, seed ${SEED}`);

const linesEndAtPoints = async (lengths: 'sphere' | 'ellipsoid'): Promise<void> => {
  const routing = await town(SEED, { turnRestrictions: true, lengths });
  const measure = measureOf(routing.network);
  const points = randomPoints(routing, 30, SEED);
  const router = createRouter(routing);
  let count = 0;
  for (let i = 0; i + 2 < points.length; i++) {
    const route = router.route(points.slice(i, i + 2 + (i % 2)));
    if (!route || route.metres < 1) continue;
    count++;
    const line = routeLine(routing, route).geometry.coordinates;
    const near = ([lon, lat]: readonly number[], p: (typeof points)[0]): boolean =>
      nearMetres(lon * 1e7, lat * 1e7, p.lonE7, p.latE7) < 0.05;
    assert.ok(near(line[0], route.points[0]));
    assert.ok(near(line[line.length - 1], route.points[route.points.length - 1]));
    let metres = 0;
    for (let k = 1; k < line.length; k++) {
      const [[a, b], [c, d]] = [line[k - 1], line[k]];
      metres += measure(a * 1e7, b * 1e7, c * 1e7, d * 1e7);
    }
    assert.ok(Math.abs(metres - route.metres) < 0.02 * line.length, `${metres}, ${route.metres}`);
    const parts = route.legs.map((leg) => annotateLeg(routing, leg));
    const joined = parts.flatMap((part, l) => part.coordinates.slice(l === 0 ? 0 : 1));
    assert.equal(joined, line);
    route.legs.forEach((leg, l) => {
      const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
      assert.is(parts[l].metres.length, parts[l].coordinates.length - 1);
      assert.ok(Math.abs(sum(parts[l].metres) - leg.metres) < 0.05);
      assert.ok(Math.abs(sum(parts[l].seconds) - leg.seconds) < 0.05);
      const steps = legSteps(routing, leg);
      assert.is(steps[0].turn, 'start');
      assert.is(steps[0].firstPiece, 0);
      assert.is(steps[steps.length - 1].endPiece, leg.pieces.length);
      assert.ok(Math.abs(sum(steps.map((s) => s.metres)) - leg.metres) < 1e-6);
      assert.ok(Math.abs(sum(steps.map((s) => s.seconds)) - leg.seconds) < 0.05);
    });
  }
  assert.ok(count > 10);
  router.destroy();
};

test('lines end at the points, are as long as the route, and equal their segments', () =>
  linesEndAtPoints('sphere'));
test('so do lines of roads that are measured on the ellipsoid', () =>
  linesEndAtPoints('ellipsoid'));

test('steps name the roads and the turns', () => {
  const street = (name: string, coordinates: number[][]): object => ({
    type: 'Feature',
    properties: { name, highway: 'residential' },
    geometry: { type: 'LineString', coordinates },
  });
  // east, then north, then east again; the last street doubles back sharply to the south-west
  const features = [
    street('Long Lane', [
      [13.4, 52.5],
      [13.41, 52.5],
    ]),
    street('North Road', [
      [13.41, 52.5],
      [13.41, 52.51],
    ]),
    street('East Road', [
      [13.41, 52.51],
      [13.42, 52.51],
    ]),
    street('Mill Lane', [
      [13.42, 52.51],
      [13.412, 52.505],
    ]),
  ];
  const network = loadGeoJson(
    { type: 'FeatureCollection', features },
    { profile: 'car', weight: 'seconds' },
  );
  const routing = buildRouting(network);
  const index = createRoadIndex(routing);
  const router = createRouter(routing);
  const ends = [index.snap(13.402, 52.5)!, index.snap(13.414, 52.5062)!];
  const [leg] = router.route(ends)!.legs;
  const steps = legSteps(routing, leg);
  assert.equal(
    steps.map(({ turn, name }) => `${turn} ${name}`),
    ['start Long Lane', 'left North Road', 'right East Road', 'sharp right Mill Lane'],
  );
  assert.is(Math.round(steps[0].bearingAfter), 90);
  assert.is(Math.round(steps[1].bearingBefore), 90);
  assert.is(Math.round(steps[1].bearingAfter), 0);
  assert.is(Math.round(steps[0].metres), 542);
  router.destroy();
});

test('polylines are those of the published example, and of both precisions', () => {
  const places = [
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ] as [number, number][];
  assert.is(encodePolyline(places), '_p~iF~ps|U_ulLnnqC_mqNvxq`@');
  assert.is(encodePolyline(places, 6), '_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI');
  assert.is(encodePolyline([]), '');
  assert.equal(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@'), places);
  assert.equal(decodePolyline('_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI', 6), places);
  assert.equal(decodePolyline(''), []);
  // the largest difference that there is
  const far: [number, number][] = [
    [-180, -90],
    [180, 90],
  ];
  assert.equal(decodePolyline(encodePolyline(far, 6), 6), far);
});

test('places that are none are refused, and end', () => {
  for (const [place, message] of [
    [[1e305, 0], /coordinates\[1\]\[0\] is 1e\+305, expected a number from -540 to 540/],
    [[0, -541], /coordinates\[1\]\[1\] is -541/],
    [[NaN, 0], /coordinates\[1\]\[0\] is NaN/],
  ] as const) {
    assert.throws(() => encodePolyline([[13, 52], place]), message);
  }
});

test('text that is no polyline is refused with its place', () => {
  assert.throws(() => decodePolyline('_p~iF~ps'), /text is no polyline at its sign 8, of 8/);
  assert.throws(() => decodePolyline('_p~iF'), /text is no polyline at its sign 5, of 5/);
  assert.throws(() => decodePolyline('_p iF~ps|U'), /text is no polyline at its sign 2, of 10/);
  assert.throws(() => decodePolyline('~~~~~~~~~~?'), /text is no polyline at its sign 7, of 11/);
});

test('nodes are both ends of each segment, also of those at the ends of a leg', async () => {
  const routing = await town(SEED, { pointIds: true });
  const { pointId, lonE7, latE7 } = routing.network.roads;
  const placeOf = new Map<bigint, string>();
  pointId!.forEach((id, p) => placeOf.set(id, `${lonE7[p] / 1e7},${latE7[p] / 1e7}`));
  const points = randomPoints(routing, 20, SEED);
  const router = createRouter(routing);
  let count = 0;
  for (let i = 0; i + 1 < points.length; i++) {
    const leg = router.route(points.slice(i, i + 2))?.legs[0];
    if (!leg || leg.metres < 1) continue;
    count++;
    const nodes = nodesOfLeg(routing, leg);
    const { coordinates } = annotateLeg(routing, leg);
    assert.is(nodes.length, coordinates.length);
    const inner = nodes.slice(1, -1).map((id) => placeOf.get(id));
    assert.equal(
      inner,
      coordinates.slice(1, -1).map((place) => place.join(',')),
    );
  }
  assert.ok(count > 10);
  router.destroy();
  const without = await town(SEED, {});
  assert.throws(
    () => nodesOfLeg(without, { seconds: 0, metres: 0, cost: 0, pieces: [] }),
    RangeError,
  );
  // ids stay in files
  const again = readRouting(writeRouting(routing));
  assert.equal(again.network.roads.pointId, pointId);
});

test('positions, lines and matches on a road across 180 degrees have longitudes in range', () => {
  const network = loadGeoJson(
    {
      type: 'LineString',
      coordinates: [
        [179.99, -17],
        [-179.98, -17],
      ],
    },
    { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
  );
  const routing = buildRouting(network);
  const index = createRoadIndex(routing);
  const ends = [index.snap(179.995, -17)!, index.snap(-179.995, -17)!];
  const router = createRouter(routing);
  const route = router.route(ends)!;
  const lons = routeLine(routing, route).geometry.coordinates.map(([lon]) => lon);
  assert.equal(lons, [179.995, -179.995]);
  const trace = [179.992, 179.999, -179.994, -179.985].map((lon) => ({ lon, lat: -17 }));
  const { routes } = createMatcher(routing).match(trace);
  assert.equal(
    routes[0].points.map(({ lonE7 }) => lonE7),
    trace.map(({ lon }) => Math.round(lon * 1e7)),
  );
  assert.ok(router.route(routes[0].points));
  router.destroy();
});

test.run();
