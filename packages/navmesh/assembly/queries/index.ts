export { endsBind } from './ends';
export { locateBind } from './locate';
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
  queryStatus,
  queryStore,
  queryTested,
  queryTurns,
} from './run';
export { turnAt, turnsBind } from './turns';
