export { type DeviceOptions, isSoftwareAdapter, requestDevice } from '@wayfield/gpu-core';
export type { GpuAgents, GpuAgentsOptions } from './search/agents.ts';
export type { GpuVariant } from './search/choose-engine.ts';
export { compactPath, type GpuCompactRoutes } from './search/compact-routes.ts';
export type { SearchTuning } from './search/engine.ts';
export type { GpuAlgorithm, GpuHeuristic } from './search/heuristic.ts';
export type { GpuShare } from './search/shared-ends.ts';
export { createGpuSolver } from './search/solver.ts';
export type {
  GpuCompactOptions,
  GpuRoutes,
  GpuRunOptions,
  GpuSolver,
  GpuSolverOptions,
} from './search/types.ts';
export type { DiagonalCost } from './sssp/grid-costs.ts';
export {
  createTreeUnpacker,
  type GpuCompactTree,
  type TreeUnpacker,
} from './sssp/compact-trees.ts';
export { createGpuTreeSolver } from './sssp/tree-solver.ts';
export type * from './sssp/types.ts';
export type { TreeTuning } from './sssp/tuning.ts';
