import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses } from '@wayfield/testing';
import {
  buildGraph,
  buildGrid,
  type Graph,
  type Grid,
  nodeCountOf,
  NONE,
  referenceDijkstra,
  type Tree,
} from '../src/index.ts';
import { validateTree } from '../src/validate.ts';
import { anyGraph, anyGrid } from './random-data.ts';

const test = suite('validateTree');

// 0 -> 1 -> 2 costs 3, 0 -> 2 costs 4; 3 and 4 circle at no cost, out of reach; 5 costs nothing
// from 2
const graph = buildGraph({
  nodeCount: 6,
  tail: [0, 1, 0, 3, 4, 2],
  head: [1, 2, 2, 4, 3, 5],
  weight: [1, 2, 4, 0, 0, 0],
});
const tree = (dist: number[], parent: number[], source = 0): Tree => ({
  source,
  dist: Float32Array.from(dist),
  parent: Uint32Array.from(parent),
});
const [I, N] = [Infinity, NONE];

test('accepts the shortest paths', () => {
  validateTree(graph, tree([0, 1, 3, I, I, 3], [N, 0, 1, N, N, 2]));
  validateTree(graph, tree([I, I, I, 0, 0, I], [N, N, N, N, 3, N], 3));
});

for (const [what, wrong, text] of [
  [
    'a path that is not shortest',
    tree([0, 1, 4, I, I, 4], [N, 0, 0, N, N, 2]),
    'dist[2] is 4, expected less: 3 by the arc from 1, not 4',
  ],
  [
    'a dist that its path does not cost',
    tree([0, 1, 2, I, I, 2], [N, 0, 1, N, N, 2]),
    'dist[2] is 2, expected 3, what its path costs',
  ],
  [
    'a parent without an arc',
    tree([0, 1, 3, I, I, 3], [N, 0, 1, N, N, 1]),
    'parent[5] is 1, expected a node with an arc to it on a path from the source',
  ],
  [
    'a zero cycle that vouches for itself',
    tree([0, 1, 3, 2, 2, 3], [N, 0, 1, 4, 3, 2]),
    'parent[3] is 4, expected a node with an arc to it on a path from the source',
  ],
  [
    'a reached node left out',
    tree([0, 1, 3, I, I, I], [N, 0, 1, N, N, N]),
    'dist[5] is Infinity, expected less: 3 by the arc from 2, not Infinity',
  ],
  [
    'a distance without a parent',
    tree([0, 1, 3, 7, I, 3], [N, 0, 1, N, N, 2]),
    'dist[3] is 7, expected Infinity, what its path costs',
  ],
  [
    'a NaN distance',
    tree([0, 1, NaN, I, I, 3], [N, 0, 1, N, N, 2]),
    'dist[2] is NaN, expected 3, what its path costs',
  ],
  [
    'a source with a parent',
    tree([0, 1, 3, I, I, 3], [0, 0, 1, N, N, 2]),
    'parent[0] is 0, expected NONE, it is the source',
  ],
  [
    'a source that is not at 0',
    tree([1, 1, 3, I, I, 3], [N, 0, 1, N, N, 2]),
    'dist[0] is 1, expected 0, what its path costs',
  ],
  [
    'a parent out of range',
    tree([0, 1, 3, I, I, 3], [N, 0, 1, 77, N, 2]),
    'parent[3] is 77, expected a node with an arc to it on a path from the source',
  ],
] as const) {
  test(`refuses ${what}`, () => refuses(() => validateTree(graph, wrong), RangeError, text));
}

test('refuses arrays that do not fit', () => {
  const good = tree([0, 1, 3, I, I, 3], [N, 0, 1, N, N, 2]);
  refuses(
    () => validateTree(graph, { ...good, source: 6 }),
    RangeError,
    'source is 6, the graph has 6 nodes',
  );
  refuses(
    () => validateTree(graph, { ...good, dist: new Float32Array(5) }),
    RangeError,
    'dist has 5 entries, expected 6',
  );
  refuses(
    () => validateTree(graph, { ...good, parent: new Float32Array(6) as never }),
    TypeError,
    'parent is a Float32Array, expected a Uint32Array',
  );
});

test('reaches nothing from a blocked cell', () => {
  const grid = buildGrid({ width: 2, height: 1, cost: [0, 1] });
  validateTree(grid, tree([I, I], [N, N]));
  refuses(
    () => validateTree(grid, tree([0, I], [N, N])),
    RangeError,
    'dist[0] is 0, expected Infinity, what its path costs',
  );
});

test('is exact on uniform grids where f32 hides the difference', () => {
  // a corridor that fills 50 rows in serpentines and ends in column 0, then two ways to one cell:
  // 818 diagonal steps in zigzag between two rows, or 1154 straight and 2 diagonal ones around
  // them, 0.0017 longer: less than half an f32 step
  const [width, rows] = [819, 98];
  const cost = new Float32Array(width * (rows + 173));
  const open = (x: number, y: number): void => {
    cost[y * width + x] = 1.1;
  };
  for (let y = 0; y < rows; y += 4) {
    open(818, y + 1);
    open(0, y + 3);
    for (let x = 0; x < width; x++) {
      open(x, y);
      open(x, y + 2);
    }
  }
  for (let i = 0; i <= 818; i++) {
    open(i, rows + 2 + (i % 2));
    open(i, rows + 172);
  }
  for (let y = 0; y <= 172; y++) open(0, rows + y);
  for (let y = 2; y <= 172; y++) open(818, rows + y);
  const grid = buildGrid({ width, height: rows + 173, cost, corners: 'always' });
  const { dist, parent } = referenceDijkstra(grid, 0);
  const end = (rows + 2) * width + 818;
  assert.is(parent[end], end + width - 1, 'the last step of the zigzag');
  assert.ok(dist[end] > 32768, 'where f32 steps are 1/256');
  validateTree(grid, { source: 0, dist, parent });
  parent[end] = end + width; // from below
  refuses(
    () => validateTree(grid, { source: 0, dist, parent }),
    RangeError,
    /^dist\[82718\] is 46308.71875, expected less: 100111027 by the arc from 83536, not 100111031$/,
  );
});

for (const [what, any, seed] of [
  ['graphs', anyGraph, 21],
  ['grids', anyGrid, 22],
] as const) {
  test(`refuses every changed dist and parent that changes the claim on random ${what}, seed ${seed}`, () => {
    fc.assert(
      fc.property(any, fc.nat(), fc.nat(), (data: Graph | Grid, a, b) => {
        const n = nodeCountOf(data);
        const good = referenceDijkstra(data, a % n);
        const v = b % n;
        for (const wrong of [0, 0.5, 1, 3, Infinity, NaN]) {
          if (Object.is(good.dist[v], Math.fround(wrong))) continue;
          const dist = good.dist.slice();
          dist[v] = wrong;
          assert.throws(() => validateTree(data, { ...good, dist }), `dist[${v}]`);
        }
        // a parent that does not lie before v on a shortest path
        const parent = good.parent.slice();
        parent[v] = v;
        assert.throws(() => validateTree(data, { ...good, parent }), /parent/);
      }),
      { seed, numRuns: 300 },
    );
  });
}

test.run();
