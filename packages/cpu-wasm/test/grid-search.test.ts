import {
  BUDGET_SPENT,
  buildGrid,
  buildQueries,
  FOUND,
  type Grid,
  NEAREST,
  NO_PATH,
  NONE,
  referenceDijkstra,
  referenceRoutes,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
  uniformCost,
} from '@wayfield/graph';
import { validateRoutes, validateTree } from '@wayfield/graph/validate';
import { sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Algorithm, createWasmSolver } from '../src/index.ts';
import { anyGrid, draw, randomPairs } from './random-grids.ts';

const OPTIMAL: readonly Algorithm[] = ['astar', 'dijkstra', 'bidirectional'];

const paths = suite('grid paths');

paths('go around a wall without cutting its corners', () => {
  const grid = draw(['...', '.#.', '...']);
  const queries = buildQueries([[1, 7]]);
  for (const algorithm of OPTIMAL) {
    const solver = createWasmSolver(grid, { algorithm });
    const routes = solver.run(queries);
    assert.is(routes.status[0], FOUND);
    assert.is(routes.cost[0], 4);
    assert.is(routes.node.length, 5);
    validateRoutes(grid, queries, routes);
    solver.destroy();
  }
});

paths('follow the corner rule', () => {
  const cost = (corners: Grid['corners'], rows: string[]): number =>
    createWasmSolver(draw(rows, { corners })).run(buildQueries([[0, 3]])).cost[0];
  assert.is(cost('always', ['.#', '#.']), Math.fround(Math.SQRT2));
  assert.is(cost('one-open', ['.#', '#.']), Infinity);
  assert.is(cost('one-open', ['.#', '..']), Math.fround(Math.SQRT2));
  assert.is(cost('never', ['.#', '..']), 2);
});

paths('of one cell cost nothing', () => {
  for (const algorithm of [...OPTIMAL, 'greedy'] as const) {
    const routes = createWasmSolver(draw(['.']), { algorithm }).run(buildQueries([[0, 0]]));
    assert.is(routes.status[0], FOUND);
    assert.is(routes.cost[0], 0);
    sameArray(routes.node, [0]);
  }
});

paths('say why there is none', () => {
  const pairs = [
    [0, 2],
    [1, 0],
    [0, 1],
    [0, 3],
  ] as const;
  const { status, cost, node } = createWasmSolver(draw(['.#.', '.#.'])).run(buildQueries(pairs));
  sameArray(status, [NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED, FOUND]);
  sameArray(cost, [Infinity, Infinity, Infinity, 1]);
  sameArray(node, [0, 3]);
});

paths('end at the nearest reachable cell on request', () => {
  const grid = draw(['..#..', '..#..', '###..']);
  // across the wall, onto the wall, on this side
  const queries = buildQueries([
    [0, 4],
    [0, 12],
    [0, 6],
  ]);
  const routes = createWasmSolver(grid).run(queries, { nearest: true });
  sameArray(routes.status, [NEAREST, NEAREST, FOUND]);
  assert.is(routes.node[routes.firstNode[1] - 1], 1);
  assert.is(routes.node[routes.firstNode[2] - 1], 6);
  validateRoutes(grid, queries, routes);
});

paths('equal the reference for every algorithm on small random grids, seed 20261', () => {
  fc.assert(
    fc.property(anyGrid(), fc.integer(), (grid, seed) => {
      const queries = randomPairs(grid, 12, seed);
      const expected = referenceRoutes(grid, queries);
      for (const algorithm of OPTIMAL) {
        const solver = createWasmSolver(grid, { algorithm });
        const routes = solver.run(queries);
        validateRoutes(grid, queries, routes);
        sameArray(routes.status, expected.status, 'status');
        for (let i = 0; i < queries.count; i++) {
          const [a, b] = [routes.cost[i], expected.cost[i]];
          // on weighted grids the sums of two shortest paths may round differently
          if (a === b || (uniformCost(grid) === 0 && Math.abs(a - b) <= 1e-5 * b)) continue;
          throw new Error(`${algorithm}: query ${i} costs ${a}, expected ${b}`);
        }
        solver.destroy();
      }
    }),
    { numRuns: 1500, seed: 20261 },
  );
});

paths('of greedy search are paths, found exactly where there is one, seed 20262', () => {
  fc.assert(
    fc.property(anyGrid(), fc.integer(), (grid, seed) => {
      const queries = randomPairs(grid, 12, seed);
      const solver = createWasmSolver(grid, { algorithm: 'greedy' });
      const routes = solver.run(queries);
      validateRoutes(grid, queries, routes);
      sameArray(routes.status, referenceRoutes(grid, queries).status, 'status');
      solver.destroy();
    }),
    { numRuns: 300, seed: 20262 },
  );
});

paths('are as short with every admissible heuristic, seed 20263', () => {
  fc.assert(
    fc.property(anyGrid(), fc.integer(), (grid, seed) => {
      const queries = randomPairs(grid, 8, seed);
      const expected = createWasmSolver(grid, { algorithm: 'dijkstra' }).run(queries).cost;
      for (const heuristic of ['zero', 'octile', 'euclidean'] as const) {
        const { cost } = createWasmSolver(grid, { heuristic }).run(queries);
        for (let i = 0; i < queries.count; i++) {
          const [a, b] = [cost[i], expected[i]];
          const close = a === b || Math.abs(a - b) <= 1e-5 * b;
          assert.ok(close, `${heuristic}: query ${i} costs ${a}, expected ${b}`);
        }
      }
    }),
    { numRuns: 300, seed: 20263 },
  );
});

paths('keep the same bits when a solver is used again and again', () => {
  const grid = draw(['....#...', '.##.#.#.', '....#.#.', '.##...#.', '....#...']);
  const queries = randomPairs(grid, 64, 7);
  for (const algorithm of OPTIMAL) {
    const solver = createWasmSolver(grid, { algorithm });
    const first = solver.run(queries);
    for (let k = 0; k < 3; k++) {
      const again = solver.run(queries);
      sameArray(again.cost, first.cost, 'cost');
      sameArray(again.node, first.node, 'node');
    }
  }
});

paths.run();

const trees = suite('grid trees');

trees('equal the reference bit for bit and prove themselves, seed 20264', () => {
  fc.assert(
    fc.property(anyGrid(), fc.nat(), (grid, pick) => {
      const source = pick % (grid.width * grid.height);
      const solver = createWasmSolver(grid, { algorithm: 'dijkstra' });
      const tree = solver.tree(source);
      sameArray(tree.dist, referenceDijkstra(grid, source).dist, 'dist');
      validateTree(grid, tree);
      solver.destroy();
    }),
    { numRuns: 800, seed: 20264 },
  );
});

trees('of larger maps than one chunk of copying are whole', () => {
  const grid = buildGrid({ width: 300, height: 200 });
  const tree = createWasmSolver(grid, { algorithm: 'dijkstra' }).tree(0);
  assert.is(tree.dist[300 * 200 - 1], Math.fround(100 + 199 * Math.SQRT2));
  assert.is(tree.parent[0], NONE);
  validateTree(grid, tree);
});

trees('write into the arrays of an earlier one', () => {
  const solver = createWasmSolver(draw(['...', '.#.']), { algorithm: 'dijkstra' });
  const first = solver.tree(0);
  const second = solver.tree(5, { reuse: first });
  assert.is(second.dist, first.dist);
  sameArray(second.dist, solver.tree(5).dist);
});

trees.run();

const many = suite('grid runOneToMany');

many('answers as run does, seed 20265', () => {
  fc.assert(
    fc.property(anyGrid(), fc.integer(), (grid, seed) => {
      const { source, target } = randomPairs(grid, 10, seed);
      const solver = createWasmSolver(grid, { algorithm: 'dijkstra' });
      const queries = buildQueries({ source: target.map(() => source[0]), target });
      const one = solver.runOneToMany(source[0], target);
      sameArray(one.status, referenceRoutes(grid, queries).status, 'status');
      sameArray(one.cost, solver.run(queries).cost, 'cost');
      validateRoutes(grid, queries, one);
    }),
    { numRuns: 300, seed: 20265 },
  );
});

many('stops when all targets are settled', () => {
  const solver = createWasmSolver(buildGrid({ width: 200, height: 200 }), {
    algorithm: 'dijkstra',
  });
  const { settled } = solver.runOneToMany(100 * 200 + 100, [100 * 200 + 101, 101 * 200 + 100]);
  assert.ok(settled !== undefined && settled[0] < 20, `${settled?.[0]} cells settled`);
});

many('answers in the first call on a map whose marks make the memory grow', () => {
  const solver = createWasmSolver(buildGrid({ width: 700, height: 700 }), {
    algorithm: 'dijkstra',
  });
  const { status, cost } = solver.runOneToMany(0, [699, 489_999]);
  assert.equal([...status], [FOUND, FOUND]);
  assert.is(cost[0], 699);
});

many('that spends maxSettled says so of targets that a longer search could reach', () => {
  const grid = draw(['......#.']);
  const solver = createWasmSolver(grid, { algorithm: 'dijkstra' });
  const statuses = (maxSettled: number) => [
    ...solver.runOneToMany(0, [2, 5, 6, 7], { maxSettled }).status,
  ];
  assert.equal(statuses(3), [FOUND, BUDGET_SPENT, TARGET_BLOCKED, NO_PATH]);
  assert.equal(statuses(6), [FOUND, FOUND, TARGET_BLOCKED, NO_PATH]);
});

many.run();
