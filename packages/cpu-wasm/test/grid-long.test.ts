import { BUDGET_SPENT, buildGrid, buildQueries, FOUND, type Grid } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver } from '../src/index.ts';

const test = suite('ticks beyond 2^32');

/** One corridor that winds through the map, row by row, one cell wide. */
function serpentine(width: number, height: number): Grid {
  const blocked = new Uint8Array(width * height);
  for (let y = 1; y < height; y += 2) {
    blocked.fill(1, y * width, (y + 1) * width);
    blocked[y * width + (y % 4 === 1 ? width - 1 : 0)] = 0;
  }
  return buildGrid({ width, height, blocked });
}

test('leave paths and trees right', () => {
  // 2,101,498 steps: 5.0e9 ticks
  const width = 1400;
  const height = 2999;
  const grid = serpentine(width, height);
  const steps = (width - 1) * 1500 + 2 * 1499;
  // the 1,500th row of the corridor is walked from right to left
  const end = (height - 1) * width;
  for (const algorithm of ['astar', 'bidirectional', 'dijkstra', 'jps', 'jps+'] as const) {
    const solver = createWasmSolver(grid, { algorithm });
    const routes = solver.run(buildQueries([[0, end]]));
    assert.is(routes.status[0], FOUND, algorithm);
    assert.is(routes.cost[0], Math.fround(steps), algorithm);
    assert.is(routes.node.length, steps + 1, algorithm);
    if (algorithm === 'dijkstra') {
      const { dist, parent } = solver.tree(0);
      assert.is(dist[end], Math.fround(steps));
      assert.is(parent[end], end + 1);
    }
    solver.destroy();
  }
});

test('count the cells that both searches of a bidirectional query settle', () => {
  // 3,640,998 steps, 8.7e9 ticks: more than 2^32 from each end
  const width = 1400;
  const height = 5197;
  const end = height * width - 1;
  const steps = (width - 1) * 2599 + 2 * 2598;
  const solver = createWasmSolver(serpentine(width, height), { algorithm: 'bidirectional' });
  const { status, cost, settled } = solver.route(0, end);
  assert.is(status, FOUND);
  assert.is(cost, Math.fround(steps));
  assert.ok(settled > 1.9 * steps, `${settled} settled`);
  assert.is(solver.route(0, end, { maxSettled: settled }).status, FOUND);
  assert.is(solver.route(0, end, { maxSettled: settled - 1 }).status, BUDGET_SPENT);
  solver.destroy();
});

test.run();
