// The search for discs, compiled to discs.wasm: channels with a radius (../channel), and what only
// discs need.
//
// query.ts, ends.ts   a query from its ends on
// block.ts, routes.ts  a block of queries; their paths
// dominance.ts        which label prunes which, and why the search is exact
// widths.ts, openings.ts  where the disc passes
// branches.ts, crossings.ts, crossed.ts  from a label to the sides that its path crosses
// complete.ts, channel.ts  the path of one channel, clear of everything
// path-turns.ts, path.ts, pieces.ts  a path as turns, as points, piece by piece
// best.ts             the shortest path of a query so far
// near.ts, beside.ts, strip.ts, clear.ts  what is too near to a path, or to a point
// straight.ts         paths that are proven without a search
// nearest-place.ts    where a blocked end moves to, by the kernels of @wayfield/surface
// arc-funnel.ts       the path through given portals, for createDiscFunnel

export { bottlenecksBind } from '../channel/bottlenecks';
export { rowsBind, tableTake } from '../channel/table';
export { corridorsBind } from '../channel/corridors';
export { funnelBind } from '../channel/funnel';
export { keptBind } from '../channel/kept-paths';
export { keptLabelsBind } from '../channel/kept-labels';
export { isFull as labelsAreFull, labelsBind } from '../channel/labels';
export { marksBind } from '../channel/marks';
export { meshBind } from '../channel/mesh';
export { openBind } from '../channel/open-list';
export {
  labelsExpanded as queryExpanded,
  searchBind,
  searchFirst as queryFirst,
  searchLowerBound as queryLowerBound,
  searchRow,
} from '../channel/search';
export { ENTRY, KEPT_LABELS, NODE, ROW_LENGTH, STEP } from '../channel/sizes';
export { turnsBind as certainTurnsBind } from '../channel/turns';
export { locateBind } from '../locate/locate';
export { funnelAnswer, funnelPointCount, funnelPoints } from './arc-funnel';
export { bestBind, searchCost, searchPointCount, searchPoints } from './best';
export { besideBind } from './beside';
export { blockRun } from './block';
export { blockBind, BLOCK_BYTES } from '../queries/block';
export { branchesBind } from './branches';
export { isClear } from './clear';
export { crossedBind } from './crossed';
export { crossingsBind } from './crossings';
export { dominanceBind } from './dominance';
export { endsBind } from './ends';
export { MOST_DOUBTFUL } from './layout';
export { nearBind } from './near';
export { pathBind } from './path';
export { turnsBind } from './path-turns';
export {
  PROVEN_AT_ONCE,
  queryBegin,
  queryBind,
  queryRun,
  querySourceCount,
  queryTo,
} from './query';
export { routesAdd, routesBind, routesClear, routesColumn } from './routes';
export { BRANCH, PATH_POINT, REACHED_TURN, STRIDE } from './sizes';
export { halfWidthsBind, widthsBind } from './widths';
export { nearestPlace } from './nearest-place';
export { leastWidthOf } from '../rounding';
export {
  addPoint,
  addPolygon,
  gridCreate,
  setSide,
  worldCreate,
} from '@wayfield/surface/assembly/change';
export { fitX as placeX, fitY as placeY } from '@wayfield/surface/assembly/fit';
export { orientBind } from '@wayfield/surface/assembly/orient';
