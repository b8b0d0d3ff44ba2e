/**
 * The least terrain above 0, 2^-60. Agents need no less: such a cell passes on a part in 10^18.
 * Precision 'log' relies on the limit: a factor is at least 2^-80 (rate 2^-20), so its product with
 * an m of at least 1 is a normal f32 of 24 bits. One exact scaling by 2^96 brings the product back
 * into the window of `WINDOW`.
 */
export const MIN_TERRAIN: number = 2 ** -60;

/**
 * The limits of a goal's strength, 2^-126 and 2^100. Below 2^-126 f32 is subnormal, which a GPU may
 * flush. With strengths up to 2^100 a pursuer's score stays finite: 64 layers with weights of 2^20
 * give at most 2^6 * 2^20 * 2^100 = 2^126. A sum of 8 neighbours is at most 2^103.
 */
export const MIN_STRENGTH: number = 2 ** -126;
/** The largest strength of a goal; `MIN_STRENGTH` says why there is a limit. */
export const MAX_STRENGTH: number = 2 ** 100;

/** The largest magnitude of a pursuer's weight, 2^20. */
export const MAX_WEIGHT: number = 2 ** 20;

/** The strength of goals that name none: the study's (McMillan, 2014). */
export const DEFAULT_STRENGTH = 1024;

/**
 * `settle({ until: 'residual' })` tests the steps whose number is a multiple of this. A test costs
 * a pass of its own for one step, and reads both fields; so most steps go untested.
 */
export const RESIDUAL_INTERVAL = 16;

/**
 * `settle({ until: 'front' })` tests after every this number of steps whether the field still
 * changes: a field that stalls takes at most that many steps more.
 */
export const STALL_INTERVAL = 256;

/**
 * The windowed form of precision 'log': m * 2^(WINDOW * k) with 1 <= m < 2^WINDOW, or m = 0. Fields
 * on a GPU have it, and pursuers on every backend compare scents in it (src/step/log-values.ts).
 */
export const WINDOW = 96;

/** The most layers of a model; `MAX_STRENGTH` is derived from it. */
export const MAX_LAYERS = 64;
