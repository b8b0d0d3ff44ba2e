import {
  buildGraph,
  buildQueries,
  type Graph,
  readGraph,
  referenceRoutes,
  writeGraph,
} from '@wayfield/graph';
import { validateRoutes, validateTree } from '@wayfield/graph/validate';
import { refuses, sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildCustomizable, createCustomizableSolver } from '../src/customizable.ts';
import { buildHierarchy, createHierarchySolver } from '../src/hierarchy.ts';
import { createWasmSolver } from '../src/index.ts';
import { numbers } from './random-grids.ts';
import { anyGraph, multiplyWeight, nodePairs, streets } from './random-graphs.ts';

const test = suite('graph update');
const SEED = 4711;

/** The graph as it is now, its scale included: what a new solver would be given. */
function rebuilt(graph: Graph): Graph {
  const tail: number[] = [];
  for (let u = 0; u < graph.nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) tail.push(u);
  }
  const { nodeCount, head, weight, x, y } = graph;
  return buildGraph({ nodeCount, tail, head, weight, ...(x && y ? { x, y } : {}) });
}

test(`gives the answers for the new weights, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph({ coordinates: true }), fc.integer(), fc.boolean(), (graph, seed, all) => {
      fc.pre(graph.arcCount > 0);
      const random = numbers(seed);
      const algorithms = ['dijkstra', 'astar', 'bidirectional'] as const;
      const solvers = algorithms.map((algorithm) => createWasmSolver(graph, { algorithm }));
      const queries = nodePairs(graph, 30, seed);
      for (let round = 0; round < 3; round++) {
        for (const solver of solvers) solver.run(queries);
        const arcs = Array.from({ length: 1 + round * 3 }, () =>
          Math.floor(random() * graph.arcCount),
        );
        // dearer, cheaper than the straight line allows, and nothing at all
        for (const a of arcs) multiplyWeight(graph, a, [3, 0.3, 0][Math.floor(random() * 3)]);
        // any of them; all see it
        solvers[round].update(all ? undefined : arcs);
        const now = rebuilt(graph);
        const expected = referenceRoutes(now, queries);
        for (const [k, solver] of solvers.entries()) {
          const routes = solver.run(queries);
          validateRoutes(now, queries, routes);
          if (algorithms[k] === 'bidirectional') {
            for (let i = 0; i < queries.count; i++) {
              const [a, b] = [routes.cost[i], expected.cost[i]];
              assert.ok(a === b || Math.abs(a - b) <= b * 1e-5, `cost[${i}] is ${a}, not ${b}`);
            }
          } else sameArray(routes.cost, expected.cost, algorithms[k]);
        }
      }
      for (const solver of solvers) solver.destroy();
    }),
    { numRuns: 200, seed: SEED },
  );
});

test('of one direction of a street keeps the way back of bidirectional searches right', () => {
  // 0 - 1 - 2 - 3 and 0 - 3 at 2.5, all two-way
  const graph = buildGraph(
    { nodeCount: 4, tail: [0, 1, 2, 0], head: [1, 2, 3, 3], weight: [1, 1, 1, 2.5] },
    { undirected: true },
  );
  const solver = createWasmSolver(graph, { algorithm: 'bidirectional' });
  const there = buildQueries([[0, 3]]);
  const back = buildQueries([[3, 0]]);
  assert.is(solver.run(there).cost[0], 2.5);
  const shared = solver.sharedBytes;
  const arc = graph.firstOut[0] + Array.from(graph.head.subarray(0, 2)).indexOf(3);
  graph.weight[arc] = 9;
  solver.update([arc]);
  assert.is(solver.run(there).cost[0], 3);
  assert.is(solver.run(back).cost[0], 2.5);
  assert.ok(solver.sharedBytes > shared, 'the reverse graph is a graph of its own now');
  graph.weight[arc] = 1;
  solver.update([arc]);
  assert.is(solver.run(there).cost[0], 1);
  assert.is(solver.run(back).cost[0], 2.5);
});

test('of one of two parallel arcs keeps the way back of bidirectional searches right', () => {
  // 0 - 1 twice, at 1 and at 9, and 0 - 2 - 1 at 5, all two-way
  const graph = buildGraph(
    { nodeCount: 3, tail: [0, 0, 0, 2], head: [1, 1, 2, 1], weight: [1, 9, 2.5, 2.5] },
    { undirected: true },
  );
  const queries = buildQueries([
    [0, 1],
    [1, 0],
  ]);
  const solvers = (['bidirectional', 'alt'] as const).map((algorithm) =>
    createWasmSolver(graph, { algorithm }),
  );
  for (const solver of solvers) sameArray(solver.run(queries).cost, [1, 1]);
  // every arc of node 0 still has an arc back of its weight, but not every arc of node 1
  const arc = [0, 1, 2].find((a) => graph.weight[graph.firstOut[0] + a] === 1)!;
  graph.weight[graph.firstOut[0] + arc] = 9;
  solvers[0].update([graph.firstOut[0] + arc]);
  for (const solver of solvers) sameArray(solver.run(queries).cost, [5, 1], solver.algorithm);
});

test('refuses bad weights and arcs, and changes nothing then', () => {
  const graph = streets(12, 1);
  const solver = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const before = solver.tree(70);
  const weight = graph.weight[5];
  for (const bad of [NaN, -1, Infinity, 2 ** 126, 2 ** -127]) {
    graph.weight[5] = bad;
    const text = new RegExp(`^weight\\[5\\] is ${String(bad).replace('+', '.')}, expected 0, or 2`);
    refuses(() => solver.update([5]), RangeError, text);
    refuses(() => solver.update(), RangeError, text);
    graph.weight[4] *= 2;
    refuses(() => solver.update([4, 5]), RangeError, text);
    sameArray(solver.tree(70).dist, before.dist);
    graph.weight[4] /= 2;
  }
  graph.weight[5] = weight;
  const { arcCount } = graph;
  for (const bad of [arcCount, -1, 1.5, NaN]) {
    refuses(
      () => solver.update([0, bad]),
      RangeError,
      `changed[1] is ${bad}, the graph has ${arcCount} arcs`,
    );
  }
  solver.update();
  const tree = solver.tree(70);
  validateTree(graph, tree);
  sameArray(tree.dist, before.dist);
});

test('lets weights fall below the straight line, for all that is made afterwards too', () => {
  const graph = buildGraph({
    nodeCount: 3,
    tail: [0, 1, 0],
    head: [1, 2, 2],
    weight: [10, 10, 20],
    x: [0, 10, 20],
    y: [0, 0, 0],
  });
  const all = buildQueries([[0, 2]]);
  const customizable = buildCustomizable(graph);
  const live = createWasmSolver(graph);
  const metric = createCustomizableSolver(graph, customizable);
  graph.weight[0] = 1;
  live.update([0]);
  metric.update([0]);
  const solvers = [
    live,
    metric,
    createWasmSolver({ ...graph }),
    createWasmSolver(readGraph(writeGraph(graph))),
    createCustomizableSolver(graph, buildCustomizable(graph)),
    createHierarchySolver(graph, buildHierarchy(graph)),
    createHierarchySolver(graph, metric.hierarchy()),
  ];
  for (const solver of solvers) assert.is(solver.run(all).cost[0], 11);
  graph.weight[1] = 0;
  live.update();
  assert.is(live.run(all).cost[0], 0);
  assert.is(createWasmSolver({ ...graph }).run(all).cost[0], 0);
});

test('reaches solvers made before and after it, of any algorithm', () => {
  const graph = buildGraph({ nodeCount: 2, tail: [0], head: [1], weight: [4] });
  const first = createWasmSolver(graph);
  graph.weight[0] = 5;
  first.update([0]);
  const second = createWasmSolver(graph, { algorithm: 'bidirectional' });
  for (const solver of [first, second]) {
    assert.is(solver.run(buildQueries([[0, 1]])).cost[0], 5);
  }
  graph.weight[0] = 6;
  second.update();
  for (const solver of [first, second]) {
    assert.is(solver.run(buildQueries([[0, 1]])).cost[0], 6);
  }
});

test.run();
