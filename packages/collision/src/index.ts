// Collision and neighbour search for bodies in 2D and 3D. Where to change what:
// ../architecture/changes.md.
// Folders:
//
//   bodies/      the arrays of bodies, and their copy in the memory of the kernels (body-store.ts)
//   shapes/      when two shapes touch: the rules, and the list of all places that hold them
//   grid/        how large cells are, which grid serves a question, sorting bodies into cells
//   layers/      bodies that stand still stay sorted; layer-policy.ts decides when that is faster
//   pairs/, lists/  pairs, contacts; lists of neighbours and of bodies in areas
//   solvers/     one solver on the calling thread, the reference, a solver over an R-tree
//   pool/        the solver on several threads; pool-worker.ts is the script of a thread
//   gpu/         the solver on a GPU
//   environment/, agents/, study/  the environment of Kayser's thesis, agents on it, and its model
//   oriented/    boxes and convex polygons that turn: a narrow phase behind the solvers
//
// The kernels stand in assembly/, in folders of the same names. Sub-paths: `exports` of
// package.json. A sub-path that is no folder has its entry beside this file.
export * from './bodies/bodies.ts';
export { checkBodies } from './bodies/check-bodies.ts';
export * from './constants.ts';
export { createCollisionSolver } from './solvers/wasm-solver.ts';
export type * from './types.ts';
