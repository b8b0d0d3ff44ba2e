import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sameArray } from '@wayfield/testing';
import { buildGraph, checkGraph, type Graph, reverseGraph } from '../src/index.ts';
import { anyGraph } from './random-data.ts';

const test = suite('reverseGraph');

test('turns every arc around, in the order of the tails', () => {
  const graph = buildGraph({
    nodeCount: 4,
    tail: [0, 0, 1, 2, 2],
    head: [2, 1, 2, 2, 0],
    weight: [1, 2, 3, 4, 5],
  });
  const reverse = reverseGraph(graph);
  sameArray(reverse.firstOut, [0, 1, 2, 5, 5]);
  sameArray(reverse.head, [2, 0, 0, 1, 2]);
  sameArray(reverse.weight, [5, 2, 1, 3, 4]);
  assert.is.not(reverse.buffer, graph.buffer);
});

test('keeps coordinates and the heuristicScale, also one of 0', () => {
  const arcs = { nodeCount: 2, tail: [0], head: [1], weight: [6], x: [0, 3], y: [0, 0] };
  const graph = buildGraph(arcs);
  const reverse = reverseGraph(graph);
  sameArray(reverse.x!, [0, 3]);
  assert.is(reverse.heuristicScale, graph.heuristicScale);
  assert.is(reverseGraph(buildGraph(arcs, { heuristicScale: 0 })).heuristicScale, 0);
});

test('takes no nodes and no arcs', () => {
  const none = { tail: [], head: [], weight: [] };
  assert.is(reverseGraph(buildGraph({ nodeCount: 0, ...none })).nodeCount, 0);
  assert.is(reverseGraph(buildGraph({ nodeCount: 3, ...none })).arcCount, 0);
});

const arcsOf = ({ nodeCount, firstOut, head, weight }: Graph, turned: boolean): string[] => {
  const list: string[] = [];
  for (let u = 0; u < nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      list.push(turned ? `${head[a]} ${u} ${weight[a]}` : `${u} ${head[a]} ${weight[a]}`);
    }
  }
  return list.sort();
};

test('has the same arcs the other way, and twice is the start, seed 61', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const reverse = reverseGraph(graph);
      checkGraph(reverse);
      assert.equal(arcsOf(reverse, true), arcsOf(graph, false));
      assert.equal(arcsOf(reverseGraph(reverse), false), arcsOf(graph, false));
    }),
    { seed: 61, numRuns: 300 },
  );
});

test.run();
