import { gzipSync } from 'node:zlib';
import { buildQueries, checkGraph, referenceRoutes, writeGraph } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  loadGeoJson,
  type ByteSource,
  type OsmProgress,
  readOsm,
  readRoadNetwork,
  ROAD_CLASSES,
  type RoadNetwork,
  type WayUse,
  writeRoadNetwork,
} from '../src/index.ts';
import { distanceE7 } from '../src/projection.ts';
import { randomStreets } from './random-streets.ts';
import { rejects } from './rejects.ts';
import { routeByIds } from './routes.ts';
import { place, town } from './town.ts';
import { writePbf, writeXml } from './write-pbf.ts';

const xml = new TextEncoder().encode(writeXml(town));

/** Metres between two places of the town. */
const metres = (a: [number, number], b: [number, number]): number => {
  const [p, q] = [place(...a), place(...b)];
  return distanceE7(p.lonE7, p.latE7, q.lonE7, q.latE7);
};
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-3, `${actual} instead of ${expected}`);

const read = suite('readOsm of a town with every trap');

read('counts what it finds and what it leaves out', async () => {
  const { report } = await readOsm(xml, { profile: 'car', turnRestrictions: true });
  assert.equal(report, {
    nodes: 17,
    ways: 12,
    relations: 3,
    usedWays: 9,
    missingNodes: 1,
    invalidNodes: 0,
    duplicateNodes: 1,
    duplicateWays: 1,
    shortWays: 1,
    repeatedNodes: 1,
    absurdSpeeds: 0,
    barriers: 1,
    restrictions: 2,
    restrictionsUsed: 1,
    restrictionsUnclear: 1,
    restrictionsAmbiguous: 0,
    components: 3,
    largestComponent: 7,
  });
});

read('counts nodes whose coordinates are no decimal numbers as invalid', async () => {
  const wrong = ['', ' ', '0x8', '0b11', '.', 'Infinity', '1.2.3'].map(
    (lon) => `lat="50" lon="${lon}"`,
  );
  const nodes = [...wrong, 'lat="+50." lon="8"', 'lat="5e1" lon=".8E+1"'];
  const lines = nodes.map((at, i) => `<node id="${i + 1}" ${at}/>`);
  const refs = nodes.map((_, i) => `<nd ref="${i + 1}"/>`).join('');
  const way = `<way id="9">${refs}<tag k="highway" v="residential"/></way>`;
  const bytes = new TextEncoder().encode(`<osm version="0.6">${lines.join('')}${way}</osm>`);
  const { report, roads } = await readOsm(bytes, { profile: 'car' });
  assert.equal([report.invalidNodes, report.missingNodes, roads.count], [7, 7, 1]);
});

read('makes a map of roads without length, and of one road that ends where it begins', async () => {
  const node = (id: number, lat: number, lon: number): string =>
    `<node id="${id}" lat="${lat}" lon="${lon}"/>`;
  const way = (...refs: number[]): string =>
    `<way id="9">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}<tag k="highway" v="residential"/></way>`;
  const far =
    '<way id="8"><nd ref="7"/><nd ref="8"/><tag k="highway" v="residential"/><tag k="oneway" v="yes"/></way>';
  const corner = node(1, 52.5, 13.4);
  const cases: [name: string, content: string, arcs: number][] = [
    [
      'a closed way',
      `${corner}${node(2, 52.501, 13.4)}${node(3, 52.501, 13.401)}${way(1, 2, 3, 1)}`,
      2,
    ],
    ['two nodes at one place', `${corner}${node(2, 52.5, 13.4)}${way(1, 2)}`, 2],
    [
      'the largest part at one place',
      `${corner}${node(2, 52.5, 13.4)}${node(7, 53, 13)}${node(8, 53, 14)}${way(1, 2)}${far}`,
      2,
    ],
  ];
  for (const [name, content, arcs] of cases) {
    for (const weight of ['metres', 'seconds'] as const) {
      const bytes = new TextEncoder().encode(`<osm version="0.6">${content}</osm>`);
      const network = await readOsm(bytes, { profile: 'car', weight, largestComponent: true });
      checkGraph(network.graph);
      assert.is(network.graph.arcCount, arcs, name);
      const again = readRoadNetwork(writeRoadNetwork(network));
      sameArray(again.graph.weight, network.graph.weight);
      const [u] = network.baseOf;
      const route = referenceRoutes(network.graph, buildQueries([[u, network.endOf[u]]]));
      assert.is(route.cost[0], 0, name);
    }
  }
});

read('ignores speed limits that no road has, and counts the roads with one', async () => {
  const limits = ['50', '0', '-5', `0.${'0'.repeat(20)}1`, '1e400', '9'.repeat(400), '301'];
  for (const weight of ['metres', 'seconds'] as const) {
    const lines = limits.map((maxspeed, i) => ({
      type: 'Feature',
      properties: { highway: 'primary', maxspeed },
      geometry: {
        type: 'LineString',
        coordinates: [
          [8, 50 + i / 100],
          [8, 50.01 + i / 100],
        ],
      },
    }));
    const { graph, report } = loadGeoJson(
      { type: 'FeatureCollection', features: lines },
      { profile: 'car', weight },
    );
    checkGraph(graph);
    assert.is(report.absurdSpeeds, 6);
    const [longest, shortest] = [Math.max(...graph.weight), Math.min(...graph.weight)];
    assert.ok(longest < 1.5 * shortest, `${shortest} to ${longest}`);
  }
  const way = (maxspeed: string, id: number): string =>
    `<way id="${id}"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/><tag k="maxspeed" v="${maxspeed}"/></way>`;
  const text = `<osm version="0.6"><node id="1" lat="50" lon="8"/><node id="2" lat="50.1" lon="8"/>${limits.map(way).join('')}</osm>`;
  const { report } = await readOsm(new TextEncoder().encode(text), {
    profile: 'car',
    weight: 'seconds',
  });
  assert.is(report.absurdSpeeds, 6);
});

read(
  'keeps junctions and ends as nodes, other points as shapes, and a node per road at a barrier',
  async () => {
    const network = await readOsm(xml, { profile: 'car' });
    checkGraph(network.graph);
    const ids = Array.from(network.nodeId, Number).sort((a, b) => a - b);
    assert.equal(ids, [1, 2, 3, 4, 5, 8, 9, 9, 10, 11, 12, 30, 31]);
    const { roads, names } = network;
    assert.is(roads.count, 11);
    const loop = Array.from(roads.wayId).lastIndexOf(101n);
    // 5 -> 6 -> 3 is one road of three points
    assert.is(roads.firstPoint[loop + 1] - roads.firstPoint[loop], 3);
    assert.is(roads.lonE7[roads.firstPoint[loop] + 1], place(2, 1).lonE7);
    assert.is(ROAD_CLASSES[roads.roadClass[loop]], 'residential');
    near(roads.length[loop], metres([1, 1], [2, 1]) + metres([2, 1], [2, 0]));
    const nameOf = (way: bigint): string => names[roads.name[Array.from(roads.wayId).indexOf(way)]];
    assert.equal(
      [nameOf(100n), nameOf(111n), nameOf(103n), nameOf(102n)],
      ['Hauptstraße', 'B 1', 'A & <B>', ''],
    );
  },
);

read('finds the ways that the profile allows, in metres', async () => {
  const network = await readOsm(xml, { profile: 'car' });
  const straight = routeByIds(network, 1, 4);
  assert.is(straight.path, '1 2 3 4');
  near(straight.cost, metres([0, 0], [3, 0]));
  // 3 -> 5 only around: the street is one-way
  assert.is(routeByIds(network, 3, 5).path, '3 2 5');
  assert.is(routeByIds(network, 5, 3).path, '5 3');
  // nobody drives past the bollard, or onto the island
  assert.is(routeByIds(network, 3, 10).path, '');
  assert.is(routeByIds(network, 4, 30).path, '');
  const walk = await readOsm(xml, { profile: 'foot' });
  assert.is(routeByIds(walk, 3, 10).path, '3 10');
  assert.is(routeByIds(walk, 3, 5).path, '3 5');
});

read('weighs by seconds, with speed limits and timetables', async () => {
  const network = await readOsm(xml, { profile: 'car', weight: 'seconds' });
  const { cost } = routeByIds(network, 1, 4);
  near(cost, (metres([0, 0], [1, 0]) / 70 + metres([1, 0], [3, 0]) / (30 * 1.609344)) * 3.6);
  near(routeByIds(network, 11, 12).cost, 600);
});

read('obeys turn restrictions, and turns round only where it is told', async () => {
  const network = await readOsm(xml, { profile: 'car', turnRestrictions: true });
  checkGraph(network.graph);
  assert.is(routeByIds(network, 1, 4).path, '1 2 5 3 4');
  assert.is(routeByIds(network, 2, 4).path, '2 3 4');
  const strict = await readOsm(xml, { profile: 'car', turnRestrictions: true, uTurns: false });
  checkGraph(strict.graph);
  assert.is(routeByIds(strict, 1, 4).path, '1 2 5 3 4');
  // turns round at the dead end only
  assert.is(routeByIds(network, 4, 8).path, '4 3 2 5 8');
  assert.is(routeByIds(strict, 8, 1).path, '8 5 3 2 1');
});

read('keeps the largest component, every point, and the ways of the study', async () => {
  const largest = await readOsm(xml, { profile: 'car', largestComponent: true });
  const ids = Array.from(largest.nodeId, Number).sort((a, b) => a - b);
  assert.equal(ids, [1, 2, 3, 4, 5, 8, 9]);
  const all = await readOsm(xml, { profile: 'car', contract: false });
  assert.ok(all.nodeId.includes(6n));
  const study = await readOsm(xml, { profile: 'all-ways', contract: false });
  // the building is a street, one-way streets lead back, the bollard lets through
  assert.ok(study.nodeId.includes(21n));
  assert.is(routeByIds(study, 3, 10).path, '3 9 10');
  assert.is(routeByIds(study, 3, 5).path, '3 6 5');
});

read('takes a profile of your own', async () => {
  const network = await readOsm(xml, {
    profile: {
      name: 'ships',
      modes: [],
      way: (tags) =>
        tags.get('route') === 'ferry'
          ? { roadClass: 'ferry', forward: 20, backward: 0 }
          : undefined,
      blocks: () => false,
    },
  });
  assert.is(network.profile, 'ships');
  assert.is(network.graph.arcCount, 1);
  assert.is(routeByIds(network, 11, 12).path, '11 12');
});

read.run();

const forms = suite('readOsm of the same content in all forms');
const bytesOf = ({ graph, roads, nodeId, roadOf }: RoadNetwork): Uint8Array =>
  new Uint8Array(
    Buffer.concat([
      writeGraph(graph),
      ...[roads.wayId, roads.lonE7, roads.latE7, roads.length, nodeId, roadOf].map(
        (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
      ),
    ]),
  );
const expected = await readOsm(xml, { profile: 'car', turnRestrictions: true }).then(bytesOf);
// the town by bzip2 -9, as two streams put together
const bzip2 = await import('./fixtures/town-bz2.ts').then(({ townBzip2 }) => townBzip2);

const sources: Record<string, () => Uint8Array | Blob | ReadableStream<Uint8Array> | ArrayBuffer> =
  {
    'a Blob': () => new Blob([xml]),
    'a stream': () => new Blob([xml]).stream() as ReadableStream<Uint8Array>,
    'an ArrayBuffer': () => xml.slice().buffer,
    'gzip XML': () => gzipSync(xml),
    'gzip XML in three members, zeros behind them': () =>
      Buffer.concat(
        [xml.subarray(0, 99), xml.subarray(99, 500), xml.subarray(500)]
          .map((part) => gzipSync(part))
          .concat(Buffer.alloc(100)),
      ),
    'gzip XML in two members': () =>
      new Uint8Array(Buffer.concat([gzipSync(xml.slice(0, 999)), gzipSync(xml.slice(999))])),
    'bzip2 XML': () => bzip2,
    'XML with a byte order mark': () =>
      new Uint8Array(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), xml])),
    'XML behind a byte order mark and 300,000 blanks': () => {
      // behind blanks an XML declaration is not well-formed
      const root = xml.subarray(Buffer.from(xml).indexOf('<osm'));
      const front = [Buffer.from([0xef, 0xbb, 0xbf]), Buffer.alloc(3e5, ' \n\t')];
      return new Uint8Array(Buffer.concat([...front, root]));
    },
    'dense PBF': () => writePbf(town),
    'PBF without dense nodes': () => writePbf(town, { dense: false }),
    'PBF, not compressed': () => writePbf(town, { raw: true }),
    'gzip PBF': () => gzipSync(writePbf(town)),
    'PBF in units of a nanodegree, from elsewhere': () =>
      writePbf(town, { granularity: 1, offset: 500 }),
    'PBF with ways before nodes': () => {
      const all = writePbf(town);
      const [ways, nodes] = [
        writePbf({ ways: town.ways!, relations: town.relations! }),
        writePbf({ nodes: town.nodes! }),
      ];
      assert.ok(all.length > 0);
      return new Uint8Array(Buffer.concat([ways, nodes]));
    },
  };
for (const [name, source] of Object.entries(sources)) {
  forms(name, async () => {
    sameArray(
      bytesOf(await readOsm(source(), { profile: 'car', turnRestrictions: true })),
      expected,
    );
  });
}

forms('ids of 64 bits and negative ids', async () => {
  const shift = (id: number | bigint): bigint =>
    id === 1 ? -(2n ** 63n) : id === 4 ? 2n ** 63n - 1n : id === 2 ? -2n : BigInt(id) + 2n ** 60n;
  const content = {
    nodes: town.nodes!.map((node) => ({ ...node, id: shift(node.id) })),
    ways: town.ways!.map((way) => ({ ...way, id: shift(way.id), refs: way.refs.map(shift) })),
  };
  for (const file of [
    writePbf(content),
    writePbf(content, { dense: false }),
    Buffer.from(writeXml(content)),
  ]) {
    const network = await readOsm(new Uint8Array(file), { profile: 'car' });
    assert.is(routeByIds(network, shift(1), shift(4)).path, [1, 2, 3, 4].map(shift).join(' '));
    assert.ok(network.roads.wayId.includes(2n ** 60n + 101n));
    assert.is(network.report.missingNodes, 1);
  }
});

forms('a map across the date line', async () => {
  const nodes = [1_799_990_000, -1_799_990_000, -1_799_980_000].map((lonE7, i) => ({
    id: i + 1,
    lonE7,
    latE7: -170_000_000,
  }));
  const ways = [{ id: 1, refs: [1, 2, 3], tags: { highway: 'residential' } }];
  const network = await readOsm(writePbf({ nodes, ways }), { profile: 'car' });
  checkGraph(network.graph);
  assert.ok(routeByIds(network, 1, 3).cost < 400);
  assert.ok(network.graph.heuristicScale > 0.999);
});

forms('chunks of any size, in an array that is used again', async () => {
  const options = { profile: 'car', turnRestrictions: true } as const;
  for (const file of [xml, gzipSync(xml), bzip2, writePbf(town), writePbf(town, { raw: true })]) {
    for (const size of [1, 7, 100]) {
      const source: ByteSource = {
        byteLength: file.length,
        async *chunks() {
          const chunk = new Uint8Array(size);
          for (let at = 0; at < file.length; at += size) {
            const part = file.subarray(at, at + size);
            chunk.set(part);
            yield chunk.subarray(0, part.length);
          }
        },
      };
      sameArray(bytesOf(await readOsm(source, options)), expected);
    }
  }
});

forms('elements in any order', async () => {
  const next = random(7);
  const shuffled = <T>(list: readonly T[] = []): T[] =>
    list
      .map((value): [number, T] => [next(), value])
      .sort(([a], [b]) => a - b)
      .map(([, value]) => value);
  // of things that come twice the first counts
  const first = <T extends { id: number | bigint }>(list: readonly T[] = []): T[] =>
    list.filter(({ id }, i) => list.findIndex((other) => other.id === id) === i);
  const { nodes, ways, relations } = town;
  const once = { nodes: first(nodes), ways: first(ways), relations: relations! };
  const options = { profile: 'car', turnRestrictions: true } as const;
  const right = writeRoadNetwork(await readOsm(writePbf(once), options));
  for (let round = 0; round < 5; round++) {
    const mixed = {
      nodes: shuffled(once.nodes),
      ways: shuffled(once.ways),
      relations: shuffled(relations),
    };
    sameArray(writeRoadNetwork(await readOsm(writePbf(mixed), options)), right);
  }
  // many restrictions, each with copies of its own
  const streets = randomStreets(7);
  const sorted = writeRoadNetwork(await readOsm(writePbf(streets), options));
  const mixed = { ...streets, relations: shuffled(streets.relations) };
  sameArray(writeRoadNetwork(await readOsm(writePbf(mixed), options)), sorted);
});

forms('XML whose last node is cut by the end of a piece', async () => {
  const last = '<node id="2" lat="0" lon="1"><tag k="barrier" v="wall"/></node>';
  const head = '<osm><node id="1" lat="0" lon="0"/>';
  const way = '<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="track"/></way></osm>';
  for (let before = 0; before <= last.length; before += 7) {
    const file = head + ' '.repeat((1 << 16) - head.length - before) + last + way;
    const { report } = await readOsm(new TextEncoder().encode(file), { profile: 'foot' });
    assert.equal([report.missingNodes, report.barriers], [0, 1], `${before} bytes before the end`);
  }
});

forms('into shared memory', async () => {
  const { graph } = await readOsm(xml, { profile: 'car', shared: true });
  assert.instance(graph.buffer, SharedArrayBuffer);
});

forms('nothing at all', async () => {
  for (const file of [writePbf({}), Buffer.from(writeXml({}))]) {
    const network = await readOsm(new Uint8Array(file), { profile: 'car' });
    assert.equal([network.graph.nodeCount, network.graph.arcCount, network.roads.count], [0, 0, 0]);
    checkGraph(network.graph);
  }
});

forms.run();

const control = suite('progress and cancelling');
control('reports every phase up to all bytes', async () => {
  const seen: OsmProgress[] = [];
  await readOsm(xml, { profile: 'car', onProgress: (progress) => seen.push(progress) });
  assert.equal(
    seen.map(({ phase }) => phase),
    ['ways', 'nodes', 'graph'],
  );
  for (const { bytes, byteLength } of seen)
    assert.equal([bytes, byteLength], [xml.length, xml.length]);
});

control('ends with the reason of the signal', async () => {
  const reason = new Error('enough');
  await rejects(
    readOsm(xml, { profile: 'car', signal: AbortSignal.abort(reason) }),
    Error,
    'enough',
  );
  const controller = new AbortController();
  const running = readOsm(xml, {
    profile: 'car',
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  });
  await rejects(running, Error, 'enough');
});

control(
  'passes on what the signal, onProgress and a profile throw while it reads PBF',
  async () => {
    const pbf = writePbf(town);
    const late = new AbortController();
    const aborting = readOsm(pbf, {
      profile: 'car',
      signal: late.signal,
      onProgress: () => late.abort(new Error('enough')),
    });
    await rejects(aborting, Error, 'enough');
    const failing = (): never => {
      throw new Error('from the caller');
    };
    await rejects(readOsm(pbf, { profile: 'car', onProgress: failing }), Error, 'from the caller');
    const profile = { name: 'x', modes: [], way: failing, blocks: () => false };
    await rejects(readOsm(pbf, { profile }), Error, 'from the caller');
  },
);

control('refuses what it does not know', async () => {
  await rejects(
    readOsm(xml, { profile: 'plane' as 'car' }),
    RangeError,
    /profile is 'plane', expected car, bicycle, foot, all-ways/,
  );
  await rejects(
    readOsm(xml, { profile: 'car', weight: 'feet' as 'metres' }),
    RangeError,
    /weight is 'feet'/,
  );
  await rejects(
    readOsm('town.osm' as unknown as Uint8Array, { profile: 'car' }),
    TypeError,
    /source is 'town.osm', expected bytes, a Blob/,
  );
  const wrong = (use: object): Promise<unknown> =>
    readOsm(xml, {
      profile: { name: 'x', modes: [], way: () => use as WayUse, blocks: () => false },
    });
  const use = { roadClass: 'other', forward: 1, backward: 1 };
  await rejects(
    wrong({ ...use, forward: NaN }),
    RangeError,
    'forward of a way is NaN, expected 0, or from 0.001 to 1e9',
  );
  await rejects(
    wrong({ ...use, duration: -1 }),
    RangeError,
    'duration of a way is -1, expected 0, or from 0.001 to 1e9',
  );
  await rejects(
    wrong({ ...use, roadClass: 'air' }),
    RangeError,
    "roadClass is 'air', expected one of ROAD_CLASSES",
  );
});

control.run();
