export * from './constants.ts';
export { DIAGONAL_TICKS, STRAIGHT_TICKS, ticksToLength } from './ticks.ts';
export type { CornerRule, Graph, Grid, Queries, Routes, Tree } from './types.ts';
