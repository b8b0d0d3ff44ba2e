// The heuristics of searches on grids and graphs, as numbers that the host passes. `LANDMARKS` is
// for graphs only.

export const ZERO: u32 = 0;
export const MANHATTAN: u32 = 1;
export const OCTILE: u32 = 2;
export const EUCLIDEAN: u32 = 3;
export const LANDMARKS: u32 = 4;
