import {
  buildGrid,
  buildQueries,
  FOUND,
  type Grid,
  type Queries,
  NO_PATH,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
} from '@wayfield/graph';
import { readHierarchy, writeHierarchy } from '@wayfield/graph/hierarchy';
import { validateRoutes } from '@wayfield/graph/validate';
import { dataDir, refuses, sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildHubLabels, readHubLabels, writeHubLabels } from '../src/hub-labels.ts';
import { createWasmSolver } from '../src/index.ts';
import { buildSubgoalHierarchy, createSubgoalSolver, type SubgoalSolver } from '../src/subgoals.ts';
import { scenarios } from './movingai.ts';
import { anyGrid, CORNERS, draw, randomPairs } from './random-grids.ts';

const SEED = 20_291;

function solverOf(grid: Grid, agentSize = 1): SubgoalSolver {
  const hierarchy = buildSubgoalHierarchy(grid, { agentSize });
  return createSubgoalSolver(grid, hierarchy, buildHubLabels(hierarchy), { agentSize });
}

/** All pairs of cells. */
function allPairs(cells: number): Queries {
  const source = Uint32Array.from({ length: cells * cells }, (_, i) => Math.floor(i / cells));
  const target = Uint32Array.from({ length: cells * cells }, (_, i) => i % cells);
  return buildQueries({ source, target });
}

/** The grid of the cells where an agent of `size` fits: its paths are those of the agent. */
function roomFor(grid: Grid, size: number): Grid {
  const { width, height, cost, corners } = grid;
  const blocked = Array.from(cost, (_, c) => {
    const [x, y] = [c % width, Math.floor(c / width)];
    if (x + size > width || y + size > height) return true;
    for (let i = 0; i < size * size; i++) {
      if (cost[c + (i % size) + width * Math.floor(i / size)] === 0) return true;
    }
    return false;
  });
  return buildGrid({ width, height, corners, blocked });
}

/**
 * Answers as Dijkstra's algorithm does, bit for bit, by paths that are valid. `algorithm`: A* has
 * the same bits (grid-search.test.ts) in less time on large grids.
 */
function likeDijkstra(
  grid: Grid,
  queries: Queries,
  agentSize = 1,
  algorithm: 'dijkstra' | 'astar' = 'dijkstra',
): void {
  const solver = solverOf(grid, agentSize);
  const reference = createWasmSolver(grid, { algorithm });
  const expected = reference.run(queries, { agentSize });
  const routes = solver.run(queries);
  sameArray(routes.status, expected.status, 'status');
  sameArray(routes.cost, expected.cost, 'cost');
  validateRoutes(agentSize === 1 ? grid : roomFor(grid, agentSize), queries, routes);
  sameArray(solver.run(queries, { result: 'cost' }).cost, expected.cost, 'cost alone');
  solver.destroy();
  reference.destroy();
}

const test = suite('subgoals');

test('answers all pairs of small grids of all corner rules as Dijkstra does', () => {
  const grids = anyGrid({ weighted: false }).filter(({ neighbours }) => neighbours === 8);
  fc.assert(
    fc.property(grids, (grid) => likeDijkstra(grid, allPairs(grid.width * grid.height))),
    { seed: SEED, numRuns: 150 },
  );
});

test('answers as Dijkstra does for agents of several cells', () => {
  for (const corners of CORNERS) {
    for (const agentSize of [2, 3]) {
      const random = fc.sample(fc.integer({ min: 0, max: 99 }), { seed: SEED, numRuns: 900 });
      const grid = buildGrid({ width: 30, height: 30, corners, blocked: random.map((r) => r < 4) });
      likeDijkstra(grid, randomPairs(grid, 400, SEED), agentSize);
    }
  }
});

test('finds nodes on diagonals beyond 64 cells, at all places in a word', () => {
  for (const width of [63, 64, 65, 130]) {
    const blocked = Array.from({ length: width * 70 }, (_, c) => (c * 7919) % 1009 < 25);
    const grid = buildGrid({ width, height: 70, blocked });
    likeDijkstra(grid, randomPairs(grid, 1500, SEED), 1, 'astar');
  }
});

test('answers from one file of the hierarchy and one of the labels', () => {
  const grid = draw(['......', '.##.#.', '.#..#.', '......']);
  const hierarchy = buildSubgoalHierarchy(grid);
  const labels = buildHubLabels(hierarchy);
  const queries = allPairs(24);
  const expected = createSubgoalSolver(grid, hierarchy, labels).run(queries);
  const read = readHierarchy(writeHierarchy(hierarchy));
  const routes = createSubgoalSolver(grid, read, readHubLabels(writeHubLabels(labels))).run(
    queries,
  );
  sameArray(routes.cost, expected.cost, 'cost');
  sameArray(routes.node, expected.node, 'paths');
});

test('routes one query, says what is blocked, and passes on the factor of the cells', () => {
  const grid = draw(['..#.', '.##.', '..#.']);
  for (let c = 0; c < grid.cost.length; c++) grid.cost[c] *= 2.5;
  const solver = solverOf(grid);
  assert.equal(solver.route(0, 9), {
    status: FOUND,
    cost: Math.fround(2.5 * (2 * 1 + 1)),
    path: [0, 4, 8, 9],
    settled: 0,
  });
  assert.equal(solver.route(4, 4), { status: FOUND, cost: 0, path: [4], settled: 0 });
  assert.is(solver.route(0, 3).status, NO_PATH);
  assert.is(solver.route(2, 3).status, SOURCE_BLOCKED);
  assert.is(solver.route(0, 2).status, TARGET_BLOCKED);
  assert.ok(solver.memoryBytes > 0);
  solver.destroy();
  assert.throws(() => solver.route(0, 1), /destroyed/);
  const none = solverOf(buildGrid({ width: 3, height: 2, blocked: [1, 1, 1, 1, 1, 1] }));
  assert.is(none.route(0, 1).status, SOURCE_BLOCKED);
});

test('refuses other grids, changed grids, other sizes, long paths', () => {
  const rows = ['......', '.##.#.', '.#..#.', '......'];
  const grid = draw(rows);
  const hierarchy = buildSubgoalHierarchy(grid);
  const labels = buildHubLabels(hierarchy);
  const open = (other: Grid, agentSize = 1): void => {
    createSubgoalSolver(other, hierarchy, labels, { agentSize }).destroy();
  };
  open(grid);
  refuses(
    () => open(draw(rows, { neighbours: 4 })),
    RangeError,
    /neighbours is 4; subgoals need 8/,
  );
  const weighted = draw(rows);
  weighted.cost[0] = 3;
  refuses(() => open(weighted), RangeError, /different costs/);
  const changed = draw(rows);
  changed.cost[20] = 0;
  refuses(() => open(changed), RangeError, /the hierarchy has \d+ nodes, the graph has \d+ nodes/);
  refuses(() => open(grid, 2), RangeError, /nodes/);
  // a corridor of 100 columns there and back: 101 cells in each of 61 rows, a gap at either end
  const blocked = Array.from({ length: 101 * 121 }, (_, c) => {
    const [x, y] = [c % 101, Math.floor(c / 101)];
    return y % 2 === 1 && x !== (y % 4 === 1 ? 100 : 0);
  });
  const long = buildGrid({ width: 101, height: 121, blocked });
  refuses(() => buildSubgoalHierarchy(long), RangeError, /may have \d+ steps; subgoals allow 4988/);
  const signal = AbortSignal.abort(new Error('enough'));
  assert.throws(() => buildSubgoalHierarchy(grid, { signal }), /enough/);
});

const folder = dataDir('grid');
(folder === undefined ? test.skip : test)('agrees with jps+ on maps of games', () => {
  let asked = 0;
  for (const { name, grid, rows } of scenarios(folder as string)) {
    // other maps take seconds to build
    if (!name.startsWith('dao/arena')) continue;
    const queries = buildQueries({ source: rows.source, target: rows.target });
    const solver = solverOf(grid);
    const routes = solver.run(queries);
    const expected = createWasmSolver(grid, { algorithm: 'jps+' }).run(queries);
    sameArray(routes.status, expected.status, `${name}: status`);
    sameArray(routes.cost, expected.cost, `${name}: cost`);
    validateRoutes(grid, queries, routes);
    asked += queries.count;
  }
  assert.ok(asked > 100, `${asked} queries`);
});

test('refuses a grid so wide that the bitmaps of its diagonals exceed 4 GiB', () => {
  const width = 75_660;
  const blocked = Uint8Array.from({ length: 3 * width }, (_, c) => +((c % width) % 900 === 0));
  const grid = buildGrid({ width, height: 3, blocked });
  refuses(() => buildSubgoalHierarchy(grid), RangeError, /^out of memory: 4296391008 bytes/);
});

test('refuses labels that are right in form and wrong in a distance', () => {
  // three walls with a gap each
  const blocked = Array.from({ length: 400 }, (_, c) => {
    const [x, y] = [c % 20, Math.floor(c / 20)];
    return (x === 3 && y > 3) || (x === 10 && (y + 5) % 20 > 3) || (x === 17 && (y + 10) % 20 > 3);
  });
  const grid = buildGrid({ width: 20, height: 20, blocked });
  const hierarchy = buildSubgoalHierarchy(grid);
  const labels = buildHubLabels(hierarchy);
  const wrong = { first: labels.forward.first, groups: labels.forward.groups.slice() };
  const dists = new Float32Array(wrong.groups.buffer);
  dists.forEach((d, i) => i % 8 > 3 && d > 0 && d < Infinity && (dists[i] = d * 1.5));
  const solver = createSubgoalSolver(grid, hierarchy, {
    ...labels,
    forward: wrong,
    backward: wrong,
  });
  refuses(() => solver.route(0, 399), RangeError, /^the labels are damaged/);
});

test.run();
