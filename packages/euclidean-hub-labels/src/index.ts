// Shortest paths between points by Euclidean hub labels.
export { buildPointLabels, type BuildLabelsOptions } from './labels/build.ts';
export { createLabelSearch, type LabelSearch } from './labels/search.ts';
export type { LabelRunOptions, PointLabels } from './labels/types.ts';
export { createLiveLabelSearch, type LiveLabelSearch } from './labels/live.ts';
export { readPointLabels, writePointLabels } from './labels/file.ts';
