import {
  buildGraph,
  buildGrid,
  buildQueries,
  FOUND,
  type Graph,
  NEAREST,
  NO_PATH,
  referenceRoutes,
} from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { dataDir, refuses, sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver } from '../src/index.ts';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { anyGraph, nodePairs, randomGraph, streets } from './random-graphs.ts';
import { numbers } from './random-grids.ts';
import { readRoadReference } from './road-references.ts';

const SEED = 20050107;

/** The graph without what the straight line says. */
const withoutPlaces = ({ x: _x, y: _y, ...graph }: Graph): Graph => ({
  ...graph,
  heuristicScale: 0,
});

function sum(values: ArrayLike<number> = []): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}

const alt = suite('graph search with landmarks');

alt('finds the paths in the drawing', () => {
  //   0 --1-- 1 --1-- 2      4 (alone)
  //    \-----5------/ \-> 3 (one-way)
  const graph = buildGraph({
    nodeCount: 5,
    tail: [0, 1, 1, 2, 0, 2, 2],
    head: [1, 0, 2, 1, 2, 0, 3],
    weight: [1, 1, 1, 1, 5, 5, 0.5],
    x: [0, 1, 2, 3, 9],
    y: [0, 0, 0, 0, 9],
  });
  const solver = createWasmSolver(graph, { algorithm: 'alt', landmarks: 2 });
  assert.is(solver.heuristic, 'landmarks');
  const queries = buildQueries([
    [0, 3],
    [3, 0],
    [0, 4],
    [2, 2],
  ]);
  const routes = solver.run(queries);
  sameArray(routes.status, [FOUND, NO_PATH, NO_PATH, FOUND]);
  sameArray(routes.cost, [2.5, Infinity, Infinity, 0]);
  sameArray(routes.node, [0, 1, 2, 3, 2]);
  const near = solver.run(queries, { nearest: true });
  sameArray(near.status, [FOUND, NEAREST, NEAREST, FOUND]);
  validateRoutes(graph, queries, near);
});

alt(`costs the same as the reference, bit by bit, seed ${SEED}`, () => {
  fc.assert(
    fc.property(
      anyGraph(),
      fc.integer(),
      fc.constantFrom(1, 3, 4, 9, 16),
      (graph, seed, landmarks) => {
        const queries = nodePairs(graph, 3 * graph.nodeCount, seed);
        const solver = createWasmSolver(graph, { algorithm: 'alt', landmarks });
        const routes = solver.run(queries);
        validateRoutes(graph, queries, routes);
        const expected = referenceRoutes(graph, queries);
        sameArray(routes.status, expected.status, 'status');
        sameArray(routes.cost, expected.cost, 'cost');
        solver.destroy();
      },
    ),
    { numRuns: 400, seed: SEED },
  );
});

alt('costs the same bit by bit on large graphs whose sums are rounded, and settles little', () => {
  const road = withoutPlaces(streets(120, 21));
  const oneWay = randomGraph(8000, 2.5, (r) => 0.001 + r, 22);
  for (const [graph, share] of [
    [road, 0.2],
    [oneWay, 0.5],
  ] as const) {
    const queries = nodePairs(graph, 60, 23);
    const dijkstra = createWasmSolver(graph, { algorithm: 'dijkstra' }).run(queries);
    const solver = createWasmSolver(graph, { algorithm: 'alt' });
    const routes = solver.run(queries);
    validateRoutes(graph, queries, routes);
    sameArray(routes.cost, dijkstra.cost, 'cost');
    const settled = sum(routes.settled) / sum(dijkstra.settled);
    assert.ok(settled < share, `settled ${settled} of what Dijkstra settles`);
  }
});

alt('settles fewer with more landmarks, and holds the tables it says', () => {
  const graph = streets(100, 31);
  const queries = nodePairs(graph, 80, 32);
  const few = createWasmSolver(graph, { algorithm: 'alt', landmarks: 2 });
  const settled = sum(few.run(queries).settled);
  const before = few.sharedBytes;
  const many = createWasmSolver(graph, { algorithm: 'alt', landmarks: 16 });
  assert.ok(sum(many.run(queries).settled) < 0.8 * settled);
  // a symmetric graph: 16 u16 a node
  assert.is(many.sharedBytes - before, graph.nodeCount * 16 * 2);
  const again = createWasmSolver(graph, { algorithm: 'alt', landmarks: 16 });
  again.run(queries);
  assert.is(many.sharedBytes - before, graph.nodeCount * 16 * 2);
});

alt(`stays exact while weights rise and fall, seed ${SEED}`, () => {
  fc.assert(
    fc.property(
      anyGraph(),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 0.3, 1, 7, 1e6)), { maxLength: 4 }),
      fc.boolean(),
      (graph, changes, everywhere) => {
        if (graph.arcCount === 0) return;
        const solver = createWasmSolver(graph, { algorithm: 'alt', landmarks: 4 });
        const queries = nodePairs(graph, 40, 7);
        solver.run(queries);
        for (const [n, weight] of changes) {
          const a = n % graph.arcCount;
          graph.weight[a] = weight;
          solver.update(everywhere ? undefined : [a]);
          const routes = solver.run(queries);
          sameArray(routes.cost, referenceRoutes(graph, queries).cost, `arc ${a} ${weight}`);
        }
        solver.destroy();
      },
    ),
    { numRuns: 200, seed: SEED },
  );
});

alt('keeps its tables where weights only rise', () => {
  const graph = withoutPlaces(streets(60, 41));
  const solver = createWasmSolver(graph, { algorithm: 'alt' });
  const queries = nodePairs(graph, 30, 42);
  solver.run(queries);
  const random = numbers(43);
  for (let a = 0; a < graph.arcCount; a++) graph.weight[a] *= 1 + random();
  solver.update();
  const routes = solver.run(queries);
  validateRoutes(graph, queries, routes);
  const dijkstra = createWasmSolver(graph, { algorithm: 'dijkstra' }).run(queries);
  sameArray(routes.cost, dijkstra.cost);
  // bounds of the lighter weights serve still, if less well
  assert.ok(sum(routes.settled) < 0.8 * sum(dijkstra.settled));
});

alt('gives every larger component landmarks of its own', () => {
  const [one, two] = [streets(40, 51), streets(30, 52)];
  const tails = ({ nodeCount, firstOut }: Graph): number[] =>
    Array.from({ length: nodeCount }, (_, u) => u).flatMap((u) =>
      Array.from({ length: firstOut[u + 1] - firstOut[u] }, () => u),
    );
  const graph = buildGraph({
    nodeCount: 2500,
    tail: [...tails(one), ...tails(two).map((u) => u + 1600)],
    head: [...one.head, ...two.head.map((u) => u + 1600)],
    weight: [...one.weight, ...two.weight],
  });
  const pairs = nodePairs(two, 60, 53);
  const queries = buildQueries(
    Array.from(pairs.source, (s, i) => [s + 1600, pairs.target[i] + 1600] as const),
  );
  const dijkstra = createWasmSolver(graph, { algorithm: 'dijkstra' }).run(queries);
  const routes = createWasmSolver(graph, { algorithm: 'alt' }).run(queries);
  sameArray(routes.cost, dijkstra.cost);
  assert.ok(sum(routes.settled) < 0.4 * sum(dijkstra.settled));
});

alt('gives the same in a pool', async () => {
  const graph = withoutPlaces(streets(50, 61));
  const queries = nodePairs(graph, 100, 62);
  const single = createWasmSolver(graph, { algorithm: 'alt', landmarks: 8 }).run(queries);
  const pool = await createWasmPool(graph, { algorithm: 'alt', landmarks: 8, threads: 2 });
  const routes = await pool.run(queries);
  for (const key of ['status', 'cost', 'node', 'settled'] as const) {
    sameArray(routes[key] ?? [], single[key] ?? [], key);
  }
  for (let a = 0; a < graph.arcCount; a += 3) graph.weight[a] *= 0.5;
  await pool.update();
  const later = await pool.run(queries);
  sameArray(later.cost, referenceRoutes(graph, queries).cost, 'after an update');
  await pool.destroy();
});

alt('gives the reference distances of public roads exactly', () => {
  const folder = dataDir('road');
  if (folder === undefined) return;
  for (const name of ['bremen_dist', 'bremen_time', 'south_seattle_car', 'graph_ballard']) {
    const { graph, queries, distance } = readRoadReference(folder, name);
    const solver = createWasmSolver(graph, { algorithm: 'alt', landmarks: 8 });
    sameArray(solver.run(queries).cost, distance, name);
    solver.destroy();
  }
});

alt('is refused on grids, with another heuristic and with a number that cannot be', () => {
  const graph = streets(5, 1);
  const grid = buildGrid({ width: 4, height: 4 });
  refuses(
    () => createWasmSolver(grid, { algorithm: 'alt' }),
    RangeError,
    "alt needs a graph, this is a grid: take 'astar'",
  );
  refuses(
    () => createWasmSolver(graph, { algorithm: 'alt', heuristic: 'euclidean' }),
    RangeError,
    "alt takes heuristic 'landmarks' only, got 'euclidean'",
  );
  refuses(
    () => createWasmSolver(graph, { algorithm: 'astar', heuristic: 'landmarks' }),
    RangeError,
    "heuristic 'landmarks' needs algorithm 'alt', got 'astar'",
  );
  for (const landmarks of [0, 65, 1.5]) {
    refuses(
      () => createWasmSolver(graph, { algorithm: 'alt', landmarks }),
      RangeError,
      `landmarks is ${landmarks}, expected a whole number from 1 to 64`,
    );
  }
  refuses(
    () => createWasmSolver(graph, { landmarks: 4 }),
    RangeError,
    "landmarks needs algorithm 'alt', got 'astar'",
  );
});

alt.run();
