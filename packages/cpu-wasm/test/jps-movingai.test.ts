import { buildQueries, FOUND, NO_PATH } from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { dataDir } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver } from '../src/index.ts';
import { JUMPING } from './jps-maps.ts';
import { isUnsolvable, scenarios } from './movingai.ts';
import { numbers } from './random-grids.ts';

const test = suite('jump point search on MovingAI maps');
const folder = dataDir('grid');

// bench/jps.bench.ts asks every row
const each = folder === undefined ? test.skip : test;
each('finds the published lengths, 25 rows of every scenario, seed 20291', () => {
  const random = numbers(20291);
  let asked = 0;
  for (const { name, grid, rows, tolerance } of scenarios(folder as string)) {
    const sample = Array.from({ length: 25 }, () => Math.floor(random() * rows.count));
    // rows without a solution stand at the front
    const unsolvable = [0, 1, 2].filter((row) => isUnsolvable(rows, row));
    const picked = [...sample, ...unsolvable];
    const queries = buildQueries(
      picked.map((row) => [rows.source[row], rows.target[row]] as const),
    );
    for (const algorithm of JUMPING) {
      const solver = createWasmSolver(grid, { algorithm });
      const routes = solver.run(queries);
      validateRoutes(grid, queries, routes);
      picked.forEach((row, i) => {
        const what = `${name} row ${row}`;
        const expected = isUnsolvable(rows, row) ? NO_PATH : FOUND;
        assert.is(routes.status[i], expected, what);
        if (expected === NO_PATH) return;
        const off = Math.abs(routes.cost[i] - rows.length[row]);
        assert.ok(off <= tolerance + 1e-5 * rows.length[row], `${what} is off by ${off}`);
      });
      solver.destroy();
      asked += queries.count;
    }
  }
  assert.ok(asked > 3000, `${asked} rows were asked`);
});

test.run();
