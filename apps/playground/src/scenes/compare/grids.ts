import { buildGrid } from '@wayfield/graph';
import { randomQueries, roomsGrid } from '@wayfield/graph/generators';
import { costMap } from './cost-map.ts';
import { pathProblem, threadBackend } from './pairs.ts';
import type { Problem, ProblemOptions } from './problem.ts';

export function gridProblem(options: ProblemOptions): Problem {
  const { count, seed } = options;
  const {
    width,
    height,
    cost,
    words: where,
  } = costMap(options, 'rooms', (across, down) =>
    roomsGrid(across, down, { seed, size: 18, door: 3 }),
  );
  const grid = buildGrid({ width, height, cost });
  const queries = randomQueries(grid, count, { seed });
  const words = { title: 'Grid', what: `Shortest paths on a grid: ${where}` };
  return pathProblem(words, grid, queries, options, [
    threadBackend(grid, queries, 'Dijkstra', 'dijkstra'),
    threadBackend(grid, queries, 'Jump points', 'jps'),
  ]);
}
