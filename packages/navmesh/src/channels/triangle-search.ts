import type { Nearest } from '../queries/nearest.ts';
import type { BoundedPointRoutes, PointQueries } from '../queries/point-queries.ts';
import type { Reduction } from '@wayfield/triangulation';

/** Options of `createTriangleSearch`. */
export interface TriangleSearchOptions {
  /**
   * 'tra*' (TRA*) searches the reduction, from node to node. 'tangents' searches the graph of lines
   * that touch walls at both ends (Liu and Arimoto 1992), from corner to corner. 'auto' takes
   * 'tangents' for a reduction of more than 1,024 nodes or with a dead end of more than 1,000
   * triangles in a row, unless there are more than 2^24 corners, or corners see too much (on
   * average more than 64 other corners, or 1,024 triangles), else 'tra*'. Default 'auto'.
   */
  readonly algorithm?: 'auto' | 'tra*' | 'tangents';
  /** The reduction of the mesh, if it was built already; it is read, not kept. Default: built. */
  readonly reduction?: Reduction;
  /**
   * Whether to make a table of lower bounds, with which searches are several times faster. For
   * 'tra*': the lengths of the shortest paths between all ends of bottlenecks. The table keeps 16
   * bytes per ordered pair of bottlenecks, below 144 MiB. If bottlenecks end at more than 1,024
   * vertices, the table has the lengths from eight landmarks to these vertices, 32 bytes each. It
   * is left out where it would take long: on maps with wide free space and many small obstacles.
   * For 'tangents': lengths and paths from 32 landmarks to all corners, 192 bytes per corner.
   * Default true.
   */
  readonly table?: boolean;
}

/**
 * When a search stops before its path is proven to be the shortest; without limits it goes on to
 * the proof. TRA* and the tangent search for points find a first path, if there is one, before any
 * limit counts. In disc searches limits count from the first label on.
 */
export interface SearchLimits {
  /**
   * Stop when the path is proven to be longer than the shortest by at most this share of its own
   * length. 0.01 = 1 %.
   */
  readonly gap?: number;
  /** Stop after about this much time. */
  readonly milliseconds?: number;
  /** Stop after expanding this many labels: bottlenecks of TRA*, corners of the tangent graph. */
  readonly maxExpanded?: number;
}

/** Options of `run` of a triangle search. */
export interface TriangleRunOptions extends SearchLimits {
  /** 'cost' leaves the paths out: `x` and `y` are empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost';
  /** As with `createPolyanya`. Default false. */
  readonly nearest?: Nearest;
  /** Take the first path that is found. Default false. */
  readonly first?: boolean;
}

/**
 * A search for one path, which is there at once and gets shorter until it is proven to be the
 * shortest.
 */
export interface AnytimeSearch {
  /**
   * FOUND or NEAREST with a path, BUDGET_SPENT as long as there is none, else why there is none.
   */
  readonly status: number;
  /** The length of the path; Infinity without one. */
  readonly cost: number;
  /** No path is shorter. */
  readonly lowerBound: number;
  /** Whether the path is the shortest, or there is none. */
  readonly isProven: boolean;
  /** The work so far: labels expanded, labels put into the open list, paths to the target found. */
  readonly expanded: number;
  readonly queued: number;
  readonly tested: number;
  /** The path as x, y, x, y, …; empty without one. */
  path(): Float64Array;
  /**
   * Goes on until one of the limits, counted from this call, or the end. Gives `isProven`. Throws
   * RangeError when labels or memory run out, and from then on.
   */
  improve(limits?: SearchLimits): boolean;
  /**
   * `improve` in slices of about `slice` milliseconds, between which other events have their turn.
   * Even a slice without time for a label expands up to 32 labels. Rejects with the signal's reason
   * when the signal aborts; the path found so far stays. Default of `slice`: 4.
   */
  improveAsync(
    limits?: SearchLimits & { readonly signal?: AbortSignal; readonly slice?: number },
  ): Promise<boolean>;
}

/** Exact any-angle paths on one mesh of triangles. */
export interface TriangleSearch {
  readonly backend: 'wasm';
  /** The algorithm in use: never 'auto'. */
  readonly algorithm: 'tra*' | 'ta*' | 'fringe' | 'tangents';
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  /**
   * Where limits are given they count per query. A query that stops at one has its best path so
   * far, with `isProven` 0, or is BUDGET_SPENT without one.
   */
  run(queries: PointQueries, options?: TriangleRunOptions): BoundedPointRoutes;
  /**
   * Begins a search for one path, and finds a first path at once, if there is one ('fringe' of
   * ./study does not). The search ends with the next call of `run`, `search` or `destroy`: its path
   * stays, and `improve` throws.
   */
  search(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    options?: { readonly nearest?: Nearest },
  ): AnytimeSearch;
  /** Frees the memory. Every call afterwards throws an Error. */
  destroy(): void;
}
