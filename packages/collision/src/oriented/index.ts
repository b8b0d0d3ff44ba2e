// Oriented boxes, convex polygons and discs: a shape table, bodies that refer to it, and solvers
// whose narrow phase is a test of separating axes (touch.ts). Threads: ../oriented-pool.ts, GPU:
// ../oriented-gpu.ts.
export { addOrientedBody, buildOrientedBodies, turnBody } from './bodies.ts';
export { createOrientedReference } from './reference.ts';
export { buildShapes, MOST_CORNERS, type Outline, type ShapeTable } from './shape-table.ts';
export { createOrientedSolver } from './solver.ts';
export type {
  AsyncOrientedSolver,
  OrientedBodies,
  OrientedBody,
  OrientedOptions,
  OrientedSolver,
} from './types.ts';
