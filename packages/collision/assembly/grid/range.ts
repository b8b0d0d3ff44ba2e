// Ranges of cells along an axis of a level.
import { sizeOf, spanOf } from './layout-level';

let from: f64;
let to: f64;

/** The first cell of the last range, before it is wrapped. */
export function rangeFrom(): f64 {
  return from;
}
/** The last cell of the last range. The range is empty if this cell lies before `rangeFrom`. */
export function rangeTo(): f64 {
  return to;
}

/** Clips a range to the world and, on an axis that wraps, to one turn around the axis. */
export function clip(level: usize, axis: usize, wraps: bool, first: f64, last: f64): void {
  from = max(first, 0);
  to = min(last, spanOf(level, axis) - 1);
  const size = <f64>sizeOf(level, axis);
  if (wraps && to - from >= size - 1) {
    from = 0;
    to = size - 1;
  }
}
