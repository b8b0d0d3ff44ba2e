// Places on both sides of 180 degrees are neighbours.
import { readOsm } from '@wayfield/osm';
import { buildRouting } from '@wayfield/routing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOsrmService } from '../src/osrm.ts';
import type { MatchAnswer } from '../src/osrm/services/match.ts';
import type { RouteAnswer } from '../src/osrm/services/route.ts';
import { aboutNetwork } from '../src/server/about.ts';

/** A street along the equator, whose second node is at 180 degrees, and a side street. */
const lons = ['179.999', '-180', '-179.999'];
const nodes = lons.map((lon, i) => `<node id="${i + 1}" lat="0" lon="${lon}"/>`).join('');
const way = (id: number, a: number, b: number): string =>
  `<way id="${id}"><nd ref="${a}"/><nd ref="${b}"/><tag k="highway" v="residential"/></way>`;
const ways = way(1, 1, 2) + way(2, 2, 3) + way(3, 2, 4);
const xml = `<osm version="0.6">${nodes}<node id="4" lat="0.001" lon="-180"/>${ways}</osm>`;
const network = await readOsm(new TextEncoder().encode(xml), { profile: 'car', weight: 'seconds' });
const routing = buildRouting(network, { metric: 'seconds' });

const test = suite('180 degrees');

test('has narrow bounds on both sides', () => {
  assert.equal(aboutNetwork(routing).bounds, [179.999, 0, 180.001, 0.001]);
  const [lonE7, latE7] = [Int32Array.of(-1e9, -99e7, -98e7), Int32Array.of(1e7, 2e7, 3e7)];
  const roads = { ...network.roads, lonE7, latE7 };
  const moved = { ...routing, network: { ...network, roads } };
  assert.equal(aboutNetwork(moved).bounds, [-100, 1, -98, 3]);
  const none = { ...roads, lonE7: new Int32Array(0), latE7: new Int32Array(0), count: 0 };
  const empty = { ...routing, network: { ...network, roads: none } };
  assert.equal(aboutNetwork(empty).bounds, [180, 90, -180, -90]);
});

test('joins points of a trace with `tidy`', () => {
  const trace = '179.9995,0;179.999995,0;-179.999995,0;-179.9995,0';
  const { body } = createOsrmService(routing).answer(`/match/v1/car/${trace}?tidy=true`);
  const { tracepoints } = JSON.parse(body as string) as MatchAnswer;
  assert.equal(
    tracepoints!.map((point) => point !== null),
    [true, true, false, true],
  );
});

test('drops a corner of open ground at which a line goes straight on', () => {
  const across = network.roads.wayId.map(() => -(2n ** 51n) - 1n);
  const ground = { ...network, roads: { ...network.roads, wayId: across } };
  const target = '/route/v1/car/179.999,0;-179.999,0?overview=full&geometries=geojson';
  const { body } = createOsrmService({ ...routing, network: ground }).answer(target);
  const { routes } = JSON.parse(body as string) as RouteAnswer;
  const { coordinates } = routes[0].geometry as { coordinates: number[][] };
  assert.equal(coordinates, [
    [179.999, 0],
    [-179.999, 0],
  ]);
});

test.run();
