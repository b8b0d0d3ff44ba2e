// Sub-path ./gpu-paths: a path per agent, followed on the device.
export { createGpuPaths } from './gpu/aim/gpu-paths.ts';
export type { GpuPathOptions, GpuPaths } from './gpu/aim/path-types.ts';
export type { PathRoutes } from './guides/path-store.ts';
export type { Planner, PlanRequests } from './guides/plans.ts';
