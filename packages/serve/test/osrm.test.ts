import polyline from '@mapbox/polyline';
import { VectorTile } from '@mapbox/vector-tile';
import { createRoadIndex, createRouter, type RoadPoint, routeLine } from '@wayfield/routing';
import { createMatrix } from '@wayfield/routing/matrix';
import { PbfReader } from 'pbf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOsrmService } from '../src/osrm.ts';
import type { IsochroneAnswer } from '../src/osrm/services/isochrone.ts';
import type { MatchAnswer } from '../src/osrm/services/match.ts';
import type { NearestAnswer } from '../src/osrm/services/nearest.ts';
import type { RouteAnswer } from '../src/osrm/services/route.ts';
import type { TableAnswer } from '../src/osrm/services/table.ts';
import type { TripAnswer } from '../src/osrm/services/trip.ts';
import { LAT, LON, randomPlaces, village } from './village.ts';

const routing = await village();
const service = createOsrmService(routing);
const index = createRoadIndex(routing);
const router = createRouter(routing);

/** The parsed answer to a request that must be answered. */
function ask<T>(target: string): T {
  const { status, body, code } = service.answer(target);
  assert.equal([status, code], [200, 'Ok'], `${target}: ${String(body)}`);
  return JSON.parse(body as string) as T;
}

/** The code of the answer to a request that must be refused. */
function refused(target: string): string {
  const { status, body, code } = service.answer(target);
  assert.is(status, 400, target);
  const answer = JSON.parse(body as string) as { code: string; message: string };
  assert.is(answer.code, code);
  assert.ok(answer.message.length > 5);
  return code;
}

const snap = (place: string): RoadPoint => {
  const [lon, lat] = place.split(',').map(Number);
  return index.snap(lon, lat, { connected: true })!;
};
const tenths = (value: number): number => Math.round(value * 10) / 10;

const route = suite('/route');

route('costs what the router says, with the same line', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const places = randomPlaces(2 + (seed % 3), seed);
    const expected = router.route(places.map(snap))!;
    const { routes, waypoints } = ask<RouteAnswer>(
      `/route/v1/driving/${places.join(';')}?overview=full&geometries=geojson&steps=true&annotations=true`,
    );
    const [found] = routes;
    assert.is(found.duration, tenths(expected.seconds));
    assert.is(found.distance, tenths(expected.metres));
    assert.is(found.legs.length, places.length - 1);
    assert.is(waypoints!.length, places.length);
    const line = routeLine(routing, expected).geometry.coordinates;
    const rounded = line.map((place) => place.map((degrees) => Math.round(degrees * 1e6) / 1e6));
    assert.equal((found.geometry as { coordinates: unknown }).coordinates, rounded);
    for (const [i, leg] of found.legs.entries()) {
      const { seconds, metres } = expected.legs[i];
      const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(sum(leg.steps.map((step) => step.distance)) - metres) < 2);
      assert.ok(Math.abs(sum(leg.steps.map((step) => step.duration)) - seconds) < 2);
      const { distance, duration, speed, datasources } = leg.annotation!;
      assert.ok(Math.abs(sum(distance!) - metres) < 5);
      assert.is(duration!.length, distance!.length);
      assert.is(speed!.length, datasources!.length);
    }
  }
});

route('has lines in three forms, full, simplified or not at all', () => {
  const places = randomPlaces(2, 7).join(';');
  const line = (query: string): unknown =>
    ask<RouteAnswer>(`/route/v1/driving/${places}?${query}`).routes[0].geometry;
  const full = line('overview=full&geometries=geojson') as { coordinates: [number, number][] };
  for (const [form, precision] of [
    ['polyline', 5],
    ['polyline6', 6],
  ] as const) {
    const decoded = polyline.decode(line(`overview=full&geometries=${form}`) as string, precision);
    assert.is(decoded.length, full.coordinates.length);
    decoded.forEach(([lat, lon], i) => {
      assert.ok(Math.abs(lon - full.coordinates[i][0]) < 2 * 10 ** -precision);
      assert.ok(Math.abs(lat - full.coordinates[i][1]) < 2 * 10 ** -precision);
    });
  }
  const simple = line('geometries=geojson') as { coordinates: [number, number][] };
  assert.ok(simple.coordinates.length <= full.coordinates.length);
  assert.equal(simple.coordinates[0], full.coordinates[0]);
  assert.equal(simple.coordinates.at(-1), full.coordinates.at(-1));
  assert.is(line('overview=false'), undefined);
});

route('reads coordinates as polylines', () => {
  const places = randomPlaces(3, 5);
  const latLon = places.map((place) => place.split(',').map(Number).reverse() as [number, number]);
  const listed = ask<RouteAnswer>(`/route/v1/driving/${places.join(';')}`);
  const line = encodeURIComponent(polyline.encode(latLon, 6));
  const encoded = ask<RouteAnswer>(`/route/v1/driving/polyline6(${line})`);
  assert.equal(encoded.routes, listed.routes);
});

route('has steps with turns, names and the roads at each junction', () => {
  // along row 0 to the east, then to the left into column 3
  const from = `${LON + 0.0045},${LAT}`;
  const to = `${LON + 0.006},${LAT + 0.0031}`;
  const { routes } = ask<RouteAnswer>(`/route/v1/driving/${from};${to}?steps=true`);
  const [leg] = routes[0].legs;
  const kinds = leg.steps.map(({ name, maneuver }) => [name, maneuver.type, maneuver.modifier]);
  assert.equal(kinds, [
    ['Row 0', 'depart', undefined],
    ['Column 3', 'turn', 'left'],
    ['Column 3', 'arrive', undefined],
  ]);
  assert.is(leg.summary, 'Row 0, Column 3');
  const [at] = leg.steps[1].intersections;
  assert.equal(at.bearings, [0, 90, 270]);
  // not back: turning round on a road is for dead ends
  assert.equal(at.entry, [true, true, false]);
  assert.equal([at.in, at.out], [2, 0]);
  assert.equal(
    [leg.steps[1].maneuver.bearing_before, leg.steps[1].maneuver.bearing_after],
    [90, 0],
  );
  const [first] = leg.steps[0].intersections;
  assert.equal([first.bearings, first.entry, first.in, first.out], [[90], [true], undefined, 0]);
  const last = leg.steps[2];
  assert.equal([last.distance, last.duration, last.intersections[0].in], [0, 0, 0]);
  assert.is(last.maneuver.bearing_before, 0);
  assert.equal(last.intersections[0].bearings, [180]);
});

route('says when a road ends', () => {
  // column 1 to the south ends at row 0
  const from = `${LON + 0.002},${LAT + 0.0031}`;
  const to = `${LON + 0.0033},${LAT}`;
  const { routes } = ask<RouteAnswer>(`/route/v1/driving/${from};${to}?steps=true`);
  const { type, modifier } = routes[0].legs[0].steps[1].maneuver;
  assert.equal([type, modifier], ['end of road', 'left']);
});

route('joins legs at coordinates that are no waypoints', () => {
  const places = randomPlaces(4, 11).join(';');
  const all = ask<RouteAnswer>(`/route/v1/driving/${places}?overview=full`);
  const some = ask<RouteAnswer>(`/route/v1/driving/${places}?overview=full&waypoints=0;2;3`);
  assert.is(some.routes[0].legs.length, 2);
  assert.is(some.waypoints!.length, 3);
  assert.is(some.routes[0].geometry, all.routes[0].geometry);
  const [a, b] = all.routes[0].legs;
  assert.ok(Math.abs(some.routes[0].legs[0].duration - a.duration - b.duration) < 0.11);
});

route('avoids classes, keeps hints, and finds alternatives', () => {
  const [from, to] = [`${LON + 0.0001},${LAT + 0.006}`, `${LON + 0.0115},${LAT + 0.006}`];
  const direct = ask<RouteAnswer>(`/route/v1/driving/${from};${to}?steps=true`);
  assert.is(direct.routes[0].legs[0].steps[0].name, 'Row 3');
  const around = ask<RouteAnswer>(`/route/v1/driving/${from};${to}?steps=true&exclude=motorway`);
  const names = around.routes[0].legs[0].steps.map(({ name }) => name);
  assert.not.ok(names.includes('Row 3'), names.join());
  const hints = direct.waypoints!.map(({ hint }) => hint).join(';');
  const wrong = randomPlaces(2, 3).join(';');
  const again = ask<RouteAnswer>(`/route/v1/driving/${wrong}?hints=${hints}`);
  assert.equal(again.routes[0].duration, direct.routes[0].duration);
  assert.equal(again.waypoints![0].location, direct.waypoints![0].location);
  // hints of another network, and what is no hint, are as none
  const other = ask<RouteAnswer>(
    `/route/v1/driving/${from};${to}?hints=AAAA;!!&generate_hints=false`,
  );
  assert.equal(other.routes[0].duration, direct.routes[0].duration);
  assert.is(other.waypoints![0].hint, undefined);
  const many = ask<RouteAnswer>(`/route/v1/driving/${randomPlaces(2, 9).join(';')}?alternatives=3`);
  assert.ok(many.routes.length >= 1 && many.routes.length <= 4);
  const skipped = ask<RouteAnswer>(`/route/v1/driving/${from};${to}?skip_waypoints=true`);
  assert.is(skipped.waypoints, undefined);
});

route('takes hints that are not valid at junctions as none, and valid ones as one road', () => {
  // a route that goes on at a junction must not turn round there, whichever road its place is on
  const at = (x: number, y: number): string =>
    `${(LON + 0.002 * x).toFixed(3)},${(LAT + 0.002 * y).toFixed(3)}`;
  const stale = 'A'.repeat(56);
  let longer = 0;
  for (const [x, y] of [1, 2, 3].flatMap((column) => [1, 2].map((row) => [column, row]))) {
    const junction = at(x, y);
    const [{ hint }] = ask<NearestAnswer>(`/nearest/v1/driving/${junction}`).waypoints;
    for (const from of [at(x, y - 1), at(x - 1, y), at(x + 1, y)]) {
      const target = `/route/v1/driving/${from};${junction};${at(x, y + 1)}`;
      const none = ask<RouteAnswer>(target);
      assert.equal(ask<RouteAnswer>(`${target}?hints=!!;${stale};`), none, target);
      assert.equal(ask<RouteAnswer>(`${target}?hints=;!!;${stale}`), none, target);
      const { routes } = ask<RouteAnswer>(`${target}?hints=;${hint};`);
      if (routes[0].duration > none.routes[0].duration) longer++;
    }
  }
  assert.ok(longer > 0, 'some routes are longer by the one road of a valid hint');
});

route('takes the wanted side of the road', () => {
  // north of row 1, which goes both ways: the right side for those who drive west
  const place = `${LON + 0.0051},${LAT + 0.0021}`;
  const goal = `${LON + 0.0051},${LAT + 0.0061}`;
  const arrive = (approach: string): number => {
    const target = `/route/v1/driving/${goal};${place}?steps=true&approaches=;${approach}`;
    return ask<RouteAnswer>(target).routes[0].legs[0].steps.at(-1)!.maneuver.bearing_before;
  };
  assert.equal([arrive('curb'), arrive('opposite')], [270, 90]);
});

route('moves a coordinate from a yard to the roads of all others', () => {
  const yard = `${LON + 0.0205},${LAT}`;
  const { waypoints } = ask<RouteAnswer>(`/route/v1/driving/${LON},${LAT};${yard}`);
  assert.is.not(waypoints![1].name, 'Yard');
  const inside = ask<RouteAnswer>(`/route/v1/driving/${LON + 0.0202},${LAT};${yard}`);
  assert.is(inside.waypoints![1].name, 'Yard');
});

route('says what is wrong with a request, by the codes of OSRM', () => {
  const two = randomPlaces(2, 1).join(';');
  for (const [target, code] of [
    ['', 'InvalidUrl'],
    ['/route', 'InvalidUrl'],
    ['/route/v1/driving', 'InvalidUrl'],
    ['/drive/v1/driving/1,2;3,4', 'InvalidService'],
    ['/route/v2/driving/1,2;3,4', 'InvalidVersion'],
    ['/route/v1/driving/', 'InvalidUrl'],
    ['/route/v1/driving/1,2;3', 'InvalidQuery'],
    ['/route/v1/driving/1,2;x,4', 'InvalidQuery'],
    ['/route/v1/driving/%zz', 'InvalidUrl'],
    ['/route/v1/driving/polyline(%20)', 'InvalidUrl'],
    ['/route/v1/driving/polyline(_p~iF~ps)', 'InvalidUrl'],
    ['/route/v1/driving/181,2;3,4', 'InvalidValue'],
    ['/route/v1/driving/1,91;3,4', 'InvalidValue'],
    ['/route/v1/driving/1,2', 'InvalidOptions'],
    [`/route/v1/driving/${two}?step=true`, 'InvalidQuery'],
    [`/route/v1/driving/${two}?steps`, 'InvalidQuery'],
    [`/route/v1/driving/${two}?steps=yes`, 'InvalidQuery'],
    [`/route/v1/driving/${two}?geometries=wkt`, 'InvalidQuery'],
    [`/route/v1/driving/${two}?annotations=nodes`, 'NotImplemented'],
    [`/route/v1/driving/${two}?annotations=colour`, 'InvalidQuery'],
    [`/route/v1/driving/${two}?radiuses=5`, 'InvalidOptions'],
    [`/route/v1/driving/${two}?radiuses=-5;5`, 'InvalidQuery'],
    [`/route/v1/driving/${two}?bearings=0,20`, 'InvalidOptions'],
    [`/route/v1/driving/${two}?bearings=0,20;400,3`, 'InvalidQuery'],
    [`/route/v1/driving/${two}?approaches=left;`, 'InvalidQuery'],
    [`/route/v1/driving/${two}?exclude=tolls`, 'InvalidValue'],
    [`/route/v1/driving/${two}?waypoints=1`, 'InvalidValue'],
    [`/route/v1/driving/${two}?alternatives=9`, 'TooBig'],
    [`/route/v1/driving/${two}?alternatives=-1`, 'InvalidQuery'],
    [`/route/v1/driving/${two}.xml`, 'InvalidQuery'],
    [`/route/v1/driving/${randomPlaces(501, 1).join(';')}`, 'TooBig'],
    [`/route/v1/driving/1,2;${two}?radiuses=5;5;5`, 'NoSegment'],
    [`/route/v1/driving/${two};${LON + 0.0205},${LAT}?radiuses=;;50`, 'NoRoute'],
    [`/nearest/v1/driving/${two}`, 'InvalidOptions'],
    ['/nearest/v1/driving/13.4,52.5?number=101', 'TooBig'],
    ['/nearest/v1/driving/13.4,52.5?number=0', 'InvalidQuery'],
    ['/nearest/v1/driving/1,2?radiuses=5', 'NoSegment'],
    [`/table/v1/driving/${randomPlaces(101, 1).join(';')}`, 'TooBig'],
    [`/table/v1/driving/${two}?sources=2`, 'InvalidOptions'],
    [`/table/v1/driving/${two}?annotations=speed`, 'InvalidQuery'],
    [`/table/v1/driving/${two}?fallback_speed=0`, 'InvalidQuery'],
    [`/trip/v1/driving/${two}?roundtrip=false`, 'NotImplemented'],
    [`/trip/v1/driving/${randomPlaces(101, 1).join(';')}`, 'TooBig'],
    [`/isochrone/v1/driving/${two}?contours_minutes=3`, 'InvalidOptions'],
    ['/isochrone/v1/driving/13.4,52.5', 'InvalidOptions'],
    ['/isochrone/v1/driving/13.4,52.5?contours_minutes=0', 'InvalidQuery'],
    ['/isochrone/v1/driving/13.4,52.5?contours_minutes=121', 'TooBig'],
    ['/isochrone/v1/driving/13.4,52.5?contours_meters=100', 'NotImplemented'],
    ['/tile/v1/driving/tile(0,0).mvt', 'InvalidUrl'],
    ['/tile/v1/driving/tile(2,0,1).mvt', 'InvalidOptions'],
  ] as const) {
    assert.is(refused(target), code, target);
  }
});
route.run();

const table = suite('/table');
table('is the matrix, and has the metres of routes', () => {
  const places = randomPlaces(9, 21);
  const points = places.map(snap);
  const matrix = createMatrix(routing);
  const expected = matrix.costs(points, points);
  const both = ask<TableAnswer>(
    `/table/v1/driving/${places.join(';')}?annotations=duration,distance`,
  );
  const fast = ask<TableAnswer>(`/table/v1/driving/${places.join(';')}`);
  assert.equal(both.durations, fast.durations);
  assert.is(fast.distances, undefined);
  points.forEach((from, i) =>
    points.forEach((to, j) => {
      assert.is(fast.durations![i][j], tenths(expected[i * points.length + j]));
      assert.is(both.distances![i][j], tenths(router.route([from, to])!.metres));
    }),
  );
  const part = ask<TableAnswer>(
    `/table/v1/driving/${places.join(';')}?sources=0;3&destinations=5&scale_factor=2`,
  );
  assert.equal(
    part.durations,
    [0, 3].map((i) => [tenths(2 * expected[i * points.length + 5])]),
  );
  assert.equal([part.sources!.length, part.destinations!.length], [2, 1]);
  matrix.destroy();
});

table('says null, or the time as the crow flies, where there is no route', () => {
  const [inside, yard] = [`${LON},${LAT}`, `${LON + 0.0205},${LAT}`];
  const away = `/table/v1/driving/${inside};${yard}?radiuses=;20`;
  const { durations } = ask<TableAnswer>(away);
  assert.equal(durations, [
    [0, null],
    [null, 0],
  ]);
  const { durations: filled, fallback_speed_cells: cells } = ask<TableAnswer>(
    `${away}&fallback_speed=10`,
  );
  assert.equal(cells, [
    [0, 1],
    [1, 0],
  ]);
  // 0.0205 degrees of longitude at 52.5 degrees are 1,387.7 m, 100 m a second as in OSRM
  assert.ok(Math.abs(Number(filled![0][1]) - 13.88) < 0.1, String(filled![0][1]));
});
table.run();

const match = suite('/match');
/** Places along row 1 and column 3, some metres off, and one far away. */
const TRACE = [0.0011, 0.0025, 0.0038, 0.0052].map((x, i) => [
  LON + x,
  LAT + 0.002 + (i % 2 ? 2e-5 : -2e-5),
]);
const traceOf = (places: number[][]): string => places.map((place) => place.join()).join(';');

match('finds the roads of a trace, and says what is an outlier', () => {
  const north = [LON + 0.006, LAT + 0.0035];
  const off = [LON + 0.0045, LAT + 0.0031];
  const trace = [...TRACE.slice(0, 3), off, TRACE[3], north];
  const query = '?geometries=geojson&overview=full&steps=true';
  const { matchings, tracepoints } = ask<MatchAnswer>(`/match/v1/car/${traceOf(trace)}${query}`);
  assert.is(matchings.length, 1);
  const { legs, confidence, distance } = matchings[0];
  assert.ok(confidence > 0.5 && confidence <= 1, String(confidence));
  assert.equal(
    tracepoints!.map((point) => point && [point.name, point.matchings_index, point.waypoint_index]),
    [['Row 1', 0, 0], ['Row 1', 0, 1], ['Row 1', 0, 2], null, ['Row 1', 0, 3], ['Column 3', 0, 4]],
  );
  assert.is(legs.length, 4);
  // 0.0049 degrees to the east and 0.0015 to the north
  assert.ok(Math.abs(distance - (0.0049 * 67_690 + 0.0015 * 111_195)) < 3, String(distance));
});

match('cuts a trace at gaps unless told not to, and joins legs', () => {
  const times = `timestamps=0;10;20;400`;
  const split = ask<MatchAnswer>(`/match/v1/car/${traceOf(TRACE)}?${times}&tidy=true`);
  assert.equal(
    split.tracepoints!.map((point) => point?.matchings_index),
    [0, 0, 0, undefined],
  );
  const whole = `/match/v1/car/${traceOf(TRACE)}?${times}&gaps=ignore&radiuses=5;5;5;5`;
  assert.is(ask<MatchAnswer>(whole).matchings[0].legs.length, 3);
  const joined = ask<MatchAnswer>(`${whole}&waypoints=0;3`);
  assert.is(joined.matchings[0].legs.length, 1);
  assert.equal(
    joined.tracepoints!.map((point) => point?.waypoint_index),
    [0, null, null, 1],
  );
  assert.is(refused(`/match/v1/car/${traceOf(TRACE)}?timestamps=0;1;3;2`), 'InvalidValue');
  assert.is(refused(`/match/v1/car/${traceOf(TRACE)}?bearings=;;;`), 'NotImplemented');
  assert.is(refused('/match/v1/car/1,2;1,2.001'), 'NoMatch');
});
match.run();

const others = suite('/nearest, /trip, /isochrone, /tile');
others('/nearest gives positions by distance, with the nodes of their roads', () => {
  const { waypoints } = ask<NearestAnswer>(
    `/nearest/v1/driving/${LON + 0.0011},${LAT + 0.0001}?number=3`,
  );
  assert.is(waypoints.length, 3);
  assert.equal([waypoints[0].name, waypoints[0].nodes], ['Row 0', [1, 2]]);
  const distances = waypoints.map(({ distance }) => distance);
  assert.equal(
    distances,
    [...distances].sort((a, b) => a - b),
  );
});

others('/trip has the cheapest order', () => {
  for (const [query, closed, first, last] of [
    ['', true, false, false],
    ['?roundtrip=false&source=first&destination=last', false, true, true],
    ['?roundtrip=false&source=first', false, true, false],
    ['?roundtrip=false&destination=last', false, false, true],
  ] as const) {
    const places = randomPlaces(6, 31);
    const points = places.map(snap);
    const { trips, waypoints } = ask<TripAnswer>(`/trip/v1/driving/${places.join(';')}${query}`);
    const cost = (order: number[]): number => {
      const stops = (closed ? [...order, order[0]] : order).map((i) => points[i]);
      let sum = 0;
      for (let i = 1; i < stops.length; i++) {
        sum += router.route([stops[i - 1], stops[i]])!.seconds;
      }
      return sum;
    };
    let best = Infinity;
    for (const order of permutations([0, 1, 2, 3, 4, 5])) {
      if (first && order[0] !== 0) continue;
      if (last && order[5] !== 5) continue;
      best = Math.min(best, cost(order));
    }
    const order: number[] = [];
    waypoints!.forEach(({ waypoint_index: at }, i) => (order[at] = i));
    assert.is(tenths(cost(order)), tenths(best), query);
    assert.is(trips[0].legs.length, closed ? 6 : 5);
  }
});

function* permutations(rest: number[], head: number[] = []): Generator<number[]> {
  if (rest.length === 0) yield head;
  for (const one of rest) {
    yield* permutations(
      rest.filter((other) => other !== one),
      [...head, one],
    );
  }
}

others('/isochrone has a polygon, or the reached roads, per limit', () => {
  const at = `/isochrone/v1/driving/${LON + 0.005},${LAT + 0.004}`;
  const { features, type } = ask<IsochroneAnswer>(`${at}?contours_seconds=30,90`);
  assert.is(type, 'FeatureCollection');
  assert.equal(
    features.map(({ geometry, properties }) => [geometry.type, properties.limit]),
    [
      ['MultiPolygon', 30],
      ['MultiPolygon', 90],
    ],
  );
  const minutes = ask<IsochroneAnswer>(`${at}?contours_minutes=0.5&polygons=false`);
  assert.equal(minutes.features[0].properties, { limit: 30 });
  assert.is(minutes.features[0].geometry.type, 'MultiLineString');
});

others('/tile is a vector tile with every road that lies in it', () => {
  // the tile of zoom 14 around the village
  const [x, y] = [8801, 5374];
  const { body, type } = service.answer(`/tile/v1/driving/tile(${x},${y},14).mvt`);
  assert.is(type, 'application/x-protobuf');
  const { roads } = new VectorTile(new PbfReader(body as Uint8Array)).layers;
  assert.ok(roads.length > 10, String(roads.length));
  let found = 0;
  for (let i = 0; i < roads.length; i++) {
    const feature = roads.feature(i);
    if (feature.properties.name !== 'Column 1') continue;
    found++;
    assert.equal([feature.properties.class, feature.properties.oneway], ['residential', undefined]);
    const geometry = feature.toGeoJSON(x, y, 14).geometry as {
      readonly type: string;
      readonly coordinates: unknown;
    };
    const isOne = geometry.type === 'LineString';
    const line = (isOne ? [geometry.coordinates] : geometry.coordinates) as number[][][];
    for (const [lon] of line.flat()) assert.ok(Math.abs(lon - LON - 0.002) < 1e-5, String(lon));
  }
  assert.ok(found > 0);
  assert.is((service.answer('/tile/v1/driving/tile(0,0,14).mvt').body as Uint8Array).length, 0);
});

others('are in metres on a network of metres', async () => {
  const metres = createOsrmService(await village('metres'));
  const read = <T>(target: string): T => JSON.parse(metres.answer(target).body as string) as T;
  const places = randomPlaces(2, 4).join(';');
  const [found] = read<RouteAnswer>(`/route/v1/driving/${places}`).routes;
  assert.equal([found.weight_name, found.weight], ['distance', found.distance]);
  assert.ok(found.duration > 0);
  const { durations } = read<TableAnswer>(`/table/v1/driving/${places}`);
  assert.is(durations![0][1], found.duration);
  const { features } = read<IsochroneAnswer>(
    `/isochrone/v1/driving/${LON},${LAT}?contours_meters=300`,
  );
  assert.is(features[0].properties.limit, 300);
  metres.destroy();
});
others.run();
