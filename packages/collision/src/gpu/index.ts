export type { BodyArray } from './body-buffer.ts';
export { createGpuCollisionSolver } from './solver.ts';
export type {
  GpuCollisionSolver,
  GpuSolverOptions,
  GpuTuning,
  ResidentBodies,
  ResidentLists,
  ResidentPairs,
} from './types.ts';
