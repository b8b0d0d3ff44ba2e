export { createWasmSolver } from './solver.ts';
export type {
  Algorithm,
  Heuristic,
  RouteOptions,
  RunOptions,
  SettledRoute,
  SolverOptions,
  WasmSolver,
} from './types.ts';
