import type { Graph, Grid } from '@wayfield/graph';
import { type FastestOptions, type FastestSolver, fastestOf } from './fastest.ts';
import { BACKENDS } from './backends.ts';

export type {
  FastestAlgorithm,
  FastestBackend,
  FastestOptions,
  FastestRunOptions,
  FastestSolver,
} from './fastest.ts';

/**
 * A solver on the fastest backend there is for such batches on this map: WebGPU, a pool of worker threads or
 * one thread. `reason` says why it is this one.
 *
 * A small batch gets one thread, and nothing else is loaded. A GPU is compared with the CPU by
 * `chooseBackend` of `@wayfield/graph/choose`, from `calibration` or from a measurement that takes about a
 * second, once per device and kind of map. A software adapter counts as no GPU.
 *
 * Rejects with TypeError or RangeError for options that are not as described, and with what the solver throws
 * for a map that is not valid.
 */
export function createFastestSolver(
  map: Graph | Grid,
  options: FastestOptions = {},
): Promise<FastestSolver> {
  return fastestOf(map, options, BACKENDS);
}
