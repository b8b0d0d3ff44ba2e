import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import { buildGraph, buildGrid, hilbertOrder } from '../src/index.ts';
import { gridToGraph } from '../src/reorder.ts';
import { anyGraph } from './random-data.ts';

const test = suite('hilbertOrder');

test('follows the curve through 4 by 4 cells', () => {
  const order = hilbertOrder(gridToGraph(buildGrid({ width: 4, height: 4 })));
  sameArray(order, [0, 1, 5, 4, 8, 12, 13, 9, 10, 14, 15, 11, 7, 6, 2, 3]);
});

for (const side of [8, 16, 32]) {
  test(`goes from cell to neighbouring cell on ${side} by ${side}`, () => {
    const order = hilbertOrder(gridToGraph(buildGrid({ width: side, height: side })));
    for (let i = 1; i < order.length; i++) {
      const dx = (order[i] % side) - (order[i - 1] % side);
      const dy = Math.floor(order[i] / side) - Math.floor(order[i - 1] / side);
      assert.is(Math.abs(dx) + Math.abs(dy), 1, `step ${i}`);
    }
  });
}

test('takes one node, equal places and negative coordinates', () => {
  const none = { tail: [], head: [], weight: [] };
  const at = (x: number[], y: number[]): Uint32Array =>
    hilbertOrder(buildGraph({ nodeCount: x.length, ...none, x, y }));
  sameArray(at([], []), []);
  sameArray(at([7], [7]), [0]);
  sameArray(at([2, 2, 2], [3, 3, 3]), [0, 1, 2]);
  sameArray(at([1e6, -1e6, -1e6 + 1], [0, 0, 0]), [1, 2, 0]);
});

test('names every node once, seed 81', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      fc.pre(!!graph.x);
      const order = hilbertOrder(graph);
      assert.is(new Set(order).size, graph.nodeCount);
      assert.is(order.length, graph.nodeCount);
      assert.ok(order.every((u) => u < graph.nodeCount));
    }),
    { seed: 81, numRuns: 200 },
  );
});

test('refuses a graph without coordinates', () => {
  const graph = buildGraph({ nodeCount: 1, tail: [], head: [], weight: [] });
  refuses(() => hilbertOrder(graph), TypeError, 'the graph has no x and y');
});

test.run();
