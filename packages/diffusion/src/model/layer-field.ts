// What the rest of a model needs of a layer's field in WebAssembly memory. wasm-fields.ts (scent)
// and distance-fields.ts (costs) make such fields; core.ts, plans, pursuers and agents use them.
import type { LayerState } from './model-state.ts';

/** A layer as the kernel of pursuers needs it. */
export interface PursuerField {
  /** The address of the first cell of the current field. */
  address(): number;
  /**
   * The address of one f32 per cell, in rows as the field, 0 = obstacle. Scent: the factor of the
   * cell. Method 'distance': the cost of a straight step into the cell, 1 / terrain.
   */
  passage(): number;
  /** Takes over goals and terrain that changed. */
  refresh(): void;
  /** Notes that the factors of these cells changed; `refresh` reads the list. */
  markFactors(cells: Iterable<number>): void;
}

/** A layer, whatever the method: what reading and climbing need. */
export interface LayerField extends PursuerField {
  readonly state: LayerState;
  /** Grows with every change of goals, terrain, factors or values. */
  changes(): number;
  /** Grows towards the goals: a number for the scent, or the negated cost; `-Infinity` = none. */
  key(cell: number): number;
  /** Writes all cells into `out`, as `Diffusion.field` gives them. */
  read(out: Float32Array): void;
  /** As `DiffusionModel.reset`, for this layer. */
  clear(): void;
}
