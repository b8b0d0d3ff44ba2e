// How many 32-bit words an agent has in each buffer by slot, for the host and for the kernels.
// architecture/gpu.md says what they hold.
import { TRAITS_BYTES } from '../../kernels.gen.ts';

export const POSITION = 4;
export const MOTION = 4;
export const PREFERRED = 2;
/** The radius, then the record `Traits` of assembly/layout-world.ts. */
export const TRAITS: number = 1 + TRAITS_BYTES / 4;
/** Home in two parts (4 words), then the state: status, level, stall. */
export const REST = 5;
