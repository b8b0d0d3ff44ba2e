import type { NearestEnds, Queries, Route, Routes, Tree } from '@wayfield/graph';

/** The search algorithms of `createWasmSolver`. */
export type Algorithm =
  /**
   * goal-directed, optimal with an admissible heuristic; canonical ordering (jump point pruning
   * without jumps) on uniform 8-neighbour grids. If the f32 sums of two paths differ by rounding
   * only, it may take the larger one on weighted grids, and on graphs for paths of more than 4096
   * arcs.
   */
  | 'astar'
  /** no heuristic, optimal; the only one that gives trees and one-to-many */
  | 'dijkstra'
  /**
   * two Dijkstra searches that meet, optimal. If the f32 sums of two paths differ by rounding only,
   * it may take the larger one on weighted grids and on graphs.
   */
  | 'bidirectional'
  /** A* with lower bounds by landmarks (ALT), optimal: graphs, with coordinates or without */
  | 'alt'
  /** greedy best-first: looks only at the heuristic, fast, not optimal */
  | 'greedy'
  /** jump point search, optimal: uniform 8-neighbour grids only */
  | 'jps'
  /** jump point search with precomputed jumps, optimal: uniform 8-neighbour grids only */
  | 'jps+'
  /**
   * Lazy Theta*: paths that turn at any cell and go straight between them, by lines of sight
   * (`lineOfSight` of `@wayfield/graph/sight`): uniform grids only, not optimal. A path holds the
   * cells where it turns, or all its cells where a grid path is shorter; its cost is the length of
   * the polyline.
   */
  | 'theta*';

/** The lower bounds on the remaining distance that A* and greedy search can use. */
export type Heuristic = 'zero' | 'manhattan' | 'octile' | 'euclidean' | 'landmarks';

/** Options of `createWasmSolver`. */
export interface SolverOptions {
  /** Default 'astar'. */
  algorithm?: Algorithm;
  /**
   * Default: the best admissible one: octile on 8-neighbour grids, Manhattan on 4-neighbour grids,
   * Euclidean on graphs with coordinates and a heuristicScale above 0, else zero. 'dijkstra' and
   * 'bidirectional' take zero only, 'jps' and 'jps+' octile only, 'theta*' Euclidean, 'alt' and no
   * other takes landmarks. 'greedy' needs coordinates on a graph, unless you take zero.
   */
  heuristic?: Heuristic;
  /**
   * Algorithm 'alt': the number of landmarks, 1 to 64. Default 16. Every node keeps its distance to
   * each landmark, in 2 bytes, or in 4 unless every arc has an arc back of the same weight. Solvers
   * on one graph share them. Finding a landmark takes as long as a tree or two, before the first
   * query, and again after weights have fallen.
   */
  landmarks?: number;
  /**
   * Take a heuristic that can overestimate, and so give up optimal paths. Default false: it throws.
   */
  allowInadmissible?: boolean;
  /**
   * Milliseconds, 0 to 1000, for which the first solver of a process or page for an algorithm
   * answers made-up queries when it is created, on maps of at most 16,384 nodes and not for 'alt':
   * the first batch then finds the kernels compiled, or about to be. Default 2.
   */
  warmUp?: number;
}

/** Options of a batch of queries. */
export interface RunOptions {
  /**
   * Ends of queries that may be replaced, status NEAREST: a blocked source by the nearest open
   * cell, a target out of reach by the nearest node in reach. See `NearestEnds`. Default false.
   */
  nearest?: NearestEnds;
  /** Give up a query, BUDGET_SPENT, after settling this many nodes. Default: no limit. */
  maxSettled?: number;
  /**
   * Grids: the agent is a square of this many cells, its node the top-left one. One number, or one
   * per query. Default 1, at most 255.
   */
  agentSize?: number | ArrayLike<number>;
  /** 'cost' leaves the paths out: `node` is empty. Default 'routes'. */
  result?: 'routes' | 'cost';
  /**
   * Write into the arrays of this earlier result where they are large enough; its old content is
   * lost. A run that throws or is aborted may have overwritten a part of them.
   */
  reuse?: Routes;
  /**
   * Called at most every 50 ms, and at the end, with the number of finished queries. It may use or
   * update the solver: later queries are then of the new map. It must not change the queries.
   */
  onProgress?: (done: number, count: number) => void;
  /** Looked at together with `onProgress`; an aborted run throws the signal's reason. */
  signal?: AbortSignal;
}

/**
 * What `runOneToMany` takes. One search answers all targets, so no end can be replaced, and the
 * search cannot be interrupted.
 */
export interface OneToManyOptions extends Pick<RunOptions, 'maxSettled' | 'result' | 'reuse'> {
  /** Grids: the agent is a square of this many cells, its node the top-left one. Default 1. */
  agentSize?: number;
}

/** What `route` takes: the options of `run` that are about one query. */
export interface RouteOptions extends Pick<RunOptions, 'nearest' | 'maxSettled'> {
  /**
   * Grids: the agent is a square of this many cells, its node the top-left one. Default 1, at most
   * 255.
   */
  agentSize?: number;
}

/** The answer to one query, as `Route` of `@wayfield/graph`. */
export interface SettledRoute extends Route {
  /** Nodes settled by the search. */
  readonly settled: number;
}

/** Any number of searches on one graph or grid. Its scratch memory only grows, until `destroy`. */
export interface WasmSolver {
  readonly backend: 'wasm';
  readonly algorithm: Algorithm;
  readonly heuristic: Heuristic;
  /**
   * Bytes of WebAssembly memory this solver holds beside the graph or grid it shares with others.
   */
  readonly memoryBytes: number;
  /**
   * Bytes of WebAssembly memory of the shared part: the grid or graph and what was derived from it.
   */
  readonly sharedBytes: number;
  /** Answers every query. Throws RangeError for a node out of range, before any search starts. */
  run(queries: Queries, options?: RunOptions): Routes;
  /**
   * Answers one query, with the answer that `run` gives, in the shortest time. Throws
   * RangeError for a node out of range.
   */
  route(source: number, target: number, options?: RouteOptions): SettledRoute;
  /**
   * Paths from one source to many targets by one search: as `run` with the same source in every
   * query, but `maxSettled` counts for all targets together, and `settled` of each is that of the
   * search. Algorithm 'dijkstra' only, else TypeError.
   */
  runOneToMany(source: number, targets: ArrayLike<number>, options?: OneToManyOptions): Routes;
  /**
   * Shortest paths from `source` to all nodes: `dist` and `parent`, one entry per node. `reuse`
   * takes the arrays of an earlier tree. Algorithm 'dijkstra' only, else TypeError.
   */
  tree(source: number, options?: { agentSize?: number; reuse?: Tree }): Tree;
  /**
   * Takes over what the caller changed in `grid.cost` or `graph.weight`: at these cells or arcs, or
   * everywhere. All solvers on the same grid or graph see it. Throws RangeError for a cell or arc
   * that the map lacks and for a cost or weight that is not valid, and then changes nothing.
   */
  update(changed?: ArrayLike<number>): void;
  /**
   * Frees the scratch memory. The map is garbage once its last solver is destroyed. Later calls
   * throw Error, except `destroy`.
   */
  destroy(): void;
}
