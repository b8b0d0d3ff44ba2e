// Ranges of cells along an axis of a level.
import { SPAN, WIDTH } from './levels';

/** The first and the last cell, before they are wrapped: none where the first is behind. */
export let RANGE_FROM: f64;
export let RANGE_TO: f64;

/** Clips a range to the world and, of a wrapped axis, to once around. */
export function clip(level: usize, axis: usize, wraps: bool, from: f64, to: f64): void {
  RANGE_FROM = max(from, 0);
  RANGE_TO = min(to, load<f64>(level + (axis << 3), SPAN) - 1);
  const size = <f64>load<u32>(level + (axis << 2), WIDTH);
  if (wraps && RANGE_TO - RANGE_FROM >= size - 1) {
    RANGE_FROM = 0;
    RANGE_TO = size - 1;
  }
}
