// Status of a slot: the values of src/types.ts, which says what they mean.
export const FREE: u32 = 0;
export const MOVING: u32 = 1;
export const IDLE: u32 = 2;
export const RETURNING: u32 = 3;
export const SETTLED: u32 = 4;
