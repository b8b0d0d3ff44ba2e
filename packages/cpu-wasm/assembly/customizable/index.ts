// Customizable contraction hierarchies, src/customizable/. Two lives of one module.
// Building without weights: undirected, reduce, core, keys, select, flow, dissect, elimination,
// completion. Solving: metric, customise, update, query, unpack. Files by task: ARCHITECTURE.md.
export { buildNeighbours } from './undirected';
export { reduce } from './reduce';
export { buildCore } from './core';
export { dissectBegin, dissectEnd, dissectSome } from './dissect';
export {
  orderLevelCount,
  orderLevelStart,
  orderNode,
  orderParent,
  orderRank,
  rankNodes,
} from './elimination';
export {
  complete,
  completionArcCount,
  completionFirstArc,
  completionHead,
  mapArcs,
} from './completion';
export { graphBind, metricBind, takeWeights } from './metric';
export { LEAF } from './layout';
export { metricDownWeight, metricHalves, metricUpWeight } from './metric';
export { customise, keepDirection, keptDown, keptUp, perfect } from './customise';
export { updateArc, updateRest } from './update';
export { query, queryBind, queryClimbed, queryDist, queryDown, queryEnd, queryUp } from './query';
export { unpack, unpackBind, unpackCost, unpackPath } from './unpack';
