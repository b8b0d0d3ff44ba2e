import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sameArray } from '@wayfield/testing';
import { buildGraph } from '../src/index.ts';
import { depthFirstOrder } from '../src/reorder.ts';
import { anyGraph } from './random-data.ts';

const test = suite('depthFirstOrder');

test('goes deep first, arcs in order, then on to the first node not met', () => {
  const graph = buildGraph({
    nodeCount: 7,
    tail: [0, 0, 2, 2, 5, 3],
    head: [2, 3, 4, 3, 1, 0],
    weight: [1, 1, 1, 1, 1, 1],
  });
  sameArray(depthFirstOrder(graph), [0, 2, 4, 3, 1, 5, 6]);
});

test('takes no nodes and does not overflow the stack on a path of 300,000', () => {
  const none = { tail: [], head: [], weight: [] };
  sameArray(depthFirstOrder(buildGraph({ nodeCount: 0, ...none })), []);
  const n = 300_000;
  const tail = Uint32Array.from({ length: n - 1 }, (_, i) => i);
  const head = tail.map((u) => u + 1);
  const weight = new Float32Array(n - 1);
  const order = depthFirstOrder(buildGraph({ nodeCount: n, tail, head, weight }));
  assert.is(order[n - 1], n - 1);
});

test('agrees with the recursive definition, seed 82', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const expected: number[] = [];
      const visit = (u: number): void => {
        if (expected.includes(u)) return;
        expected.push(u);
        for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) visit(graph.head[a]);
      };
      for (let u = 0; u < graph.nodeCount; u++) visit(u);
      sameArray(depthFirstOrder(graph), expected);
    }),
    { seed: 82, numRuns: 300 },
  );
});

test.run();
