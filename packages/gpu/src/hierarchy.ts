export { createGpuHierarchySolver } from './hierarchy/solver.ts';
export type {
  GpuDistances,
  GpuHierarchyOptions,
  GpuHierarchyRunOptions,
  GpuHierarchySolver,
  GpuHierarchyTrees,
} from './hierarchy/types.ts';
