// Sizes of records and other numbers that the TypeScript side needs: generated into *.gen.ts.

import {
  Bottleneck,
  ENTRANCE,
  Entry,
  Circle,
  HAS_RADIUS,
  MOST_ENTRANCES,
  STEP as STEP_BYTES,
} from './layout';

/** Bytes of a step, a bottleneck, all entrances, an entry of a funnel. */
export const STEP: u32 = <u32>STEP_BYTES;
export const BOTTLENECK: u32 = <u32>offsetof<Bottleneck>();
export const ENTRANCES_BYTES: u32 = <u32>ENTRANCE * MOST_ENTRANCES;
export const ENTRY: u32 = <u32>(HAS_RADIUS ? offsetof<Circle>() : offsetof<Entry>());
export { NODE } from './mesh';
