// The statuses of rows; src/surface/status.ts names them.

export const CLEAR: u32 = 1;
export const HIT: u32 = 2;
export const MOVED_OUT: u32 = 3;
export const NO_PLACE: u32 = 4;
export const START_BLOCKED: u32 = 5;
export const CONTACT_LIMIT: u32 = 6;
export const MORE: u32 = 7;
