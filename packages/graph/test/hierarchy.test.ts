import { refuses, sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  allocateHierarchy,
  checkHierarchy,
  type Hierarchy,
  readHierarchy,
  writeHierarchy,
} from '../src/hierarchy.ts';
import { buildGraph, NONE } from '../src/index.ts';

const SEED = 20240611;

// 0 --1--> 1 --2--> 2: node 1 is contracted first, and 0 -> 2 is a shortcut over it
const graph = buildGraph({ nodeCount: 3, tail: [0, 1], head: [1, 2], weight: [1, 2] });

function small(): Hierarchy {
  const hierarchy = allocateHierarchy(3, 3, 2, 1);
  const { rank, node, levelStart, up, down } = hierarchy;
  node.set([1, 0, 2]);
  rank.set([1, 0, 2]);
  levelStart.set([0, 1, 2, 3]);
  up.firstArc.set([0, 1, 2, 2]);
  up.head.set([2, 2]);
  up.weight.set([2, 3]);
  up.first.set([1, 0]);
  up.second.set([NONE, 0]);
  down.firstArc.set([0, 1, 1, 1]);
  down.head.set([1]);
  down.weight.set([1]);
  down.first.set([0]);
  down.second.set([NONE]);
  return hierarchy;
}

const check = suite('checkHierarchy');

check('passes a hierarchy made by hand, alone and with its graph', () => {
  checkHierarchy(small());
  checkHierarchy(small(), graph);
  checkHierarchy(allocateHierarchy(0, 0, 0, 0));
});

const DAMAGE: readonly [string, (h: Hierarchy) => void, RegExp][] = [
  ['node', (h) => (h.node[1] = 3), /^node\[1\] is 3, expected below 3$/],
  ['rank', (h) => (h.rank[0] = 2), /^rank\[0\] is 2, expected 1$/],
  ['levels', (h) => (h.levelStart[1] = 0), /^levelStart\[1\] is 0, expected 1 to 3$/],
  ['the last level', (h) => (h.levelStart[3] = 2), /^levelStart\[3\] is 2, expected 3$/],
  ['rows', (h) => (h.up.firstArc[1] = 9), /^up\.firstArc\[1\] is 9, expected 0 to 2$/],
  ['a head below', (h) => (h.up.head[1] = 1), /^up\.head\[1\] is 1, expected 2 to 2$/],
  ['a head beyond', (h) => (h.up.head[1] = 3), /^up\.head\[1\] is 3, expected 2 to 2$/],
  ['a weight', (h) => (h.down.weight[0] = -1), /^down\.weight\[0\] is -1, expected a number >= 0$/],
  [
    'a sum',
    (h) => (h.up.weight[1] = 4),
    /^up\.weight\[1\] is 4, expected 3, the sum of its halves$/,
  ],
  ['a first half', (h) => (h.up.first[1] = 1), /^up\.first\[1\] is 1, expected an arc of down/],
  ['a second half', (h) => (h.up.second[1] = 2), /^up\.second\[1\] is 2, expected an arc of up/],
  ['halves that do not meet', (h) => (h.up.second[1] = 1), /^up arc 1 from rank 1 to 2 is made of/],
  [
    'an arc without a way',
    (h) => {
      h.down.weight[0] = Infinity;
      h.up.weight[1] = Infinity;
    },
    /^down\.first\[0\] is 0, expected 4294967295: its weight is Infinity$/,
  ],
];

check('refuses what is damaged', () => {
  for (const [what, damage, message] of DAMAGE) {
    const hierarchy = small();
    damage(hierarchy);
    refuses(() => checkHierarchy(hierarchy), RangeError, message);
    assert.throws(() => writeHierarchy(hierarchy), undefined, what);
  }
});

check('refuses arcs on one level', () => {
  const hierarchy = { ...small(), levelStart: Uint32Array.of(0, 1, 3) };
  refuses(
    () => checkHierarchy(hierarchy),
    RangeError,
    /level of up\.head\[1\] is 1, expected above 1/,
  );
});

check('allows a customised arc without a way', () => {
  const hierarchy = small();
  hierarchy.down.weight[0] = Infinity;
  hierarchy.down.first[0] = NONE;
  hierarchy.up.weight[1] = Infinity;
  checkHierarchy(hierarchy, graph);
});

check('refuses the hierarchy of another graph', () => {
  const other = (weight: number[], head = [1, 2], nodeCount = 3) =>
    buildGraph({ nodeCount, tail: [0, 1], head, weight });
  refuses(
    () => checkHierarchy(small(), other([1, 2], [1, 2], 4)),
    RangeError,
    'the hierarchy has 3 nodes, the graph has 4 nodes',
  );
  refuses(
    () => checkHierarchy(small(), other([1, 3])),
    RangeError,
    'up arc 0 weighs 2, arc 1 of the graph 3: the hierarchy is of other weights',
  );
  refuses(
    () => checkHierarchy(small(), other([1, 2], [1, 0])),
    RangeError,
    'up arc 0 from node 1 to 2 stands for arc 1, which has other ends',
  );
  const one = buildGraph({ nodeCount: 3, tail: [0], head: [1], weight: [1] });
  refuses(
    () => checkHierarchy(small(), one),
    RangeError,
    'up arc 0 stands for arc 1, the graph has 1 arcs',
  );
});

check.run();

const file = suite('hierarchy file');

function sameHierarchy(actual: Hierarchy, expected: Hierarchy): void {
  assert.is(actual.nodeCount, expected.nodeCount);
  for (const name of ['rank', 'node', 'levelStart'] as const) {
    sameArray(actual[name], expected[name], name);
  }
  for (const side of ['up', 'down'] as const) {
    for (const name of ['firstArc', 'head', 'weight', 'first', 'second'] as const) {
      sameArray(actual[side][name], expected[side][name], `${side}.${name}`);
    }
  }
}

file('is laid out as docs/graph-layout.md says', () => {
  const bytes = writeHierarchy(small());
  const view = new DataView(bytes.buffer);
  assert.is(String.fromCharCode(...bytes.subarray(0, 4)), 'WAYH');
  assert.equal(
    [4, 8, 12, 16, 20, 28].map((at) => view.getUint32(at, true)),
    [1, 0x01020304, 3, 3, 2, 1],
  );
  assert.equal([...bytes.subarray(32, 64)], Array(32).fill(0));
  assert.equal(
    [64, 68, 72, 76].map((at) => view.getUint32(at, true)),
    [1, 0, 2, 0],
    'rank',
  );
  assert.equal(
    [80, 84, 88, 92].map((at) => view.getUint32(at, true)),
    [1, 0, 2, 0],
    'node',
  );
  assert.is(bytes.length, 64 + 16 * 3 + 16 * 5 + 16 * 5);
});

file('is read back without copying', () => {
  const bytes = writeHierarchy(small());
  const hierarchy = readHierarchy(bytes);
  sameHierarchy(hierarchy, small());
  assert.is(hierarchy.rank.buffer, bytes.buffer);
  const moved = new Uint8Array(bytes.length + 4);
  moved.set(bytes, 4);
  sameHierarchy(readHierarchy(moved.subarray(4)), small());
  sameHierarchy(
    readHierarchy(writeHierarchy(allocateHierarchy(0, 0, 0, 0))),
    allocateHierarchy(0, 0, 0, 0),
  );
});

file(`is refused with one byte changed, seed ${SEED}`, () => {
  const bytes = writeHierarchy(small());
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = bytes.slice();
      damaged[at] ^= change;
      refuses(() => readHierarchy(damaged), RangeError, /./);
    }),
    { numRuns: 2000, seed: SEED },
  );
});

file('is refused cut off, too long, misplaced and of another kind', () => {
  const bytes = writeHierarchy(small());
  for (const length of [0, 63, 64, bytes.length - 4]) {
    refuses(
      () => readHierarchy(bytes.slice(0, length)),
      RangeError,
      /^byteLength is \d+, expected/,
    );
  }
  refuses(() => readHierarchy(new Uint8Array([...bytes, 0])), RangeError, /^byteLength is/);
  const moved = new Uint8Array(bytes.length + 1);
  moved.set(bytes, 1);
  refuses(() => readHierarchy(moved.subarray(1)), RangeError, /^byteOffset is 1/);
  const other = bytes.slice();
  other[3] = 'F'.charCodeAt(0);
  refuses(() => readHierarchy(other), RangeError, /^header\[0\] is/);
});

file.run();
