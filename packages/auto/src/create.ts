import type { Graph, Grid } from '@wayfield/graph';
import { BACKENDS } from './backends.ts';
import { fastestOf } from './fastest.ts';
import type { FastestOptions, FastestSolver } from './types.ts';

/**
 * A solver on the backend that is fastest for such batches on this map: WebGPU, a pool of worker
 * threads or one thread. `reason` says why this one.
 *
 * A small batch gets one thread, and nothing else is loaded. A GPU is compared with the CPU by
 * `chooseBackend` of `@wayfield/auto/choose`, from `calibration` or from a measurement that takes
 * about a second, once per device and kind of map. A software adapter counts as no GPU.
 *
 * Rejects with TypeError or RangeError for wrong options, and with the error of the solver for a
 * map that is not valid.
 *
 * @example
 * const solver = await createFastestSolver(grid, { queries: 10_000 });
 * const routes = await solver.run(queries);
 * await solver.destroy();
 */
export function createFastestSolver(
  map: Graph | Grid,
  options: FastestOptions = {},
): Promise<FastestSolver> {
  return fastestOf(map, options, BACKENDS);
}
