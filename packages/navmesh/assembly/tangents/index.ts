export { graphBind, graphBuild, graphTrim } from './graph';
export { landmarksBind } from './landmarks';
export {
  tangentsBegin,
  tangentsBind,
  tangentsCost,
  tangentsExpanded,
  tangentsFirst,
  tangentsLowerBound,
  tangentsQueued,
  tangentsRow,
  tangentsRun,
  tangentsStart,
  tangentsTarget,
  tangentsTested,
  tangentsTurns,
  tangentsWrite,
} from './search';
export { viewBind } from './view';
