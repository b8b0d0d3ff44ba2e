import type { ArcPath } from '../geometry/arc-path.ts';
import type { PointRoutes } from '../queries/point-queries.ts';

/** Corners of one corridor: the first `count` entries of x and y. */
export interface CorridorCorners {
  count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Whether the last corner is the target. */
  hasTarget: boolean;
}

/** Corners of all corridors: those of slot i are entries i * n .. i * n + count[i] - 1. */
export interface AllCorners {
  readonly count: Uint8Array;
  readonly hasTarget: Uint8Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Routes of `createPolyanya` and `createTriangleSearch`, or of `createDiscSearch`. */
export type CorridorRoutes = Pick<PointRoutes, 'firstPoint' | 'x' | 'y'> & Partial<ArcPath>;

/** What a corridor answers to a move. */
export type CorridorStatus = 'kept' | 'empty' | 'lost';

/**
 * Corridors of many agents: for each slot the polygons from where the agent is to its target, kept
 * while the agent walks (after `dtPathCorridor` of Recast by Mononen, 2009).
 *
 * Nothing is allocated per call, except where a corridor needs more room than any did before, and
 * for the corners of discs (a few views). Every call costs what the change costs: a move looks at
 * the polygons near the agent.
 */
export interface Corridors {
  /** How many slots there are. */
  readonly count: number;
  /**
   * Fills a slot with route `route`. For a disc, the radius of the route. Returns false, and leaves
   * the slot empty, for a query without a path and for a path that leaves the mesh.
   */
  set(slot: number, routes: CorridorRoutes, route: number, radius?: number): boolean;
  clear(slot: number): void;
  /**
   * The agent is at x, y now: the polygons behind it are dropped, or those that it went back
   * through are put in front. 'lost': no polygon near the agent, 64 at most, holds the place, or
   * the mesh changed under the corridor; the corridor stays as it was.
   */
  move(slot: number, x: number, y: number): CorridorStatus;
  /** The target is at x, y now, near where it was. As `move`. */
  moveTarget(slot: number, x: number, y: number): CorridorStatus;
  /**
   * The next corners of the shortest path through the corridor, `n` at most, the target as the last
   * one. The straight line to the first corner stays inside the corridor. For a disc the path
   * keeps the radius from the ends of the sides it crosses; arcs count as corners at their ends
   * and, where they turn by more than 60 degrees, between. Count 0 where the disc no longer fits.
   */
  corners(slot: number, n: number, out?: CorridorCorners): CorridorCorners;
  cornersAll(n: number, out?: AllCorners): AllCorners;
  /** The length of that path from the agent to the target; Infinity where a disc does not fit. */
  distance(slot: number): number;
  /**
   * Makes the corridor shorter: by the furthest of the next 8 corners or the target that is in
   * sight, else by a search among at most 64 polygons around the next ones. Returns whether the
   * path got shorter. It never gets longer.
   */
  optimize(slot: number): boolean;
  /**
   * Whether all polygons are still free and still neighbours, the first and the last hold the agent
   * and the target, and a disc fits over every side.
   */
  valid(slot: number): boolean;
  /**
   * Mends a corridor after changes of the mesh: a search from the agent, among at most 4,096
   * polygons, for the part of the corridor before the target that is still valid. The path is then
   * not always the shortest. Returns false where there is none, or the target is covered; the
   * corridor stays as it was, and a solver has to find a new route.
   */
  repair(slot: number): boolean;
  /** Where the agent and its target are: x, y and target x, y; NaN for an empty slot. */
  ends(slot: number): readonly [x: number, y: number, targetX: number, targetY: number];
  /** The polygons of a corridor, a copy: those of a `PolygonMesh`, or triangles of a `NavMesh`. */
  polygons(slot: number): Int32Array;
  /** Stops following the mesh. Every call afterwards throws an Error. */
  destroy(): void;
}

/** One corridor: the calls of `Corridors` without a slot. */
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
