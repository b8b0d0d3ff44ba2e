import {
  buildGrid,
  buildQueries,
  FOUND,
  type Graph,
  type Grid,
  isGrid,
  nodeCountOf,
  referenceAstar,
} from '@wayfield/graph';
import { randomGrid, randomQueries, roadGraph, terrainGrid } from '@wayfield/graph/generators';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildCustomizable, createCustomizableSolver } from '../src/customizable.ts';
import { buildHierarchy, createHierarchySolver } from '../src/hierarchy.ts';
import {
  type Algorithm,
  createWasmSolver,
  type RouteOptions,
  type WasmSolver,
} from '../src/index.ts';

const test = suite('route');

/** Each query by `route`, and by `run` alone, against all of them in one batch. */
function sameAsRun(
  map: Grid | Graph,
  solver: Pick<WasmSolver, 'run' | 'route'>,
  options: RouteOptions = {},
): void {
  const queries = randomQueries(map, 40, { seed: 5 });
  const all = solver.run(queries, options);
  for (let i = 0; i < queries.count; i++) {
    const [source, target] = [queries.source[i], queries.target[i]];
    const { status, cost, path, settled } = solver.route(source, target, options);
    assert.is(settled, all.settled?.[i]);
    assert.is(status, all.status[i]);
    assert.is(cost, all.cost[i]);
    sameArray(path, all.node.subarray(all.firstNode[i], all.firstNode[i + 1]));
    const one = solver.run(buildQueries([[source, target]]), options);
    assert.is(one.cost[0], cost);
    assert.is(one.settled?.[0], all.settled?.[i]);
    sameArray(one.node, path);
  }
}

test('gives what run gives: every algorithm, every option', () => {
  const grids = [
    randomGrid(6, 6, { density: 0.2, seed: 1 }),
    randomGrid(40, 30, { density: 0.3, seed: 2, neighbours: 4 }),
    randomGrid(40, 30, { density: 0.1, seed: 3 }),
  ];
  const gridAlgorithms = ['astar', 'dijkstra', 'bidirectional', 'greedy', 'jps', 'jps+'] as const;
  for (const grid of grids) {
    for (const algorithm of gridAlgorithms) {
      if (grid.neighbours === 4 && algorithm.startsWith('jps')) continue;
      const solver = createWasmSolver(grid, { algorithm });
      sameAsRun(grid, solver);
      sameAsRun(grid, solver, { nearest: true, agentSize: 2 });
      sameAsRun(grid, solver, { maxSettled: 7 });
      sameAsRun(grid, solver, { agentSize: 2 });
      solver.destroy();
    }
  }
  sameAsRun(grids[0], createWasmSolver(terrainGrid(20, 20, { seed: 4 })));
  const roads = roadGraph(12, 12, { seed: 5 });
  const roadAlgorithms: Algorithm[] = ['astar', 'dijkstra', 'bidirectional', 'greedy', 'alt'];
  for (const algorithm of roadAlgorithms) sameAsRun(roads, createWasmSolver(roads, { algorithm }));
  sameAsRun(roads, createHierarchySolver(roads, buildHierarchy(roads)));
  sameAsRun(roads, createCustomizableSolver(roads, buildCustomizable(roads)), { maxSettled: 99 });
});

test('a straight path needs no queue and is as good as any', () => {
  for (const neighbours of [4, 8] as const) {
    const grid = randomGrid(9, 8, { density: 0.15, seed: 6, neighbours });
    const solver = createWasmSolver(grid);
    const nodes = nodeCountOf(grid);
    for (let source = 0; source < nodes; source++) {
      for (let target = 0; target < nodes; target++) {
        const { status, cost, path } = solver.route(source, target);
        const right = referenceAstar(grid, source, target);
        assert.is(status, right.status);
        assert.is(cost, right.cost);
        if (status === FOUND) assert.is(path[0], source);
        if (status === FOUND) assert.is(path.at(-1), target);
        for (const most of [path.length - 1, path.length]) {
          const limited = solver.route(source, target, { maxSettled: Math.max(0, most) });
          if (limited.status === FOUND) assert.is(limited.cost, cost);
        }
      }
    }
  }
});

test('a batch of many blocks is as one query after another, also where labels are stale', () => {
  const grid = randomGrid(60, 50, { density: 0.15, seed: 7 });
  const queries = randomQueries(grid, 700, { seed: 8 });
  const wall = Array.from({ length: grid.height }, (_, y) => y * grid.width + 30);
  const solvers = (['astar', 'dijkstra', 'jps', 'jps+'] as const).map((algorithm) =>
    createWasmSolver(grid, { algorithm, warmUp: 0 }),
  );
  const sameForAll = (): void => {
    for (const solver of solvers) {
      const { status, cost, firstNode, node } = solver.run(queries);
      const alone = solver.run(queries, { result: 'cost', onProgress: () => undefined });
      sameArray(alone.cost, cost, `${solver.algorithm} costs`);
      sameArray(alone.firstNode, new Uint32Array(701));
      for (let i = 0; i < queries.count; i++) {
        const route = solver.route(queries.source[i], queries.target[i]);
        assert.is(status[i], route.status);
        assert.is(cost[i], route.cost);
        sameArray(node.subarray(firstNode[i], firstNode[i + 1]), route.path, solver.algorithm);
      }
    }
  };
  sameForAll();
  // cut in two: components across the wall stay equal until a search has found no path
  for (const cell of wall) grid.cost[cell] = 0;
  solvers[0].update(wall);
  sameForAll();
  for (const cell of wall.slice(9)) grid.cost[cell] = 1;
  solvers[0].update(wall);
  sameForAll();
  solvers.forEach((solver) => solver.destroy());
});

test('a warm-up changes no answer', () => {
  const roads = roadGraph(12, 12, { seed: 5 });
  const grid = randomGrid(20, 20, { density: 0.2, seed: 9 });
  const closed = buildGrid({ width: 3, height: 3, cost: new Float32Array(9) });
  const algorithms = ['greedy', 'bidirectional', 'theta*', 'dijkstra'] as const;
  for (const map of [roads, grid, closed]) {
    for (const algorithm of algorithms) {
      if (map === roads && algorithm === 'theta*') continue;
      const queries = randomQueries(map === closed ? grid : map, map === closed ? 0 : 50, {
        seed: 5,
      });
      const [warm, cold] = [20, 0].map((warmUp) =>
        createWasmSolver(map, { algorithm, warmUp }).run(queries),
      );
      for (const key of ['status', 'cost', 'node', 'settled'] as const) {
        sameArray(warm[key] ?? [], cold[key] ?? [], `${algorithm} ${key}`);
      }
    }
  }
});

test('after an update it answers for the new map', () => {
  const grid = randomGrid(6, 6, { density: 0, seed: 1 });
  const solver = createWasmSolver(grid);
  sameArray(solver.route(0, 2).path, [0, 1, 2]);
  grid.cost[1] = 0;
  solver.update([1]);
  assert.is(solver.route(0, 2).cost, referenceAstar(grid, 0, 2).cost);
  assert.ok(isGrid(grid) && !solver.route(0, 2).path.includes(1));
  refuses(() => solver.route(0, 36), RangeError, 'target is 36, the graph has 36 nodes');
  refuses(() => solver.route(-1, 0), RangeError, 'source is -1, the graph has 36 nodes');
  solver.destroy();
  refuses(() => solver.route(0, 1), Error, 'the solver was destroyed');
});

test.run();
