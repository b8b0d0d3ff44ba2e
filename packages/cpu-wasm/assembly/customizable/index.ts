// Customizable contraction hierarchies, src/customizable/. Two lives of one module:
//
// Building, without weights: undirected.ts (the graph as undirected rows), reduce.ts (takes out
// nodes of degree 1 and 2), core.ts (the graph that is left, with keys.ts for the directions of
// cutting and select.ts to divide by them), dissect.ts (nested dissection of the core, with a
// separator from flow.ts for each part), elimination.ts (ranks, the elimination tree, levels),
// completion.ts (the arcs of the hierarchy, and where the graph's arcs lie).
//
// Solving: layout.ts (the record of an arc's halves), metric.ts (weights and halves), customise.ts
// (all weights, basic or perfect), update.ts (partial customisation), query.ts (climbing the
// elimination tree), unpack.ts (the path of a query).
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
