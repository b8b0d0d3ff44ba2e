export {
  allocate,
  filledBuffer,
  storageBuffer,
  storageBytes,
  uploadWords,
  type Words,
} from './buffers.ts';
export { type CompactOptions, createCompact } from './compact/compact.ts';
export {
  type DeviceOptions,
  isSoftwareAdapter,
  OPTIONAL_FEATURES,
  requestDevice,
} from './device.ts';
export { guarded } from './guard.ts';
export type { LengthSource } from './lanes/length.ts';
export type { Tuning } from './lanes/tuning.ts';
export {
  type BufferNeed,
  defaultMemoryBudget,
  largestBinding,
  type MemoryPlan,
  planWaves,
} from './memory-plan.ts';
export {
  compileKernels,
  computePipeline,
  encodeSteps,
  type Kernel,
  type Resources,
  type Step,
  step,
  type Target,
} from './pipeline.ts';
export type { Primitive, PrimitiveOptions } from './primitive.ts';
export { createReadBack, type ReadBack, readBuffer, type ReadPart } from './read-back.ts';
export { createReduce, type ReduceOperation, type ReduceOptions } from './reduce/reduce.ts';
export { createScan, type Scan, type ScanOptions } from './scan/scan.ts';
export { createSegments, type SegmentsOptions } from './segments/segments.ts';
export { createGpuTreeSolver } from './sssp/tree-solver.ts';
export type {
  GpuTreeSolver,
  ResidentTrees,
  TreeRule,
  TreeRun,
  TreeRunOptions,
  TreeSolverOptions,
  TreeStats,
  TreeTiming,
} from './sssp/types.ts';
export type { TreeTuning } from './sssp/tuning.ts';
export type { DiagonalCost } from './sssp/grid-model.ts';
export { createSort, type SortOptions, type SortTuning } from './sort/sort.ts';
export {
  compactWords,
  type Pairs,
  reduceWords,
  scanWords,
  segmentOffsets,
  sortPairs,
} from './words.ts';
export {
  createGpuSolver,
  type GpuRoutes,
  type GpuRunOptions,
  type GpuSolver,
  type GpuSolverOptions,
} from './search/solver.ts';
export type { GpuVariant } from './search/choose-engine.ts';
export type { GpuShare } from './search/shared-goals.ts';
export type { GpuAlgorithm, GpuHeuristic } from './search/heuristic.ts';
export type { GpuAgents, GpuAgentsOptions } from './search/agents.ts';
export type { SearchTuning } from './search/engine.ts';
