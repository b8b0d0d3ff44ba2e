import { buildGraph, buildQueries, FOUND, type Graph, type Queries } from '@wayfield/graph';
import { validateTree } from '@wayfield/graph/validate';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Algorithm, createWasmSolver, type SolverOptions } from '../src/index.ts';
import { streets } from './random-graphs.ts';

const test = suite('graph solver refusals');

const good = buildGraph({
  nodeCount: 3,
  tail: [0, 1],
  head: [1, 2],
  weight: [1, 2],
  x: [0, 1, 2],
  y: [0, 0, 0],
});
const { buffer, ...arrays } = good;

/** The good graph with some of its parts replaced. */
function bad(part: Partial<Graph>): Graph {
  return { ...arrays, buffer, ...part };
}

test('of graphs that are not valid say what is wrong with them', () => {
  // the texts are those of checkGraph
  const cases: [Partial<Graph>, RegExp][] = [
    [{ weight: Float32Array.of(1, NaN) }, /^weight\[1\] is NaN, /],
    [{ weight: Float32Array.of(-1, 1) }, /^weight\[0\] is -1, /],
    [{ weight: Float32Array.of(1, Infinity) }, /^weight\[1\] is Infinity, /],
    [{ weight: Float32Array.of(1) }, /^weight has 1 entries, .* 2/],
    [{ head: Uint32Array.of(1, 9) }, /^head\[1\] is 9, the graph has 3 nodes/],
    [{ head: Uint32Array.of(1) }, /^head has 1 entries, .* 2/],
    [{ firstOut: Uint32Array.of(0, 2, 1, 2) }, /^firstOut\[2\] is 1, /],
    [{ firstOut: Uint32Array.of(1, 1, 2, 2) }, /^firstOut\[0\] is 1, /],
    [{ firstOut: Uint32Array.of(0, 1, 2) }, /^firstOut has 3 entries, .* 4/],
    [{ firstOut: Uint32Array.of(0, 1, 2, 3) }, /^firstOut\[3\] is 3, .* 2/],
    [{ x: Float32Array.of(0, NaN, 1) }, /^x\[1\] is NaN, /],
    [{ heuristicScale: -3 }, /^heuristicScale is -3, .* 0 to 2\^64/],
    [{ nodeCount: 2 ** 31 }, /^firstOut has 4 entries, .* 2147483649/],
    [{ nodeCount: -1 }, /^nodeCount is -1, /],
  ];
  for (const [part, text] of cases) {
    for (const algorithm of ['astar', 'dijkstra', 'bidirectional', 'greedy'] as const) {
      refuses(() => createWasmSolver(bad(part), { algorithm }), RangeError, text);
    }
  }
});

test('of a detached graph say so', () => {
  const graph = buildGraph({ nodeCount: 2, tail: [0], head: [1], weight: [1] });
  structuredClone(graph.buffer, { transfer: [graph.buffer as ArrayBuffer] });
  refuses(() => createWasmSolver(graph), RangeError, /^firstOut has 0 entries, .* 3 .*detached/);
});

test('of algorithms and heuristics say what fits', () => {
  const plain = buildGraph({ nodeCount: 2, tail: [0], head: [1], weight: [1] });
  const cases: [Graph, SolverOptions, string][] = [
    [good, { algorithm: 'jps' }, "jps needs a grid, this is a graph: take 'astar'"],
    [good, { algorithm: 'jps+' }, "jps+ needs a grid, this is a graph: take 'astar'"],
    [
      good,
      { algorithm: 'fast' as Algorithm },
      "algorithm is 'fast', expected 'astar', 'dijkstra', 'bidirectional', 'greedy', 'jps', 'jps+', 'theta*' or 'alt'",
    ],
    [
      good,
      { heuristic: 'straight' as never },
      "heuristic is 'straight', expected 'zero', 'manhattan', 'octile', 'euclidean' or 'landmarks'",
    ],
    [
      good,
      { heuristic: 'manhattan' },
      "heuristic 'manhattan' can overestimate on a graph, so paths need not be shortest: take 'euclidean', or set allowInadmissible",
    ],
    [
      good,
      { heuristic: 'octile' },
      "heuristic 'octile' can overestimate on a graph, so paths need not be shortest: take 'euclidean', or set allowInadmissible",
    ],
    [
      good,
      { algorithm: 'dijkstra', heuristic: 'euclidean' },
      "dijkstra takes no heuristic, got 'euclidean'",
    ],
    [
      good,
      { algorithm: 'bidirectional', heuristic: 'manhattan' },
      "bidirectional takes no heuristic, got 'manhattan'",
    ],
    [
      plain,
      { heuristic: 'euclidean' },
      "heuristic 'euclidean' needs coordinates, the graph has no x and y",
    ],
    [
      plain,
      { algorithm: 'greedy' },
      "heuristic 'euclidean' needs coordinates, the graph has no x and y",
    ],
  ];
  for (const [graph, options, text] of cases) {
    refuses(() => createWasmSolver(graph, options), RangeError, text);
  }
});

test('of runs leave the solver usable', () => {
  const graph = streets(12, 3);
  const { nodeCount } = graph;
  const solver = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const before = solver.tree(78);
  const asked = (source: number[], target: number[], count = 1): Queries => ({
    count,
    source: Uint32Array.from(source),
    target: Uint32Array.from(target),
  });
  const cases: [() => unknown, string][] = [
    [() => solver.run(asked([9000], [0])), `source[0] is 9000, the graph has ${nodeCount} nodes`],
    [() => solver.run(asked([0], [144])), `target[0] is 144, the graph has ${nodeCount} nodes`],
    [() => solver.run(asked([0], [1], 2)), 'source has 1 entries, expected 2'],
    [() => solver.runOneToMany(-1, [0]), `source is -1, the graph has ${nodeCount} nodes`],
    [() => solver.runOneToMany(0, [3, 0.5]), `targets[1] is 0.5, the graph has ${nodeCount} nodes`],
    [() => solver.tree(144), `source is 144, the graph has ${nodeCount} nodes`],
    [
      () => solver.run(asked([0], [1]), { agentSize: 2 }),
      'agentSize is 2: on a graph agents have size 1',
    ],
    [
      () => solver.run(asked([0], [1]), { maxSettled: -1 }),
      'maxSettled is -1, expected a whole number >= 0',
    ],
  ];
  for (const [call, text] of cases) {
    refuses(call, RangeError, text);
    const tree = solver.tree(78);
    sameArray(tree.dist, before.dist);
  }
  validateTree(graph, before);
  refuses(
    () => createWasmSolver(graph).tree(0),
    TypeError,
    "tree needs algorithm 'dijkstra', this solver is 'astar'",
  );
});

test('of nearest without coordinates say so', () => {
  const plain = buildGraph({ nodeCount: 2, tail: [0], head: [1], weight: [1] });
  const solver = createWasmSolver(plain);
  const queries = buildQueries([[0, 1]]);
  refuses(
    () => solver.run(queries, { nearest: true }),
    RangeError,
    'nearest needs coordinates, the graph has no x and y',
  );
  assert.is(solver.run(queries).status[0], FOUND);
});

test('of a destroyed solver leave others on the graph alone', () => {
  const [one, other] = [createWasmSolver(good), createWasmSolver(good)];
  const shared = one.sharedBytes;
  one.destroy();
  refuses(() => one.run(buildQueries([[0, 2]])), Error, 'the solver was destroyed');
  assert.is(other.run(buildQueries([[0, 2]])).cost[0], 3);
  assert.is(other.sharedBytes, shared);
});

test('of a heuristic that overestimates end with allowInadmissible, in a path', () => {
  const graph = streets(30, 6);
  const queries = buildQueries([[465, 480]]);
  for (const heuristic of ['manhattan', 'octile'] as const) {
    const solver = createWasmSolver(graph, { heuristic, allowInadmissible: true });
    const best = createWasmSolver(graph).run(queries);
    const routes = solver.run(queries);
    assert.is(routes.status[0], FOUND);
    assert.ok(routes.cost[0] >= best.cost[0]);
    assert.is(solver.heuristic, heuristic);
  }
});

test.run();

const memory = suite('graph solver memory');

memory('is at most 24 bytes per node above the graph, and as stated', () => {
  const graph = streets(200, 2);
  const { nodeCount, arcCount } = graph;
  for (const algorithm of ['astar', 'dijkstra', 'bidirectional', 'greedy'] as const) {
    const solver = createWasmSolver(graph, { algorithm });
    const queries = buildQueries(
      Array.from({ length: 200 }, (_, i) => [20100, (i * 199) % nodeCount] as const),
    );
    solver.run(queries, { nearest: true });
    if (algorithm === 'dijkstra') solver.tree(20100);
    const graphBytes = 4 * (nodeCount + 1) + 8 * arcCount + 8 * nodeCount;
    const above = solver.memoryBytes + solver.sharedBytes - graphBytes;
    assert.ok(above <= 24 * nodeCount, `${algorithm}: ${above / nodeCount} bytes per node`);
    assert.ok(solver.memoryBytes >= 8 * nodeCount, 'records are counted');
    solver.destroy();
    assert.is(solver.memoryBytes, 0);
  }
});

memory('of the graph is shared by its solvers', () => {
  const graph = streets(50, 2);
  const first = createWasmSolver(graph);
  const shared = first.sharedBytes;
  const second = createWasmSolver(graph, { algorithm: 'dijkstra' });
  assert.is(second.sharedBytes, shared);
  assert.ok(shared >= 8 * graph.arcCount + 12 * graph.nodeCount);
});

memory.run();
