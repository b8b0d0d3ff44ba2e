// The statuses that searches return, numbered as in `Routes` of @wayfield/graph, which explains
// them, and NONE, the number that is no node and no arc. The host alone turns FOUND into NEAREST.

export { NONE } from '@wayfield/wasm/assembly/words';

export const FOUND: u32 = 1;
export const NO_PATH: u32 = 3;
export const SOURCE_BLOCKED: u32 = 4;
export const TARGET_BLOCKED: u32 = 5;
export const BUDGET_SPENT: u32 = 6;
