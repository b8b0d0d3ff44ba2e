export { funnelPointCount, funnelPoints, funnelToPoint, pointsBind } from './arc-funnel';
export { channelBind, setDelaunay } from './channel';
export { funnelBind, reachBind } from './funnel';
export { meshBind } from './mesh';
export { isClear, nearBind } from './near';
export {
  searchBegin,
  searchBind,
  searchExpanded,
  searchIsOpen,
  searchPointCount,
  searchPoints,
  searchRun,
  searchSource,
  searchTarget,
} from './search';
