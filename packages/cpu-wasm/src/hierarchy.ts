// The entry `@wayfield/cpu-wasm/hierarchy`: contraction hierarchies, sweeps and tables.
export { buildHierarchy, type BuildHierarchyOptions } from './hierarchy/build.ts';
export { createHierarchySolver, type HierarchySolver } from './hierarchy/solver.ts';
export type { SettledRoute } from './types.ts';
export type {
  HierarchyRouteOptions,
  HierarchyRunOptions,
  HierarchyTrees,
  SweepSeeds,
  RouteEnds,
  TableEnds,
  TableOptions,
  TargetSweeps,
} from './hierarchy/types.ts';
