// Heuristics in ticks and in cells. All are consistent where they are admissible: no step lowers
// them by more than it costs, so a settled cell is never improved.

import {
  diagonalTicks,
  EUCLIDEAN,
  MANHATTAN,
  neighbours,
  OCTILE,
  straightTicks,
} from './grid-state';

/** Lower bound in ticks for a difference of (dx, dy) cells, both >= 0. */
export function ticksBound(heuristic: u32, dx: u32, dy: u32): u32 {
  if (heuristic == OCTILE) {
    if (neighbours == 8) {
      const least = min(dx, dy),
        most = max(dx, dy);
      return most * straightTicks + least * (diagonalTicks - straightTicks);
    }
    // on four neighbours a tick is a whole step, so the octile length is rounded down
    return max(dx, dy) + <u32>(<f64>min(dx, dy) * 0.4142135623730951);
  }
  if (heuristic == MANHATTAN) return (dx + dy) * straightTicks;
  if (heuristic == EUCLIDEAN)
    return <u32>(<f64>straightTicks * Math.sqrt(<f64>dx * dx + <f64>dy * dy));
  return 0;
}

/** Lower bound in cells for a difference of (dx, dy) cells, both >= 0. */
export function cellsBound(heuristic: u32, dx: f32, dy: f32): f32 {
  if (heuristic == OCTILE) return max(dx, dy) + min(dx, dy) * 0.41421354;
  if (heuristic == MANHATTAN) return dx + dy;
  if (heuristic == EUCLIDEAN) return sqrt(dx * dx + dy * dy);
  return 0;
}
