import type { PointQueries, PointRoutes } from './point-queries.ts';
import type { Reduction } from './reduction.ts';

export interface TriangleSearchOptions {
  /**
   * 'tra*' searches the reduction, 'ta*' the triangles themselves, 'tangents' the graph of the lines that touch walls at both ends (Liu and Arimoto
   * 1992), in which corners see each other; 'fringe' is Fringe search on the reduction, which sorts nothing, for comparison: slower, and now and then
   * without end in sight. 'auto' (default) is 'tra*', but 'tangents' for a reduction of more than 1,024 decision points or with a dead end of more
   * than 1,000 triangles in a row, unless corners see too much: 64 others or 1,024 triangles each.
   */
  readonly algorithm?: 'auto' | 'tra*' | 'ta*' | 'fringe' | 'tangents';
  /** The reduction of the mesh, where it is there already; it is read, not kept. Default: made here. */
  readonly reduction?: Reduction;
  /**
   * Whether to find in advance the lengths of the shortest ways between all narrow places of the reduction, four bytes for each pair, or,
   * where these have more than 1,024 ends, from eight of them to all: searches are then several times faster. It is left out where
   * it would take long, on open ground with many small obstacles, and for 'ta*'. For 'tangents' from 24 corners to all, and the ways too, 200 bytes a
   * corner. Default true.
   */
  readonly table?: boolean;
  /**
   * What `writeTables` of a search on the same mesh and reduction gave; all that takes long is then taken from there, nothing is made that it has
   * not, and the answers are the same. `algorithm` is to be that of the tables or 'auto', which takes theirs; those of 'tra*' and 'fringe' are alike.
   * They are read, not kept.
   */
  readonly tables?: ArrayBufferLike | ArrayBufferView;
}

/**
 * When a search stops, before its path is proven to be the shortest. Without any limit it goes on until then. TRA*, TA*
 * and the search of tangents find a first path, where there is one, before any limit counts.
 */
export interface SearchLimits {
  /** Stop when the path is proven to be longer than the shortest by at most this share of its own length. 0.01 = 1 %. */
  readonly gap?: number;
  /** Stop after about this much time. */
  readonly milliseconds?: number;
  /** Stop after this many states, each a side with all shortest ways to it through one channel. */
  readonly maxExpanded?: number;
}

export interface TriangleRunOptions extends SearchLimits {
  /** 'cost' leaves the paths out: `x` and `y` are empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost';
  /** As with `createPolyanya`. Default false. */
  readonly nearest?: boolean;
  /** Take the first path that is found. Default false. */
  readonly first?: boolean;
}

/** Routes of a search that may stop before they are proven to be the shortest. */
export interface BoundedPointRoutes extends PointRoutes {
  /** One per query: no path is shorter. The cost itself where the path is proven, Infinity where there is none. */
  readonly lowerBound: Float64Array;
  /** One per query: 1 where nothing was left open: the path is the shortest, or there is none. */
  readonly isProven: Uint8Array;
}

/** A search for one path, which is there at once and gets shorter until it is proven to be the shortest. */
export interface AnytimeSearch {
  /** FOUND or NEAREST with a path, BUDGET_SPENT as long as there is none, else why there is none. */
  readonly status: number;
  /** The length of the path; Infinity without one. */
  readonly cost: number;
  /** No path is shorter. */
  readonly lowerBound: number;
  /** Whether the path is the shortest, or there is none. */
  readonly isProven: boolean;
  /** States looked into, states found, ways to the target found: the work so far. */
  readonly expanded: number;
  readonly queued: number;
  readonly tested: number;
  /** The path as x, y, x, y, …; empty without one. */
  path(): Float64Array;
  /** Goes on until one of the limits, counted from this call, or the end. Gives `isProven`. */
  improve(limits?: SearchLimits): boolean;
  /**
   * The same in slices of a few milliseconds, between which other events have their turn. Rejects with the signal's reason
   * when that aborts; the path found so far stays.
   */
  improveAsync(
    limits?: SearchLimits & { readonly signal?: AbortSignal; readonly slice?: number },
  ): Promise<boolean>;
}

/** Exact any-angle paths on one mesh of triangles. */
export interface TriangleSearch {
  readonly backend: 'wasm';
  /** The one in use: never 'auto'. */
  readonly algorithm: 'tra*' | 'ta*' | 'fringe' | 'tangents';
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  /**
   * Where limits are given they count per query. A query that stops at one has its best path so far, with `isProven` 0, or is
   * BUDGET_SPENT without one.
   */
  run(queries: PointQueries, options?: TriangleRunOptions): BoundedPointRoutes;
  /**
   * Begins a search for one path, and finds a first one where that takes no time. It ends with the next call of `run`, `search` or
   * `destroy`: what it found stays, `improve` throws then.
   */
  search(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    options?: { readonly nearest?: boolean },
  ): AnytimeSearch;
  /**
   * What was worked out when the search was created, to be stored and given to another one as `tables`: a copy, little-endian, checksummed, in
   * the format of docs/table-layout.md. It belongs to mesh and reduction as they are, triangle by triangle: store these, too.
   *
   * @throws RangeError for 'ta*', which has no tables.
   */
  writeTables(): Uint8Array;
  /** Frees the memory. The solver must not be used afterwards. */
  destroy(): void;
}
