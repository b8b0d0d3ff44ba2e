// All that a network and a use of a way may have is kept by files, by blocked roads, and by equal
// uses. The lists are of types: typecheck fails for a new field that is not entered here.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { blockRoads } from '../src/agents.ts';
import { readOsm, readRoadNetwork, writeRoadNetwork } from '../src/index.ts';
import type { Profile, RoadNetwork, Roads, Tags, WayUse } from '../src/index.ts';
import { town } from './town.ts';
import { writePbf } from './write-pbf.ts';

const every = suite('every field');
const plain = await readOsm(writePbf(town), { profile: 'car', weight: 'seconds', uTurns: false });
const { graph } = plain;
const roadCount = plain.roads.count;
const count = { arcs: graph.arcCount, roads: roadCount, points: plain.roads.lonE7.length };

const roads: Required<Roads> = {
  ...plain.roads,
  live: new Uint8Array(count.roads).fill(1),
  pointId: new BigInt64Array(count.points).fill(7n),
  endsOnly: new Uint8Array(count.roads).fill(1),
  detail: new Uint32Array(count.roads),
};
const corner = { lonE7: [0, 1, 1], latE7: [0, 0, 1], node: [0, 1, 1] };
const network: Required<RoadNetwork> = {
  ...plain,
  roads,
  lengths: 'ellipsoid',
  cost: graph.weight.map((w) => 2 * w),
  details: plain.details!,
  openAreas: [{ speed: 1, rings: [corner] }],
};

every('part of a network is kept by its file', () => {
  const back = readRoadNetwork(writeRoadNetwork(network));
  const { roads: ownRoads, graph: own, ...rest } = network;
  const { roads: backRoads, graph: backGraph, ...others } = back;
  assert.equal(Object.keys(others).sort(), Object.keys(rest).sort());
  assert.equal(others, rest);
  assert.equal(backRoads, ownRoads);
  assert.equal([...backGraph.weight], [...own.weight]);
});

every('array per arc follows where arcs are blocked', () => {
  assert.not([count.roads, count.points, graph.nodeCount].includes(count.arcs), 'other lengths');
  const kept = blockRoads(network, [0]);
  assert.ok(kept.graph.arcCount < count.arcs);
  for (const [name, array] of Object.entries(network)) {
    if (!ArrayBuffer.isView(array) || (array as Uint32Array).length !== count.arcs) continue;
    const { length } = kept[name as 'roadOf'];
    assert.is(length, kept.graph.arcCount, `${name}: see withoutArcs in src/agents/block.ts`);
  }
});

/** Per field of a use: a value that the usual use does not have. */
const OTHER: Required<WayUse> = {
  roadClass: 'service',
  forward: 20,
  backward: 20,
  duration: 1,
  rates: [9, 9],
  cost: 99,
  endsOnly: true,
  passOnly: true,
  name: 'other',
  keepTags: true,
  modes: ['a', 'b'],
};

every('field of a use makes ways differ that come after another', async () => {
  const usual: WayUse = { roadClass: 'residential', forward: 30, backward: 30, rates: [30, 30] };
  /** The network whose ways with a `ref`, the first of all, have the usual use. */
  const seen = async (use: WayUse): Promise<string> => {
    const way = (tags: Tags): WayUse => (tags.has('ref') ? usual : use);
    const own: Profile = { name: 'own', modes: [], blocks: () => false, way };
    const found = await readOsm(writePbf(town), {
      profile: own,
      weight: 'seconds',
      endsOnly: true,
    });
    return JSON.stringify(
      [found.roads, [...found.graph.weight, ...found.cost!], [found.names, found.details]],
      (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
    );
  };
  const before = await seen(usual);
  for (const [name, value] of Object.entries(OTHER)) {
    const after = await seen({ ...usual, [name]: value });
    assert.is.not(after, before, `${name}: see createUseNumbers in src/way-list.ts`);
  }
});

every.run();
