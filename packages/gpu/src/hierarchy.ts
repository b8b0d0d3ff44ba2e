export { createGpuCustomizer } from './customizable/customizer.ts';
export { createGpuCustomizableSolver } from './customizable/solver.ts';
export type * from './customizable/types.ts';
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
