// The statuses of rows; src/calls/status.ts names them. 0 is a row that has not run. Rows of random
// places have none: their byte is 1 if a place was found, else 0.

/**
 * A move or ray touches no wall; the disc of a nearest place fits where it is; all walls near a
 * place are listed.
 */
export const CLEAR: u32 = 1;
/** A move or ray touches a wall. */
export const HIT: u32 = 2;
/** The disc did not fit at its place and was put at the nearest place where it fits. */
export const MOVED_OUT: u32 = 3;
/** The disc of a move or of a nearest place fits nowhere within the limit. */
export const NO_PLACE: u32 = 4;
/** A ray's disc does not fit where the ray starts. */
export const START_BLOCKED: u32 = 5;
/** A move ended at contact `MOST_CONTACTS` + 1. */
export const CONTACT_LIMIT: u32 = 6;
/** There are more walls near than the result has entries for. */
export const MORE: u32 = 7;
