export { createBestSolver } from './create.ts';
export type {
  BestAlgorithm,
  BestBackend,
  BestOptions,
  BestRunOptions,
  BestSolver,
} from './types.ts';
