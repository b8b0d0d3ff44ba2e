export * from '../circles';
export { funnelPointCount, funnelPoints, funnelToPoint } from './arc-funnel';
export { searchCost, searchPointCount, searchPoints } from './best';
export { besideBind } from './beside';
export { blockBind, blockRun } from './block';
export { isClear } from './clear';
export { corridorsBind, stepsBind } from './corridors';
export { crossedBind } from './crossed';
export { endsBind } from './ends';
export { funnelBind } from './funnel';
export { reachBind } from './reach';
export { gatesBind, tableBind } from './gates';
export { marksBind } from './marks';
export { meshBind } from './mesh';
export { nearBind } from './near';
export { pathBind } from './path';
export {
  queryAgain,
  queryBegin,
  queryBind,
  queryExpanded,
  queryFirst,
  queryIsFull,
  queryLowerBound,
  queryRun,
  querySourceCount,
  queryTo,
  queryUse,
} from './query';
export { routeBind } from './route';
export { routesAdd, routesBind, routesClear, routesColumn } from './routes';
export { searchBind, searchRow } from './search';
export { statesBind } from './states';
export { turnsBind } from './turns';
export { locateBind } from '../queries/locate';
