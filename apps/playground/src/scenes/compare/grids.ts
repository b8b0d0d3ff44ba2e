import { buildGrid } from '@wayfield/graph';
import { randomQueries, roomsGrid } from '@wayfield/graph/generators';
import { gpuBackend, poolBackend, referenceBackend, threadBackend } from './pairs.ts';
import type { Problem, ProblemOptions } from './problem.ts';

const SIZES = { small: [64, 40], medium: [320, 200], large: [1280, 800] } as const;

export function gridProblem(options: ProblemOptions): Problem {
  const { size, count, seed } = options;
  const [width, height] = SIZES[size];
  const { cost } = roomsGrid(width, height, { seed, size: 18, door: 3 });
  const grid = buildGrid({ width, height, cost });
  const queries = randomQueries(grid, count, { seed });
  return {
    title: 'Grid',
    what: `Shortest paths through rooms on ${width} × ${height} cells`,
    unit: 'path',
    count,
    tolerance: 0,
    backends: [
      threadBackend(grid, queries, 'A*', 'astar'),
      threadBackend(grid, queries, 'Dijkstra', 'dijkstra'),
      threadBackend(grid, queries, 'Jump points', 'jps'),
      poolBackend(grid, queries),
      gpuBackend(grid, queries, options),
      referenceBackend(grid, queries),
    ],
  };
}
