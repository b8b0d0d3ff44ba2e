import { type Graph, type Grid, type Queries } from '@wayfield/graph';
import { type Batch } from './batch.ts';
import type { RunOptions, SolverOptions, WasmSolver } from './types.ts';
/**
 * A solver for a grid or a graph. It copies the map into WebAssembly memory once; solvers on the
 * same object share that copy. Throws RangeError for an invalid map, an algorithm or a heuristic that
 * does not fit it, and when memory ends.
 */
export declare function createWasmSolver(map: Grid | Graph, options?: SolverOptions): WasmSolver;
/** A solver, and how to run it in slices. */
export declare function openSolver(map: Grid | Graph, options: SolverOptions): {
    solver: WasmSolver;
    begin(queries: Queries, options: RunOptions): Batch;
};
//# sourceMappingURL=solver.d.ts.map