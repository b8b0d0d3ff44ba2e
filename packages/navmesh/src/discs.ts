export { type ArcPath, flattenArcs, type FlattenOptions } from './geometry/arc-path.ts';
export { createDiscFunnel } from './discs/create-disc-funnel.ts';
export type { DiscFunnel, DiscFunnelQuery } from './discs/disc-funnel.ts';
export { createDiscSearch } from './discs/create-disc-search.ts';
export type {
  AnytimeDiscSearch,
  DiscExplanation,
  DiscRoutes,
  DiscRunOptions,
  DiscSearch,
  DiscSearchOptions,
} from './discs/disc-search.ts';
