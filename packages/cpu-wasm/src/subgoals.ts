// Shortest paths on a uniform grid by a contraction hierarchy of its subgoal graph.
export { buildSubgoalHierarchy, type BuildSubgoalOptions } from './subgoals/build.ts';
export { createSubgoalSolver, type SubgoalOptions, type SubgoalSolver } from './subgoals/solver.ts';
export type { HubLabelRunOptions } from './hub-labels/types.ts';
export type { SettledRoute } from './types.ts';
