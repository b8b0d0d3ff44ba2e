/** No body: the largest u32. */
export const NONE = 0xffffffff;

/** `Bodies.kind`: the slot is free, no body lives in it. */
export const FREE = 0;
/** `Bodies.kind`: touches other massive bodies, and is found by queries. */
export const MASSIVE = 1;
/** `Bodies.kind`: touches nothing, and is found by queries. */
export const GHOST = 2;
/** `Bodies.kind`: a standing query: finds massive bodies and ghosts, and is found by nobody. */
export const QUERY = 3;

/** `Bodies.shape`: a disc or ball of `radius` about the position. */
export const CIRCLE = 0;
/** `Bodies.shape`: an axis-aligned box, from position − extent to position + extent. */
export const BOX = 1;
/** `Bodies.shape`: all that is within `radius` of the segment from position − extent to position + extent. */
export const CAPSULE = 2;
/** `Bodies.shape`: a circle that came, during this tick, in a straight line from position + extent. */
export const SWEPT = 3;
/** `ExploreQueries.shape` only: all that is within `radius` of the segment from position to position + extent. */
export const RAY = 4;

/** Radii, and the half extents of boxes, count as at least this (1.8e-15): see `touches`. */
export const LEAST_RADIUS: number = 2 ** -49;
/** Positions, extents and radii are at most this (2.3e18) in magnitude, so that no square overflows. */
export const LARGEST: number = 2 ** 61;
