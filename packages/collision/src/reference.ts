// What tests and comparisons need: the reference solver, a solver over the caller's R-tree, and the
// rules that all solvers follow.
export { createReferenceSolver } from './solvers/reference.ts';
export { type BoxTree, type BoxTreeClass, createTreeSolver } from './solvers/tree-solver.ts';
export { boundsTouch, halfBounds, squaredDistance, touches } from './shapes/shape-tests.ts';
export type { Shapes } from './shapes/touches.ts';
