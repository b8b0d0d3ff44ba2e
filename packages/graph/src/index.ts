export * from './constants.ts';
export { DIAGONAL_TICKS, STRAIGHT_TICKS, ticksToLength } from './ticks.ts';
export type { CornerRule, Graph, Grid, Queries, Routes, Tree } from './types.ts';
export { buildGraph } from './build-graph.ts';
export type { ArcList, BuildGraphOptions } from './build-graph.ts';
export { buildGrid, isGrid, nodeCountOf, uniformCost } from './build-grid.ts';
export type { GridOptions } from './build-grid.ts';
export { checkGraph, checkGrid, checkNodes } from './check.ts';
export { buildQueries, checkQueries } from './queries.ts';
