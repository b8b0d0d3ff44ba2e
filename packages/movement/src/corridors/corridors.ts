// The public types of corridors; create-corridors.ts and corridor-pool.ts create them.

import type { ArcPath } from '@wayfield/navmesh/discs';
import type { PointRoutes } from '@wayfield/navmesh';

/** The next corners of one corridor: the first `count` entries of x and y. */
export interface CorridorCorners {
  count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Whether the last one of the corners is the target. */
  hasTarget: boolean;
}

/**
 * The next corners of all corridors. Slot i has n entries of x and y, from i * n on: first
 * `count[i]` corners, then 0.
 */
export interface AllCorners {
  readonly count: Uint8Array;
  /** Per slot: 1 if the last one of the corners is the target, else 0. */
  readonly hasTarget: Uint8Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Routes of `createPolyanya`, `createTriangleSearch`, `createDiscSearch` or an area search. The
 * ends of a link count as points of a walk.
 */
export type CorridorRoutes = Pick<PointRoutes, 'firstPoint' | 'x' | 'y'> & Partial<ArcPath>;

/**
 * What corridors answer to moves: entry i is the status that batches write as number i. 'empty':
 * the slot has no corridor. 'kept': the corridor follows the move. 'lost': the corridor and its
 * ends stay as they were.
 */
export const CORRIDOR_STATUS = ['empty', 'kept', 'lost'] as const;

/** What a corridor answers to a move. */
export type CorridorStatus = (typeof CORRIDOR_STATUS)[number];

/** Rows of a batch: the field that all of them have. */
export interface CorridorRows {
  /** The slot of each row. Default: row i is about slot i. */
  readonly slots?: ArrayLike<number> | undefined;
}

/** Routes for slots: row i takes route i. */
export interface RouteRows extends CorridorRows {
  readonly routes: CorridorRoutes;
  /** One radius for all rows, or one per row. Default 0: points. */
  readonly radius?: number | Float64Array | undefined;
}

/** Where agents, or their targets, are now: one place per row. */
export interface PlaceRows extends CorridorRows {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * The calls of `Corridors` for many slots: row by row, with one answer per row. All rows are
 * checked before the first slot changes. Without `rows` the call is about all slots. If `out` is
 * given, the answers are written there and `out` is returned; then only `setAll` and `repairAll`
 * allocate, once buffers have grown. In yes-or-no answers 1 is yes. If memory ends, a batch
 * throws RangeError, and the rows before have taken effect.
 */
export interface CorridorBatches {
  setAll(rows: RouteRows, out?: Uint8Array): Uint8Array;
  clearAll(rows?: CorridorRows): void;
  /** Writes numbers of `CORRIDOR_STATUS`. */
  moveAll(rows: PlaceRows, out?: Uint8Array): Uint8Array;
  moveTargetAll(rows: PlaceRows, out?: Uint8Array): Uint8Array;
  cornersAll(n: number, out?: AllCorners): AllCorners;
  distanceAll(rows?: CorridorRows, out?: Float64Array): Float64Array;
  optimizeAll(rows?: CorridorRows, out?: Uint8Array): Uint8Array;
  validAll(rows?: CorridorRows, out?: Uint8Array): Uint8Array;
  repairAll(rows?: CorridorRows, out?: Uint8Array): Uint8Array;
}

/**
 * Corridors of many agents: for each slot the polygons from where the agent is to its target, kept
 * while the agent walks (after `dtPathCorridor` of Recast by Mononen, 2009).
 *
 * The corridors and a copy of the mesh are in WebAssembly memory: the first call after a change of
 * a `NavMesh` takes the change over. Once buffers have grown, JavaScript memory is allocated only
 * by `set`, `repair` of a corridor that is not valid, `snapshot`, calls that return arrays, and
 * single calls where an engine boxes the fractions that are passed and returned. A move searches
 * only the polygons near the agent.
 */
export interface Corridors extends CorridorBatches {
  /** How many slots there are. */
  readonly count: number;
  /**
   * Fills a slot with route `route` of `routes`. `radius`: for a disc the radius of its search,
   * default 0. Returns false, and leaves the slot empty, for a query without a path and for a path
   * that leaves the mesh. If memory ends, throws RangeError, and the slot is as before.
   */
  set(slot: number, routes: CorridorRoutes, route: number, radius?: number): boolean;
  clear(slot: number): void;
  /**
   * The agent is at x, y now. Polygons behind the agent are dropped; polygons that the agent has
   * gone back through are put in front. The answer is 'lost', and the corridor stays as it was, if
   * none of the polygons near the agent, at most 64, holds the place, or if a change of the mesh
   * has removed the agent's polygon. Other changes of the mesh go unnoticed: ask `valid`.
   */
  move(slot: number, x: number, y: number): CorridorStatus;
  /** The target is at x, y now, near where it was; answers as `move`. */
  moveTarget(slot: number, x: number, y: number): CorridorStatus;
  /**
   * The next corners of the shortest path through the corridor, at most `n`, which is 1 to 255. The
   * target is the last corner of the path. The straight line to the first corner stays inside the
   * corridor. For a disc the path keeps the radius from the ends of the sides it crosses. An arc
   * counts as a corner at each end, and between them as one corner per 60 degrees or part of 60
   * degrees, just outside the arc. The count is 0 for an empty slot and if the disc does not fit.
   * It may be too small, or 0, for a corridor that is not valid.
   */
  corners(slot: number, n: number, out?: CorridorCorners): CorridorCorners;
  /**
   * The length of the shortest path through the corridor, from the agent to the target. Infinity
   * for an empty slot, if a disc does not fit, and if polygons of the corridor are no longer free
   * or no longer neighbours. Where walls in one line leave several gaps between two polygons, the
   * path of a disc may take a gap that makes it a little longer than the shortest.
   */
  distance(slot: number): number;
  /**
   * Makes the path shorter: by a straight line to the furthest corner in sight, of the next 8; the
   * target counts as a corner. Else by a search over at most 64 polygons to the polygon 24 ahead in
   * the corridor, or to the last one. Returns whether the path got shorter. It never gets longer.
   */
  optimize(slot: number): boolean;
  /**
   * Whether all polygons are still free and still neighbours, the first and the last hold the agent
   * and the target, and a disc fits over every side. False for an empty slot. A disc may fit over
   * every side and still not through all of them in turn: then `distance` is Infinity.
   */
  valid(slot: number): boolean;
  /**
   * Mends a corridor after changes of the mesh: a search from the agent, among fewer than 4,096
   * polygons, for the part of the corridor before the target that is still valid. The path is then
   * not always the shortest. Returns false for an empty slot, if the agent or the target is
   * covered, or if the search finds no path that the disc fits through; the corridor stays as it
   * was, and a solver has to find a new route.
   */
  repair(slot: number): boolean;
  /** Where the agent and its target are: x, y and target x, y; all NaN for an empty slot. */
  ends(slot: number): readonly [x: number, y: number, targetX: number, targetY: number];
  /** The polygons of a corridor, a copy: those of a `PolygonMesh`, or triangles of a `NavMesh`. */
  polygons(slot: number): Int32Array;
  /** The corridors of all slots as numbers, for `restore`. */
  snapshot(): Float64Array;
  /**
   * Takes over the corridors of a snapshot of as many slots. Where the mesh now differs along a
   * corridor, `valid` and `repair` answer as after a change of the mesh.
   *
   * @throws RangeError for numbers that no snapshot of as many slots has written, and if memory
   *   ends; no corridor changes then.
   */
  restore(numbers: Float64Array): void;
  /** Stops following the mesh. Every call afterwards throws an Error. */
  destroy(): void;
}

/** One corridor: the calls of `Corridors` that name a slot, without the slot. */
export interface Corridor {
  set(routes: CorridorRoutes, route: number, radius?: number): boolean;
  clear(): void;
  move(x: number, y: number): CorridorStatus;
  moveTarget(x: number, y: number): CorridorStatus;
  corners(n: number, out?: CorridorCorners): CorridorCorners;
  distance(): number;
  optimize(): boolean;
  valid(): boolean;
  repair(): boolean;
  ends(): readonly [x: number, y: number, targetX: number, targetY: number];
  polygons(): Int32Array;
  destroy(): void;
}
