// The statuses of rows; src/calls/status.ts names them. 0 is a row that has not run.

/** No wall is touched; of a nearest place: the disc fits where it is. */
export const CLEAR: u32 = 1;
/** A wall is touched. */
export const HIT: u32 = 2;
/** The disc did not fit at its place and was put to the nearest where it does. */
export const MOVED_OUT: u32 = 3;
/** The disc fits nowhere within the distance. */
export const NO_PLACE: u32 = 4;
/** A ray's disc does not fit where the ray starts. */
export const START_BLOCKED: u32 = 5;
/** A move stopped because it had touched as many walls as it may. */
export const CONTACT_LIMIT: u32 = 6;
/** There are more walls near than the result has entries for. */
export const MORE: u32 = 7;
