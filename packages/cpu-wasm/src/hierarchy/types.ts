import type { RouteOptions, RunOptions } from '../types.ts';

/** What `run` of a hierarchy solver takes. */
export type HierarchyRunOptions = Pick<
  RunOptions,
  'maxSettled' | 'result' | 'reuse' | 'onProgress' | 'signal'
>;

/** What `route` of a hierarchy solver takes. */
export type HierarchyRouteOptions = Pick<RouteOptions, 'maxSettled'>;

/** Distances from up to 16 sources to all nodes, as one sweep leaves them. */
export interface HierarchyTrees {
  /** The number of sources. */
  readonly count: number;
  /** Distances side by side per node: 1, 4, 8 or 16. */
  readonly lanes: number;
  /** One entry per node: its place in `dist`, the same in all results of a solver. */
  readonly place: Uint32Array;
  /**
   * nodeCount * lanes entries: from source `i` to node `v` at `place[v] * lanes + i`; `Infinity` =
   * not reached. A view on the solver's memory: it ends with the next call of the solver.
   */
  readonly dist: Float32Array;
  /**
   * Writes the distances from source `i` in the order of the nodes; `out` has nodeCount entries.
   */
  distInto(i: number, out: Float32Array): void;
}

export interface TableOptions {
  /** Write into this earlier result where it has as many entries. */
  reuse?: Float32Array;
  /**
   * Called at most every 50 ms with the number of finished searches; one per source, one per
   * target.
   */
  onProgress?: (done: number, count: number) => void;
  /** Looked at together with `onProgress`; an aborted table throws the signal's reason. */
  signal?: AbortSignal;
}
