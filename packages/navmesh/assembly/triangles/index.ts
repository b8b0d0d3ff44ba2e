export { boundsBind, boundsTake } from './bounds';
export { channelsBind } from './channels';
export { corridorsBind } from './corridors';
export { funnelBind } from './funnel';
export { meshBind } from './mesh';
export { searchBind, searchRow } from './search';
export { latestBind, statesBind } from './states';
export {
  askBind,
  graphArcs,
  graphArcsAt,
  graphBind,
  graphBuild,
  graphTake,
  graphTrim,
  landmarksBind,
  landmarksUnit,
  rowsBind,
  rowsFill,
  rowsKeep,
  rowsMarks,
  tangentsBind,
  viewBind,
} from '../tangents/index';
export {
  endsBind,
  locateBind,
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
  queryStatus,
  queryStore,
  queryTested,
  queryTurns,
  turnAt,
  turnsBind,
} from '../queries/index';
