export { graphArcs, graphArcsAt, graphBind, graphBuild, graphTake, graphTrim } from './graph';
export { landmarksBind } from './landmarks';
export { rowsBind, rowsFill, rowsMarks } from './rows';
export {
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
} from './search';
export { viewBind } from './view';
