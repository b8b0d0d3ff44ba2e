/** The least terrain above 0, 2^-60: less lets so little through that no agent would ever go there. */
export const MIN_TERRAIN: number = 2 ** -60;

/**
 * The limits of a goal's strength, 2^-126 and 2^100. Below them f32 is subnormal, which a GPU may flush; above them a sum of
 * strengths could pass the range of f32, as could a pursuer's score of 64 layers with weights of 2^20.
 */
export const MIN_STRENGTH: number = 2 ** -126;
export const MAX_STRENGTH: number = 2 ** 100;

/** The largest magnitude of a pursuer's weight, 2^20. */
export const MAX_WEIGHT: number = 2 ** 20;

/** The strength of goals that name none: the study's (McMillan, 2014). */
export const DEFAULT_STRENGTH = 1024;

/** `settle({ until: 'residual' })` tests the steps whose number is a multiple of this. */
export const RESIDUAL_INTERVAL = 16;

/** `settle({ until: 'front' })` looks after so many steps whether the field still changes. */
export const STALL_INTERVAL = 256;

/** Values of precision 'log' are m * 2^(WINDOW * k) with 1 <= m < 2^WINDOW. */
export const WINDOW = 96;

/** The most layers of a model. */
export const MAX_LAYERS = 64;
