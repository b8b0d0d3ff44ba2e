// For packages of Wayfield that search on meshes; no promise to programs: names and behaviour may
// change in any version. Queries for points: their rules, which ends move, the places of ends,
// and kernels that answer in blocks.
export { MOVES_SOURCE, MOVES_TARGET, movesOf, type Nearest } from '../queries/nearest.ts';
export { checkPointQueries } from '../queries/point-queries.ts';
export { createQueryBlocks, type QueryBlocks } from '../queries/query-blocks.ts';
export {
  ASKS,
  cornerCoordinates,
  findPlaces,
  largestFirst,
  type MeshPlaces,
} from '../queries/query-kernels.ts';
export type { SearchEngine } from '../queries/search-engine.ts';
export {
  clearPoints,
  createPointList,
  type PointList,
  pushPoint,
  takePoints,
} from '../queries/point-list.ts';
