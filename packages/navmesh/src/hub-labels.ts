// Shortest paths between points by Euclidean hub labels.
export { buildPointLabels, type BuildLabelsOptions } from './hub-labels/build.ts';
export { createLabelSearch, type LabelSearch } from './hub-labels/search.ts';
export type { LabelRunOptions, PointLabels } from './hub-labels/types.ts';
export { createLiveLabelSearch, type LiveLabelSearch } from './hub-labels/live.ts';
export { readPointLabels, writePointLabels } from './hub-labels/file.ts';
