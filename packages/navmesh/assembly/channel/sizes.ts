// Sizes of records and other numbers that the TypeScript side needs: generated into *.gen.ts.

import {
  Bottleneck,
  ENTRANCE,
  ENTRY as ENTRY_BYTES,
  KEPT_LABELS as KEPT_LABELS_BYTES,
  LATEST as LATEST_BYTES,
  MOST_ENTRANCES,
  ReachedVertex,
  RowLength,
  STEP as STEP_BYTES,
  TargetBounds,
} from './layout';

/** Bytes of one record each; of all entrances. */
export const STEP: u32 = <u32>STEP_BYTES;
export const BOTTLENECK: u32 = <u32>offsetof<Bottleneck>();
export const TARGET_BOUNDS: u32 = <u32>offsetof<TargetBounds>();
export const ENTRANCES_BYTES: u32 = <u32>ENTRANCE * MOST_ENTRANCES;
export const ENTRY: u32 = <u32>ENTRY_BYTES;
export const ROW_LENGTH: u32 = <u32>offsetof<RowLength>();
export const REACHED_VERTEX: u32 = <u32>offsetof<ReachedVertex>();
export const LATEST: u32 = <u32>LATEST_BYTES;
export const KEPT_LABELS: u32 = <u32>KEPT_LABELS_BYTES;
export { NODE } from './mesh';
