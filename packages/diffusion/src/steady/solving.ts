// What both solvers of method 'steady' (multigrid.ts, sweeps.ts) get from steady.ts.
import type { Arena, Blocks } from '@wayfield/wasm';
import type { Kernels } from '../kernels.ts';
import type { LayerState, ModelState } from '../model/model-state.ts';

/** A layer that a solver of method 'steady' works on. */
export interface Solving {
  readonly arena: Arena;
  readonly blocks: Blocks;
  readonly kernels: Kernels;
  readonly model: ModelState;
  readonly state: LayerState;
  /** Corners of cells (src/step/corner-rows.ts), and bytes from row to row. */
  readonly corners: number;
  readonly rowBytes: number;
}
