export type { BodyArray } from './bodies/body-buffer.ts';
export { createGpuCollisionSolver } from './solver.ts';
export type {
  GpuCollisionSolver,
  GpuSolverOptions,
  GpuTuning,
  ResidentBodies,
  ResidentLists,
  ResidentPairs,
} from './types.ts';
