export { createBestSolver, createBestTreeSolver } from './create.ts';
export type {
  BestAlgorithm,
  BestBackend,
  BestOptions,
  BestRunOptions,
  BestSolver,
  BestTreeOptions,
  BestTreeRunOptions,
  BestTreeSolver,
} from './types.ts';
