export { boundsBind } from './bounds';
export { corridorsBind } from './corridors';
export { funnelBind } from './funnel';
export { marksBind } from './marks';
export { meshBind } from './mesh';
export {
  searchBegin,
  searchBind,
  searchCost,
  searchExpanded,
  searchFirst,
  searchLowerBound,
  searchOpen,
  searchQueued,
  searchRow,
  searchRun,
  searchStart,
  searchTested,
} from './search';
export { latestBind, statesBind } from './states';
export { pathTurns, pathWrite } from './turns';
export {
  graphArcs,
  graphArcsAt,
  graphBind,
  graphBuild,
  graphTake,
  graphTrim,
  landmarksBind,
  rowsBind,
  rowsFill,
  rowsMarks,
  tangentsBegin,
  tangentsBind,
  tangentsCost,
  tangentsExpanded,
  tangentsFirst,
  tangentsLowerBound,
  tangentsQueued,
  tangentsRun,
  tangentsStart,
  tangentsTarget,
  tangentsTested,
  tangentsTurns,
  tangentsWrite,
  viewBind,
} from '../tangents/index';
