// Limits that kernels and host share.

/** Agents that one agent avoids at the same time, at most. */
export const NEAR_LIMIT: u32 = 32;
/** Walls that give one agent a half-plane, at most; the nearest come first. */
export const WALL_LIMIT: u32 = 32;
/** Half-planes of one linear program, at most: those of all near agents and walls. */
export const LINE_LIMIT: u32 = 64;
/** Agents that are ranked at the same time, at most; of more, the nearest are found one by one. */
export const RANK_LIMIT: u32 = 64;
