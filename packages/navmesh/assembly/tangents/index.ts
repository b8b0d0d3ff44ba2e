export { askBind } from './ask';
export { graphArcs, graphArcsAt, graphBind, graphBuild, graphTake, graphTrim } from './graph';
export { landmarksBind } from './landmarks';
export { rowsBind, rowsFill, rowsMarks } from './rows';
export { tangentsBind } from './search';
export { viewBind } from './view';
