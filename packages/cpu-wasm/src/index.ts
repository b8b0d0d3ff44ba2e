// The entry `@wayfield/cpu-wasm`: solvers for grids and graphs. The steps of a call, and where to
// change what: ARCHITECTURE.md.
export { createWasmSolver } from './solver.ts';
export type {
  Algorithm,
  Heuristic,
  OneToManyOptions,
  RouteOptions,
  RunOptions,
  SettledRoute,
  SolverOptions,
  WasmSolver,
} from './types.ts';
