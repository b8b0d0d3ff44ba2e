export { askBind } from './ask';
export { graphArcs, graphArcsAt, graphBind, graphBuild, graphTake, graphTrim } from './graph';
export { landmarksBind, landmarksUnit } from './landmarks';
export { rowsBind, rowsFill, rowsKeep, rowsMarks } from './rows';
export { tangentsBind } from './search';
export { viewBind } from './view';
