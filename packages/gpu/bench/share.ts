// `node --import tsx bench/share.ts`: batches with crowds, every query by a search of its own, with
// shared trees, and as the solver chooses. Wall times with paths in JavaScript arrays. All costs
// are compared.
import { randomWords } from '@wayfield/testing';
import { buildQueries, type Graph, type Grid, nodeCountOf, type Queries } from '@wayfield/graph';
import { mazeGrid, randomGrid, roadGraph } from '@wayfield/graph/generators';
import {
  createGpuSolver,
  type GpuAlgorithm,
  type GpuRoutes,
  type GpuRunOptions,
} from '../src/index.ts';
import { requestDevice } from '../src/node.ts';

const quick = process.argv.includes('--quick');
const repeats = quick ? 1 : 5;
const scale = quick ? 0.02 : 1;

/**
 * Queries of `crowds` goals, `share` of them; the others all over. Blocked cells are drawn again.
 */
function crowdsOf(data: Graph | Grid, count: number, crowds: number, share: number): Queries {
  const nodes = nodeCountOf(data);
  const open = Uint32Array.from({ length: nodes }, (_, u) => u).filter((u) =>
    'cost' in data ? data.cost[u] > 0 : true,
  );
  const words = randomWords(3 * count + crowds, 17);
  const pick = (i: number): number => open[words[i] % open.length];
  const pairs = Array.from({ length: count }, (_, q) => {
    const crowded = words[2 * count + q] / 2 ** 32 < share;
    return [pick(q), pick(crowded ? 3 * count + (q % crowds) : count + q)] as const;
  });
  return buildQueries(pairs);
}

/** Queries with one target, whose sources lie at most `reach` cells from it. */
function nearby(grid: Grid, count: number, reach: number): Queries {
  const middle = Math.floor(grid.width / 2);
  const words = randomWords(2 * count, 18);
  const goal = middle * grid.width + middle;
  const at = (q: number): number => middle - reach + (words[q] % (2 * reach));
  return buildQueries(
    Array.from({ length: count }, (_, q) => [at(count + q) * grid.width + at(q), goal] as const),
  );
}

const small = randomGrid(30, 30, { seed: 1 });
const map = randomGrid(512, 512, { seed: 2 });
const maze = mazeGrid(301, 301, { seed: 3 });
const graph = roadGraph(400, 400, { seed: 4 });
const weighted = { ...map, cost: map.cost.map((c, i) => (c > 0 ? 1 + (i % 3) : 0)) };
const n = (count: number): number => Math.ceil(count * scale);
const CASES: readonly [string, Graph | Grid, GpuAlgorithm, Queries][] = [
  ['30 x 30, 786,432 all over', small, 'astar', crowdsOf(small, n(786432), 1, 0)],
  ['30 x 30, 786,432 all over', small, 'dijkstra', crowdsOf(small, n(786432), 1, 0)],
  ['512 x 512, 10,000 to one goal', map, 'astar', crowdsOf(map, n(10000), 1, 1)],
  ['512 x 512, 10,000 to one goal', map, 'dijkstra', crowdsOf(map, n(10000), 1, 1)],
  ['512 x 512, 100,000 to 100 goals', map, 'astar', crowdsOf(map, n(100000), 100, 1)],
  ['512 x 512, 100,000 to 5,000 goals', map, 'astar', crowdsOf(map, n(100000), 5000, 1)],
  ['512 x 512, 100,000, half to 10 goals', map, 'astar', crowdsOf(map, n(100000), 10, 0.5)],
  ['512 x 512, 100,000, a tenth to 10 goals', map, 'astar', crowdsOf(map, n(100000), 10, 0.1)],
  ['512 x 512, 100,000 all over', map, 'astar', crowdsOf(map, n(100000), 1, 0)],
  ['512 x 512, 1,000 to one goal', map, 'astar', crowdsOf(map, n(1000), 1, 1)],
  ['512 x 512, 50,000 near their goal', map, 'astar', nearby(map, n(50000), 20)],
  ['weighted, 10,000 to one goal', weighted, 'astar', crowdsOf(weighted, n(10000), 1, 1)],
  ['maze 301 x 301, 10,000 to one goal', maze, 'astar', crowdsOf(maze, n(10000), 1, 1)],
  ['road of 160,000, 10,000 to one goal', graph, 'astar', crowdsOf(graph, n(10000), 1, 1)],
];

const device = await requestDevice();
const SHARES = ['never', 'auto', 'always'] as const;
for (const [name, data, algorithm, queries] of CASES) {
  const solver = await createGpuSolver(device, data, { algorithm });
  const best: Record<string, number> = {};
  const routes: Record<string, GpuRoutes> = {};
  // the first round warms up
  for (let k = 0; k <= repeats; k++) {
    for (const share of SHARES) {
      const options: GpuRunOptions = { share, ...(routes[share] && { reuse: routes[share] }) };
      const start = performance.now();
      routes[share] = await solver.run(queries, options);
      const time = performance.now() - start;
      if (k > 0) best[share] = Math.min(best[share] ?? Infinity, time);
      else best[`${share} cold`] = time;
    }
  }
  let wrong = 0;
  for (const share of ['auto', 'always'] as const) {
    for (let q = 0; q < queries.count; q++) {
      const [a, b] = [routes.never.cost[q], routes[share].cost[q]];
      if (routes.never.status[q] !== routes[share].status[q]) wrong++;
      else if (a !== b && !(Math.abs(a - b) <= 2e-6 * a)) wrong++;
    }
  }
  const times = Object.entries(best).map(([way, ms]) => `${way} ${ms.toFixed(1)}`);
  const { auto, always } = routes;
  console.log(
    `${name}, ${algorithm}: ${times.join(', ')} ms; auto shares ${auto.shared.queries} of ` +
      `${queries.count} in ${auto.shared.trees} trees, always ${always.shared.queries} in ` +
      `${always.shared.trees}; ${wrong} differ`,
  );
  solver.destroy();
}
device.destroy();
process.exit(0);
