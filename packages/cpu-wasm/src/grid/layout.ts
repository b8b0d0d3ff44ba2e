import type { JumpLayer } from '../jps/layer.ts';

/** What the searches for one agent size need of a grid; addresses in WebAssembly memory. */
export interface GridLayer {
  readonly size: number;
  /**
   * One byte per cell, its clearance: the agent fits where it is at least `size`. For agents of one
   * cell 1 = open and 0 = blocked serve as well.
   */
  readonly clearance: number;
  /** One byte per cell: the legal steps, see assembly/grid/moves.ts. */
  readonly moves: number;
  /** One u32 per cell: its component, see assembly/grid/components.ts. */
  readonly components: number;
  /** A cell was closed since the components were built: cells of one component may be apart. */
  stale: boolean;
  /** For jump point search, once a solver asked for it. */
  jumps: JumpLayer | undefined;
}

/** All that a thread must know of a grid to search it: numbers only, so that it can be sent. */
export interface GridLayout {
  readonly width: number;
  readonly height: number;
  readonly neighbours: 4 | 8;
  /** Ticks of a straight and of a diagonal step. */
  readonly straight: number;
  readonly diagonal: number;
  /** How many of the two cells beside a corner that a line of sight crosses must be open. */
  readonly beside: number;
  /** Address of the table of successors, see assembly/grid/moves.ts. */
  readonly successors: number;
  /**
   * The factor of all open cells, 1 if none is open; 0 on a weighted grid. After an update of some
   * cells a grid that became uniform may still count as weighted: `common` of costs.ts.
   */
  factor: number;
  /** At most the smallest factor of an open cell. */
  least: number;
  /** Address of the factors, one f32 per cell; 0 as long as open cells never differed in cost. */
  costs: number;
  /** One for each agent size that was asked for. */
  readonly layers: GridLayer[];
}
