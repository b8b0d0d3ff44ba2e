import { type Algorithm, createWasmSolver } from '@wayfield/cpu-wasm';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { buildGrid } from '@wayfield/graph';
import { randomQueries, roomsGrid } from '@wayfield/graph/generators';
import { firstQueries, referenceBackend } from './pairs.ts';
import {
  type Backend,
  type Problem,
  type ProblemOptions,
  SOFTWARE_QUERIES,
  threads,
} from './problem.ts';

const SIZES = { small: [64, 40], medium: [320, 200], large: [1280, 800] } as const;

export function gridProblem({ size, count, seed, software, device }: ProblemOptions): Problem {
  const [width, height] = SIZES[size];
  const { cost } = roomsGrid(width, height, { seed, size: 18, door: 3 });
  const grid = buildGrid({ width, height, cost });
  const queries = randomQueries(grid, count, { seed });
  const gpuQueries = firstQueries(queries, software ? SOFTWARE_QUERIES : count);
  const thread = (title: string, algorithm: Algorithm): Backend => ({
    kind: 'thread',
    title,
    prepare() {
      const solver = createWasmSolver(grid, { algorithm });
      return { run: () => solver.run(queries).cost, destroy: () => solver.destroy() };
    },
  });
  return {
    title: 'Grid',
    what: `Shortest paths through rooms on ${width} × ${height} cells`,
    unit: 'path',
    count,
    tolerance: 0,
    backends: [
      thread('A*', 'astar'),
      thread('Dijkstra', 'dijkstra'),
      thread('Jump points', 'jps'),
      {
        kind: 'pool',
        title: 'A*',
        async prepare() {
          const pool = await createWasmPool(grid, { algorithm: 'astar' });
          return {
            run: async () => (await pool.run(queries)).cost,
            note: pool.fallback ?? threads(pool.threads),
            destroy: () => pool.destroy(),
          };
        },
      },
      {
        kind: 'gpu',
        count: gpuQueries.count,
        title: 'A*',
        async prepare() {
          const { createGpuSolver } = await import('@wayfield/gpu');
          const solver = await createGpuSolver(await device(), grid);
          return {
            run: async () => (await solver.run(gpuQueries)).cost,
            destroy: () => solver.destroy(),
          };
        },
      },
      referenceBackend(grid, queries),
    ],
  };
}
