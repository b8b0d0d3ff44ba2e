import { join } from 'node:path';
import { checkGraph, weakComponents, writeGraph } from '@wayfield/graph';
import { dataDir, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Profile, type RoadNetwork, type RoadOptions } from '../src/index.ts';
import { readOsmFile } from '../src/node.ts';
import { routeByIds } from './routes.ts';

// Counts of the collection's index, which another program made: elements of the file; nodes,
// segments between neighbours and nodes of the largest weak component on ways for cars, whatever
// their access.
const COUNTS: Record<string, readonly number[]> = {
  'monaco.osm.gz': [13739, 1944, 77, 3068, 3221, 3037],
  'monaco.osm.pbf': [13739, 1944, 77, 3068, 3221, 3037],
  'aguascalientes.osm.bz2': [3083, 733, 10, 1876, 2219, 1848],
  'aguascalientes.osm.pbf': [3083, 733, 10, 1876, 2219, 1848],
  'West-Oakland-2016.osm.bz2': [4396, 1160, 101, 1069, 1205, 940],
  'planet_10.068_48.135_10.071_48.137.osm': [281, 56, 3, 31, 30, 31],
  'bautzen.osm': [781, 97, 0, 224, 228, 224],
  'berlin-siegessaeule.osm.gz': [5117, 418, 50, 236, 236, 211],
  'moscow-nw.osm.gz': [8402, 1652, 272, 1585, 1778, 1486],
  'aberdeen-uk.osm.gz': [2053, 363, 15, 713, 750, 675],
  'whitelion_bristol_uk.osm.pbf': [619, 111, 60, 69, 68, 69],
  'london.osm.pbf': [43652, 8329, 562, 3996, 4224, 3912],
  'campo-grande.osm.pbf': [24168, 4590, 7, 14493, 19338, 14004],
  'sydney.osm.pbf': [2796, 505, 54, 606, 651, 575],
  'bayfront_singapore.osm.pbf': [2843, 468, 115, 466, 504, 391],
  // the index says 1684: it draws one segment across a gap
  'melborne.osm.pbf': [1161, 1278, 718, 1159, 1683, 1082],
  'harrisburg.osm.pbf': [34486, 3537, 53, 16723, 18596, 16336],
  'andorra.osm.pbf': [69644, 2725, 74, 16574, 16893, 16541],
  'liechtenstein-latest.osm.pbf': [142832, 15247, 358, 16912, 17392, 16812],
  'malta-latest.osm.pbf': [252937, 40028, 527, 61784, 70663, 52842],
  'one_way_dead_end.osm.pbf': [1154, 89, 3, 471, 502, 410],
  'test-osm-negative-ids.osm.pbf': [8, 2, 0, 5, 4, 5],
  'test-restrictions.osm.pbf': [15, 18, 6, 9, 10, 9],
  'test_simple_pturn.osm.xml': [7, 6, 1, 7, 7, 7],
  'test_simple_turncosts.osm.xml': [7, 5, 1, 7, 7, 7],
};
/** References to nodes that the file does not hold, of these ways. */
const MISSING: Record<string, number> = {
  'West-Oakland-2016.osm.bz2': 203,
  'campo-grande.osm.pbf': 1329,
  'melborne.osm.pbf': 170,
};
const CAR_HIGHWAYS = new Set(
  ['motorway', 'trunk', 'primary', 'secondary', 'tertiary']
    .flatMap((name) => [name, `${name}_link`])
    .concat('unclassified', 'residential', 'service', 'living_street', 'road'),
);
/** The roads that the index counts. */
const indexed: Profile = {
  name: 'index',
  modes: [],
  keys: ['highway'],
  way: (tags) =>
    CAR_HIGHWAYS.has(tags.get('highway') ?? '')
      ? { roadClass: 'other', forward: 1, backward: 1 }
      : undefined,
  blocks: () => false,
};

const folder = dataDir('osm');
const real = suite('readOsm of the public extracts');
const on = folder ? real : real.skip;
const load = (name: string, options: RoadOptions): Promise<RoadNetwork> =>
  readOsmFile(join(folder ?? '', name), options);

for (const [name, [nodes, ways, relations, roadNodes, segments, largest]] of Object.entries(
  COUNTS,
)) {
  on(`${name}: elements and roads as counted by others`, async () => {
    const network = await load(name, { profile: indexed, contract: false });
    const { report, graph } = network;
    assert.equal([report.nodes, report.ways, report.relations], [nodes, ways, relations]);
    assert.is(graph.nodeCount, roadNodes);
    const { size } = weakComponents(graph);
    assert.is(Math.max(...size), largest);
    assert.is(network.roads.count, segments);
    assert.ok(graph.heuristicScale > 0.999, `heuristicScale ${graph.heuristicScale}`);
  });
}

on('references to nodes that are not there are counted', async () => {
  for (const [name, missing] of Object.entries(MISSING)) {
    const { report } = await load(name, { profile: indexed });
    assert.is(report.missingNodes, missing, name);
  }
});

for (const [xml, pbf] of [
  ['monaco.osm.gz', 'monaco.osm.pbf'],
  ['aguascalientes.osm.bz2', 'aguascalientes.osm.pbf'],
]) {
  on(`${xml} and ${pbf} give the same bytes`, async () => {
    for (const profile of ['car', 'foot', 'all-ways'] as const) {
      const options = { profile, weight: 'seconds', turnRestrictions: true } as const;
      const [a, b] = [await load(xml, options), await load(pbf, options)];
      sameArray(writeGraph(a.graph), writeGraph(b.graph));
      assert.equal(a.report, b.report);
      assert.ok(a.graph.nodeCount > 300);
    }
  });
}

on('turn restrictions of the large extracts are obeyed or counted', async () => {
  for (const [name, used] of [
    ['moscow-nw.osm.gz', 60],
    ['london.osm.pbf', 40],
    ['melborne.osm.pbf', 300],
  ] as const) {
    const network = await load(name, { profile: 'car', turnRestrictions: true });
    checkGraph(network.graph);
    const { restrictions, restrictionsUsed, restrictionsUnclear } = network.report;
    assert.ok(restrictionsUsed >= used, `${name}: ${restrictionsUsed} of ${restrictions} used`);
    assert.ok(restrictionsUsed + restrictionsUnclear <= restrictions);
  }
});

on('test_simple_turncosts: no left turn, so around the block', async () => {
  const name = 'test_simple_turncosts.osm.xml';
  const free = await load(name, { profile: 'car' });
  const bound = await load(name, { profile: 'car', turnRestrictions: true });
  assert.is(routeByIds(free, 1, 7).path, '1 2 6 7');
  assert.is(routeByIds(bound, 1, 7).path, '1 2 4 2 6 7');
  assert.is(routeByIds(bound, 1, 8).path, '1 2 4 2 6 8');
  assert.is(routeByIds(bound, 2, 7).path, '2 6 7');
});

on('test_simple_pturn: no left turn, so turning round, or around the block', async () => {
  const name = 'test_simple_pturn.osm.xml';
  const free = await load(name, { profile: 'car' });
  const bound = await load(name, { profile: 'car', turnRestrictions: true });
  const strict = await load(name, { profile: 'car', turnRestrictions: true, uTurns: false });
  assert.is(routeByIds(free, 1, 6).path, '1 2 6');
  assert.is(routeByIds(bound, 1, 6).path, '1 2 3 2 6');
  assert.is(routeByIds(strict, 1, 6).path, '1 2 3 4 5 2 6');
  assert.is(routeByIds(bound, 3, 6).path, '3 2 6');
});

on('test-restrictions: motorways one way, only straight on', async () => {
  const bound = await load('test-restrictions.osm.pbf', { profile: 'car', turnRestrictions: true });
  assert.is(routeByIds(bound, 1, 4).path, '1 2 3 4');
  assert.is(routeByIds(bound, 2, 4).path, '2 3 4');
  assert.is(routeByIds(bound, 2, 8).path, '');
  assert.is(routeByIds(bound, 3, 8).path, '3 8');
  assert.is(routeByIds(bound, 1, 9).path, '');
});

on('test-restrictions: the same roads both ways', async () => {
  const twoWay: Profile = { ...indexed, modes: ['vehicle'] };
  const network = await load('test-restrictions.osm.pbf', {
    profile: twoWay,
    turnRestrictions: true,
  });
  assert.equal([network.report.restrictionsUsed, network.report.restrictionsUnclear], [5, 1]);
  // from 2 only straight on at 3, then back, but not right into 38: by way of 9
  assert.is(routeByIds(network, 2, 8).path, '2 3 4 3 9 3 8');
  assert.is(routeByIds(network, 4, 8).path, '4 3 9 3 8');
  assert.is(routeByIds(network, 9, 8).path, '9 3 8');
  assert.is(routeByIds(network, 7, 8).path, '7 4 3 9 3 8');
  // no turning round at 1 for who comes from 6
  assert.is(routeByIds(network, 6, 1).path, '6 1');
});

real.run();
