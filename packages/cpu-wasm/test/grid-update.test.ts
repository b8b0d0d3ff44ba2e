import { buildGrid, buildQueries, FOUND, NO_PATH, referenceRoutes } from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { refuses, sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver } from '../src/index.ts';
import { anyGrid, draw, numbers, randomPairs } from './random-grids.ts';

const test = suite('update');

test('closes and opens cells between queries', () => {
  const grid = draw(['...', '.#.', '...']);
  const solver = createWasmSolver(grid);
  const across = buildQueries([[3, 5]]);
  assert.is(solver.run(across).cost[0], 4);
  grid.cost[4] = 1;
  solver.update([4]);
  assert.is(solver.run(across).cost[0], 2);
  grid.cost.fill(0, 1, 2);
  grid.cost[4] = grid.cost[7] = 0;
  solver.update([1, 4, 7]);
  assert.is(solver.run(across).status[0], NO_PATH);
});

test('is seen by all solvers on the same grid', () => {
  const grid = draw(['...']);
  const first = createWasmSolver(grid);
  const second = createWasmSolver(grid, { algorithm: 'dijkstra' });
  grid.cost[1] = 0;
  first.update([1]);
  assert.is(second.run(buildQueries([[0, 2]])).status[0], NO_PATH);
});

test('answers "no path" at once after the first search that found none', () => {
  const grid = buildGrid({ width: 64, height: 64 });
  const solver = createWasmSolver(grid);
  solver.run(buildQueries([[0, 63]]));
  const wall = Array.from({ length: 64 }, (_, y) => y * 64 + 32);
  for (const cell of wall) grid.cost[cell] = 0;
  solver.update(wall);
  const { status, settled } = solver.run(
    buildQueries([
      [0, 63],
      [1, 63],
    ]),
  );
  sameArray(status, [NO_PATH, NO_PATH]);
  assert.is(settled?.[0], 32 * 64);
  assert.is(settled?.[1], 0);
});

test('turns a uniform grid into a weighted one and back', () => {
  const grid = draw(['...', '...', '...']);
  const solver = createWasmSolver(grid, { algorithm: 'dijkstra' });
  const queries = buildQueries([[3, 5]]);
  grid.cost[4] = 9;
  solver.update([4]);
  assert.ok(Math.abs(solver.run(queries).cost[0] - 2 * Math.SQRT2) < 1e-6);
  grid.cost[4] = 1;
  solver.update([4]);
  assert.is(solver.run(queries).cost[0], 2);
});

test('takes over no other cell than those named, also where factors come in', () => {
  const grid = draw(['.....']);
  const solver = createWasmSolver(grid);
  grid.cost[0] = 3;
  grid.cost[1] = 5;
  grid.cost[2] = 0;
  solver.update([0]);
  assert.is(solver.route(0, 4).cost, 4);
  solver.update([2]);
  assert.is(solver.route(0, 4).status, NO_PATH);
  solver.update([1]);
  assert.is(solver.route(0, 1).cost, 5);
  grid.cost[0] = 1;
  solver.update([0]);
  assert.is(solver.route(0, 1).cost, 5);
});

test('opens the first cell of a grid that was closed everywhere', () => {
  const grid = draw(['##']);
  const solver = createWasmSolver(grid);
  grid.cost.fill(3);
  solver.update([0, 1]);
  assert.is(solver.run(buildQueries([[0, 1]])).cost[0], 3);
});

test('leaves every answer equal to a new solver, after any edits, seed 20266', () => {
  fc.assert(
    fc.property(anyGrid(), fc.integer(), fc.boolean(), (grid, seed, whole) => {
      const random = numbers(seed);
      const solvers = (['astar', 'dijkstra', 'bidirectional'] as const).map((algorithm) =>
        createWasmSolver(grid, { algorithm }),
      );
      for (let round = 0; round < 4; round++) {
        const queries = randomPairs(grid, 6, seed + round);
        const sizes = Array.from({ length: 6 }, () => 1 + Math.floor(random() * 2));
        for (const solver of solvers) {
          const routes = solver.run(queries);
          validateRoutes(grid, queries, routes);
          const expected = referenceRoutes(grid, queries);
          sameArray(routes.status, expected.status, `status in round ${round}`);
          for (let i = 0; i < 6; i++) {
            const [a, b] = [routes.cost[i], expected.cost[i]];
            assert.ok(a === b || Math.abs(a - b) <= 1e-5 * b, `query ${i}: ${a}, expected ${b}`);
          }
          // large agents have layers of their own, which must follow too
          const fresh = createWasmSolver(buildGrid({ ...grid, cost: grid.cost }), {
            algorithm: solver.algorithm,
          });
          const large = solver.run(queries, { agentSize: sizes });
          const again = fresh.run(queries, { agentSize: sizes });
          sameArray(large.status, again.status, 'status of large agents');
          sameArray(large.cost, again.cost, 'cost of large agents');
        }
        const changed = Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
          Math.floor(random() * grid.cost.length),
        );
        for (const cell of changed) grid.cost[cell] = [0, 0, 1, 1, 2][Math.floor(random() * 5)];
        solvers[round % 3].update(whole ? undefined : changed);
      }
    }),
    { numRuns: 250, seed: 20266 },
  );
});

test('refuses bad cells and bad factors, and changes nothing', () => {
  const grid = draw(['...']);
  const solver = createWasmSolver(grid);
  refuses(() => solver.update([3]), RangeError, 'changed[0] is 3, the grid has 3 cells');
  refuses(() => solver.update([1.5]), RangeError, 'changed[0] is 1.5, the grid has 3 cells');
  for (const bad of [NaN, -1, Infinity, 2 ** 126, 2 ** -127]) {
    grid.cost[1] = bad;
    const text = `cost[1] is ${bad}, expected 0, or 2^-126 to 2^126 / 3: 1.175e-38 to 2.836e+37`;
    refuses(() => solver.update([1]), RangeError, text);
    refuses(() => solver.update(), RangeError, text);
  }
  grid.cost[1] = 1;
  assert.is(solver.run(buildQueries([[0, 2]])).status[0], FOUND);
});

test.run();
