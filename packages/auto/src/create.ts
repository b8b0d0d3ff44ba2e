import type { Graph, Grid } from '@wayfield/graph';
import { BACKENDS } from './backends.ts';
import { bestOf } from './best.ts';
import { bestTreesOf } from './best-trees.ts';
import type { BestOptions, BestSolver, BestTreeOptions, BestTreeSolver } from './types.ts';

/**
 * A solver on the backend that is best for such batches on this map: WebGPU where there is a real
 * GPU and the batch pays, a pool of worker threads where there is shared memory, else one thread.
 * `reason` says why this one.
 *
 * A small batch gets one thread, and nothing else is loaded. A GPU is compared with the CPU by
 * `chooseBackend` of `@wayfield/auto/choose`, from `calibration` or from a measurement that takes
 * about a second, once per device and kind of map. A software adapter counts as no GPU.
 *
 * Rejects with TypeError or RangeError for wrong options, and with the error of the solver for a
 * map that is not valid.
 *
 * @example
 * const solver = await createBestSolver(grid, { queries: 10_000 }); // solver.reason says why
 * const routes = await solver.run(queries);
 * console.log(routes.cost[0].toFixed(2)); // 89.10
 * grid.cost[cell] = 0;
 * await solver.update([cell]);
 * await solver.destroy();
 */
export function createBestSolver(
  map: Graph | Grid,
  options: BestOptions = {},
): Promise<BestSolver> {
  return bestOf(map, options, BACKENDS);
}

/**
 * Shortest-path trees, from one or many sources to all nodes: on the GPU where trees of this map
 * were seen to take at most 0.8 times as long there, else on one thread. `reason` says why.
 *
 * Small maps get one thread, and nothing else is loaded. Else both are timed in turns on the map
 * itself, from one source and, with `sources`, from several. A software adapter counts as no GPU.
 *
 * Rejects with TypeError or RangeError for wrong options and for a map that is not valid.
 *
 * @example
 * const trees = await createBestTreeSolver(grid);
 * const [{ dist }] = await trees.run([0]);
 * console.log(trees.backend, dist[3]); // thread 3
 * await trees.destroy();
 */
export function createBestTreeSolver(
  map: Graph | Grid,
  options: BestTreeOptions = {},
): Promise<BestTreeSolver> {
  return bestTreesOf(map, options, BACKENDS);
}
