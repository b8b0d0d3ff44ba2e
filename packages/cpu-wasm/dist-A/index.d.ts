export { createWasmSolver } from './solver.ts';
export type { Algorithm, Heuristic, RunOptions, SolverOptions, WasmSolver } from './types.ts';
//# sourceMappingURL=index.d.ts.map