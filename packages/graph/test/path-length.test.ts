import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses } from '@wayfield/testing';
import { buildGraph, buildGrid, pathLength } from '../src/index.ts';

const test = suite('pathLength');

test('sums doubles and takes the cheapest of parallel arcs', () => {
  const graph = buildGraph({
    nodeCount: 3,
    tail: [0, 0, 1],
    head: [1, 1, 2],
    weight: [5, 2 ** 24, 0.5],
  });
  assert.is(pathLength(graph, [0, 1, 2]), 5.5);
  const far = buildGraph({ nodeCount: 3, tail: [0, 1], head: [1, 2], weight: [2 ** 24, 0.5] });
  assert.is(pathLength(far, [0, 1, 2]), 2 ** 24 + 0.5);
});

test('counts straight and diagonal steps of grids apart', () => {
  const grid = buildGrid({ width: 4, height: 3 });
  assert.is(pathLength(grid, [0, 1, 6, 11]), 1 + 2 * Math.SQRT2);
  assert.is(pathLength(grid, [0]), 0);
  assert.is(pathLength(grid, []), 0);
  const weighted = buildGrid({ width: 2, height: 2, cost: [1, 2, 1, 3] });
  assert.is(pathLength(weighted, [0, 1, 3, 0]), 2 + 3 + 1 * Math.SQRT2);
});

test('refuses a path with a gap', () => {
  const grid = buildGrid({ width: 4, height: 3 });
  refuses(
    () => pathLength(grid, [0, 1, 3]),
    RangeError,
    'path[2] is 3, expected a node that an arc from 1 leads to',
  );
  refuses(() => pathLength(grid, [99, 0]), RangeError, 'path[0] is 99, the graph has 12 nodes');
});

test.run();
