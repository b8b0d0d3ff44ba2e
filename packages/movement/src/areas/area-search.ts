// The public types of searches over areas; create-area-search.ts creates them.

import type { Polygon } from '@wayfield/triangulation';
import type { PlaceCalls } from './place-calls.ts';
import type { Nearest } from '@wayfield/navmesh/internal/queries';
import type { PointQueries, PointRoutes } from '@wayfield/navmesh';

/** An area whose ground has a cost of its own. */
export interface Area {
  /** Rings by the even-odd rule. They may lie anywhere, also over obstacles. */
  readonly polygon: Polygon;
  /** The index of the area's cost in `costs`, < 2^32. Where areas overlap, the later counts. */
  readonly area: number;
}

/** A jump between two places, also between parts of the mesh that nothing else joins. */
export interface Link {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  /** What the jump costs, at least 0. */
  readonly cost: number;
  /** Whether the link leads back as well, at the same cost. Default false. */
  readonly twoWay?: boolean | undefined;
}

/** Options of `createAreaSearch`. */
export interface AreaSearchOptions {
  /** Default: none. */
  readonly areas?: readonly Area[] | undefined;
  /**
   * The cost per unit of length in each area: above 0, Infinity = closed. Entry 0 is the cost of
   * the ground outside all areas. Default: 1 for every area.
   */
  readonly costs?: ArrayLike<number> | undefined;
  /** Default: none. */
  readonly links?: readonly Link[] | undefined;
  /**
   * Points per side of a triangle on average, where paths may cross: 1 to 32. Neighbouring points
   * are about one spacing apart, on sides and on borders of areas: a short side has none, a long
   * one up to 31. More points give better paths; memory and time grow in proportion. Default: 8 up
   * to 5,825 triangles, fewer on larger meshes, 2 from 17,477 triangles on.
   */
  readonly points?: number | undefined;
  /**
   * The radius of agents: their centres keep it from all walls. Around corners they keep up to 2 %
   * more, and a gap less than 2 % wider than the disc may be closed. The cost of a place is that at
   * the centre of the disc. Default 0, points.
   */
  readonly radius?: number | undefined;
}

/** Options of `run` of an area search. */
export interface AreaRunOptions {
  /** 'cost' leaves the paths out: `x`, `y` and `link` are empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost' | undefined;
  /**
   * Which ends are moved to the nearest place that the search may enter: on the mesh, outside
   * closed areas (their borders may be entered), and `radius` away from all walls. 'source': a
   * source that is blocked is moved to the nearest place of all. 'target', or `true`: a target that
   * is blocked is moved to the nearest place of all; if there is no path to the target, it is moved
   * to the nearest place that the search reaches from the source, by links too. 'both': first the
   * source, then the target. If an end was moved and there is a path, the status is NEAREST, and
   * the first and last points of the path are the places moved to, exact to 2^-37 of the largest
   * coordinate. Nearest is as the crow flies, whatever areas cost. Default false.
   */
  readonly nearest?: Nearest | undefined;
  /**
   * The largest number of nodes of the graph and polygons of Polyanya that a query expands. At the
   * limit the query has its best path so far, or is BUDGET_SPENT without one. Polyanya tests the
   * limit once per label, so `expanded` may be a few polygons larger. Default: no limit.
   */
  readonly maxExpanded?: number | undefined;
}

/** `cost` is the cost of the path, not its length; `expanded` counts nodes and polygons. */
export interface AreaRoutes extends PointRoutes {
  /** One per point: the number of the link that leads from it to the next point; -1 = none. */
  readonly link: Int32Array;
  /**
   * One per query: no path costs less, and never above `cost`. The length of the shortest path
   * times the least cost of an area. With links, and if `maxExpanded` ended the query: the straight
   * distance times the least cost per length of an area or link. The cost itself where paths are
   * exact; Infinity where there is no path.
   */
  readonly lowerBound: Float64Array;
}

/** Paths over areas with costs and over links. */
export interface AreaSearch extends PlaceCalls {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory, copies of the mesh included. */
  readonly memoryBytes: number;
  /** Whether all costs are equal and there are no links, so that paths are exact. */
  readonly isExact: boolean;
  /**
   * Answers the queries one after another. With a source off the mesh or in a closed area a query
   * is SOURCE_BLOCKED, with such a target TARGET_BLOCKED, unless `nearest` moves that end.
   *
   * @example
   * const search = createAreaSearch(mesh, {
   *   areas: [{ polygon: [9, 2, 15, 2, 15, 8, 9, 8], area: 1 }],
   *   costs: [1, Infinity], // ground, deep water
   * });
   * const toWater = buildPointQueries([[1, 1, 10, 5]]);
   * console.log(search.run(toWater).status[0]); // 5
   * const { status, x } = search.run(toWater, { nearest: 'target' }); // NEAREST
   * console.log(status[0], x[x.length - 1].toFixed(6)); // 2 9.000000
   *
   * @throws RangeError for arrays that are too short, for numbers that are not finite, and if
   *   memory ends.
   */
  run(queries: PointQueries, options?: AreaRunOptions): AreaRoutes;
  /** Takes over the changes of a `NavMesh`. `run` and all calls of `PlaceCalls` do that too. */
  update(): void;
  /** Frees the memory. Every call afterwards throws an Error. */
  destroy(): void;
}
