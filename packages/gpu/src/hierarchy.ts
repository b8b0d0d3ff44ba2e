export { createGpuHierarchySolver } from './hierarchy/solver.ts';
export type {
  GpuDistances,
  GpuHierarchyOptions,
  GpuHierarchyRunOptions,
  GpuHierarchySolver,
  GpuHierarchyTrees,
  GpuTableEnds,
  GpuTableRows,
} from './hierarchy/types.ts';
