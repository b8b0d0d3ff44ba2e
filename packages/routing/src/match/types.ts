import type { RoadPoint, Route } from '../types.ts';

/** A place of a trace. */
export interface TracePoint {
  /** Degrees. */
  readonly lon: number;
  readonly lat: number;
  /**
   * Seconds from any moment on, not descending. A point without a time lies evenly between the
   * nearest points before and after it with times; without both, only metres make a gap there.
   */
  readonly time?: number;
  /** Metres, 0.5 to 200: the standard deviation of this place. Default: that of the trace. */
  readonly accuracy?: number;
}

/** Options of a matching. */
export interface MatchOptions {
  /** Metres: the standard deviation of places in each direction, 0.5 to 200. Default 5. */
  readonly accuracy?: number;
  /**
   * More seconds than this between a point and the last point before it to which a path was found
   * put both on two routes. Default 60.
   */
  readonly gapSeconds?: number;
  /**
   * More metres than this in a straight line between a point and the last point before it to which
   * a path was found put both on two routes. In a trace of two points, only a detour longer than
   * this makes the second an outlier. Default 2000.
   */
  readonly gapMetres?: number;
}

/** Where a point of a trace was. */
export interface MatchedPoint {
  /** On the route, in the order of travel. `distance` is that from the point of the trace. */
  readonly point: RoadPoint;
  /** Index into `Matching.routes`, and into `points` of that route. */
  readonly route: number;
  readonly position: number;
  /** 0 to 1: how probable this road is beside the others that the point may have been on. */
  readonly confidence: number;
}

/** A route that a trace followed, over at least two matched points. */
export interface MatchedRoute extends Route {
  /** 0 to 1: the mean of the confidence of its points. */
  readonly confidence: number;
}

/** What a trace followed. */
export interface Matching {
  /** In the order of travel: more than one where the trace has gaps. */
  readonly routes: readonly MatchedRoute[];
  /**
   * One per point of the trace; undefined for a point on no route: no open road is near, the point
   * is an outlier, or its match has no other point.
   */
  readonly points: readonly (MatchedPoint | undefined)[];
}
