// Limits that kernels and host share.

/** Neighbours that an agent avoids at the same time, at most. */
export const NEAR_LIMIT: u32 = 32;
/** Walls that give one agent a half-plane, at most; the nearest come first. */
export const WALL_LIMIT: u32 = 32;
/** Half-planes of one linear program, at most: `NEAR_LIMIT` + `WALL_LIMIT`. */
export const LINE_LIMIT: u32 = 64;
/** Agents that the quick search (near/quick.ts) ranks, at most; with more it fails. */
export const RANK_LIMIT: u32 = 64;
