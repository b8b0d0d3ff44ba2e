import type { RoadPoint, Route } from '../types.ts';

/** A place of a trace. */
export interface TracePoint {
  /** Degrees. */
  readonly lon: number;
  readonly lat: number;
  /**
   * Seconds from any moment on, not descending. A point without a time is taken to lie evenly
   * between the points around it that have one.
   */
  readonly time?: number;
  /** Standard deviation of the place in each direction, metres. Default: that of the trace. */
  readonly accuracy?: number;
}

/** Options of a matching. */
export interface MatchOptions {
  /** Metres: the standard deviation of places in each direction, 0.5 to 200. Default 5. */
  readonly accuracy?: number;
  /** More seconds than this between two points put them on two routes. Default 60. */
  readonly gapSeconds?: number;
  /**
   * More metres than this between two points put them on two routes. In a trace of two points, only
   * a detour longer than this makes the second one an outlier. Default 2000.
   */
  readonly gapMetres?: number;
}

/** Where a point of a trace was. */
export interface MatchedPoint {
  /** On the route, in the order of travel. `distance` is that from the point of the trace. */
  readonly point: RoadPoint;
  /** Which of the routes, and which of the route's positions. */
  readonly route: number;
  readonly position: number;
  /** 0 to 1: how probable this road is beside the others that the point may have been on. */
  readonly confidence: number;
}

/** A route that a trace followed: over all its matched points. */
export interface MatchedRoute extends Route {
  /** 0 to 1: the mean of its points. */
  readonly confidence: number;
}

/** What a trace followed. */
export interface Matching {
  /** In the order of travel: more than one where the trace has gaps. */
  readonly routes: readonly MatchedRoute[];
  /** One per point of the trace; undefined for outliers. */
  readonly points: readonly (MatchedPoint | undefined)[];
}
