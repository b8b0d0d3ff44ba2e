// Where to change what: the arrays, types/data.ts; their bytes, binary/layout.ts; limits of
// weights, check/weights.ts; scale of the heuristic, build/heuristic-scale.ts; legal steps,
// queries/steps.ts; how costs add up, queries/labels.ts; reference solvers, queries/reference.ts;
// proofs, check/tree.ts, check/routes.ts; orders, build/reorder.ts; text files, formats/lines.ts.
export * from './types/constants.ts';
export { DIAGONAL_TICKS, STRAIGHT_TICKS, ticksToLength } from './types/ticks.ts';
export type { CornerRule, Graph, Grid, NearestEnds } from './types/data.ts';
export type { Queries, Routes, Tree } from './types/data.ts';
export { type ArcList, buildGraph, type BuildGraphOptions } from './build/graph.ts';
export { buildGrid, type GridOptions, isGrid, nodeCountOf, uniformCost } from './build/grid.ts';
export { checkGraph, checkGrid, checkNode, checkNodes } from './check/check.ts';
export { checkCoordinates, checkWeights } from './check/weights.ts';
export { LARGEST_COORDINATE, largestWeight, SMALLEST_WEIGHT } from './check/weights.ts';
export { heuristicScaleOf } from './build/heuristic-scale.ts';
export { buildQueries, checkQueries } from './queries/queries.ts';
export { type Components, strongComponents, weakComponents } from './queries/components.ts';
export { nearestCell } from './queries/nearest-cell.ts';
export { pathLength } from './queries/path-length.ts';
export { pathOf, pathXY, statusName } from './queries/paths.ts';
export { cellAt, type Coordinates, xyOf } from './queries/places.ts';
export { referenceAstar, referenceDijkstra } from './queries/reference.ts';
export { referenceRoutes, type Route } from './queries/reference.ts';
export { forEachStep } from './queries/steps.ts';
export { validateRoutes, type ValidateRoutesOptions } from './check/routes.ts';
export { validateTree } from './check/tree.ts';
export { readGraph, readGrid, writeGraph } from './binary/graph.ts';
export { depthFirstOrder } from './build/depth-first-order.ts';
export { hilbertOrder } from './build/hilbert-order.ts';
export { gridToGraph, type Renumbered, reorderGraph, subgraph } from './build/reorder.ts';
export { reverseGraph } from './build/reverse.ts';
