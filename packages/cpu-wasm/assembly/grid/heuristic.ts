// Heuristics of grids: Manhattan, octile and Euclidean distances, in ticks or in cells. The octile
// distance, with 4 neighbours the Manhattan distance, is the length on a grid without obstacles, so
// no path is shorter. The Euclidean distance is never larger. With 8 neighbours the Manhattan
// distance overestimates, see src/grid/rules.ts.
//
// Every admissible heuristic is also consistent: no step lowers it by more than the step costs. In
// ticks, whole numbers, a settled cell is therefore never improved. In cells, f32 roundings of
// bounds and sums can lower a key, so weighted.ts opens settled cells again. jps/search.ts has a
// copy of the octile distance in ticks, `octileTicks`, without the branches on heuristic and
// neighbours.

import { EUCLIDEAN, MANHATTAN, OCTILE } from '../heuristics';
import { gridDiagonalTicks, gridNeighbours, gridStraightTicks } from './state';

/** The distance over (dx, dy) cells, both >= 0, in ticks: a lower bound where it is admissible. */
export function distanceInTicks(heuristic: u32, dx: u32, dy: u32): u32 {
  if (!isCurved(heuristic)) {
    return ticksOfEach(heuristic) * (dx + dy) + ticksOfLarger(heuristic) * max(dx, dy);
  }
  // with 4 neighbours a tick is a whole step, so the octile distance is rounded down
  if (heuristic == OCTILE) return max(dx, dy) + <u32>(<f64>min(dx, dy) * 0.4142135623730951);
  return <u32>(<f64>gridStraightTicks() * Math.sqrt(<f64>dx * dx + <f64>dy * dy));
}

/**
 * Whether a heuristic in ticks is not of the form each * (dx + dy) + larger * max(dx, dy), with
 * `each` from `ticksOfEach` and `larger` from `ticksOfLarger`.
 */
export function isCurved(heuristic: u32): bool {
  return heuristic == EUCLIDEAN || (heuristic == OCTILE && gridNeighbours() != 8);
}

/** Of a heuristic that is not curved: the ticks per cell of dx + dy. */
export function ticksOfEach(heuristic: u32): u32 {
  if (heuristic == MANHATTAN) return gridStraightTicks();
  return heuristic == OCTILE ? gridDiagonalTicks() - gridStraightTicks() : 0;
}

/** Of a heuristic that is not curved: the ticks per cell of max(dx, dy). */
export function ticksOfLarger(heuristic: u32): u32 {
  return heuristic == OCTILE ? 2 * gridStraightTicks() - gridDiagonalTicks() : 0;
}

/**
 * The distance over (dx, dy) cells, both >= 0, in cells. 0.41421354 is the f32 square root of 2 of
 * `stepCost`, below the true one, less 1.
 */
export function distanceInCells(heuristic: u32, dx: f32, dy: f32): f32 {
  if (heuristic == OCTILE) return max(dx, dy) + min(dx, dy) * 0.41421354;
  if (heuristic == MANHATTAN) return dx + dy;
  if (heuristic == EUCLIDEAN) return sqrt(dx * dx + dy * dy);
  return 0;
}
