import type { ArcPath } from '../geometry/arc-path.ts';
import type { Nearest } from '../queries/nearest.ts';
import type { BoundedPointRoutes, PointQueries } from '../queries/point-queries.ts';
import type { Reduction } from '@wayfield/triangulation';
import type { AnytimeSearch, SearchLimits } from '../channels/triangle-search.ts';

/** Options of `createDiscSearch`. */
export interface DiscSearchOptions {
  /**
   * The reduction of the `PolygonMesh`, if the caller has made it: read, and not kept. Whether it
   * is of this mesh is not checked, but for its number of triangles. Default: made here.
   */
  readonly reduction?: Reduction;
  /**
   * Whether to find in advance the lengths of the shortest paths of points between all ends of
   * bottlenecks: lower bounds for discs of every radius, which make searches two to five times as
   * fast. The table keeps 16 bytes per ordered pair of bottlenecks, at most 4 MiB. Beyond 512
   * bottlenecks, two ends each, it has the lengths from eight landmarks to all ends, 64 bytes per
   * bottleneck. The table is made once per mesh, in 0.03 to 1.5 s for maps of 1,000 to 7,000
   * triangles, and left out on maps with wide free space and many small obstacles. Answers are the
   * same without it. Default true; for a `NavMesh`, where each change costs the table again, false.
   */
  readonly table?: boolean;
}

/** Options of `run` of a disc search. */
export interface DiscRunOptions extends SearchLimits {
  /** The radius of all agents, or one per query; 0 = points. In units of the mesh. */
  readonly radius: number | ArrayLike<number>;
  /** 'cost' leaves the paths out: their arrays are empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost';
  /**
   * 'target', or `true`: if the disc does not fit at the target, or no path there is wide enough,
   * go to the place nearest to the target (in a straight line) that the disc's centre can reach
   * from the source. A disc fits at least its radius away from all walls and vertices. The status
   * is then NEAREST. The place is exact but for rounding; of places at the same distance any is
   * taken. A target moves only once it is proven that no path leads to it: a query that reaches a
   * limit before this proof is BUDGET_SPENT.
   *
   * 'source': if the disc does not fit at the source, start at the nearest place where it does,
   * anywhere on the mesh. 'both': first the source, then the target. Default false.
   */
  readonly nearest?: Nearest;
  /** Take the first path that is found. Default false. */
  readonly first?: boolean;
}

/**
 * The path of query i has the points firstPoint[i] .. firstPoint[i + 1] - 1. `ArcPath` says how a
 * path goes on from each point.
 */
export interface DiscRoutes extends BoundedPointRoutes, ArcPath {
  /** How many queries. (`x` and the arrays beside it have firstPoint[count] entries.) */
  readonly count: number;
}

/**
 * A search for one path of a disc, which is there at once and gets shorter until it is proven to
 * be the shortest.
 */
export interface AnytimeDiscSearch extends Omit<AnytimeSearch, 'queued' | 'tested' | 'path'> {
  /** Labels expanded: the work so far. */
  readonly expanded: number;
  /** The path of the disc's centre, in arrays of its length; without points if there is no path. */
  path(): ArcPath;
}

/** Why there is a path, or none. Lengths in units of the mesh. */
export interface DiscExplanation {
  /**
   * FOUND, NO_PATH, SOURCE_BLOCKED or TARGET_BLOCKED, as `run` gives it. BUDGET_SPENT if 4,096
   * labels gave neither a path nor a proof that there is none.
   */
  readonly status: number;
  /** How far the nearest wall or vertex is from the source; 0 off the mesh. */
  readonly sourceClearance: number;
  /** How far the nearest wall or vertex is from the target; 0 off the mesh. */
  readonly targetClearance: number;
  /**
   * No disc with a larger radius has a path: the least of both clearances and half the widest
   * passage between the ends.
   */
  readonly largestRadius: number;
  /** Why there is a path, or none, as a sentence with the numbers above. */
  readonly reason: string;
}

/** Exact paths of discs on one mesh of triangles. */
export interface DiscSearch {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  /**
   * Where limits are given they count per query, from its first label on: also while a first path
   * is looked for. A query that stops at a limit has its best path so far, with `isProven` 0, or is
   * BUDGET_SPENT without one.
   */
  run(queries: PointQueries, options: DiscRunOptions): DiscRoutes;
  /**
   * Begins a search for one path, and finds a first path if that takes no more than 70,000 labels,
   * or 78,000 where `nearest` may move the target. Else the search is BUDGET_SPENT until `improve`
   * finds a path. The search ends with the next call of `run`, `search`, `explain` or `destroy`:
   * its path stays, and `improve` throws. Until then it goes on for the mesh that it began with.
   */
  search(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    options: { readonly radius: number; readonly nearest?: Nearest },
  ): AnytimeDiscSearch;
  /**
   * Says why a query has no path, or that it has one: searches for a path, and measures the room at
   * both ends. The call ends an earlier `search` for one path.
   */
  explain(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    options: { readonly radius: number },
  ): DiscExplanation;
  /** Frees the memory. Every call afterwards throws an Error. */
  destroy(): void;
}
