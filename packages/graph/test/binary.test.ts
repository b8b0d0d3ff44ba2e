import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import {
  buildGraph,
  buildGrid,
  checkGraph,
  type Graph,
  type Grid,
  heuristicScaleOf,
  readGraph,
  readGrid,
  referenceAstar,
  reverseGraph,
  writeGraph,
} from '../src/index.ts';
import { anyGraph, anyGrid } from './random-data.ts';

const graph = buildGraph({
  nodeCount: 3,
  tail: [0, 1, 0],
  head: [1, 2, 2],
  weight: [1, 2, 5],
  x: [0, 1, 2],
  y: [0, 0, 0],
});
const grid = buildGrid({ width: 3, height: 2, cost: [1, 0, 2, 1, 1, 1], corners: 'one-open' });

function sameGraph(actual: Graph, expected: Graph): void {
  assert.is(actual.nodeCount, expected.nodeCount);
  assert.is(actual.arcCount, expected.arcCount);
  assert.is(actual.heuristicScale, expected.heuristicScale);
  for (const name of ['firstOut', 'head', 'weight', 'x', 'y'] as const) {
    assert.is(name in actual, name in expected, name);
    sameArray(actual[name] ?? [], expected[name] ?? [], name);
  }
}

function sameGrid(actual: Grid, expected: Grid): void {
  for (const name of ['width', 'height', 'neighbours', 'corners'] as const) {
    assert.is(actual[name], expected[name]);
  }
  sameArray(actual.cost, expected.cost, 'cost');
}

const write = suite('writeGraph');

write('lays a graph out as docs/graph-layout.md says', () => {
  const bytes = writeGraph(graph);
  const view = new DataView(bytes.buffer);
  const word = (offset: number): number => view.getUint32(offset, true);
  assert.is(String.fromCharCode(...bytes.subarray(0, 4)), 'WAYF');
  assert.is(word(4), 1, 'version');
  assert.equal([...bytes.subarray(8, 12)], [4, 3, 2, 1], 'byte order mark');
  assert.is(word(12), 1, 'flags: coordinates');
  assert.is(word(16), 3, 'nodeCount');
  assert.is(word(20), 3, 'arcCount');
  assert.is(view.getFloat32(28, true), graph.heuristicScale);
  assert.equal([...bytes.subarray(32, 64)], Array(32).fill(0));
  assert.equal([64, 68, 72, 76].map(word), [0, 2, 3, 3], 'firstOut');
  assert.equal([80, 84, 88, 92].map(word), [1, 2, 2, 0], 'head and its padding');
  assert.equal(
    [96, 100, 104].map((at) => view.getFloat32(at, true)),
    [1, 5, 2],
    'weight',
  );
  assert.is(view.getFloat32(116, true), 1, 'x[1]');
  assert.is(bytes.length, 64 + 16 + 16 + 16 + 16 + 16);
});

write('lays a grid out as docs/graph-layout.md says', () => {
  const bytes = writeGraph(grid);
  const view = new DataView(bytes.buffer);
  assert.is(view.getUint32(12, true), 16 + 8 + 1, 'flags: grid, 8 neighbours, one-open');
  assert.is(view.getUint32(16, true), 3, 'width');
  assert.is(view.getUint32(20, true), 2, 'height');
  assert.is(view.getFloat32(64 + 8, true), 2, 'cost[2]');
  assert.is(bytes.length, 64 + 32);
});

write('copies, also out of shared memory, and leaves the graph as it was', () => {
  const shared = buildGrid({ width: 2, height: 1, shared: true });
  const before = new Uint8Array(shared.buffer).slice();
  const bytes = writeGraph(shared);
  assert.ok(bytes.buffer instanceof ArrayBuffer);
  sameArray(new Uint8Array(shared.buffer), before);
});

write('writes what the object says, also where it was put together by hand', () => {
  sameGrid(readGrid(writeGraph({ ...grid, corners: 'always', neighbours: 4 })), {
    ...grid,
    corners: 'always',
    neighbours: 4,
  });
  const hand: Graph = {
    nodeCount: 2,
    arcCount: 1,
    firstOut: Uint32Array.of(0, 1, 1),
    head: Uint32Array.of(1),
    weight: Float32Array.of(0.5),
    heuristicScale: 0,
    buffer: new ArrayBuffer(0),
  };
  sameGraph(readGraph(writeGraph(hand)), hand);
});

write('refuses what could not be read back', () => {
  refuses(
    () => writeGraph({ ...graph, head: Uint32Array.of(1, 2, 3) }),
    RangeError,
    'head[2] is 3, the graph has 3 nodes',
  );
  refuses(
    () => writeGraph({ ...grid, cost: Float32Array.of(1) }),
    RangeError,
    'cost has 1 entries, expected 6',
  );
});

const read = suite('readGraph and readGrid');

read('give back what was written, on the same bytes', () => {
  const bytes = writeGraph(graph);
  const again = readGraph(bytes);
  sameGraph(again, graph);
  assert.is(again.buffer, bytes.buffer);
  assert.is(again.weight.buffer, bytes.buffer);
  sameGrid(readGrid(writeGraph(grid).buffer), grid);
});

read('accept bytes in shared memory and at a multiple of 4', () => {
  const bytes = writeGraph(grid);
  const buffer = new SharedArrayBuffer(bytes.length + 4);
  new Uint8Array(buffer).set(bytes, 4);
  sameGrid(readGrid(new Uint8Array(buffer, 4)), grid);
});

read('give back every graph, seed 51', () => {
  fc.assert(
    fc.property(anyGraph, (any) => sameGraph(readGraph(writeGraph(any)), any)),
    { seed: 51, numRuns: 300 },
  );
});

read('give back every grid, seed 52', () => {
  fc.assert(
    fc.property(anyGrid, (any) => sameGrid(readGrid(writeGraph(any)), any)),
    { seed: 52, numRuns: 300 },
  );
});

for (const [what, file, open] of [
  ['graph', writeGraph(graph), readGraph],
  ['grid', writeGraph(grid), readGrid],
] as const) {
  read(`refuse every change of a single byte of a ${what}`, () => {
    for (let at = 0; at < file.length; at++) {
      for (let change = 1; change < 256; change++) {
        const bytes = file.slice();
        bytes[at] ^= change;
        refuses(() => open(bytes), RangeError, / is .*, expected |, the graph has /);
      }
    }
  });

  read(`refuse a ${what} cut off or extended anywhere`, () => {
    for (let length = 0; length < 64; length++) {
      refuses(
        () => open(file.slice(0, length)),
        RangeError,
        `byteLength is ${length}, expected at least 64`,
      );
    }
    for (let length = 64; length < file.length; length++) {
      refuses(
        () => open(file.slice(0, length)),
        RangeError,
        `byteLength is ${length}, expected ${file.length}`,
      );
    }
    const longer = new Uint8Array(file.length + 1);
    longer.set(file);
    refuses(
      () => open(longer),
      RangeError,
      `byteLength is ${longer.length}, expected ${file.length}`,
    );
  });
}

/** A file with these words changed and its checksum right again, as an attacker would make it. */
function forged(data: Graph | Grid, changes: Record<number, number>): Uint8Array {
  const bytes = writeGraph(data);
  const words = new Uint32Array(bytes.buffer);
  for (const [at, value] of Object.entries(changes)) words[Number(at)] = value;
  // the checksum, written once more from its description
  let sum = 0;
  words.forEach((value, i) => {
    if (i === 6) return;
    sum = Math.imul(sum ^ value, 0x9e3779b1);
    sum ^= sum >>> 15;
  });
  words[6] = sum;
  return bytes;
}

const nan = 0x7fc00000;
const minusOne = 0xbf800000;
for (const [what, open, bytes, text] of [
  ['another format', readGraph, forged(graph, { 0: 5 }), 'header[0] is 5, expected 1180254551'],
  ['another version', readGraph, forged(graph, { 1: 2 }), 'header[1] is 2, expected 1'],
  [
    'big-endian words',
    readGraph,
    forged(graph, { 2: 0x04030201 }),
    'header[2] is 67305985, expected 16909060',
  ],
  ['a grid for a graph', readGraph, writeGraph(grid), 'the content is a grid, expected a graph'],
  ['a graph for a grid', readGrid, writeGraph(graph), 'the content is a graph, expected a grid'],
  [
    'more nodes than bytes',
    readGraph,
    forged(graph, { 4: 0xffffffff }),
    'byteLength is 144, expected 51539607648',
  ],
  [
    'more arcs than bytes',
    readGraph,
    forged(graph, { 5: 0xfffffffe }),
    'byteLength is 144, expected 34359738480',
  ],
  [
    'more cells than bytes',
    readGrid,
    forged(grid, { 4: 0xffffffff, 5: 0xffffffff }),
    'byteLength is 96, expected 73786976260478470000',
  ],
  [
    'a firstOut that descends',
    readGraph,
    forged(graph, { 17: 9 }),
    'firstOut[1] is 9, expected 0 to 3',
  ],
  [
    'a head out of range',
    readGraph,
    forged(graph, { 21: 3 }),
    'head[1] is 3, the graph has 3 nodes',
  ],
  [
    'a NaN weight',
    readGraph,
    forged(graph, { 24: nan }),
    'weight[0] is NaN, expected 0, or 2^-126 to 2^126 / 3: 1.175e-38 to 2.836e+37',
  ],
  [
    'a negative weight',
    readGraph,
    forged(graph, { 26: minusOne }),
    'weight[2] is -1, expected 0, or 2^-126 to 2^126 / 3: 1.175e-38 to 2.836e+37',
  ],
  [
    'a NaN coordinate',
    readGraph,
    forged(graph, { 28: nan }),
    'x[0] is NaN, expected a number from -2^60 to 2^60',
  ],
  [
    'a scale beyond all bounds',
    readGraph,
    forged(graph, { 7: 0x70000000 }),
    'heuristicScale is 1.5845632502852868e+29, expected 0 to 2^64',
  ],
  [
    'a NaN scale',
    readGraph,
    forged(graph, { 7: nan }),
    'heuristicScale is NaN, expected 0 to 2^64',
  ],
  [
    'a negative factor',
    readGrid,
    forged(grid, { 18: minusOne }),
    'cost[2] is -1, expected 0, or 2^-126 to 2^126 / 6: 1.175e-38 to 1.418e+37',
  ],
  [
    'an unknown corner rule',
    readGrid,
    forged(grid, { 3: 16 + 8 + 3 }),
    'flags & 7 is 3, expected a corner rule, 0 to 2',
  ],
  ['an unknown flag', readGraph, forged(graph, { 3: 3 }), 'flags is 3, expected 1'],
  ['an unknown flag', readGrid, forged(grid, { 3: 64 + 16 + 8 }), 'flags is 88, expected 24'],
] as const) {
  read(`refuse ${what} with a right checksum`, () => refuses(() => open(bytes), RangeError, text));
}

read('give back a graph whose weights have fallen, with the scale that they allow', () => {
  const fallen = buildGraph({
    nodeCount: 3,
    tail: [0, 1, 0],
    head: [1, 2, 2],
    weight: [10, 10, 20],
    x: [0, 10, 20],
    y: [0, 0, 0],
  });
  fallen.weight[0] = 1;
  assert.ok(fallen.heuristicScale > 0.99);
  const again = readGraph(writeGraph(fallen));
  assert.is(again.heuristicScale, heuristicScaleOf(fallen));
  assert.ok(again.heuristicScale > 0.0999 && again.heuristicScale < 0.1);
  assert.is(referenceAstar(fallen, 0, 2).cost, 11);
  checkGraph(reverseGraph(fallen));
  fallen.weight[0] = 0;
  assert.is(readGraph(writeGraph(fallen)).heuristicScale, 0);
});

for (const wrong of [-1, NaN, Infinity, 2 ** 125, 2 ** -127]) {
  read(`are given no weight of ${wrong}, which they would refuse`, () => {
    const changed = buildGraph({ nodeCount: 3, tail: [0], head: [1], weight: [1] });
    changed.weight[0] = wrong;
    refuses(() => writeGraph(changed), RangeError, /^weight\[0\] is .*, expected 0, or 2\^-126/);
    const cells = buildGrid({ width: 3, height: 1 });
    cells.cost[2] = wrong;
    refuses(() => writeGraph(cells), RangeError, /^cost\[2\] is .*, expected 0, or 2\^-126/);
  });
}

read('refuse a grid without cells', () => {
  const bytes = new Uint8Array(64);
  bytes.set(writeGraph(grid).subarray(0, 64));
  new Uint32Array(bytes.buffer).fill(0, 4, 6);
  refuses(() => readGrid(bytes), RangeError, /^checksum is \d+, expected \d+$/);
  // with its checksum right
  const words = new Uint32Array(bytes.buffer);
  let sum = 0;
  for (let i = 0; i < 16; i++) {
    if (i === 6) continue;
    sum = Math.imul(sum ^ words[i], 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  words[6] = sum;
  refuses(
    () => readGrid(bytes),
    RangeError,
    'width is 0, expected a whole number from 1 to 4294967294',
  );
});

read('refuse misaligned, detached and foreign buffers', () => {
  const bytes = writeGraph(graph);
  const shifted = new Uint8Array(bytes.length + 2);
  shifted.set(bytes, 2);
  refuses(
    () => readGraph(shifted.subarray(2)),
    RangeError,
    'byteOffset is 2, expected a multiple of 4: copy the bytes first',
  );
  const gone = bytes.slice();
  structuredClone(null, { transfer: [gone.buffer] });
  refuses(() => readGraph(gone), RangeError, 'byteLength is 0, expected at least 64');
  const expected = 'expected an ArrayBuffer or a view on one';
  refuses(() => readGraph('WAYF' as never), TypeError, `source is 'WAYF', ${expected}`);
  refuses(() => readGraph(undefined as never), TypeError, `source is undefined, ${expected}`);
  const png = new Uint8Array(100);
  png.set([0x89, 0x50, 0x4e, 0x47]);
  refuses(() => readGraph(png), RangeError, 'header[0] is 1196314761, expected 1180254551');
});

read(
  'refuse or read, but never hang or crash on random bytes after a right header, seed 53',
  () => {
    const word = fc.oneof(fc.nat(20), fc.constantFrom(0xffffffff, 0x7fc00000, 0xff800000));
    fc.assert(
      fc.property(
        fc.constantFrom(graph, grid),
        fc.array(fc.tuple(fc.integer({ min: 3, max: 35 }), word), { maxLength: 6 }),
        (data, list) => {
          const size = writeGraph(data).length / 4;
          const changes = Object.fromEntries(list.filter(([at]) => at < size && at !== 6));
          const bytes = forged(data, changes);
          for (const open of [readGraph, readGrid]) {
            try {
              open(bytes);
            } catch (error) {
              assert.instance(error, RangeError);
            }
          }
        },
      ),
      { seed: 53, numRuns: 2000 },
    );
  },
);

write.run();
read.run();
