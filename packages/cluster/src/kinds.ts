// The kinds of work that come with the package.
export { type MatrixAnswer, matrixTiles, type MatrixWork } from './kinds/matrix.ts';
export { type RoadAnswer, type RoadWork, randomPairs, roadQueries } from './kinds/road.ts';
export { type SweepAnswer, sweepTrees, type SweepWork } from './kinds/sweeps.ts';
export type { RoadMap } from './kinds/maps.ts';
