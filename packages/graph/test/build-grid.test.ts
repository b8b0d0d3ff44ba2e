import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import {
  buildGraph,
  buildGrid,
  checkGrid,
  isGrid,
  nodeCountOf,
  uniformCost,
} from '../src/index.ts';
import { withoutMemory } from './without-memory.ts';

const test = suite('buildGrid');

test('opens every cell by default, 8 neighbours, no cut corners', () => {
  const grid = buildGrid({ width: 3, height: 2 });
  sameArray(grid.cost, [1, 1, 1, 1, 1, 1]);
  assert.is(grid.neighbours, 8);
  assert.is(grid.corners, 'never');
  assert.ok(grid.buffer instanceof ArrayBuffer);
  checkGrid(grid);
});

test('takes costs, blocked cells or both', () => {
  const size = { width: 2, height: 2 };
  sameArray(buildGrid({ ...size, cost: [1, 0, 2.5, -0] }).cost, [1, 0, 2.5, 0]);
  sameArray(buildGrid({ ...size, blocked: [true, false, false, true] }).cost, [0, 1, 1, 0]);
  sameArray(
    buildGrid({ ...size, cost: [1, 2, 3, 4], blocked: new Uint8Array([0, 1, 0, 0]) }).cost,
    [1, 0, 3, 4],
  );
});

test('keeps every rule and can share its memory', () => {
  for (const neighbours of [4, 8] as const) {
    for (const corners of ['never', 'one-open', 'always'] as const) {
      const grid = buildGrid({ width: 5, height: 1, neighbours, corners, shared: true });
      assert.is(grid.neighbours, neighbours);
      assert.is(grid.corners, corners);
      assert.ok(grid.buffer instanceof SharedArrayBuffer);
      assert.is(grid.cost.byteOffset % 16, 0);
      assert.is(grid.buffer.byteLength, 64 + 32);
    }
  }
});

for (const [what, change, text] of [
  ['no columns', { width: 0 }, 'width is 0, expected a whole number from 1 to 4294967294'],
  ['no rows', { height: 0 }, 'height is 0, expected a whole number from 1 to 4294967294'],
  [
    'a fractional width',
    { width: 2.5 },
    'width is 2.5, expected a whole number from 1 to 4294967294',
  ],
  [
    'more cells than 2^30 before it asks for memory',
    { width: 65536, height: 65535 },
    'width * height is 65536 * 65535 = 4294901760, expected at most 1073741824 cells (2^30)',
  ],
  ['6 neighbours', { neighbours: 6 }, 'neighbours is 6, expected 4 or 8'],
  [
    'an unknown corner rule',
    { corners: 'sometimes' },
    "corners is 'sometimes', expected 'never', 'one-open' or 'always'",
  ],
  ['too few costs', { cost: [1] }, 'cost has 1 entries, expected 4'],
  ['too many cells', { blocked: [0, 0, 0, 0, 0] }, 'blocked has 5 entries, expected 4'],
  [
    'a NaN cost',
    { cost: [1, 1, NaN, 1] },
    'cost[2] is NaN, expected 0, or 2^-126 to 2^126 / 4: 1.175e-38 to 2.127e+37',
  ],
  [
    'a negative cost',
    { cost: [-1, 1, 1, 1] },
    'cost[0] is -1, expected 0, or 2^-126 to 2^126 / 4: 1.175e-38 to 2.127e+37',
  ],
  [
    'an infinite cost',
    { cost: [1, Infinity, 1, 1] },
    'cost[1] is Infinity, expected 0, or 2^-126 to 2^126 / 4: 1.175e-38 to 2.127e+37',
  ],
] as const) {
  test(`refuses ${what}`, () => {
    refuses(() => buildGrid({ width: 2, height: 2, ...(change as object) }), RangeError, text);
  });
}

test('names the bytes when memory does not suffice', () => {
  withoutMemory(() => {
    refuses(
      () => buildGrid({ width: 5, height: 3 }),
      RangeError,
      'a grid of 5 x 3 cells takes 128 bytes: out of memory',
    );
  });
});

const kind = suite('isGrid, nodeCountOf, uniformCost');

kind('tells grids from graphs', () => {
  const grid = buildGrid({ width: 3, height: 2 });
  const graph = buildGraph({ nodeCount: 2, tail: [], head: [], weight: [] });
  assert.is(isGrid(grid), true);
  assert.is(isGrid(graph), false);
  assert.is(nodeCountOf(grid), 6);
  assert.is(nodeCountOf(graph), 2);
});

kind('finds the factor of all open cells, or 0', () => {
  const size = { width: 3, height: 1 };
  assert.is(uniformCost(buildGrid(size)), 1);
  assert.is(uniformCost(buildGrid({ ...size, cost: [0, 2.5, 2.5] })), 2.5);
  assert.is(uniformCost(buildGrid({ ...size, cost: [1, 2, 0] })), 0);
  assert.is(uniformCost(buildGrid({ ...size, cost: [0, 0, 0] })), 0);
});

test.run();
kind.run();
