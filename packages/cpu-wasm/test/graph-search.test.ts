import {
  BUDGET_SPENT,
  buildGraph,
  buildGrid,
  buildQueries,
  FOUND,
  type Graph,
  largestWeight,
  NEAREST,
  NO_PATH,
  NONE,
  type Queries,
  referenceDijkstra,
  referenceRoutes,
  type Routes,
} from '@wayfield/graph';
import { gridToGraph } from '@wayfield/graph/reorder';
import { validateRoutes, validateTree } from '@wayfield/graph/validate';
import { sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Algorithm, createWasmSolver } from '../src/index.ts';
import { anyGraph, nodePairs, randomGraph, streets } from './random-graphs.ts';

const OPTIMAL: readonly Algorithm[] = ['astar', 'dijkstra', 'bidirectional'];
const SEED = 20240229;

/** The same statuses, and costs within `tolerance` of each other, relative. */
function sameCosts(actual: Routes, expected: Routes, tolerance: number, what: string): void {
  sameArray(actual.status, expected.status, `${what} status`);
  for (let i = 0; i < expected.count; i++) {
    const [a, b] = [actual.cost[i], expected.cost[i]];
    if (a !== b && !(Math.abs(a - b) <= tolerance * b)) {
      throw new Error(`${what} cost[${i}] is ${a}, expected ${b} within ${tolerance}`);
    }
  }
}

/** All pairs of a small graph, or as many random ones. */
function manyPairs(graph: Graph, seed: number): Queries {
  return nodePairs(graph, 3 * graph.nodeCount, seed);
}

const paths = suite('graph paths');

//   0 --1-- 1 --1-- 2      4 (alone)
//    \-----5------/ \-> 3 (one-way)
const small = buildGraph({
  nodeCount: 5,
  tail: [0, 1, 1, 2, 0, 2, 2],
  head: [1, 0, 2, 1, 2, 0, 3],
  weight: [1, 1, 1, 1, 5, 5, 0.5],
  x: [0, 1, 2, 3, 9],
  y: [0, 0, 0, 0, 9],
});

paths('of a small graph are the ones in the drawing', () => {
  const queries = buildQueries([
    [0, 3],
    [3, 0],
    [0, 4],
    [2, 2],
  ]);
  for (const algorithm of [...OPTIMAL, 'greedy'] as const) {
    const routes = createWasmSolver(small, { algorithm }).run(queries);
    sameArray(routes.status, [FOUND, NO_PATH, NO_PATH, FOUND], algorithm);
    if (algorithm === 'greedy') continue;
    sameArray(routes.cost, [2.5, Infinity, Infinity, 0], algorithm);
    sameArray(routes.firstNode, [0, 4, 4, 4, 5], algorithm);
    sameArray(routes.node, [0, 1, 2, 3, 2], algorithm);
  }
});

paths('between components are refused without a search', () => {
  for (const algorithm of [...OPTIMAL, 'greedy'] as const) {
    const { settled } = createWasmSolver(small, { algorithm }).run(buildQueries([[0, 4]]));
    assert.is(settled?.[0], 0, algorithm);
  }
});

paths('end at the nearest node that can be reached, if asked', () => {
  const queries = buildQueries([
    [0, 4],
    [3, 0],
    [0, 3],
  ]);
  for (const algorithm of [...OPTIMAL, 'greedy'] as const) {
    const routes = createWasmSolver(small, { algorithm }).run(queries, { nearest: true });
    sameArray(routes.status, [NEAREST, NEAREST, FOUND], algorithm);
    assert.is(routes.node[routes.firstNode[1] - 1], 3, algorithm);
    sameArray(routes.node.subarray(routes.firstNode[1], routes.firstNode[2]), [3], algorithm);
    validateRoutes(small, queries, routes);
    if (algorithm !== 'greedy') assert.is(routes.cost[0], 2.5, algorithm);
  }
});

paths('to the nearest node choose the cheaper of two at the same distance', () => {
  const graph = buildGraph({
    nodeCount: 4,
    tail: [0, 0],
    head: [1, 2],
    weight: [4, 3],
    x: [-9, 1, -1, 0],
    y: [0, 0, 0, 0],
  });
  for (const algorithm of [...OPTIMAL, 'greedy'] as const) {
    const routes = createWasmSolver(graph, { algorithm }).run(buildQueries([[0, 3]]), {
      nearest: true,
    });
    sameArray(routes.node, [0, 2], algorithm);
  }
});

paths('stop when the budget is spent', () => {
  const graph = streets(30, 5);
  const queries = buildQueries([
    [465, 899],
    [0, 0],
  ]);
  for (const algorithm of [...OPTIMAL, 'greedy'] as const) {
    const solver = createWasmSolver(graph, { algorithm });
    const all = solver.run(queries);
    const { status, settled, cost } = solver.run(queries, { maxSettled: 10 });
    sameArray(status, [BUDGET_SPENT, FOUND], algorithm);
    sameArray(cost, [Infinity, 0], algorithm);
    assert.is(settled?.[0], 10, algorithm);
    // what a search takes is enough for it
    const enough = solver.run(queries, { maxSettled: all.settled?.[0] ?? 0 });
    sameArray(enough.status, all.status, algorithm);
    sameArray(enough.node, all.node, algorithm);
  }
});

paths(`of random graphs cost the same as the reference's, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph(), fc.integer(), (graph, seed) => {
      const queries = manyPairs(graph, seed);
      const expected = referenceRoutes(graph, queries);
      for (const algorithm of OPTIMAL) {
        const solver = createWasmSolver(graph, { algorithm });
        const routes = solver.run(queries);
        validateRoutes(graph, queries, routes);
        const exact = algorithm !== 'bidirectional';
        sameCosts(routes, expected, exact ? 0 : graph.nodeCount * 2 ** -23, algorithm);
        solver.destroy();
      }
    }),
    { numRuns: 700, seed: SEED },
  );
});

paths(`of random graphs with coordinates too, and greedy ones are paths, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph({ coordinates: true }), fc.integer(), (graph, seed) => {
      const queries = manyPairs(graph, seed);
      const expected = referenceRoutes(graph, queries);
      for (const algorithm of [...OPTIMAL, 'greedy'] as const) {
        const solver = createWasmSolver(graph, { algorithm });
        const routes = solver.run(queries, { nearest: true });
        validateRoutes(graph, queries, routes);
        if (algorithm === 'greedy') continue;
        const exact = algorithm !== 'bidirectional';
        const found = solver.run(queries);
        sameCosts(found, expected, exact ? 0 : graph.nodeCount * 2 ** -23, algorithm);
        solver.destroy();
      }
    }),
    { numRuns: 500, seed: SEED },
  );
});

paths('where buckets would settle nodes again and again are still found in time', () => {
  const spread = (r: number): number => 10 ** (12 * r - 12);
  // everywhere: known beforehand; in one part only, between ordinary streets: seen on the way
  const everywhere = randomGraph(4000, 4, spread, 1, { undirected: true });
  const part = randomGraph(6000, 3, spread, 2, { undirected: true });
  const rest = streets(200, 3);
  const arcs = [part, rest].flatMap((graph, k) =>
    Array.from(tailsOf(graph), (tail, a) => ({
      tail: tail + k * 6000,
      head: graph.head[a] + k * 6000,
      weight: graph.weight[a],
    })),
  );
  arcs.push({ tail: 0, head: 26_100, weight: 1 }, { tail: 26_100, head: 0, weight: 1 });
  const mixed = buildGraph({
    nodeCount: 46_000,
    tail: arcs.map((arc) => arc.tail),
    head: arcs.map((arc) => arc.head),
    weight: arcs.map((arc) => arc.weight),
  });
  for (const graph of [everywhere, mixed]) {
    const solver = createWasmSolver(graph, { algorithm: 'dijkstra' });
    const tree = solver.tree(7);
    validateTree(graph, tree);
    const all = Array.from({ length: graph.nodeCount }, (_, i) => i);
    const { settled, cost } = solver.runOneToMany(7, all);
    sameArray(cost, tree.dist);
    const most = 2.5 * graph.nodeCount + 5000;
    assert.ok((settled?.[0] ?? 0) < most, `settled ${settled?.[0]} of ${graph.nodeCount}`);
  }
});

/** The tail of every arc. */
function tailsOf({ nodeCount, arcCount, firstOut }: Graph): Uint32Array {
  const tails = new Uint32Array(arcCount);
  for (let u = 0; u < nodeCount; u++) tails.fill(u, firstOut[u], firstOut[u + 1]);
  return tails;
}

paths('from nodes of hundreds of arcs need more memory than a queue starts with', () => {
  // a star of stars: the frontier holds nearly all nodes
  const nodeCount = 60_000;
  const tail: number[] = [];
  const head: number[] = [];
  const weight: number[] = [];
  for (let v = 1; v < nodeCount; v++) {
    tail.push(v % 100 === 0 ? 0 : v - (v % 100));
    head.push(v);
    weight.push(1 + ((v * 7919) % 1013));
  }
  const graph = buildGraph({ nodeCount, tail, head, weight });
  const solver = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const before = solver.memoryBytes;
  validateTree(graph, solver.tree(0));
  const grown = solver.memoryBytes;
  assert.ok(grown > before, `${before} to ${grown} bytes`);
  validateTree(graph, solver.tree(100));
  validateTree(graph, solver.tree(0));
  assert.is(solver.memoryBytes, grown, 'the same search again takes no more');
});

paths('of a solver used with other sources are the same afterwards', () => {
  const graph = streets(40, 9);
  const [first, second] = [nodePairs(graph, 60, 10), nodePairs(graph, 60, 11)];
  for (const algorithm of [...OPTIMAL, 'greedy'] as const) {
    const solver = createWasmSolver(graph, { algorithm });
    const once = solver.run(first);
    solver.run(second, { nearest: true, maxSettled: 300 });
    const again = solver.run(first);
    for (const key of ['status', 'cost', 'node', 'settled'] as const) {
      sameArray(again[key] ?? [], once[key] ?? [], `${algorithm} ${key}`);
    }
  }
});

paths('stay right when the generations of records start over', () => {
  // 20 bits of node number leave 12 bits of generation
  const nodeCount = 2 ** 20;
  const last = nodeCount - 1;
  const graph = buildGraph(
    { nodeCount, tail: [0, last, 0, 7], head: [last, 7, 7, 8], weight: [1, 2, 4, 1] },
    { undirected: true },
  );
  const ends = [0, last, 7, 8];
  const pairs = Array.from({ length: 9000 }, (_, i) => [ends[i % 4], ends[(i >> 2) % 4]] as const);
  const queries = buildQueries(pairs);
  const expected = [0, 1, 3, 4];
  for (const algorithm of OPTIMAL) {
    const { cost } = createWasmSolver(graph, { algorithm }).run(queries);
    pairs.forEach(([s, t], i) => {
      const distance = Math.abs(expected[ends.indexOf(s)] - expected[ends.indexOf(t)]);
      assert.is(cost[i], distance, `${algorithm} query ${i}`);
    });
  }
});

paths('of a large graph are found by all, and A* settles fewer nodes', () => {
  const graph = streets(150, 21);
  const queries = nodePairs(graph, 40, 22);
  const dijkstra = createWasmSolver(graph, { algorithm: 'dijkstra' }).run(queries);
  validateRoutes(graph, queries, dijkstra);
  const sum = (a: ArrayLike<number> = []): number => Array.from(a).reduce((s, v) => s + v, 0);
  for (const algorithm of ['astar', 'bidirectional'] as const) {
    const routes = createWasmSolver(graph, { algorithm }).run(queries);
    validateRoutes(graph, queries, routes);
    sameCosts(routes, dijkstra, algorithm === 'astar' ? 0 : 1e-5, algorithm);
    assert.ok(sum(routes.settled) < 0.8 * sum(dijkstra.settled), algorithm);
  }
});

paths.run();

const trees = suite('graph trees');

trees(`have the reference's distances bit for bit, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph(), fc.nat(), (graph, n) => {
      const source = n % graph.nodeCount;
      const solver = createWasmSolver(graph, { algorithm: 'dijkstra' });
      const tree = solver.tree(source);
      sameArray(tree.dist, referenceDijkstra(graph, source).dist, 'dist');
      validateTree(graph, tree);
      solver.destroy();
    }),
    { numRuns: 1500, seed: SEED },
  );
});

trees('have the arcs of the paths to many targets, and leave other searches as they were', () => {
  // of the second graph, some nodes have arcs far shorter than a bucket is wide
  const apart = randomGraph(3000, 8, (r) => 10 ** (12 * r - 6), 6);
  for (const graph of [streets(40, 9), gridToGraph(buildGrid({ width: 50, height: 50 })), apart]) {
    const solver = createWasmSolver(graph, { algorithm: 'dijkstra' });
    const queries = nodePairs(graph, 20, 10);
    const targets = Array.from({ length: graph.nodeCount }, (_, i) => i);
    const fresh = solver.run(queries);
    for (const source of [3, 700, 3]) {
      const { dist, parent } = solver.tree(source);
      const { cost, firstNode, node } = solver.runOneToMany(source, targets);
      sameArray(dist, cost, 'dist');
      const last = targets.map((t) =>
        firstNode[t + 1] - firstNode[t] > 1 ? node[firstNode[t + 1] - 2] : NONE,
      );
      sameArray(parent, last, 'parent');
      solver.tree(source);
      const again = solver.run(queries);
      for (const key of ['status', 'cost', 'node', 'settled'] as const) {
        sameArray(again[key] ?? [], fresh[key] ?? [], key);
      }
    }
  }
});

trees('of 0 arcs reach their source', () => {
  const graph = buildGraph({ nodeCount: 3, tail: [], head: [], weight: [] });
  const tree = createWasmSolver(graph, { algorithm: 'dijkstra' }).tree(1);
  sameArray(tree.dist, [Infinity, 0, Infinity]);
  sameArray(tree.parent, [NONE, NONE, NONE]);
});

trees('add up the largest weights there are', () => {
  const most = largestWeight(3);
  const graph = buildGraph({ nodeCount: 3, tail: [0, 1], head: [1, 2], weight: [most, most] });
  for (const algorithm of OPTIMAL) {
    const { cost } = createWasmSolver(graph, { algorithm }).run(buildQueries([[0, 2]]));
    sameArray(cost, [2 * most], algorithm);
  }
});

trees('are written into an earlier tree', () => {
  const graph = streets(20, 1);
  const solver = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const first = solver.tree(0);
  const dist = first.dist.slice();
  const second = solver.tree(5, { reuse: first });
  assert.is(second.dist, first.dist);
  assert.is(second.parent, first.parent);
  validateTree(graph, second);
  sameArray(solver.tree(0).dist, dist);
});

trees.run();

const many = suite('graph one to many');

many(`costs the same as one to one, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph(), fc.array(fc.nat(), { maxLength: 12 }), fc.nat(), (graph, list, n) => {
      const source = n % graph.nodeCount;
      const targets = list.map((t) => t % graph.nodeCount);
      const solver = createWasmSolver(graph, { algorithm: 'dijkstra' });
      const routes = solver.runOneToMany(source, targets);
      const queries = buildQueries(targets.map((t) => [source, t] as const));
      validateRoutes(graph, queries, routes);
      const single = solver.run(queries);
      sameArray(routes.status, single.status, 'status');
      sameArray(routes.cost, single.cost, 'cost');
      solver.destroy();
    }),
    { numRuns: 500, seed: SEED },
  );
});

many('settles no more than it must', () => {
  const graph = streets(100, 4);
  const solver = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const near = solver.runOneToMany(5050, [5051, 5052]).settled?.[0] ?? 0;
  assert.ok(near < 1000, `settled ${near}`);
});

many('answers with what a budget was enough for', () => {
  const graph = streets(60, 8);
  const solver = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const targets = Array.from({ length: 3600 }, (_, i) => i);
  const all = solver.runOneToMany(1830, targets);
  const some = solver.runOneToMany(1830, targets, { maxSettled: 500 });
  let found = 0;
  for (let i = 0; i < targets.length; i++) {
    if (some.status[i] === FOUND) {
      found++;
      assert.is(some.cost[i], all.cost[i]);
    } else {
      assert.is(some.status[i], all.status[i] === FOUND ? BUDGET_SPENT : NO_PATH);
    }
  }
  assert.ok(found > 350 && found <= 500, `found ${found}`);
});

many.run();
