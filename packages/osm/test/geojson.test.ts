import { checkGraph, writeGraph } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  loadGeoJson,
  networkToGeoJson,
  createLocator,
  pathToGeoJson,
  readOsm,
  readRoadNetwork,
  roadFeatures,
  writeRoadNetwork,
} from '../src/index.ts';
import { randomStreets } from './random-streets.ts';
import { town } from './town.ts';
import { writePbf } from './write-pbf.ts';

const SEED = 20_261_124;
const lines = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { highway: 'primary', name: 'A' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [13.4, 52.5],
          [13.41, 52.5],
          [13.42, 52.5, 34],
        ],
      },
    },
    { type: 'Feature', properties: null, geometry: { type: 'Point', coordinates: [13.4, 52.5] } },
    {
      type: 'Feature',
      properties: { highway: 'residential', oneway: 'yes' },
      geometry: {
        type: 'MultiLineString',
        coordinates: [
          [
            [13.41, 52.5],
            [13.41, 52.51],
          ],
          [
            [13.41, 52.51],
            [13.42, 52.5],
          ],
        ],
      },
    },
    { type: 'Feature', properties: { highway: 'residential' }, geometry: null },
  ],
};

const load = suite('loadGeoJson');
load('joins lines where they have the same place', () => {
  const network = loadGeoJson(lines, { profile: 'car' });
  checkGraph(network.graph);
  assert.equal([network.graph.nodeCount, network.graph.arcCount], [4, 6]);
  // the number of the feature
  assert.equal([...network.roads.wayId], [0n, 0n, 2n, 2n]);
  assert.equal(
    Array.from(network.roads.name, (name) => network.names[name]),
    ['A', 'A', '', ''],
  );
  const { ways, nodes, usedWays } = network.report;
  assert.equal([ways, nodes, usedWays], [3, 4, 3]);
  sameArray(
    writeGraph(loadGeoJson(JSON.stringify(lines), { profile: 'car' }).graph),
    writeGraph(network.graph),
  );
  const bytes = new TextEncoder().encode(JSON.stringify(lines));
  sameArray(writeGraph(loadGeoJson(bytes, { profile: 'car' }).graph), writeGraph(network.graph));
});

load('takes bare geometries and collections, and tags of your own', () => {
  const [{ geometry }] = lines.features;
  const study = loadGeoJson(geometry!, { profile: 'all-ways' });
  assert.is(study.graph.arcCount, 2);
  const nested = {
    type: 'GeometryCollection',
    geometries: [geometry, { type: 'GeometryCollection', geometries: [geometry] }],
  };
  assert.is(loadGeoJson(nested, { profile: 'all-ways' }).graph.arcCount, 8);
  const tagged = loadGeoJson(lines, {
    profile: 'car',
    tags: ({ highway }) => ({ highway: String(highway) }),
  });
  assert.is(tagged.graph.arcCount, 8);
});

load('cuts lines at places that are none', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [0.1, 0],
      [500, 0],
      [0.2, 0],
      [0.3, 0],
    ],
  };
  const { report, roads } = loadGeoJson(line, { profile: 'all-ways' });
  assert.equal([roads.count, report.invalidNodes, report.missingNodes], [2, 1, 1]);
});

load('refuses what is no GeoJSON', () => {
  const all = (data: string | object): unknown => loadGeoJson(data, { profile: 'all-ways' });
  refuses(() => all('{'), SyntaxError, /^GeoJSON: /);
  refuses(() => all('null'), SyntaxError, 'GeoJSON: expected an object');
  refuses(() => all('[]'), SyntaxError, 'GeoJSON: type is undefined, expected GeoJSON');
  refuses(
    () => all({ type: 'Topology' }),
    SyntaxError,
    'GeoJSON: type is "Topology", expected GeoJSON',
  );
  refuses(
    () => all({ type: 'FeatureCollection', features: 3 }),
    SyntaxError,
    'GeoJSON: a collection without a list',
  );
  refuses(
    () => all({ type: 'Feature', geometry: { type: 'LineString', coordinates: [[1]] } }),
    SyntaxError,
    'GeoJSON, feature 0: a place is no pair of numbers',
  );
  refuses(
    () => all({ type: 'Feature', geometry: { type: 'LineString', coordinates: 'x' } }),
    SyntaxError,
    'GeoJSON, feature 0: coordinates are no list',
  );
});

load(`reads damaged text or refuses it, seed ${SEED}`, () => {
  const next = random(SEED);
  const text = JSON.stringify(lines);
  const pieces = ['[', ']', '{', '}', ',', 'null', '1e999', '"LineString"', '-', '"', '[[', ':'];
  let read = 0;
  for (let round = 0; round < 2000; round++) {
    let bad = text;
    for (let i = Math.floor(next() * 3); i >= 0; i--) {
      const at = Math.floor(next() * bad.length);
      const piece = pieces[Math.floor(next() * pieces.length)];
      bad = bad.slice(0, at) + (next() < 0.7 ? piece : '') + bad.slice(at + Math.floor(next() * 3));
    }
    try {
      checkGraph(loadGeoJson(bad, { profile: 'car' }).graph);
      read++;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw new Error(bad, { cause: error });
    }
  }
  assert.ok(read > 20 && read < 1900, `${read} read`);
});
/** Metres of a degree by the tables of the ellipsoid WGS 84, to the north and to the east. */
const DEGREES = [
  [0, 110_574.3, 111_319.5],
  [45, 111_131.7, 78_846.8],
  [60, 111_412.2, 55_800],
] as const;

load('measures roads on the sphere or on the ellipsoid', () => {
  for (const [lat, north, east] of DEGREES) {
    const road = {
      type: 'LineString',
      coordinates: [
        [179.995, lat],
        [-179.995, lat],
        [-179.995, lat + 0.01],
      ],
    };
    const options = { profile: 'all-ways' } as const;
    const round = loadGeoJson(road, options);
    const network = loadGeoJson(road, { ...options, lengths: 'ellipsoid' });
    const [metres, first] = [(north + east) / 100, east / 100];
    assert.ok(Math.abs(network.roads.length[0] - metres) < 2e-5 * metres, `${lat}`);
    assert.ok(Math.abs(round.roads.length[0] - metres) > 2e-4 * metres, `${lat}`);
    assert.equal([round.lengths, network.lengths], [undefined, 'ellipsoid']);
    checkGraph(network.graph);
    const read = readRoadNetwork(writeRoadNetwork(network));
    assert.is(read.lengths, 'ellipsoid');
    assert.is(readRoadNetwork(writeRoadNetwork(round)).lengths, undefined);
    // the corner lies at the share of the first segment
    const { share } = createLocator(read).nearestRoad(-179.995, lat)!;
    assert.ok(Math.abs(share - first / metres) < 2e-5, `${lat}`);
  }
});

load.run();

const write = suite('GeoJSON of networks and paths');
write('a network written and loaded again is the same graph', async () => {
  const network = await readOsm(writePbf(randomStreets(SEED)), { profile: 'car' });
  const collection = networkToGeoJson(network);
  assert.is(collection.features.length, network.roads.count);
  const again = loadGeoJson(JSON.stringify(collection), {
    profile: 'car',
    tags: ({ forward, backward, class: roadClass }) => ({
      highway: String(roadClass),
      ...(backward === null ? { oneway: 'yes' } : forward === null ? { oneway: '-1' } : {}),
    }),
  });
  sameArray(writeGraph(again.graph), writeGraph(network.graph));
});

write('a road says what it is', async () => {
  const network = await readOsm(writePbf(town), { profile: 'car' });
  const loop = [...roadFeatures(network)].find(({ properties }) => properties.way === 101)!;
  assert.equal(Object.keys(loop.properties), [
    'way',
    'class',
    'name',
    'metres',
    'oneway',
    'forward',
    'backward',
  ]);
  assert.equal(
    [loop.properties.class, loop.properties.oneway, loop.properties.backward],
    ['residential', true, null],
  );
  assert.equal(loop.geometry.coordinates[0], [13.401, 52.5]);
});

write('a path is a line along its roads, with their names', async () => {
  const network = await readOsm(writePbf(town), { profile: 'car' });
  const nodes = [1n, 2n, 5n, 3n, 4n].map((id) => network.nodeId.indexOf(id));
  const { geometry, properties } = pathToGeoJson(network, nodes, { agent: 7 });
  assert.equal(geometry.coordinates, [
    [13.4, 52.5],
    [13.401, 52.5],
    [13.401, 52.501],
    [13.402, 52.501],
    [13.402, 52.5],
    [13.403, 52.5],
  ]);
  assert.equal([properties.names, properties.agent], ['Hauptstraße · B 1', 7]);
  assert.ok(Math.abs((properties.metres as number) - (properties.cost as number)) < 0.01);
  refuses(
    () => pathToGeoJson(network, [nodes[0], nodes[4]]),
    RangeError,
    /path\[0\] is \d+, from which no arc leads to \d+/,
  );
  assert.is(pathToGeoJson(network, [nodes[0]]).geometry.coordinates.length, 2);
  assert.is(pathToGeoJson(network, []).geometry.coordinates.length, 0);
});
write.run();
