import type { ArcPath } from './arc-path.ts';
import type { PointQueries } from './point-queries.ts';
import type { Reduction } from './reduction.ts';
import type { AnytimeSearch, BoundedPointRoutes, SearchLimits } from './triangle-search.ts';

export interface DiscSearchOptions {
  /** The reduction of the mesh, where it is there already; it is read, not kept. Default: made here. */
  readonly reduction?: Reduction;
  /**
   * Radii to make something for in advance: a graph of circles, see `graphs`, and the lengths of the shortest ways between all narrow places, four bytes for each pair. Searches are
   * several times faster with these, for larger radii, too, up to the next, the more so the closer. Any radius can be asked for, with the same results.
   * Default: 0, and what passes three quarters, half and a quarter of all corridors. Lengths are left out where there are more than 512 corridors, or where
   * it would take long, on open ground.
   */
  readonly radii?: readonly number[];
  /**
   * Whether to make, for each of the radii, the graph of all that a shortest path of such a disc can consist of, arcs around vertices and tangents between them (Chew
   * 1985), with lengths to 32 landmarks: queries with just that radius are answered on it, once more in half the time, in one piece, without a first path before the
   * shortest. It takes some 0.3 KiB for each triangle and 120 bytes for each tangent, and longer to make than all the rest: 2.5 s for a radius on a map of 35,000
   * triangles. Default: true, but not with `tables`, nor, where no radii are given, with more than 512 corridors. It is left out where there are more than 256 tangents for each vertex.
   */
  readonly graphs?: boolean;
  /**
   * What `writeTables` of a search on the same mesh and reduction gave: lengths are taken from there, for its radii, and none are made. Graphs
   * are not among them. Not together with `radii`. They are read, not kept.
   */
  readonly tables?: ArrayBufferLike | ArrayBufferView;
}

export interface DiscRunOptions extends SearchLimits {
  /** The radius of all agents, or one per query; 0 = points. In units of the mesh. */
  readonly radius: number | ArrayLike<number>;
  /** 'cost' leaves the paths out: their arrays are empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost';
  /**
   * Where a disc of the radius cannot stand at the target, or has no way there that is wide enough, go to the point nearest to it (in a straight line)
   * of all points that the disc's centre can get to from the source, always at least the radius from all walls and
   * vertices: the path ends there, with status NEAREST. Of points at the same distance any. It is exact but for rounding: the border of
   * what the centre can get to, straight beside walls and round about vertices, is looked at piece by piece. A source that is blocked stays so.
   * Default false.
   */
  readonly nearest?: boolean;
  /** Take the first path that is found. Default false. */
  readonly first?: boolean;
}

/** The path of query i is points firstPoint[i] .. firstPoint[i + 1], with the way on from each as in `ArcPath`. */
export interface DiscRoutes extends BoundedPointRoutes, ArcPath {
  /** How many queries. (`x` and the arrays beside it have firstPoint[count] entries.) */
  readonly count: number;
}

/** A search for one path of a disc, which is there at once and gets shorter until it is proven to be the shortest. */
export interface AnytimeDiscSearch extends Omit<AnytimeSearch, 'queued' | 'tested' | 'path'> {
  /** States looked into: the work so far. */
  readonly expanded: number;
  /** The path of the disc's centre, in arrays of its length; without points where there is none. */
  path(): ArcPath;
}

/** Why there is a path, or none. Lengths in units of the mesh. */
export interface DiscExplanation {
  /** FOUND, NO_PATH, SOURCE_BLOCKED or TARGET_BLOCKED, as `run` gives it. */
  readonly status: number;
  /** How far the nearest wall or vertex is from the source; 0 off the mesh. */
  readonly sourceClearance: number;
  /** The same of the target. */
  readonly targetClearance: number;
  /** No disc with a larger radius has a path: the least of both and half the widest way between the triangles of both. */
  readonly largestRadius: number;
  /** The same in words, with the numbers. */
  readonly reason: string;
}

/** Exact paths of discs on one mesh of triangles. */
export interface DiscSearch {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  /**
   * Where limits are given they count per query. A query that stops at one has its best path so far, with `isProven` 0, or is
   * BUDGET_SPENT without one.
   */
  run(queries: PointQueries, options: DiscRunOptions): DiscRoutes;
  /**
   * Begins a search for one path, and finds a first one where that takes no more than 70,000 states; else it is BUDGET_SPENT until `improve` finds
   * one. It ends with the next call of `run`, `search`, `explain` or `destroy`: what it found stays, `improve` throws then.
   */
  search(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    options: { readonly radius: number; readonly nearest?: boolean },
  ): AnytimeDiscSearch;
  /**
   * The tables, to be stored and given to another search as `tables`: a copy, little-endian, checksummed, in the format of docs/table-layout.md.
   * They belong to mesh and reduction as they are, triangle by triangle: store these, too.
   */
  writeTables(): Uint8Array;
  /**
   * Why a query has no path, or that it has one: it is searched for, and the room at its ends is measured. It ends a search for one path.
   */
  explain(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    options: { readonly radius: number },
  ): DiscExplanation;
  /** Frees the memory. The solver must not be used afterwards. */
  destroy(): void;
}
