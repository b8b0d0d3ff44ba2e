import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import { buildGraph, buildGrid, checkGraph, forEachStep, NONE, nodeCountOf } from '../src/index.ts';
import { gridToGraph, reorderGraph, subgraph } from '../src/reorder.ts';
import { anyGraph, anyGrid } from './random-data.ts';

// 0 -> 1 -> 2 -> 0, 2 -> 3, 3 -> 3
const graph = buildGraph({
  nodeCount: 4,
  tail: [0, 1, 2, 2, 3],
  head: [1, 2, 0, 3, 3],
  weight: [1, 2, 3, 4, 5],
  x: [0, 1, 1, 2],
  y: [0, 0, 1, 1],
});

const reorder = suite('reorderGraph');

reorder('renumbers nodes, arcs and coordinates and returns the way back', () => {
  const { graph: result, oldOf, newOf } = reorderGraph(graph, [2, 3, 0, 1]);
  sameArray(oldOf, [2, 3, 0, 1]);
  sameArray(newOf, [2, 3, 0, 1]);
  sameArray(result.firstOut, [0, 2, 3, 4, 5]);
  sameArray(result.head, [2, 1, 1, 3, 0]);
  sameArray(result.weight, [3, 4, 5, 1, 2]);
  sameArray(result.x!, [1, 2, 0, 1]);
  sameArray(result.y!, [1, 1, 0, 0]);
  assert.is(result.heuristicScale, graph.heuristicScale);
});

reorder('refuses what is no permutation', () => {
  const bad = (nodes: number[], text: string): void =>
    refuses(() => reorderGraph(graph, nodes), RangeError, text);
  bad([0, 1, 2], 'nodes has 3 entries, expected 4');
  bad([0, 1, 2, 4], 'nodes[3] is 4, the graph has 4 nodes');
  bad([0, 1, 2, 1], 'nodes[3] is 1, expected other than nodes[1]');
});

const arcName = (u: number, v: number, weight: number): string => `${u} ${v} ${weight}`;

reorder('has the same arcs under their old numbers, seed 71', () => {
  fc.assert(
    fc.property(anyGraph, fc.infiniteStream(fc.nat()), (any, keys) => {
      const nodes = Array.from({ length: any.nodeCount }, (_, u) => u);
      const key = nodes.map(() => keys.next().value!);
      nodes.sort((a, b) => key[a] - key[b] || a - b);
      const { graph: result, oldOf, newOf } = reorderGraph(any, nodes);
      checkGraph(result);
      for (let u = 0; u < any.nodeCount; u++) {
        assert.is(oldOf[newOf[u]], u);
        const before: string[] = [];
        const after: string[] = [];
        forEachStep(any, u, (v, w) => before.push(arcName(u, v, w)));
        forEachStep(result, newOf[u], (v, w) => after.push(arcName(u, oldOf[v], w)));
        assert.equal(after, before);
      }
    }),
    { seed: 71, numRuns: 300 },
  );
});

const sub = suite('subgraph');

sub('keeps the arcs among the nodes named', () => {
  const { graph: result, oldOf, newOf } = subgraph(graph, [3, 2, 0]);
  sameArray(oldOf, [3, 2, 0]);
  sameArray(newOf, [2, NONE, 1, 0]);
  sameArray(result.firstOut, [0, 1, 3, 3]);
  sameArray(result.head, [0, 2, 0]);
  sameArray(result.weight, [5, 3, 4]);
  assert.is(subgraph(graph, []).graph.nodeCount, 0);
});

sub('takes cells of a grid', () => {
  const grid = buildGrid({ width: 3, height: 2, cost: [1, 1, 0, 2, 1, 1], corners: 'always' });
  const { graph: result } = subgraph(grid, [4, 0, 5]);
  const root = Math.fround(Math.SQRT2);
  sameArray(result.firstOut, [0, 2, 3, 4]);
  sameArray(result.head, [2, 1, 0, 0]);
  sameArray(result.weight, [1, root, root, 1]);
  sameArray(result.x!, [1, 0, 2]);
  sameArray(result.y!, [1, 0, 1]);
});

const convert = suite('gridToGraph');

convert('gives every open cell its steps, and blocked cells none', () => {
  const graphOf = gridToGraph(buildGrid({ width: 2, height: 2, cost: [1, 3, 0, 0.5] }));
  sameArray(graphOf.firstOut, [0, 1, 3, 3, 4]);
  sameArray(graphOf.head, [1, 0, 3, 1]);
  sameArray(graphOf.weight, [3, 1, 0.5, 3]);
  sameArray(graphOf.x!, [0, 1, 0, 1]);
  sameArray(graphOf.y!, [0, 0, 1, 1]);
  assert.ok(graphOf.heuristicScale > 0.4999 && graphOf.heuristicScale < 0.5);
});

convert('agrees with forEachStep on random grids, seed 72', () => {
  fc.assert(
    fc.property(anyGrid, (grid) => {
      const result = gridToGraph(grid);
      checkGraph(result);
      assert.is(result.nodeCount, nodeCountOf(grid));
      for (let u = 0; u < result.nodeCount; u++) {
        const there: string[] = [];
        const here: string[] = [];
        forEachStep(grid, u, (v, w) => there.push(arcName(u, v, w)));
        forEachStep(result, u, (v, w) => here.push(arcName(u, v, w)));
        assert.equal(here, there);
        assert.is(result.y![u] * grid.width + result.x![u], u);
      }
    }),
    { seed: 72, numRuns: 300 },
  );
});

reorder.run();
sub.run();
convert.run();
