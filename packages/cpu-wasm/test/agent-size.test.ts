import { buildGrid, buildQueries, FOUND, type Grid, referenceRoutes } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver } from '../src/index.ts';
import { anyGrid, draw, randomPairs } from './random-grids.ts';

const test = suite('agentSize');

/** The same grid for an agent of `size` cells: a cell is open where its whole square is. */
function shrink(grid: Grid, size: number): Grid {
  const { width, height } = grid;
  const cost = grid.cost.map((own, cell) => {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    if (x + size > width || y + size > height) return 0;
    for (let dy = 0; dy < size; dy++) {
      for (let dx = 0; dx < size; dx++) if (grid.cost[cell + dy * width + dx] === 0) return 0;
    }
    return own;
  });
  return buildGrid({ ...grid, cost });
}

test('keeps a large agent out of a narrow passage', () => {
  const grid = draw(['..#..', '.....', '..#..', '..#..', '.....', '.....']);
  const solver = createWasmSolver(grid);
  const queries = buildQueries([[0, 3]]);
  assert.ok(solver.run(queries).cost[0] < 5);
  const { status, node } = solver.run(queries, { agentSize: 2 });
  assert.is(status[0], FOUND);
  // through the passage at the bottom, rows 4 and 5
  assert.ok(node.includes(4 * 5 + 1) && node.includes(4 * 5 + 2));
});

test('equals a search on the shrunken grid, seed 20267', () => {
  fc.assert(
    fc.property(anyGrid(), fc.integer({ min: 1, max: 4 }), fc.integer(), (grid, size, seed) => {
      const queries = randomPairs(grid, 10, seed);
      const expected = referenceRoutes(shrink(grid, size), queries);
      for (const algorithm of ['astar', 'dijkstra', 'bidirectional'] as const) {
        const routes = createWasmSolver(grid, { algorithm }).run(queries, { agentSize: size });
        sameArray(routes.status, expected.status, 'status');
        for (let i = 0; i < queries.count; i++) {
          const [a, b] = [routes.cost[i], expected.cost[i]];
          assert.ok(a === b || Math.abs(a - b) <= 1e-5 * b, `query ${i}: ${a}, expected ${b}`);
        }
      }
    }),
    { numRuns: 300, seed: 20267 },
  );
});

test('may differ from query to query', () => {
  const grid = draw(['..#..', '.....', '..#..']);
  const queries = buildQueries([
    [5, 8],
    [5, 8],
    [5, 8],
  ]);
  const { status } = createWasmSolver(grid).run(queries, { agentSize: [1, 2, 1] });
  sameArray(status, [FOUND, 3, FOUND]);
});

test('is refused outside 1 .. 255', () => {
  const solver = createWasmSolver(draw(['...']));
  const queries = buildQueries([[0, 2]]);
  for (const agentSize of [0, 256, 1.5, NaN]) {
    const text = `agentSize is ${agentSize}, expected a whole number from 1 to 255 or an array or typed array`;
    refuses(() => solver.run(queries, { agentSize }), RangeError, text);
  }
  refuses(
    () => solver.run(queries, { agentSize: [1, 2] }),
    RangeError,
    'agentSize has 2 entries, expected 1',
  );
  assert.is(solver.run(queries).status[0], FOUND);
});

test.run();
