export {
  addBody,
  buildBodies,
  checkBodies,
  fixBody,
  fixedChanged,
  hasBody,
  idOf,
  moveBody,
  removeBody,
  restBodies,
  slotOf,
} from './bodies.ts';
export {
  BOX,
  CAPSULE,
  CIRCLE,
  FREE,
  GHOST,
  LARGEST,
  LEAST_RADIUS,
  MASSIVE,
  NONE,
  QUERY,
  RAY,
  SWEPT,
} from './constants.ts';
export { createEnvironment } from './environment/environment.ts';
export type {
  Answer,
  Area,
  BodyCopy,
  Environment,
  EnvironmentOptions,
  Tick,
} from './environment/types.ts';
export { createReferenceSolver } from './reference.ts';
export { type BoxTree, type BoxTreeClass, createTreeSolver } from './tree-solver.ts';
export { createCollisionSolver } from './wasm-solver.ts';
export { boundsTouch, halfBounds, squaredDistance, touches } from './shape-tests.ts';
export type { Shapes } from './touches.ts';
export type {
  AsyncCollisionSolver,
  Bodies,
  BodiesOptions,
  Body,
  CellLevel,
  CollisionSolver,
  Contacts,
  ContactsOptions,
  ExploreQueries,
  Lists,
  NeighbourOptions,
  Pairs,
  PairsOptions,
  ResultOptions,
  SolverOptions,
} from './types.ts';
