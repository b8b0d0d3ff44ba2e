// The kinds of work that need no further package; those of kinds/ do.
export { type MatrixAnswer, matrixTiles, type MatrixWork } from './kinds/matrix.ts';
export { type RoadWork, randomPairs, roadQueries } from './kinds/road.ts';
export type { RoadAnswer } from './kinds/road-arrays.ts';
export { searchQueries, type SearchWork } from './kinds/search.ts';
export { type SweepAnswer, sweepTrees, type SweepWork } from './kinds/sweeps.ts';
export type { RoadMap } from './kinds/maps.ts';
