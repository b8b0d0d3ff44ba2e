// Answers as FlatBuffers, read field by field with numbers of OSRM's schema, against JSON.
import { ByteBuffer } from 'flatbuffers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOsrmService } from '../src/osrm.ts';
import type { Geometry } from '../src/osrm/geometry.ts';
import type { MatchAnswer, Tracepoint } from '../src/osrm/services/match.ts';
import type { NearestAnswer } from '../src/osrm/services/nearest.ts';
import type { RouteAnswer } from '../src/osrm/services/route.ts';
import type { TableAnswer } from '../src/osrm/services/table.ts';
import type { TripAnswer, TripWaypoint } from '../src/osrm/services/trip.ts';
import type { Waypoint } from '../src/osrm/snapping.ts';
import type { OsrmStep } from '../src/osrm/steps.ts';
import { randomPlaces, village } from './village.ts';

const service = createOsrmService(await village(), { dataVersion: 'today' });
const test = suite('FlatBuffers');
const [from, , third] = randomPlaces(3, 3);
const two = '13.4,52.5;13.411,52.5095';

/** A table in a buffer, whose fields are asked for by number. */
interface Read {
  text(field: number): string | undefined;
  number(field: number, read: NumberReader): number;
  table(field: number): Read | undefined;
  tables(field: number): Read[];
  numbers(field: number, read: NumberReader, bytes: number): number[];
  texts(field: number): string[];
  /** Numbers of a struct. */
  struct(field: number, read: NumberReader, bytes: number): number[];
}

type NumberReader = 'readInt8' | 'readUint16' | 'readUint32' | 'readFloat32' | 'readFloat64';

function readTable(buffer: ByteBuffer, at: number): Read {
  const place = (field: number): number | undefined => {
    const offset = buffer.__offset(at, 4 + 2 * field);
    return offset === 0 ? undefined : at + offset;
  };
  const text = (where: number): string => buffer.__string(where) as string;
  /** The places of the elements of a vector. */
  const elements = (field: number, bytes: number): number[] => {
    const found = place(field);
    if (found === undefined) return [];
    const count = buffer.__vector_len(found);
    return Array.from({ length: count }, (_, i) => buffer.__vector(found) + bytes * i);
  };
  return {
    text(field) {
      const found = place(field);
      return found === undefined ? undefined : text(found);
    },
    number(field, read) {
      const found = place(field);
      return found === undefined ? 0 : buffer[read](found);
    },
    table(field) {
      const found = place(field);
      return found === undefined ? undefined : readTable(buffer, buffer.__indirect(found));
    },
    tables: (field) => elements(field, 4).map((one) => readTable(buffer, buffer.__indirect(one))),
    numbers: (field, read, bytes) => elements(field, bytes).map((one) => buffer[read](one)),
    texts: (field) => elements(field, 4).map(text),
    struct(field, read, bytes) {
      const found = place(field);
      return found === undefined ? [] : [buffer[read](found), buffer[read](found + bytes)];
    },
  };
}

/** The same request, as FlatBuffers and as JSON. */
function both<T>(path: string, query = ''): [Read, T] {
  const { status, type, body } = service.answer(`${path}.flatbuffers?${query}`);
  assert.is(status, 200);
  assert.is(type, 'application/x-flatbuffers;schema=osrm.engine.api.fbresult');
  const buffer = new ByteBuffer(body as Uint8Array);
  const json = JSON.parse(String(service.answer(`${path}?${query}`).body)) as T;
  return [readTable(buffer, buffer.readInt32(0)), json];
}

const rounded = (list: readonly number[]): number[] => list.map(Math.fround);
const pairs = (list: readonly number[]): number[][] =>
  list.flatMap((_, i) => (i % 2 === 0 ? [list.slice(i, i + 2)] : []));

type Told = Partial<Waypoint & Tracepoint & TripWaypoint>;

function sameWaypoints(read: readonly Read[], json: readonly Told[]): void {
  assert.is(read.length, json.length);
  json.forEach((one, i) => {
    assert.is(read[i].text(0), one.hint);
    assert.is(read[i].number(1, 'readFloat32'), Math.fround(one.distance ?? 0));
    assert.is(read[i].text(2), one.name);
    assert.equal(read[i].struct(3, 'readFloat32', 4), rounded(one.location ?? []));
    assert.is(read[i].number(5, 'readUint32'), one.matchings_index ?? 0);
    assert.is(read[i].number(6, 'readUint32'), one.waypoint_index ?? 0);
    assert.is(read[i].number(8, 'readUint32'), one.trips_index ?? 0);
  });
}

/** The steps of a leg; in GeoJSON, lines are lists of places. */
function sameSteps(read: readonly Read[], json: readonly OsrmStep[]): void {
  assert.is(read.length, json.length);
  json.forEach((one, i) => {
    const step = read[i];
    assert.is(step.number(0, 'readFloat32'), Math.fround(one.distance));
    assert.is(step.number(1, 'readFloat32'), Math.fround(one.duration));
    assert.is(step.text(5), one.name);
    assert.is(step.text(10), one.mode);
    assert.is(step.number(15, 'readInt8') === 1, one.driving_side === 'left');
    const maneuver = step.table(11)!;
    assert.equal(maneuver.struct(0, 'readFloat32', 4), rounded(one.maneuver.location));
    assert.is(maneuver.number(1, 'readUint16'), one.maneuver.bearing_before);
    assert.is(maneuver.number(2, 'readUint16'), one.maneuver.bearing_after);
    const types: Record<string, number> = { turn: 0, depart: 2, arrive: 3, 'end of road': 8 };
    assert.is(maneuver.number(3, 'readInt8'), types[one.maneuver.type]);
    const turns: Record<string, number> = { straight: 5, left: 7, right: 3 };
    assert.is(maneuver.number(4, 'readInt8'), turns[one.maneuver.modifier ?? ''] ?? 0);
    const junctions = step.tables(12);
    assert.equal(
      junctions.map((junction) => junction.numbers(1, 'readUint16', 2)),
      one.intersections.map((junction) => junction.bearings),
    );
    assert.equal(
      junctions.map((junction) => junction.numbers(3, 'readInt8', 1).map((bit) => bit === 1)),
      one.intersections.map((junction) => junction.entry),
    );
    assert.equal(
      junctions.map((junction) => junction.number(5, 'readUint32')),
      one.intersections.map((junction) => junction.out ?? 0),
    );
  });
}

test('routes with steps and annotations', () => {
  const query = 'steps=true&annotations=true&alternatives=1';
  const [read, json] = both<RouteAnswer>(`/route/v1/driving/${two}`, query);
  assert.is(read.number(0, 'readInt8'), 0);
  assert.is(read.text(2), 'today');
  sameWaypoints(read.tables(3), json.waypoints!);
  const routes = read.tables(4);
  assert.is(routes.length, json.routes.length);
  json.routes.forEach((route, r) => {
    assert.is(routes[r].number(0, 'readFloat32'), Math.fround(route.distance));
    assert.is(routes[r].text(3), 'duration');
    assert.is(routes[r].text(5), route.geometry);
    const [leg] = routes[r].tables(7);
    assert.is(leg.number(1, 'readFloat64'), route.legs[0].duration);
    assert.is(leg.text(3), route.legs[0].summary);
    const annotation = leg.table(4)!;
    const { distance, speed, metadata } = route.legs[0].annotation!;
    assert.equal(annotation.numbers(0, 'readUint32', 4), distance!.map(Math.floor));
    assert.equal(annotation.numbers(5, 'readFloat32', 4), rounded(speed!));
    assert.equal(annotation.table(6)!.texts(0), metadata!.datasource_names);
    const steps = leg.tables(5);
    sameSteps(steps, route.legs[0].steps);
    assert.equal(
      steps.map((step) => step.text(2)),
      route.legs[0].steps.map((step) => step.geometry),
    );
  });
});

test('lines as lists of places', () => {
  const [read, json] = both<RouteAnswer>(
    `/route/v1/driving/${two}`,
    'geometries=geojson&overview=full',
  );
  const [route] = read.tables(4);
  const line = json.routes[0].geometry as Exclude<Geometry, string>;
  assert.is(route.text(5), undefined);
  // a place is two numbers in a row
  const places = pairs(route.numbers(6, 'readFloat32', 8));
  assert.is(places.flat().length, line.coordinates.length);
  const [first] = line.coordinates;
  assert.is(places[0][0], Math.fround(first[0]));
});

test('tables, by GET and by POST', async () => {
  const query = 'annotations=duration,distance&destinations=1;2&fallback_speed=10';
  const [read, json] = both<TableAnswer>(`/table/v1/driving/${two};${third};13.42,52.5`, query);
  const cells = read.table(5)!;
  assert.equal(cells.numbers(0, 'readFloat32', 4), rounded(json.durations!.flat().map(Number)));
  assert.equal(cells.numbers(3, 'readFloat32', 4), rounded(json.distances!.flat().map(Number)));
  assert.is(cells.number(1, 'readUint16'), 4);
  assert.is(cells.number(2, 'readUint16'), 2);
  sameWaypoints(read.tables(3), json.sources!);
  sameWaypoints(cells.tables(4), json.destinations!);
  assert.equal(pairs(cells.numbers(5, 'readUint32', 4)), json.fallback_speed_cells);
  const asked = { coordinates: two.split(';').map((one) => one.split(',')), format: 'flatbuffers' };
  const posted = service.answerPost('/table/v1/driving', JSON.stringify(asked));
  assert.equal(posted, service.answer(`/table/v1/driving/${two}.flatbuffers`));
});

test('nearest roads, traces and trips', () => {
  const [near, nearJson] = both<NearestAnswer>(`/nearest/v1/driving/${from}`, 'number=2');
  sameWaypoints(near.tables(3), nearJson.waypoints);
  // ids of nodes have 64 bits
  const low = near.tables(3).map((one) => one.struct(4, 'readUint32', 8));
  assert.equal(
    low,
    nearJson.waypoints.map((one) => one.nodes),
  );
  const [match, matchJson] = both<MatchAnswer>(
    '/match/v1/driving/13.4,52.5;13.402,52.5;14,53;13.404,52.5',
  );
  assert.ok(matchJson.tracepoints!.some((one) => one === null));
  sameWaypoints(
    match.tables(3),
    matchJson.tracepoints!.map((one) => one ?? {}),
  );
  assert.is(
    match.tables(4)[0].number(4, 'readFloat32'),
    Math.fround(matchJson.matchings[0].confidence),
  );
  const [trip, tripJson] = both<TripAnswer>(`/trip/v1/driving/${two};${third}`);
  sameWaypoints(trip.tables(3), tripJson.waypoints!);
  assert.is(trip.tables(4)[0].tables(7).length, 3);
});

test('refusals', () => {
  const { status, code, body } = service.answer(`/route/v1/driving/${from}.flatbuffers`);
  assert.equal([status, code], [400, 'InvalidOptions']);
  const buffer = new ByteBuffer(body as Uint8Array);
  const read = readTable(buffer, buffer.readInt32(0));
  assert.is(read.number(0, 'readInt8'), 1);
  assert.is(read.table(1)!.text(0), 'InvalidOptions');
  assert.match(read.table(1)!.text(1)!, /at least two/);
  const area = service.answer(`/isochrone/v1/driving/${from}.flatbuffers?contours_minutes=1`);
  assert.is(area.code, 'NotImplemented');
});

test.run();
