// Every solver at the limits of the rule for weights and coordinates, against the reference.
import {
  buildGraph,
  buildGrid,
  buildQueries,
  FOUND,
  type Graph,
  type Grid,
  isGrid,
  LARGEST_COORDINATE,
  largestWeight,
  type Queries,
  referenceDijkstra,
  referenceRoutes,
  type Routes,
  SMALLEST_WEIGHT,
  uniformCost,
} from '@wayfield/graph';
import { validateRoutes, validateTree } from '@wayfield/graph/validate';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { refuses, sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildCustomizable, createCustomizableSolver } from '../src/customizable.ts';
import { buildHierarchy, createHierarchySolver } from '../src/hierarchy.ts';
import { type Algorithm, createWasmSolver } from '../src/index.ts';
import { randomGraph } from './random-graphs.ts';

const test = suite('limits of weights');
const SEED = 185;

/** Weights of one map: mostly both limits and 0, some in between. */
function weights(nodeCount: number, zero: boolean): fc.Arbitrary<number> {
  const most = largestWeight(nodeCount);
  const ends = [SMALLEST_WEIGHT, 3 * SMALLEST_WEIGHT, most, most / 2, Math.fround(most / 3), 1];
  return fc.constantFrom(...(zero ? [0, ...ends] : ends));
}

const anyLimitGraph: fc.Arbitrary<Graph> = fc
  .integer({ min: 1, max: 24 })
  .chain((nodeCount) => {
    const node = fc.nat(nodeCount - 1);
    const end = fc.constantFrom(-LARGEST_COORDINATE, LARGEST_COORDINATE, 0, 1, -(2 ** -126));
    const place = fc.array(end, { minLength: nodeCount, maxLength: nodeCount });
    const arc = fc.tuple(node, node, weights(nodeCount, true));
    return fc.record({
      nodeCount: fc.constant(nodeCount),
      arcs: fc.array(arc, { maxLength: 4 * nodeCount, size: 'max' }),
      places: fc.option(fc.tuple(place, place), { nil: undefined }),
      twoWay: fc.boolean(),
    });
  })
  .map(({ nodeCount, arcs, places, twoWay }) => {
    const all = twoWay ? [...arcs, ...arcs.map(([u, v, w]) => [v, u, w] as const)] : arcs;
    return buildGraph({
      nodeCount,
      tail: all.map(([u]) => u),
      head: all.map(([, v]) => v),
      weight: all.map(([, , w]) => w),
      ...(places && { x: places[0], y: places[1] }),
    });
  });

const anyLimitGrid: fc.Arbitrary<Grid> = fc
  .record({ width: fc.integer({ min: 1, max: 7 }), height: fc.integer({ min: 1, max: 7 }) })
  .chain(({ width, height }) => {
    const cells = width * height;
    const weight = weights(cells, false);
    const factors = fc.oneof(
      fc.array(fc.oneof({ weight: 4, arbitrary: weight }, fc.constant(0)), {
        minLength: cells,
        maxLength: cells,
      }),
      // uniform
      fc
        .tuple(weight, fc.array(fc.boolean(), { minLength: cells, maxLength: cells }))
        .map(([factor, open]) => open.map((is) => (is ? factor : 0))),
    );
    const neighbours = fc.constantFrom<4 | 8>(4, 8);
    const corners = fc.constantFrom('never', 'one-open', 'always' as const);
    return fc
      .record({ cost: factors, neighbours, corners })
      .map((rest) => buildGrid({ width, height, ...rest }));
  });

/** All pairs of the first nodes. */
function somePairs(count: number): Queries {
  const ends = Array.from({ length: Math.min(count, 12) }, (_, i) => i);
  return buildQueries(ends.flatMap((from) => ends.map((to) => [from, count - 1 - to] as const)));
}

/** Statuses, proofs of paths, and costs: the reference's, or above them by rounding. */
function judge(
  map: Graph | Grid,
  queries: Queries,
  right: Routes,
  routes: Routes,
  name: string,
  exact: boolean,
): void {
  validateRoutes(map, queries, routes);
  sameArray(routes.status, right.status, name);
  for (let i = 0; i < queries.count; i++) {
    const [own, best] = [routes.cost[i], right.cost[i]];
    if (routes.status[i] === FOUND) assert.ok(own < Infinity, `${name}: FOUND costs Infinity`);
    if (own === best) continue;
    assert.not(exact, `${name}: cost[${i}] is ${own}, the reference says ${best}`);
    assert.ok(own >= best && own <= best * (1 + 64 * 2 ** -22), `${name}: ${own}, not ${best}`);
  }
}

function algorithmsFor(map: Graph | Grid): Algorithm[] {
  if (!isGrid(map)) return ['dijkstra', 'astar', 'bidirectional', 'alt'];
  const jumps = map.neighbours === 8 && uniformCost(map) > 0;
  return ['dijkstra', 'astar', 'bidirectional', ...(jumps ? (['jps', 'jps+'] as const) : [])];
}

function tryAll(map: Graph | Grid): void {
  const nodes = isGrid(map) ? map.cost.length : map.nodeCount;
  const queries = somePairs(nodes);
  const right = referenceRoutes(map, queries);
  const uniform = isGrid(map) && uniformCost(map) > 0;
  for (const algorithm of algorithmsFor(map)) {
    const solver = createWasmSolver(map, { algorithm });
    const isExact =
      uniform || algorithm === 'dijkstra' || (!isGrid(map) && algorithm !== 'bidirectional');
    judge(map, queries, right, solver.run(queries), algorithm, isExact);
    if (algorithm === 'dijkstra') {
      const tree = solver.tree(queries.source[0]);
      validateTree(map, tree);
      sameArray(tree.dist, referenceDijkstra(map, queries.source[0]).dist, 'tree');
    }
    solver.destroy();
  }
  if (isGrid(map)) return;
  const hierarchy = createHierarchySolver(map, buildHierarchy(map));
  judge(map, queries, right, hierarchy.run(queries), 'hierarchy', false);
  const { dist } = hierarchy.tree(queries.source[0]);
  sameArray(dist, referenceDijkstra(map, queries.source[0]).dist, 'hierarchy.tree');
  hierarchy.destroy();
  for (const perfect of [false, true]) {
    const customizable = createCustomizableSolver(map, buildCustomizable(map), { perfect });
    judge(map, queries, right, customizable.run(queries), 'customizable', false);
    customizable.destroy();
  }
}

test(`all solvers agree with the reference on graphs, seed ${SEED}`, () => {
  fc.assert(fc.property(anyLimitGraph, tryAll), { seed: SEED, numRuns: 80 });
});

test(`all solvers agree with the reference on grids, seed ${SEED}`, () => {
  fc.assert(fc.property(anyLimitGrid, tryAll), { seed: SEED, numRuns: 80 });
});

test('pools agree too', async () => {
  const most = largestWeight(30);
  const ends = [0, SMALLEST_WEIGHT, most, most / 2, 1];
  const graph = randomGraph(30, 3, (r) => ends[Math.floor(r * ends.length)], SEED);
  const queries = somePairs(graph.nodeCount);
  const right = referenceRoutes(graph, queries);
  const pool = await createWasmPool(graph, { algorithm: 'alt', threads: 2 });
  judge(graph, queries, right, await pool.run(queries), 'pool', true);
  await pool.destroy();
  const many = await createHierarchyPool(graph, buildHierarchy(graph), { threads: 2 });
  judge(graph, queries, right, await many.run(queries), 'hierarchy pool', false);
  await many.destroy();
});

test('long paths of the largest weights have a cost, and searching them takes no longer', () => {
  const nodeCount = 20_000;
  const least: Record<string, number> = {};
  for (const weight of [1, largestWeight(nodeCount), SMALLEST_WEIGHT]) {
    const tail = Array.from({ length: nodeCount - 1 }, (_, i) => i);
    const head = tail.map((u) => u + 1);
    const graph = buildGraph({ nodeCount, tail, head, weight: tail.map(() => weight) });
    const queries = buildQueries([[0, nodeCount - 1]]);
    const right = referenceRoutes(graph, queries);
    for (const algorithm of ['dijkstra', 'bidirectional'] as const) {
      const solver = createWasmSolver(graph, { algorithm });
      judge(graph, queries, right, solver.run(queries), algorithm, algorithm === 'dijkstra');
      const times = Array.from({ length: 3 }, () => {
        const start = performance.now();
        solver.run(queries);
        return performance.now() - start;
      });
      const time = Math.min(...times);
      // a queue whose buckets did not fit the weights took hundreds of times as long
      assert.ok(time < 30 * (least[algorithm] ??= time), `${algorithm} at ${weight}: ${time} ms`);
      solver.destroy();
    }
  }
});

test('an update outside the limits is refused and changes nothing', () => {
  const graph = buildGraph({ nodeCount: 3, tail: [0, 1, 0], head: [1, 2, 2], weight: [1, 1, 5] });
  const grid = buildGrid({ width: 3, height: 1, cost: [1, 1, 2] });
  const queries = buildQueries([[0, 2]]);
  const solvers = [
    createCustomizableSolver(graph, buildCustomizable(graph)),
    ...algorithmsFor(graph).map((algorithm) => createWasmSolver(graph, { algorithm })),
  ];
  for (const bad of [2 ** -127, -1, NaN, Infinity, 2 * largestWeight(3)]) {
    for (const changed of [undefined, [1], [0, 1]]) {
      for (const solver of solvers) {
        graph.weight[1] = bad;
        refuses(() => solver.update(changed), RangeError, /weight\[1\] is /);
        graph.weight[1] = 1;
        assert.is(solver.run(queries).cost[0], 2);
      }
      for (const algorithm of algorithmsFor(grid)) {
        const solver = createWasmSolver(grid, { algorithm });
        grid.cost[1] = bad;
        refuses(() => solver.update(changed), RangeError, /cost\[1\] is /);
        grid.cost[1] = 1;
        assert.is(solver.run(queries).cost[0], 3);
      }
    }
  }
});

test.run();
