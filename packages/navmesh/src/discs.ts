export { type ArcPath, flattenArcs, type FlattenOptions } from './arc-path.ts';
export { createDiscFunnel, type DiscFunnel } from './create-disc-funnel.ts';
export {
  createDiscSearch,
  type DiscRoutes,
  type DiscRunOptions,
  type DiscSearch,
} from './create-disc-search.ts';
