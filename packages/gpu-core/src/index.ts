// Devices, memory, kernels and parallel primitives on WebGPU: what every GPU solver stands on.
export {
  allocate,
  filledBuffer,
  storageBuffer,
  storageBytes,
  uploadWords,
  type Words,
} from './buffers.ts';
export { type CompactOptions, createCompact } from './compact/compact.ts';
export { isSoftwareAdapter, OPTIONAL_FEATURES, requestDevice } from './device.ts';
export type { DeviceOptions } from './device.ts';
export { guarded } from './guard.ts';
export { keepWarm, type KeepWarm, type KeepWarmOptions } from './keep-warm.ts';
export type { LengthSource } from './parallel/length.ts';
export type { Tuning } from './parallel/tuning.ts';
export { defaultMemoryBudget, largestBinding, planWaves } from './memory-plan.ts';
export type { BufferNeed, MemoryPlan } from './memory-plan.ts';
export { compileKernels, computePipeline, encodeSteps, step } from './pipeline.ts';
export type { Kernel, Resources, Step, Target } from './pipeline.ts';
export type { Primitive, PrimitiveOptions } from './primitive.ts';
export { createReadBack, type ReadBack, readBuffer, type ReadPart } from './read-back.ts';
export { createReduce, type ReduceOperation, type ReduceOptions } from './reduce/reduce.ts';
export { createScan, type Scan, type ScanOptions } from './scan/scan.ts';
export { createSegmentOffsets, type SegmentOffsetsOptions } from './segments/segments.ts';
export { createSort, type SortOptions, type SortTuning } from './sort/sort.ts';
