// Searches for points, compiled to points.wasm: channels (TRA*, TA*, Fringe search) and tangents.
//
// queries.ts     queries from their ends to their paths, one by one or a block in one call
// sectors.ts     a query by search for channels: one search for each sector around the target
// sight.ts       whether the source sees the target
// path-turns.ts  where the path that was found turns
// ../queries     the block of queries
// ../channel     the search for channels; compiled once more for discs, as discs.wasm
// ../tangent     A* on the tangent graph
// ../locate      which triangles hold a point

export { bottlenecksBind, entrancesFound } from '../channel/bottlenecks';
export { tableTake } from '../channel/table';
export { corridorsBind } from '../channel/corridors';
export { funnelBind } from '../channel/funnel';
export { keptBind } from '../channel/kept-paths';
export { isFull as labelsAreFull, labelsBind } from '../channel/labels';
export {
  BOTTLENECK,
  ENTRANCES_BYTES,
  ENTRY,
  LATEST,
  NODE,
  REACHED_VERTEX,
  STEP,
  TARGET_BOUNDS,
} from '../channel/sizes';
export { meshBind } from '../channel/mesh';
export { openBind } from '../channel/open-list';
export { repeatedLabelsBind } from '../channel/repeated-labels';
export { searchBind, searchRow } from '../channel/search';
export { setOnTriangles } from '../channel/successors';
export { turnsBind as certainTurnsBind } from '../channel/turns';
export { chainsBind } from '../channel/vertex-chains';
export { endsBind } from '../locate/ends';
export { locateBind } from '../locate/locate';
export {
  BLOCK,
  BLOCK_BYTES,
  COST,
  EXPANDED,
  FIRST_POINT,
  LOWER_BOUND,
  PROVEN,
  SOURCE_X,
  SOURCE_Y,
  STATUS,
  TARGET_X,
  TARGET_Y,
} from '../queries/block';
export { turnAt, turnsBind } from './path-turns';
export {
  queriesBind,
  queriesClear,
  queriesRun,
  queriesX,
  queriesY,
  queryAdvance,
  queryBegin,
  queryCost,
  queryEndX,
  queryEndY,
  queryExpanded,
  queryLowerBound,
  queryProven,
  queryQueued,
  queryStartX,
  queryStartY,
  queryStatus,
  queryStore,
  queryTested,
  queryTurns,
} from './queries';
export { channelsBind } from './sectors';
export * from '../tangent/index';
