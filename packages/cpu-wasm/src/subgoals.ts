// The entry `@wayfield/cpu-wasm/subgoals`: routes on a uniform grid by hub labels of its subgoals.
export { buildSubgoalHierarchy, type BuildSubgoalOptions } from './subgoals/build.ts';
export { createSubgoalSolver, type SubgoalOptions, type SubgoalSolver } from './subgoals/solver.ts';
export type { HubLabelRunOptions } from './hub-labels/types.ts';
export type { SettledRoute } from './types.ts';
