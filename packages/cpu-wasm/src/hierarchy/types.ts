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
  /**
   * For each node the cost of the path before or behind it, >= 0. The search rounds it to f32 and
   * adds in f32: a path whose sum reaches 2^128 is not found.
   */
  readonly cost: ArrayLike<number>;
}

/** Distances from up to 16 sources to all nodes, as one sweep leaves them. */
export interface HierarchyTrees {
  /** The number of sources. */
  readonly count: number;
  /** Distances side by side per node: 1, 4, 8 or 16, at least `count`. */
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
 * The sources or the targets of a table: end `i` has the entries `first[i]` to `first[i + 1]` − 1
 * of `node`, each with the cost between the node and the end.
 */
export interface TableEnds {
  /** One entry per node of an end, and the cost before or after the node, finite and >= 0. */
  readonly node: ArrayLike<number>;
  readonly cost: ArrayLike<number>;
  /** One more entry than ends; from 0 on, not descending, at most `node.length`. */
  readonly first: ArrayLike<number>;
}

/** Where the sources of a sweep begin, 1 to 16 sources of any number of nodes each. */
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
  /** Nodes that a sweep covers: the targets, and all from which paths lead down to them. */
  readonly covered: number;
  /**
   * Distances from each source to the covered nodes, as sums of the hierarchy: the least over the
   * seeds of the source, its cost included. From source `i` to target `j` at `place[j] * lanes +
   * i`; `Infinity` = not reached. A view on the solver's memory: it ends with the next call.
   */
  run(seeds: SweepSeeds): { readonly lanes: number; readonly dist: Float32Array };
  /** Frees the memory of the targets. Later calls of `run` throw Error. */
  free(): void;
}

/** Options of `table` of a solver on a hierarchy or on hub labels. */
export interface TableOptions {
  /** Write into this earlier result where it has as many entries. */
  reuse?: Float32Array;
  /**
   * Called at most every 50 ms, and at the end, with the number of finished steps. On a hierarchy
   * there is one per target and then one per source; on hub labels one per source for every 4096
   * targets. May call the solver, but not `table`.
   */
  onProgress?: (done: number, count: number) => void;
  /** Looked at together with `onProgress`; an aborted table throws the signal's reason. */
  signal?: AbortSignal;
}
