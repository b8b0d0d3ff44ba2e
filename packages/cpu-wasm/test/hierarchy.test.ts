import {
  BUDGET_SPENT,
  buildGraph,
  buildQueries,
  FOUND,
  type Graph,
  largestWeight,
  NO_PATH,
  NONE,
  referenceDijkstra,
  referenceRoutes,
  type Routes,
} from '@wayfield/graph';
import { validateRoutes, validateTree } from '@wayfield/graph/validate';
import {
  allocateHierarchy,
  checkHierarchy,
  readHierarchy,
  writeHierarchy,
} from '@wayfield/graph/hierarchy';
import { refuses, sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildHierarchy, createHierarchySolver } from '../src/hierarchy.ts';
import { createWasmSolver } from '../src/index.ts';
import { anyGraph, nodePairs, randomGraph, streets } from './random-graphs.ts';

const SEED = 20240229;

/**
 * Relative error of sums in another order; 0 where all weights are whole numbers, so sums are
 * exact.
 */
function toleranceOf({ nodeCount, weight }: Graph): number {
  return weight.every((w) => Number.isInteger(w) && w < 1e4) ? 0 : (2 * nodeCount + 2) * 2 ** -23;
}

function near(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  what: string,
) {
  for (let i = 0; i < expected.length; i++) {
    const [a, b] = [actual[i], expected[i]];
    if (a !== b && !(Math.abs(a - b) <= tolerance * b)) {
      throw new Error(`${what}[${i}] is ${a}, expected ${b} within ${tolerance}`);
    }
  }
}

const build = suite('buildHierarchy');

//   0 --1-- 1 --1-- 2      4 (alone)
//    \-----5------/ \-> 3 (one-way)
const small = buildGraph({
  nodeCount: 5,
  tail: [0, 1, 1, 2, 0, 2, 2],
  head: [1, 0, 2, 1, 2, 0, 3],
  weight: [1, 1, 1, 1, 5, 5, 0.5],
});

build(
  'puts a shortcut over the node in the middle of a way, and none where there is another way',
  () => {
    // 0 -> 1 -> 2 and back: 1 has two neighbours, so 0 and 2 go first, and nothing leads over them
    const way = buildGraph(
      { nodeCount: 3, tail: [0, 1], head: [1, 2], weight: [1, 2] },
      { undirected: true },
    );
    const hierarchy = buildHierarchy(way);
    assert.is(hierarchy.up.head.length, 2);
    assert.ok(hierarchy.up.second.every((half) => half === NONE));
    // a ring of four: the first node contracted needs a shortcut, for the second there is a witness
    const ring = buildGraph(
      { nodeCount: 4, tail: [0, 1, 2, 3], head: [1, 2, 3, 0], weight: [1, 1, 1, 2] },
      { undirected: true },
    );
    const { up, down } = buildHierarchy(ring);
    assert.is(up.second.filter((half) => half !== NONE).length, 1);
    assert.is(down.second.filter((half) => half !== NONE).length, 1);
  },
);

build('keeps the cheapest of parallel arcs, and no self-loops', () => {
  const graph = buildGraph({
    nodeCount: 2,
    tail: [0, 0, 0, 1],
    head: [1, 1, 0, 1],
    weight: [3, 2, 0, 0],
  });
  const { up, down } = buildHierarchy(graph);
  const arcs = [up, down].flatMap(({ first }) => [...first]);
  assert.equal(arcs, [1]);
});

build('gives the same hierarchy for the same graph, whoever looks on', () => {
  const graph = streets(40, 3);
  const bytes = writeHierarchy(buildHierarchy(graph));
  const calls: [number, number][] = [];
  const again = buildHierarchy(graph, { onProgress: (...call) => calls.push(call) });
  sameArray(writeHierarchy(again), bytes);
  assert.equal(calls.at(-1), [1600, 1600]);
});

build('takes graphs without nodes and without arcs', () => {
  checkHierarchy(buildHierarchy(buildGraph({ nodeCount: 0, tail: [], head: [], weight: [] })));
  const single = buildGraph({ nodeCount: 3, tail: [], head: [], weight: [] });
  const hierarchy = buildHierarchy(single);
  sameArray(hierarchy.levelStart, [0, 3]);
  const { status } = createHierarchySolver(single, hierarchy).run(
    buildQueries([
      [0, 0],
      [0, 1],
    ]),
  );
  sameArray(status, [FOUND, NO_PATH]);
});

build('stops when aborted, before it begins and on the way', () => {
  const graph = streets(60, 3);
  const reason = new Error('enough');
  refuses(() => buildHierarchy(graph, { signal: AbortSignal.abort(reason) }), Error, 'enough');
  const controller = new AbortController();
  const onProgress = (): void => controller.abort(reason);
  const large = streets(150, 3);
  refuses(() => buildHierarchy(large, { signal: controller.signal, onProgress }), Error, 'enough');
});

build('takes a hub of thousands of arcs', () => {
  const nodeCount = 20_000;
  const spokes = Array.from({ length: nodeCount - 1 }, (_, i) => i + 1);
  const graph = buildGraph(
    { nodeCount, tail: spokes.map(() => 0), head: spokes, weight: spokes.map((v) => v % 7) },
    { undirected: true },
  );
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  const { cost } = solver.run(
    buildQueries([
      [5, 12],
      [0, 6],
      [19_999, 1],
    ]),
  );
  sameArray(cost, [5 + 5, 6, (19_999 % 7) + 1]);
});

build.run();

const queries = suite('hierarchy queries');

queries('on a small graph find the paths in the drawing', () => {
  const solver = createHierarchySolver(small, buildHierarchy(small));
  const asked = buildQueries([
    [0, 3],
    [3, 0],
    [0, 4],
    [2, 2],
    [1, 3],
  ]);
  const routes = solver.run(asked);
  sameArray(routes.status, [FOUND, NO_PATH, NO_PATH, FOUND, FOUND]);
  sameArray(routes.cost, [2.5, Infinity, Infinity, 0, 1.5]);
  sameArray(routes.firstNode, [0, 4, 4, 4, 5, 8]);
  sameArray(routes.node, [0, 1, 2, 3, 2, 1, 2, 3]);
});

queries(`on random graphs are as short as Dijkstra's, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph(), fc.integer(), (graph, seed) => {
      const hierarchy = buildHierarchy(graph);
      checkHierarchy(hierarchy, graph);
      const asked = nodePairs(graph, 3 * graph.nodeCount, seed);
      const expected = referenceRoutes(graph, asked);
      const solver = createHierarchySolver(graph, hierarchy);
      const routes = solver.run(asked);
      validateRoutes(graph, asked, routes);
      sameArray(routes.status, expected.status, 'status');
      near(routes.cost, expected.cost, toleranceOf(graph), 'cost');
      noNodeTwice(routes);
      const costs = solver.run(asked, { result: 'cost' });
      sameArray(costs.cost, routes.cost, 'cost alone');
      assert.is(costs.node.length, 0);
      solver.destroy();
    }),
    { numRuns: 250, seed: SEED },
  );
});

function noNodeTwice({ count, firstNode, node }: Routes): void {
  for (let i = 0; i < count; i++) {
    const path = node.subarray(firstNode[i], firstNode[i + 1]);
    if (new Set(path).size !== path.length) throw new Error(`path ${i} is ${path.join(' ')}`);
  }
}

queries('on streets are as short as those of another solver, again and again', () => {
  const graph = streets(90, 7);
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  const other = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const [first, second] = [nodePairs(graph, 300, 8), nodePairs(graph, 300, 9)];
  const once = solver.run(first);
  validateRoutes(graph, first, once);
  near(once.cost, other.run(first).cost, 1e-5, 'cost');
  const between = solver.run(second, { maxSettled: 20 });
  const again = solver.run(first, { reuse: between });
  for (const key of ['status', 'cost', 'firstNode', 'node', 'settled'] as const) {
    sameArray(again[key] ?? [], once[key] ?? [], key);
  }
  assert.is(again.status.buffer, between.status.buffer);
  const settled = Array.from(once.settled ?? []).reduce((sum, count) => sum + count, 0);
  assert.ok(settled / 300 < 200, `${settled / 300} settled per query of 8100 nodes`);
});

queries('stop when their budget is spent', () => {
  const graph = streets(40, 5);
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  const asked = buildQueries([
    [0, 1599],
    [7, 7],
  ]);
  const all = solver.run(asked);
  const { status, cost, settled } = solver.run(asked, { maxSettled: 5 });
  sameArray(status, [BUDGET_SPENT, FOUND]);
  sameArray(cost, [Infinity, 0]);
  assert.is(settled?.[0], 5);
  const enough = solver.run(asked, { maxSettled: all.settled?.[0] ?? 0 });
  sameArray(enough.cost, all.cost);
});

queries('refuse what they cannot follow, and stop when aborted', () => {
  const graph = streets(10, 1);
  const hierarchy = buildHierarchy(graph);
  const solver = createHierarchySolver(graph, hierarchy);
  refuses(
    () => solver.run(buildQueries([[0, 100]])),
    RangeError,
    'target[0] is 100, the graph has 100 nodes',
  );
  refuses(() => solver.run(buildQueries([]), { nearest: true } as object), TypeError, /'nearest'/);
  refuses(() => solver.run(buildQueries([]), { maxSettled: -1 }), RangeError, /maxSettled is -1/);
  const signal = AbortSignal.abort(new Error('enough'));
  refuses(() => solver.run(buildQueries([[0, 1]]), { signal }), Error, 'enough');
  const changed = { ...graph, weight: graph.weight.map((w) => w * 2) };
  refuses(
    () => createHierarchySolver(changed, hierarchy),
    RangeError,
    /hierarchy is of other weights$/,
  );
  assert.ok(solver.memoryBytes > 0);
  solver.destroy();
  refuses(() => solver.run(buildQueries([])), Error, 'the solver was destroyed');
});

queries('work on a hierarchy that was a file', () => {
  const graph = streets(30, 2);
  const hierarchy = buildHierarchy(graph);
  const asked = nodePairs(graph, 100, 3);
  const read = readHierarchy(writeHierarchy(hierarchy));
  const routes = createHierarchySolver(graph, read).run(asked);
  const expected = createHierarchySolver(graph, hierarchy).run(asked);
  sameArray(routes.node, expected.node);
  sameArray(routes.cost, expected.cost);
});

queries('and trees do not take a sum rounded down to 2^24 for an exact one', () => {
  // 0 -1-> 1 -1-> 2 -1-> 3 -2^24-> 4; 3, 2 and 1 are contracted in this order, and 2^24 + 1 is no
  // f32
  const big = 2 ** 24;
  const weight = [1, 1, 1, big];
  const graph = buildGraph({ nodeCount: 5, tail: [0, 1, 2, 3], head: [1, 2, 3, 4], weight });
  const hierarchy = allocateHierarchy(5, 5, 4, 3);
  const { node, rank, levelStart, up, down } = hierarchy;
  node.set([3, 2, 1, 0, 4]);
  node.forEach((v, r) => (rank[v] = r));
  levelStart.set([0, 1, 2, 3, 4, 5]);
  up.firstArc.set([0, 1, 2, 3, 4, 4]);
  up.head.fill(4);
  up.weight.fill(big);
  up.first.set([3, 0, 1, 2]);
  up.second.set([NONE, 0, 1, 2]);
  down.firstArc.set([0, 1, 2, 3, 3, 3]);
  down.head.set([1, 2, 3]);
  down.weight.fill(1);
  down.first.set([2, 1, 0]);
  down.second.fill(NONE);
  const expected = referenceDijkstra(graph, 0).dist;
  assert.is(expected[4], big + 4);
  const solver = createHierarchySolver(graph, hierarchy);
  const asked = buildQueries([[0, 4]]);
  sameArray(solver.run(asked, { result: 'cost' }).cost, [big + 4]);
  sameArray(solver.run(asked).cost, [big + 4]);
  sameArray(solver.tree(0).dist, expected);
  const swept = new Float32Array(5);
  solver.trees([0]).distInto(0, swept);
  assert.is(swept[4], big);
});

queries('through the top and beside it are as short as those of another solver', () => {
  // one-way arcs, so that both directions of the top's distances matter
  const graph = randomGraph(900, 1.6, (r) => 1 + Math.floor(r * 100), 3);
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  const other = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const asked = nodePairs(graph, 4000, 4);
  const routes = solver.run(asked);
  validateRoutes(graph, asked, routes);
  sameArray(routes.cost, other.run(asked).cost, 'cost');
  noNodeTwice(routes);
});

queries('add up the largest weights there are', () => {
  const most = largestWeight(3);
  const graph = buildGraph({ nodeCount: 3, tail: [0, 1], head: [1, 2], weight: [most, most] });
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  sameArray(
    solver.run(
      buildQueries([
        [0, 2],
        [0, 1],
      ]),
    ).cost,
    [2 * most, most],
  );
});

queries.run();

const trees = suite('hierarchy trees');

trees(`from seeds to some targets are the least over the seeds, seed ${SEED}`, () => {
  fc.assert(
    fc.property(
      anyGraph(),
      fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 16 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
      (graph, starts, ends) => {
        const solver = createHierarchySolver(graph, buildHierarchy(graph));
        const targets = ends.map((t) => t % graph.nodeCount);
        const node = starts.flat().map((s) => s % graph.nodeCount);
        const cost = node.map((_, k) => k % 3);
        const first = starts.reduce((sums, one) => [...sums, sums.at(-1)! + one.length], [0]);
        for (const chosen of [targets, undefined]) {
          const sweeps = solver.sweepsTo(chosen);
          // twice: marks of places that are not covered must be cleared
          sweeps.run({ node: [...node].reverse(), cost, first });
          const { lanes, dist } = sweeps.run({ node, cost, first });
          starts.slice(0, 4).forEach((one, i) => {
            const rows = one.map((_, k) => referenceDijkstra(graph, node[first[i] + k]).dist);
            const all = rows[0].map((__, v) =>
              rows.reduce(
                (least, row, k) => Math.min(least, cost[first[i] + k] + row[v]),
                Infinity,
              ),
            );
            const expected = chosen ? Float32Array.from(chosen, (v) => all[v]) : all;
            const found = expected.map((__, j) => dist[sweeps.place[j] * lanes + i]);
            near(found, expected, toleranceOf(graph), `source ${i}`);
          });
          assert.ok(sweeps.covered <= graph.nodeCount);
          sweeps.free();
        }
        solver.destroy();
      },
    ),
    { numRuns: 80, seed: SEED },
  );
});

trees(
  `of random graphs have Dijkstra's labels bit for bit, and sweeps nearly, seed ${SEED}`,
  () => {
    fc.assert(
      fc.property(
        anyGraph(),
        fc.array(fc.nat(), { minLength: 1, maxLength: 16 }),
        (graph, list) => {
          const sources = list.map((s) => s % graph.nodeCount);
          const solver = createHierarchySolver(graph, buildHierarchy(graph));
          const swept = solver.trees(sources);
          assert.is(swept.count, sources.length);
          const rows = sources.map((_, i) => {
            const out = new Float32Array(graph.nodeCount);
            swept.distInto(i, out);
            return out;
          });
          rows.slice(0, 4).forEach((row, i) => {
            const expected = referenceDijkstra(graph, sources[i]).dist;
            near(row, expected, toleranceOf(graph), `sweep ${i}`);
          });
          const tree = solver.tree(sources[0]);
          sameArray(tree.dist, referenceDijkstra(graph, sources[0]).dist, 'dist');
          validateTree(graph, tree);
          solver.destroy();
        },
      ),
      { numRuns: 120, seed: SEED },
    );
  },
);

trees('keep the weights of when the solver was made', () => {
  const graph = streets(12, 5);
  const before = { ...graph, weight: graph.weight.slice() };
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  graph.weight.fill(3);
  const tree = solver.tree(7);
  sameArray(tree.dist, referenceDijkstra(before, 7).dist, 'dist');
  validateTree(before, tree);
  solver.destroy();
});

trees('of a large graph agree in every number of lanes', () => {
  const graph = randomGraph(3000, 1.6, (r) => Math.floor(r * 100), 5, { undirected: true });
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  const sources = Array.from({ length: 16 }, (_, i) => i * 187);
  const one = sources.map((source) => solver.tree(source));
  one.forEach((tree) => validateTree(graph, tree));
  const out = new Float32Array(graph.nodeCount);
  for (const count of [1, 2, 4, 5, 8, 9, 16]) {
    const swept = solver.trees(sources.slice(0, count));
    for (let i = 0; i < count; i++) {
      swept.distInto(i, out);
      sameArray(out, one[i].dist, `${count} sources, the one with number ${i}`);
      const last = swept.dist[swept.place[2999] * swept.lanes + i];
      assert.is(last, out[2999]);
    }
  }
});

trees('refuse no source, too many, and an array that does not fit', () => {
  const graph = streets(5, 1);
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  refuses(() => solver.trees([]), RangeError, 'sources has 0 entries, expected 1 to 16');
  const seeds = { node: [], cost: [], first: new Uint32Array(18) };
  refuses(() => solver.sweepsTo().run(seeds), RangeError, 'seeds has 17 sources, expected 1 to 16');
  refuses(() => solver.trees(Array(17).fill(0)), RangeError, /^sources has 17 entries/);
  refuses(() => solver.trees([25]), RangeError, 'sources[0] is 25, the graph has 25 nodes');
  refuses(() => solver.tree(25), RangeError, 'source is 25, the graph has 25 nodes');
  const swept = solver.trees([3, 4]);
  refuses(() => swept.distInto(2, new Float32Array(25)), RangeError, 'i is 2, there are 2 sources');
  refuses(
    () => swept.distInto(0, new Float32Array(24)),
    RangeError,
    'out has 24 entries, expected 25',
  );
});

trees.run();

const tables = suite('hierarchy tables');

tables(`of random graphs hold Dijkstra's distances, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph(), fc.array(fc.nat()), fc.array(fc.nat()), (graph, from, to) => {
      const solver = createHierarchySolver(graph, buildHierarchy(graph));
      const sources = from.map((s) => s % graph.nodeCount);
      const targets = to.map((t) => t % graph.nodeCount);
      const table = solver.table(sources, targets);
      assert.is(table.length, from.length * to.length);
      sources.forEach((source, i) => {
        const { dist } = referenceDijkstra(graph, source);
        const row = table.subarray(i * targets.length, (i + 1) * targets.length);
        const expected = targets.map((target) => dist[target]);
        near(row, expected, toleranceOf(graph), `row ${i}`);
      });
      solver.destroy();
    }),
    { numRuns: 100, seed: SEED },
  );
});

tables('are written into an earlier one, report progress and stop when aborted', () => {
  const graph = streets(60, 4);
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  const sources = Array.from({ length: 40 }, (_, i) => i * 90);
  const targets = Array.from({ length: 60 }, (_, i) => 3599 - i * 31);
  const first = solver.table(sources, targets);
  const kept = first.slice();
  const calls: number[] = [];
  const second = solver.table(sources, targets, {
    reuse: first,
    onProgress: (done) => calls.push(done),
  });
  assert.is(second, first);
  sameArray(second, kept);
  assert.is(calls.at(-1), 100);
  const { cost } = solver.run(buildQueries(targets.map((t) => [sources[7], t] as const)));
  near(second.subarray(7 * 60, 8 * 60), cost, 1e-5, 'row');
  const signal = AbortSignal.abort(new Error('enough'));
  refuses(() => solver.table(sources, targets, { signal }), Error, 'enough');
  refuses(
    () => solver.table([3600], []),
    RangeError,
    'sources[0] is 3600, the graph has 3600 nodes',
  );
});

tables.run();
