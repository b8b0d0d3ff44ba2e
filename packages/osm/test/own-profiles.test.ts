// What profiles of callers may give, and what is refused.
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createGround,
  createLocator,
  loadGeoJson,
  type OsmOptions,
  type Profile,
  PROFILES,
  readOsm,
  type RoadNetwork,
  readRoadNetwork,
  writeRoadNetwork,
} from '../src/index.ts';
import { OSRM_PROFILES } from '../src/osrm.ts';

const node = (id: number, lon: number, lat: number, tags = ''): string =>
  `<node id="${id}" lon="${lon}" lat="${lat}">${tags}</node>`;
const way = (id: number, refs: readonly number[], ...tags: [string, string][]): string =>
  `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tags
    .map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
    .join('')}</way>`;
/** Two roads of a straight line, with signals between; a square with two ways in. */
const MAP =
  node(1, 13, 52) +
  node(2, 13.01, 52, '<tag k="highway" v="traffic_signals"/>') +
  node(3, 13.02, 52) +
  node(4, 13.021, 52) +
  node(5, 13.021, 52.001) +
  node(6, 13.02, 52.001) +
  node(7, 13.021, 52.002) +
  way(1, [1, 2, 3], ['highway', 'primary']) +
  way(2, [3, 4, 5, 6, 3], ['highway', 'pedestrian'], ['area', 'yes'], ['oneway:foot', '-1']) +
  way(3, [5, 7], ['highway', 'footway']);
const read = (profile: Profile, options: Partial<OsmOptions> = {}): Promise<RoadNetwork> =>
  readOsm(new TextEncoder().encode(`<osm version="0.6">${MAP}</osm>`), {
    weight: 'seconds',
    ...options,
    profile,
  });
/** Waits for the error of a promise. */
async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return assert.unreachable();
}

const test = suite('profiles of callers');

test('give segments seconds and costs that are numbers in range', async () => {
  const good = { seconds: 5, cost: 5 };
  for (const name of ['seconds', 'cost'] as const) {
    for (const value of [NaN, -1, Infinity, 1e13]) {
      const segment = () => ({ ...good, [name]: value });
      const error = await errorOf(read({ ...PROFILES.car, segment }));
      assert.instance(error, RangeError);
      assert.match(String(error), `${name} of a segment is ${value}, expected`);
    }
    const segment = () => ({ ...good, [name]: undefined }) as never;
    assert.instance(await errorOf(read({ ...PROFILES.car, segment })), TypeError);
  }
  // faster than light
  const fast = await errorOf(read({ ...PROFILES.car, segment: () => ({ seconds: 0, cost: 1 }) }));
  assert.match(String(fast), /RangeError: seconds of a segment is 0, expected/);
  const network = await read({ ...PROFILES.car, segment: () => good });
  assert.equal([...network.graph.weight], [10, 10]);
});

test('give delays that are numbers in range', async () => {
  for (const value of [NaN, -1, Infinity, 3601]) {
    const delay = () => ({ forward: 1, backward: value });
    const error = await errorOf(read({ ...PROFILES.car, delay }, { delays: true }));
    assert.match(String(error), `RangeError: backward of a delay is ${value}, expected`);
  }
});

test('give names that are texts', async () => {
  const profile: Profile = {
    ...PROFILES.car,
    way: (tags) => ({ ...PROFILES.car.way(tags)!, name: 5 as never }),
    keys: ['highway'],
  };
  const error = await errorOf(read({ ...profile, ends: undefined as never }));
  assert.match(String(error), /TypeError: name of a way is 5, expected a string/);
});

test('close a direction by a rate of 0', async () => {
  const oneDirection: Profile['way'] = (tags) => {
    const use = PROFILES.car.way(tags);
    return use && { ...use, rates: [0, 10] };
  };
  const network = await read({ ...PROFILES.car, way: oneDirection });
  assert.equal([...network.roadOf], [1]);
  assert.ok(network.cost!.every(Number.isFinite));
  readRoadNetwork(writeRoadNetwork(network));
});

test('cross open ground at a speed above 0', async () => {
  const area: Profile['area'] = (tags) => {
    const use = PROFILES.foot.area!(tags);
    return use && { ...use, inside: 0 };
  };
  const error = await errorOf(read({ ...PROFILES.foot, area }, { openAreas: true }));
  assert.match(String(error), /RangeError: inside of an area is 0, expected/);
  // walkers go around this square in one direction
  const network = await read(PROFILES.foot, { openAreas: true });
  assert.ok(network.openAreas![0].speed > 1);
  readRoadNetwork(writeRoadNetwork(network));
});

test('pass over ways on which no position is found', async () => {
  const ferries: Profile = {
    ...PROFILES.car,
    way: () => ({ roadClass: 'ferry', forward: 10, backward: 10, passOnly: true }),
  };
  const network = await read(ferries);
  assert.ok(network.roads.count > 0);
  const locator = createLocator(network);
  assert.is(locator.nearestRoad(13.01, 52), undefined);
  assert.equal(locator.nearestRoads(13.01, 52, { count: 2, filter: () => true }), []);
  const both = await read({
    ...ferries,
    way: (tags) => ({ ...ferries.way(tags)!, passOnly: tags.get('highway') === 'primary' }),
  });
  assert.is(both.roads.wayId[createLocator(both).nearestRoad(13.01, 52)!.road], 2n);
});

test('see places on open ground by any longitude', async () => {
  const network = await read(PROFILES.foot, { openAreas: true });
  const ground = createGround(network);
  const place = ground.at(13.0205, 52.0005)!;
  assert.equal(ground.at(13.0205 - 360, 52.0005), place);
  assert.is(ground.between(place, ground.at(13.0205 - 360, 52.0005)!), 0);
});

test('of OSRM ignore limits that no road has', () => {
  for (const maxspeed of ['Infinity', '1e12', '301', '0.9', '1e-9', '-5', '0x1ff']) {
    const tags = new Map([
      ['highway', 'primary'],
      ['maxspeed', maxspeed],
    ]);
    assert.is(OSRM_PROFILES.car.way(tags)!.forward, 65, maxspeed);
  }
  const slow = OSRM_PROFILES.car.way(
    new Map([
      ['highway', 'primary'],
      ['maxspeed', '1'],
    ]),
  );
  assert.is(slow!.forward, 0.8);
});

test('have no numbers of roads with the directions of squares', async () => {
  const square =
    way(1, [1, 2, 3, 1], ['highway', 'pedestrian'], ['ref', 'I 80']) +
    `<relation id="1"><member type="way" ref="1" role="outer"/>` +
    ['type=multipolygon', 'highway=pedestrian', 'ref=I 80', 'direction=west']
      .map((tag) => tag.split('='))
      .map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
      .join('') +
    '</relation>';
  const nodes = node(1, 13, 52) + node(2, 13.01, 52) + node(3, 13.01, 52.01);
  const source = new TextEncoder().encode(`<osm version="0.6">${nodes}${square}</osm>`);
  const options = { profile: 'foot', openAreas: true, cardinalDirections: true } as const;
  const { details } = await readOsm(source, options);
  assert.is(details![1].ref, 'I 80');
});

test('are given tags that are texts', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [13, 52],
      [13.01, 52],
    ],
  };
  const tags = () => ({ highway: 'primary', maxspeed: 50 }) as never;
  refuses(
    () => loadGeoJson(line, { profile: 'car', tags }),
    TypeError,
    'tags of feature 0: maxspeed is 50, expected a string',
  );
});

test.run();
