/** No body: the largest u32. */
export const NONE = 0xffffffff;

/** `Bodies.kind`: the slot is free, no body lives in it. */
export const FREE = 0;
/** `Bodies.kind`: the body touches other massive bodies, and queries find it. */
export const MASSIVE = 1;
/** `Bodies.kind`: the body touches nothing, and queries find it. */
export const GHOST = 2;
/** `Bodies.kind`: a standing query. It finds massive bodies and ghosts, and no query finds it. */
export const QUERY = 3;

/** `Bodies.shape`: a disc or ball of `radius` about the position. */
export const CIRCLE = 0;
/** `Bodies.shape`: an axis-aligned box, from position − extent to position + extent. */
export const BOX = 1;
/**
 * `Bodies.shape`: all points within `radius` of the segment from position − extent to position +
 * extent.
 */
export const CAPSULE = 2;
/** `Bodies.shape`: a circle that moved in this tick in a straight line from position + extent. */
export const SWEPT = 3;
/**
 * `ExploreQueries.shape` only: all points within `radius` of the segment from position to position
 * + extent.
 */
export const RAY = 4;

/**
 * Radii, and the half sizes of boxes, count as at least this, 2^-49 (1.8e-15). The square of the
 * sum of two radii is then at least 2^-96, a normal f32 number (2^-126 and more), so that answers
 * do not depend on whether a machine flushes subnormal squares to zero.
 */
export const LEAST_RADIUS: number = 2 ** -49;
/**
 * Positions, extents and radii are at most this, 2^61 (2.3e18), in magnitude. A difference is then
 * at most 2^62, and the sum of three squares less than 2^126: no f32 overflows.
 */
export const LARGEST: number = 2 ** 61;
