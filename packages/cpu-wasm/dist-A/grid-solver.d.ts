import { type Grid } from '@wayfield/graph';
import type { Algorithm, Heuristic, RunOptions, SolverOptions, WasmSolver } from './types.ts';
/** The heuristic a grid solver will use. Throws where the one asked for can overestimate. */
export declare function gridHeuristic(grid: Grid, options: SolverOptions): Heuristic;
/** Checks what `algorithm` needs of a grid. Throws RangeError with the reason. */
export declare function checkGridAlgorithm(grid: Grid, algorithm: Algorithm): void;
/** A solver for `grid`; solvers on the same grid share its memory. */
export declare function createGridSolver(grid: Grid, options?: SolverOptions): WasmSolver;
/** The agent size of each query, and the sizes that occur. Throws RangeError outside 1 .. 255. */
export declare function agentSizes(size: RunOptions['agentSize'], count: number): {
    of: (i: number) => number;
    distinct: Iterable<number>;
};
//# sourceMappingURL=grid-solver.d.ts.map