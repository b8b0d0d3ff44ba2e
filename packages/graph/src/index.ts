export * from './constants.ts';
export { DIAGONAL_TICKS, STRAIGHT_TICKS, ticksToLength } from './ticks.ts';
export type { CornerRule, Graph, Grid, Queries, Routes, Tree } from './types.ts';
export { buildGraph } from './build-graph.ts';
export type { ArcList, BuildGraphOptions } from './build-graph.ts';
export { buildGrid, isGrid, nodeCountOf, uniformCost } from './build-grid.ts';
export type { GridOptions } from './build-grid.ts';
export { checkGraph, checkGrid, checkNode, checkNodes } from './check.ts';
export {
  checkCoordinates,
  checkWeights,
  LARGEST_COORDINATE,
  largestWeight,
  SMALLEST_WEIGHT,
} from './weights.ts';
export { heuristicScaleOf } from './heuristic-scale.ts';
export { buildQueries, checkQueries } from './queries.ts';
export { type Components, strongComponents, weakComponents } from './components.ts';
export { pathLength } from './path-length.ts';
export { referenceAstar, referenceDijkstra, referenceRoutes, type Route } from './reference.ts';
export { forEachStep } from './steps.ts';
export { validateRoutes, type ValidateRoutesOptions } from './validate-routes.ts';
export { validateTree } from './validate-tree.ts';
export { readGraph, readGrid, writeGraph } from './binary.ts';
export { depthFirstOrder } from './depth-first-order.ts';
export { hilbertOrder } from './hilbert-order.ts';
export { gridToGraph, type Renumbered, reorderGraph, subgraph } from './reorder.ts';
export { reverseGraph } from './reverse.ts';
