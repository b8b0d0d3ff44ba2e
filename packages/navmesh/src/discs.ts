export { type ArcPath, flattenArcs, type FlattenOptions } from './arc-path.ts';
export { createDiscFunnel, type DiscFunnel } from './create-disc-funnel.ts';
export { createDiscSearch } from './create-disc-search.ts';
export { createLiveDiscSearch, type LiveDiscSearch } from './create-live-disc-search.ts';
export type {
  AnytimeDiscSearch,
  DiscExplanation,
  DiscRoutes,
  DiscRunOptions,
  DiscSearch,
  DiscSearchOptions,
} from './disc-search.ts';
