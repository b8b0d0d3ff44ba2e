// The constants of src/constants.ts that kernels need; their meanings stand there.

/** No body. */
export const NONE: u32 = 0xffffffff;

// kinds of bodies
export const FREE: u32 = 0;
export const MASSIVE: u32 = 1;
export const QUERY: u32 = 3;

// shapes
export const CIRCLE: u32 = 0;
export const BOX: u32 = 1;
export const CAPSULE: u32 = 2;
export const SWEPT: u32 = 3;

/** 2^-49: the least radius, and the least half extent of a box. */
export const LEAST_RADIUS: f32 = 1.7763568394002505e-15;
/** 2^61: the largest magnitude of a position, an extent or a radius. */
export const LARGEST: f32 = 2305843009213693952;
