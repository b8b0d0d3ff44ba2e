import { random } from '@wayfield/graph/generators';
import { writeGraph } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readOsm, readRoadNetwork, writeRoadNetwork } from '../src/index.ts';
import { town } from './town.ts';
import { writePbf } from './write-pbf.ts';

const SEED = 20_261_123;
const network = await readOsm(writePbf(town), {
  profile: 'car',
  weight: 'seconds',
  turnRestrictions: true,
});
const file = writeRoadNetwork(network);

const files = suite(`writeRoadNetwork and readRoadNetwork, seed ${SEED}`);

files('give back the same network, without copying', () => {
  const back = readRoadNetwork(file);
  assert.is(back.graph.head.buffer, file.buffer);
  assert.is(back.roads.lonE7.buffer, file.buffer);
  sameArray(writeGraph(back.graph), writeGraph(network.graph));
  const { nodeId, wayId } = { ...back, ...back.roads };
  assert.equal([...nodeId], [...network.nodeId]);
  assert.equal([...wayId], [...network.roads.wayId]);
  for (const name of ['lonE7', 'latE7', 'roadOf', 'baseOf', 'endOf'] as const) {
    sameArray(back[name], network[name], name);
  }
  for (const name of ['roadClass', 'name', 'length', 'firstPoint', 'lonE7', 'latE7'] as const) {
    sameArray(back.roads[name], network.roads[name], name);
  }
  assert.equal(back.names, network.names);
  assert.equal(back.report, network.report);
  assert.equal(
    [back.profile, back.weight, back.centre, back.baseCount],
    ['car', 'seconds', network.centre, network.baseCount],
  );
  sameArray(writeRoadNetwork(back), file);
});

files('hold a network without roads', async () => {
  const empty = writeRoadNetwork(await readOsm(writePbf({}), { profile: 'foot' }));
  assert.is(readRoadNetwork(empty).roads.count, 0);
  assert.is(readRoadNetwork(empty.slice().buffer).profile, 'foot');
});

files('refuse what is cut, changed, misplaced or another file', () => {
  refuses(
    () => readRoadNetwork(file.subarray(0, 40)),
    RangeError,
    'byteLength is 40, expected at least 64',
  );
  refuses(
    () => readRoadNetwork(file.slice(0, -16)),
    RangeError,
    `byteLength is ${file.length - 16}, expected ${file.length}`,
  );
  refuses(() => readRoadNetwork(writeGraph(network.graph)), RangeError, /header\[0\] is/);
  const moved = new Uint8Array(file.length + 4).subarray(4);
  moved.set(file);
  refuses(
    () => readRoadNetwork(moved),
    RangeError,
    'byteOffset is 4, expected a multiple of 8: copy the bytes first',
  );
  const next = random(SEED);
  for (let i = 0; i < 300; i++) {
    const bad = file.slice();
    bad[Math.floor(next() * bad.length)] ^= 1 << Math.floor(next() * 8);
    refuses(() => readRoadNetwork(bad), RangeError, /is .*, expected/);
  }
});

files('refuse hostile places under a right checksum', () => {
  // as a writer of hostile files would: change the network, then write it
  const evil = (change: (copy: ReturnType<typeof readRoadNetwork>) => void): Uint8Array => {
    const copy = readRoadNetwork(file.slice());
    change(copy);
    return writeRoadNetwork(copy);
  };
  const cases: [change: Parameters<typeof evil>[0], text: RegExp][] = [
    [(copy) => (copy.endOf[1] = 9999), /endOf\[1\] is 9999, expected below \d+/],
    [(copy) => (copy.baseOf[1] = 9999), /baseOf\[1\] is 9999/],
    [(copy) => (copy.roadOf[0] = 9999), /roadOf\[0\] is 9999/],
    [(copy) => (copy.roads.name[0] = 9999), /name\[0\] is 9999/],
    [(copy) => (copy.roads.roadClass[0] = 99), /roadClass\[0\] is 99, expected below 17/],
    [(copy) => (copy.roads.firstPoint[1] = 1), /firstPoint\[1\] is 1, expected 2 to/],
    [(copy) => (copy.roads.lonE7[0] = 2e9), /pointLonE7\[0\] is 2000000000/],
    [(copy) => (copy.latE7[0] = -1e9), /latE7\[0\] is -1000000000/],
    [(copy) => (copy.baseOf[1] = 0), /baseOf\[1\] is 0, expected 1/],
    [(copy) => (copy.endOf[1] = 0), /endOf\[1\] is 0, expected a node with baseOf 1/],
    [(copy) => Object.assign(copy, { baseCount: 9999 }), /baseCount is 9999, expected at most \d+/],
    [(copy) => (copy.roads.length[0] = -1), /length\[0\] is -1, expected a finite number/],
    [(copy) => (copy.roads.length[0] = NaN), /length\[0\] is NaN/],
    [(copy) => Object.assign(copy, { centre: [1e9, 0] }), /the text of the network is not that of/],
    [
      (copy) => Object.assign(copy.roads, { detail: new Uint32Array(0) }),
      /detailCount is 0, expected \d+/,
    ],
    [
      (copy) => Object.assign(copy.details![0], { ref: true }),
      /the text of the network is not that of/,
    ],
    [
      (copy) => {
        const ring = { lonE7: [0, 1, 1], latE7: [0, 0, 2e9], node: [-1, -1, -1] };
        Object.assign(copy, { openAreas: [{ speed: 1, rings: [ring] }] });
      },
      /the text of the network is not that of/,
    ],
    [
      (copy) => {
        // each place on this ground would be compared with 500 corners
        const corners = Array.from({ length: 500 }, (_, i) => i);
        const ring = {
          lonE7: corners,
          latE7: corners.map((i) => i * i),
          node: corners.map(() => 0),
        };
        Object.assign(copy, { openAreas: [{ speed: 1, rings: [ring] }] });
      },
      /the text of the network is not that of/,
    ],
    [(copy) => Object.assign(copy, { report: null }), /the text of the network is not that of/],
  ];
  for (const [change, text] of cases)
    refuses(() => readRoadNetwork(evil(change)), RangeError, text);
});
files.run();
