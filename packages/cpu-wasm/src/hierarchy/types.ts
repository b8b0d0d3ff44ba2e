import type { RouteOptions, RunOptions } from '../types.ts';

/** What `run` of a hierarchy solver takes. */
export type HierarchyRunOptions = Pick<
  RunOptions,
  'maxSettled' | 'result' | 'reuse' | 'onProgress' | 'signal'
>;

/** What `route` of a hierarchy solver takes. */
export type HierarchyRouteOptions = Pick<RouteOptions, 'maxSettled'>;

/** The sources or the targets of `routeAmong`: at least one. */
export interface RouteEnds {
  /** The nodes. */
  readonly node: ArrayLike<number>;
  /** For each node the cost of the path before or behind it, finite and >= 0. */
  readonly cost: ArrayLike<number>;
}

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

/**
 * The sources or the targets of a table: end `i` has the nodes `first[i]` to `first[i + 1]` − 1,
 * each with the cost between the node and the end.
 */
export interface TableEnds {
  /** One entry per node of an end, and the cost before or after the node, finite and >= 0. */
  readonly node: ArrayLike<number>;
  readonly cost: ArrayLike<number>;
  /** One more entry than ends; not descending, from 0 on. */
  readonly first: ArrayLike<number>;
}

/** Where the sources of a sweep begin: 1 to 16 sources. */
export interface SweepSeeds extends TableEnds {}

/** Some rows of a table. */
export interface TableRows {
  /** The number of the first of these rows, and how many they are. */
  readonly first: number;
  readonly count: number;
  /**
   * Row by row: `cost[i * targets + j]` from source `first + i` to target j; `Infinity` = there is
   * no path. A view: when the next rows are asked for, they may overwrite it.
   */
  readonly cost: Float32Array;
}

/** Options of `tableRows` of a pool. */
export interface TableRowsOptions {
  /** Called with the number of finished rows, after every block. */
  onProgress?: (done: number, count: number) => void;
  /** Ends the work with its reason. */
  signal?: AbortSignal;
}

/** Sweeps to chosen nodes (RPHAST: Delling, Goldberg and Werneck 2011). */
export interface TargetSweeps {
  /** One entry per target, or per node where all are: its place in the distances. */
  readonly place: Uint32Array;
  /** Nodes that a sweep covers: the targets, and all that lead down to them in the hierarchy. */
  readonly covered: number;
  /**
   * Distances from each source to the covered nodes, as sums of the hierarchy: the least over the
   * seeds of the source, its cost included. From source `i` to target `j` at `place[j] * lanes +
   * i`; `Infinity` = not reached. A view on the solver's memory: it ends with the next call.
   */
  run(seeds: SweepSeeds): { readonly lanes: number; readonly dist: Float32Array };
  /** Frees the memory of the targets. The sweeps must not be used afterwards. */
  free(): void;
}

/** Options of `table` of a hierarchy solver. */
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
