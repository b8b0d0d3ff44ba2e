export { type ArcPath, flattenArcs, type FlattenOptions } from './arc-path.ts';
export { createDiscFunnel, type DiscFunnel } from './create-disc-funnel.ts';
