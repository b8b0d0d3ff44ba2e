import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import {
  buildGraph,
  buildGrid,
  buildQueries,
  FOUND,
  forEachStep,
  type Graph,
  type Grid,
  isGrid,
  largestWeight,
  nodeCountOf,
  NO_PATH,
  NONE,
  referenceAstar,
  referenceDijkstra,
  referenceRoutes,
  SMALLEST_WEIGHT,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
  ticksToLength,
  uniformCost,
} from '../src/index.ts';
import { validateRoutes, validateTree } from '../src/validate.ts';
import { anyGraph, anyGrid } from './random-data.ts';

const dijkstra = suite('referenceDijkstra');

// the way round over 1 and 2 is cheaper than the straight arc; 4 is not reached, 5 at no cost
const small = buildGraph({
  nodeCount: 6,
  tail: [0, 0, 1, 2, 4, 3, 3, 5],
  head: [1, 3, 2, 3, 0, 3, 5, 3],
  weight: [1, 9, 2, 3, 1, 0, 0, 0],
});

dijkstra('finds the tree of a small graph', () => {
  const tree = referenceDijkstra(small, 0);
  sameArray(tree.dist, [0, 1, 3, 6, Infinity, 6]);
  sameArray(tree.parent, [NONE, 0, 1, 2, NONE, 3]);
  validateTree(small, tree);
});

dijkstra('rounds to f32 at every step', () => {
  const weight = [0.1, 0.2, 0.3];
  const graph = buildGraph({ nodeCount: 4, tail: [0, 1, 2], head: [1, 2, 3], weight });
  const f = Math.fround;
  sameArray(referenceDijkstra(graph, 0).dist, [
    0,
    f(0.1),
    f(f(0.1) + f(0.2)),
    f(f(f(0.1) + f(0.2)) + f(0.3)),
  ]);
});

dijkstra('counts ticks on uniform grids', () => {
  const grid = buildGrid({ width: 3, height: 2, cost: [2, 2, 2, 2, 2, 2] });
  const { dist } = referenceDijkstra(grid, 0);
  const f = Math.fround;
  sameArray(dist, [0, 2, 4, 2, f(2 * Math.SQRT2), f(2 * (1 + Math.SQRT2))]);
  const four = buildGrid({ width: 3, height: 2, neighbours: 4, cost: Array(6).fill(0.1) });
  sameArray(
    referenceDijkstra(four, 0).dist,
    [0, 1, 2, 1, 2, 3].map((steps) => f(f(0.1) * steps)),
  );
});

dijkstra('takes f32 sums on weighted grids', () => {
  const grid = buildGrid({ width: 2, height: 2, cost: [1, 0.1, 0.2, 0.3] });
  const f = Math.fround;
  sameArray(referenceDijkstra(grid, 0).dist, [0, f(0.1), f(0.2), f(f(0.1) + f(0.3))]);
});

dijkstra('reaches nothing from a blocked cell and one node alone', () => {
  const grid = buildGrid({ width: 2, height: 1, cost: [0, 1] });
  sameArray(referenceDijkstra(grid, 0).dist, [Infinity, Infinity]);
  sameArray(referenceDijkstra(grid, 1).dist, [Infinity, 0]);
  const one = buildGraph({ nodeCount: 1, tail: [0], head: [0], weight: [0] });
  sameArray(referenceDijkstra(one, 0).parent, [NONE]);
});

dijkstra('refuses a source out of range', () => {
  refuses(() => referenceDijkstra(small, 6), RangeError, 'source is 6, the graph has 6 nodes');
  refuses(() => referenceDijkstra(small, -1), RangeError, 'source is -1, the graph has 6 nodes');
});

/** Bellman-Ford in the plainest words: relax everything until nothing changes. */
function plainDistances(data: Graph | Grid, source: number): number[] {
  const n = nodeCountOf(data);
  const label: number[] = Array(n).fill(Infinity);
  if (isGrid(data) && data.cost[source] === 0) return label;
  const c = isGrid(data) ? uniformCost(data) : 0;
  label[source] = 0;
  for (let changed = true; changed;) {
    changed = false;
    for (let u = 0; u < n; u++) {
      forEachStep(data, u, (v, weight, diagonal) => {
        const straight = isGrid(data) && data.neighbours === 4 ? 1 : 2378;
        let d = label[u] + (diagonal ? 3363 : straight);
        const f = Math.fround;
        if (!c) d = f(label[u] + weight);
        if (d < label[v]) {
          label[v] = d;
          changed = true;
        }
      });
    }
  }
  if (!c || !isGrid(data)) return label;
  return label.map((t) =>
    t === Infinity ? t : Math.fround(c * (data.neighbours === 4 ? t : ticksToLength(t))),
  );
}

for (const [what, any, seed] of [
  ['graphs', anyGraph, 11],
  ['grids', anyGrid, 12],
] as const) {
  dijkstra(`agrees with relaxation until nothing changes on random ${what}, seed ${seed}`, () => {
    fc.assert(
      fc.property(any, fc.nat(), (data: Graph | Grid, pick) => {
        const source = pick % nodeCountOf(data);
        const tree = referenceDijkstra(data, source);
        sameArray(tree.dist, plainDistances(data, source), 'dist');
        validateTree(data, tree);
      }),
      { seed, numRuns: 1000 },
    );
  });
}

const astar = suite('referenceAstar');

astar('finds the path of a small graph', () => {
  assert.equal(referenceAstar(small, 0, 3), { status: FOUND, cost: 6, path: [0, 1, 2, 3] });
  assert.equal(referenceAstar(small, 2, 2), { status: FOUND, cost: 0, path: [2] });
  assert.equal(referenceAstar(small, 0, 4), { status: NO_PATH, cost: Infinity, path: [] });
});

astar('says which end is blocked', () => {
  const grid = buildGrid({ width: 3, height: 1, cost: [0, 1, 0] });
  assert.is(referenceAstar(grid, 0, 1).status, SOURCE_BLOCKED);
  assert.is(referenceAstar(grid, 1, 2).status, TARGET_BLOCKED);
  assert.is(referenceAstar(grid, 0, 2).status, SOURCE_BLOCKED);
});

astar('refuses nodes out of range', () => {
  refuses(() => referenceAstar(small, 0, 6), RangeError, 'target is 6, the graph has 6 nodes');
  refuses(() => referenceAstar(small, NaN, 0), RangeError, 'source is NaN, the graph has 6 nodes');
});

astar('is exact where rounding eats the heuristic', () => {
  // from 2^24 on, an f32 sum does not grow by 0.5 at all: 4096 steps of 0.5 cost nothing, while the
  // straight line says 2048; the arc of 1000 past them looks cheaper to a search that trusts it
  const steps = 4096;
  const tail = [0, 1];
  const head = [1, steps + 1];
  const weight = [2 ** 24, 3000];
  const x = [0, 0];
  for (let i = 1; i <= steps; i++) {
    tail.push(i);
    head.push(i + 1);
    weight.push(0.5);
    x.push(i / 2);
  }
  const graph = buildGraph({
    nodeCount: steps + 2,
    tail,
    head,
    weight,
    x,
    y: x.map(() => 0),
  });
  assert.ok(graph.heuristicScale > 0.99);
  assert.is(referenceAstar(graph, 0, steps + 1).cost, 2 ** 24);
});

for (const [what, any, seed] of [
  ['graphs', anyGraph, 13],
  ['grids', anyGrid, 14],
] as const) {
  astar(`costs what Dijkstra's tree says on random ${what}, seed ${seed}`, () => {
    fc.assert(
      fc.property(any, fc.nat(), (data: Graph | Grid, pick) => {
        const n = nodeCountOf(data);
        const source = pick % n;
        const { dist } = referenceDijkstra(data, source);
        const targets = Array.from({ length: n }, (_, v) => v);
        const queries = buildQueries({ source: targets.map(() => source), target: targets });
        const routes = referenceRoutes(data, queries);
        sameArray(routes.cost, dist, 'cost');
        validateRoutes(data, queries, routes);
      }),
      { seed, numRuns: 500 },
    );
  });
}

const routes = suite('referenceRoutes');

routes('packs the answers of all queries', () => {
  const found = referenceRoutes(
    small,
    buildQueries([
      [0, 3],
      [0, 4],
      [1, 1],
      [3, 5],
    ]),
  );
  assert.is(found.count, 4);
  sameArray(found.status, [FOUND, NO_PATH, FOUND, FOUND]);
  sameArray(found.cost, [6, Infinity, 0, 0]);
  sameArray(found.firstNode, [0, 4, 4, 5, 7]);
  sameArray(found.node, [0, 1, 2, 3, 1, 3, 5]);
});

routes('answers no query and refuses a wrong one', () => {
  assert.is(referenceRoutes(small, buildQueries([])).firstNode.length, 1);
  refuses(
    () => referenceRoutes(small, buildQueries([[0, 6]])),
    RangeError,
    'target[0] is 6, the graph has 6 nodes',
  );
});

const limits = suite('weights at their limits');

limits('add up to finite costs, and the validators agree', () => {
  const least = SMALLEST_WEIGHT;
  const most = largestWeight(4);
  const grid = buildGrid({ width: 4, height: 1, cost: [most, most, most, least] });
  const graph = buildGraph({
    nodeCount: 4,
    tail: [0, 1, 2],
    head: [1, 2, 3],
    weight: [most, most, most],
  });
  for (const data of [grid, graph]) {
    const all = buildQueries([
      [0, 3],
      [2, 3],
    ]);
    const found = referenceRoutes(data, all);
    sameArray(found.status, [FOUND, FOUND]);
    assert.is(found.cost[0], data === grid ? 2 * most : 3 * most);
    validateRoutes(data, all, found);
    validateTree(data, referenceDijkstra(data, 0));
  }
});

limits('are refused beyond, also where they were changed', () => {
  const grid = buildGrid({ width: 3, height: 1 });
  const tree = referenceDijkstra(grid, 0);
  grid.cost[2] = 3e38;
  const beyond = /^cost\[2\] is 3\.0\d*e\+38, expected 0, or 2\^-126 to 2\^126 \/ 3/;
  refuses(() => referenceDijkstra(grid, 0), RangeError, beyond);
  refuses(() => referenceRoutes(grid, buildQueries([[0, 2]])), RangeError, beyond);
  refuses(() => validateTree(grid, tree), RangeError, beyond);
});

dijkstra.run();
limits.run();
astar.run();
routes.run();
