// Customizable contraction hierarchies, src/customizable/. An instance either builds or solves.
// Building without weights: undirected, reduce, core, keys, select, flow, dissect, elimination,
// completion. Solving: metric, customise, halves, update, query, unpack. Files by task:
// architecture/customizable.md.
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
export {
  graphBind,
  metricBind,
  metricUnitExponent,
  metricWeights,
  metricZeros,
  takeWeights,
} from './metric';
export { DOWN, HALVES_WORDS, LEAF, SECOND_WORD } from './layout';
export { findAllHalves, halvesBind, metricHalves } from './halves';
export { customise, keepDirection, keptDown, keptUp, perfect } from './customise';
export { updateArc, updateRest } from './update';
export {
  query,
  queryAll,
  queryBind,
  queryClimbed,
  queryDist,
  queryDown,
  queryEnd,
  queryUp,
} from './query';
export { unpack, unpackBind, unpackCost, unpackPath } from './unpack';
