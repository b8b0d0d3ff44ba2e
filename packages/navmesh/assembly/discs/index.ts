export { funnelPointCount, funnelPoints, funnelToPoint } from './arc-funnel';
export { searchCost, searchLowerBound, searchPointCount, searchPoints } from './best';
export { besideBind } from './beside';
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
export { queryBegin, queryBind, queryRun, querySourceCount } from './query';
export { routeBind } from './route';
export {
  searchBegin,
  searchBind,
  searchExpanded,
  searchFirst,
  searchRow,
  searchRun,
  searchSource,
  searchStraight,
  searchTarget,
} from './search';
export { searchIsFull, statesBind } from './states';
export { turnsBind } from './turns';
export { locateBind } from '../queries/locate';
