export { createFastestSolver } from './create.ts';
export type {
  FastestAlgorithm,
  FastestBackend,
  FastestOptions,
  FastestRunOptions,
  FastestSolver,
} from './types.ts';
