export { createWasmSolver } from './solver.ts';
export type {
  Algorithm,
  Heuristic,
  RouteOptions,
  RunOptions,
  SolverOptions,
  WasmSolver,
} from './types.ts';
