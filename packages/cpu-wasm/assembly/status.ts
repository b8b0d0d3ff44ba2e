// What all searches answer: the status codes of `Routes`, and the number that is no node and no
// arc.

export { NONE } from '@wayfield/wasm/assembly/words';

export const FOUND: u32 = 1;
export const NO_PATH: u32 = 3;
export const SOURCE_BLOCKED: u32 = 4;
export const TARGET_BLOCKED: u32 = 5;
export const BUDGET_SPENT: u32 = 6;
