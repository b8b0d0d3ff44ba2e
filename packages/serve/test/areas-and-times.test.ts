// What requests may ask beyond OSRM: areas to avoid, and times of departure.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { speedsAt } from '@wayfield/osm/conditions';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readRoutingFile } from '../src/file.ts';
import { startServer } from '../dist/index.js';
import { createOsrmService } from '../src/osrm.ts';
import type { NearestAnswer } from '../src/osrm/services/nearest.ts';
import type { RouteAnswer } from '../src/osrm/services/route.ts';
import type { TableAnswer } from '../src/osrm/services/table.ts';
import type { TripAnswer } from '../src/osrm/services/trip.ts';
import { LAT, LON, village, villageXml } from './village.ts';

const routing = await village();
const service = createOsrmService(routing);

/** The parsed answer to a request that must be answered. */
function ask<T>(target: string, from = service): T {
  const { status, body } = from.answer(target);
  assert.is(status, 200, `${target}: ${String(body)}`);
  return JSON.parse(body as string) as T;
}

/** The code of the answer to a request that must be refused. */
function refused(target: string): string {
  const { status, code } = service.answer(target);
  assert.is(status, 400, target);
  return code;
}

const test = suite('areas and times');

test('routes avoid areas, also where it begins, as tables and trips do', () => {
  const at = (x: number, y: number): string => `${LON + 0.002 * x},${LAT + 0.002 * y}`;
  const [from, to] = [at(0.5, 1), at(5.5, 1)];
  // rows 0 to 2 between columns 2 and 3
  const ring = [at(2.2, -1), at(2.8, -1), at(2.8, 2.5), at(2.2, 2.5)].join(',');
  const address = `/route/v1/driving/${from};${to}?overview=full&geometries=geojson`;
  const plain = ask<RouteAnswer>(address).routes[0];
  const around = ask<RouteAnswer>(`${address}&avoid_areas=${ring}`).routes[0];
  const line = (found: typeof plain): number[][] =>
    (found.geometry as { coordinates: number[][] }).coordinates;
  const inside = ([, lat]: number[]): boolean => lat < LAT + 0.002 * 2.5;
  const crosses = (places: number[][]): boolean =>
    places.some((place, i) => {
      const next = places[i + 1];
      const middle = LON + 0.002 * 2.5;
      return next && place[0] < middle !== next[0] < middle && inside(place);
    });
  assert.ok(crosses(line(plain)));
  assert.not.ok(crosses(line(around)));
  assert.ok(around.duration > plain.duration);
  const table = ask<TableAnswer>(`/table/v1/driving/${from};${to}?avoid_areas=${ring}`);
  assert.is(table.durations![0][1], around.duration);
  const trip = ask<TripAnswer>(`/trip/v1/driving/${from};${to}?avoid_areas=${ring}`);
  assert.is(trip.trips[0].legs[0].duration, around.duration);
  // a place on a closed road moves to an open one
  const nearest = ask<NearestAnswer>(`/nearest/v1/driving/${at(2.5, 1)}?avoid_areas=${ring}`);
  assert.ok(nearest.waypoints[0].distance > 10);
  for (const wrong of ['1,2', '1,2,3,4,5', '1,2,3,4,5,x', '1,2,3,4,5,99']) {
    assert.is(refused(`${address}&avoid_areas=${wrong}`), 'InvalidQuery');
  }
  const corners = Array.from({ length: 201 }, () => '1,2').join(',');
  assert.is(refused(`${address}&avoid_areas=${corners}`), 'TooBig');
});

test('alternatives, isochrones, traces and large tables avoid roads too', () => {
  const at = (x: number, y: number): string => `${LON + 0.002 * x},${LAT + 0.002 * y}`;
  const ring = [at(2.2, -1), at(2.8, -1), at(2.8, 2.5), at(2.2, 2.5)].join(',');
  const middle = LON + 0.002 * 2.5;
  type Lines = readonly (readonly number[][])[];
  /** Whether a line goes from one side of the ring to the other below its upper edge. */
  const crosses = (lines: Lines): boolean =>
    lines.some((line) =>
      line.some(([lon, lat], i) => {
        const next = line[i + 1];
        return next && lon < middle !== next[0] < middle && lat < LAT + 0.002 * 2.5;
      }),
    );
  const geometry = 'overview=full&geometries=geojson';
  const lineOf = (found: { geometry?: unknown }): number[][] =>
    (found.geometry as { coordinates: number[][] }).coordinates;

  const address = `/route/v1/driving/${at(0.5, 1)};${at(5.5, 1)}?${geometry}`;
  const avoid = `avoid_areas=${ring}`;
  const one = ask<RouteAnswer>(`${address}&${avoid}`).routes;
  const free = ask<RouteAnswer>(`${address}&alternatives=3`).routes;
  const some = ask<RouteAnswer>(`${address}&alternatives=3&${avoid}`).routes;
  assert.ok(some.length > 1, `${some.length} routes`);
  assert.ok(crosses(free.map(lineOf)));
  assert.not(crosses(some.map(lineOf)));
  assert.equal(some[0], one[0]);

  const reach = `/isochrone/v1/driving/${at(1.5, 1)}?contours_minutes=10&polygons=false`;
  const reached = (target: string): Lines => {
    const { features } = ask<{ features: { geometry: unknown }[] }>(target);
    return lineOf(features[0]) as unknown as Lines;
  };
  assert.ok(crosses(reached(reach)));
  assert.not(crosses(reached(`${reach}&${avoid}`)));
  const onMotorway = (lines: Lines): boolean =>
    lines.some((line) => line.every(([, lat]) => Math.abs(lat - (LAT + 0.006)) < 1e-6));
  assert.ok(onMotorway(reached(reach)));
  assert.not(onMotorway(reached(`${reach}&exclude=motorway`)));

  const trace = [0.6, 1.4, 2.4, 3.4].map((x) => at(x, 3)).join(';');
  interface Traced {
    readonly tracepoints: ({ readonly name: string } | null)[];
  }
  const names = (query: string): string[] => {
    const { code, body } = service.answer(`/match/v1/driving/${trace}${query}`);
    assert.ok(code === 'Ok' || code === 'NoMatch', code);
    const { tracepoints = [] } = JSON.parse(body as string) as Partial<Traced>;
    return tracepoints.map((point) => point?.name ?? '');
  };
  assert.equal(names(''), ['Row 3', 'Row 3', 'Row 3', 'Row 3']);
  assert.not(names('?exclude=motorway').includes('Row 3'));

  const places = Array.from({ length: 33 }, (_, i) => at(0.3 + 0.15 * i, i % 5));
  const table = (list: string[], query: string): TableAnswer =>
    ask<TableAnswer>(`/table/v1/driving/${list.join(';')}?annotations=duration,distance${query}`);
  const large = table(places, `&${avoid}`);
  const small = table(places.slice(0, 12), `&${avoid}`);
  for (const name of ['durations', 'distances'] as const) {
    const part = (large[name] ?? []).slice(0, 12).map((row) => row.slice(0, 12));
    assert.is(part.length, 12);
    part.forEach((row, i) =>
      row.forEach((value, j) => {
        const right = small[name]?.[i][j];
        const off = Math.abs((value ?? -1) - (right ?? -1));
        assert.ok(off < 0.11, `${name} ${i} to ${j}: ${value} and ${right}`);
      }),
    );
  }
  assert.is.not(large.durations?.[2][20], table(places, '').durations?.[2][20]);
  assert.is(refused(`/match/v1/driving/${trace}?exclude=nothing`), 'InvalidValue');
});

test('requests depart at a time of the week, as all services do', () => {
  const { count } = routing.network.roads;
  const [usual, slow] = [NaN, 10].map((kmh) => new Float32Array(2 * count).fill(kmh));
  const slices = [
    { start: 0, kmh: usual },
    { start: 3 * 86_400 + 7 * 3600, kmh: slow },
    { start: 3 * 86_400 + 9 * 3600, kmh: usual },
  ];
  const timed = createOsrmService(routing, { slices });
  const answer = <T>(target: string): T => ask<T>(target, timed);
  const [from, to] = [`${LON + 0.001},${LAT}`, `${LON + 0.009},${LAT + 0.006}`];
  const address = `/route/v1/driving/${from};${to}`;
  const free = answer<RouteAnswer>(address).routes[0];
  const before = timed.memoryBytes;
  // a Thursday
  const rush = answer<RouteAnswer>(`${address}?depart_at=2026-11-26T07:00`).routes[0];
  assert.ok(timed.memoryBytes > before);
  const metresPerSecond = rush.distance / rush.duration;
  assert.ok(Math.abs(metresPerSecond - 10 / 3.6) < 0.05, `${metresPerSecond}`);
  for (const time of ['2026-11-26T06:59:59', '2026-11-26T09:00', '2026-11-29T08:00']) {
    assert.equal(
      answer<RouteAnswer>(`${address}?depart_at=${time}`).routes[0].duration,
      free.duration,
    );
  }
  const table = answer<TableAnswer>(`/table/v1/driving/${from};${to}?depart_at=2026-11-26T08:30`);
  assert.is(table.durations![0][1], rush.duration);
  for (const time of ['2026-11-31T07:00', '2026-13-01T07:00', '2026-11-26T24:00', 'now']) {
    const { code } = timed.answer(`${address}?depart_at=${time}`);
    assert.is(code, 'InvalidValue', time);
  }
  timed.destroy();
  assert.is(refused(`${address}?depart_at=2026-11-26T07:00`), 'InvalidOptions');
});

test('conditional tags hold at the time of departure, by HTTP', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-serve-'));
  const file = join(folder, 'village.osm');
  // column 1 is closed on Monday mornings, and slow at night
  const tags = '<tag k="access:conditional" v="no @ (Mo 06:00-14:00)"/>';
  const slow = '<tag k="maxspeed:conditional" v="10 @ (22:00-05:00)"/>';
  const name = '<tag k="name" v="Column 1"/>';
  await writeFile(file, villageXml().replace(name, `${name}${tags}${slow}`));
  const network = await readRoutingFile(file, { conditions: true });
  const server = await startServer(network, {
    port: 0,
    threads: 1,
    page: false,
    conditions: { place: { lon: LON, lat: LAT, country: 'de' } },
  });
  try {
    const along = (lon: number): string =>
      `${LON + lon},${LAT + 0.0002};${LON + lon},${LAT + 0.0038}`;
    const ends = along(0.002);
    const seconds = async (time: string, lon = 0.002): Promise<number> => {
      const query = `bearings=0,45;0,45&depart_at=${time}`;
      const url = `${server.url}/route/v1/driving/${along(lon)}?${query}`;
      const found = (await (await fetch(url)).json()) as RouteAnswer;
      return found.code === 'Ok' ? found.routes[0].duration : Infinity;
    };
    const [noon, night, closed] = [
      await seconds('2026-01-06T12:00'),
      await seconds('2026-01-06T23:00'),
      await seconds('2026-01-05T08:00'),
    ];
    // 400 m at 10 km/h are 144 s
    assert.ok(night > noon + 60 && Math.abs(night - 144) < 10, `${noon}, ${night}`);
    // both places lie on the closed road
    assert.is(closed, Infinity);
    assert.is(await seconds('2026-01-05T14:00'), noon);
    const query = 'bearings=0,45;0,45&depart_at=2026-01-06T23:00';
    const slower = await fetch(`${server.url}/table/v1/driving/${ends}?${query}`);
    assert.is(((await slower.json()) as TableAnswer).durations![0][1], night);
    // live speeds are above those of conditional tags; what a tag closes stays closed
    const live = (kmh: number): Float32Array =>
      new Float32Array(2 * network.network.roads.count).fill(kmh);
    for (const kmh of [20, 25]) {
      await server.setLive(live(kmh));
      const found = [
        await seconds('2026-01-06T12:00', 0.004),
        await seconds('2026-01-06T12:00'),
        await seconds('2026-01-06T23:00'),
      ];
      // 400 m
      for (const one of found) assert.ok(Math.abs(one - 1440 / kmh) < 6, `${one} s at ${kmh} km/h`);
      assert.is(await seconds('2026-01-05T08:00'), Infinity);
    }
    await server.setLive(live(0));
    assert.is(await seconds('2026-01-06T12:00'), Infinity);
    await server.setLive(live(NaN));
    assert.equal(
      [await seconds('2026-01-06T12:00'), await seconds('2026-01-06T23:00')],
      [noon, night],
    );
    assert.is(await seconds('2026-01-05T08:00'), Infinity);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
});

test('a departure is the time at the place, whatever the time zone of the machine', async () => {
  const name = '<tag k="name" v="Column 1"/>';
  const tags = '<tag k="access:conditional" v="no @ (Mo 06:00-14:00); no @ (sunset-24:00)"/>';
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-serve-'));
  const file = join(folder, 'village.osm');
  await writeFile(file, villageXml().replace(name, name + tags));
  const network = await readRoutingFile(file, { conditions: true });
  await rm(folder, { recursive: true });
  const place = { lon: LON, lat: LAT, country: 'de', timeZone: 'Europe/Berlin' };
  const before = process.env.TZ;
  const asked = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles'].map((zone) => {
    process.env.TZ = zone;
    const at = createOsrmService(network, {
      speedsAt: (when) => speedsAt(network.network, when, { place }),
    });
    const ends = `${LON + 0.002},${LAT + 0.0002};${LON + 0.002},${LAT + 0.0038}`;
    const codes = ['05T05:59', '05T06:00', '05T13:59', '05T14:00', '05T23:00', '06T10:00'].map(
      (time) =>
        at.answer(`/route/v1/driving/${ends}?bearings=0,45;0,45&depart_at=2026-01-${time}`).code,
    );
    at.destroy();
    return codes;
  });
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
  for (const codes of asked) {
    assert.equal(codes, ['Ok', 'NoRoute', 'NoRoute', 'Ok', 'NoRoute', 'Ok']);
  }
});

test('speeds by time may be one array that is filled again', () => {
  const kmh = new Float32Array(2 * routing.network.roads.count);
  const own = createOsrmService(routing, {
    speedsAt: (when) => kmh.fill(when.getHours() === 7 ? 10 : 40),
  });
  const ends = `${LON + 0.002},${LAT + 0.0002};${LON + 0.002},${LAT + 0.0038}`;
  const durations = ['07:00', '12:00', '07:30'].map(
    (time) =>
      ask<RouteAnswer>(`/route/v1/driving/${ends}?depart_at=2026-11-26T${time}`, own).routes[0]
        .duration,
  );
  assert.ok(durations[0] > 3 * durations[1], durations.join());
  assert.is(durations[2], durations[0]);
  own.destroy();
});

test('live speeds are above those of slices, by HTTP', async () => {
  const { count } = routing.network.roads;
  const kmhOf = (of: (code: number) => number): Float32Array =>
    Float32Array.from({ length: 2 * count }, (_, code) => of(code));
  const isLive = (code: number): boolean => (code >>> 1) % 2 === 0;
  const [slow, live] = [kmhOf((c) => 10 + (c % 3)), kmhOf((c) => (isLive(c) ? 25 : NaN))];
  const start = 3 * 86_400 + 7 * 3600;
  const slices = [
    { start: 0, kmh: kmhOf(() => NaN) },
    { start, kmh: slow },
  ];
  const merged = [
    { start: 0, kmh: live },
    { start, kmh: slow.map((kmh, code) => (isLive(code) ? 25 : kmh)) },
  ];
  const right = createOsrmService(routing, { slices: merged });
  const usual = createOsrmService(routing, { slices });
  const server = await startServer(routing, { port: 0, threads: 1, page: false, slices });
  try {
    await server.setLive(live);
    const ends = `${LON + 0.001},${LAT};${LON + 0.009},${LAT + 0.006}`;
    const answers: string[] = [];
    for (const time of ['2026-11-26T06:00', '2026-11-26T07:30']) {
      const target = `/route/v1/driving/${ends}?depart_at=${time}`;
      const answer = await (await fetch(`${server.url}${target}`)).text();
      assert.is(answer, right.answer(target).body);
      assert.is.not(answer, usual.answer(target).body);
      answers.push(answer);
    }
    assert.is.not(answers[0], answers[1]);
  } finally {
    await server.close();
    right.destroy();
    usual.destroy();
  }
});

test.run();
