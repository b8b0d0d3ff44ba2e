// Lengths on uniform grids are counted in ticks, whole numbers, so that every algorithm on every
// backend gives the same bits whatever the order of its additions. A straight step is 2378 ticks, a
// diagonal one 3363: consecutive Pell numbers, 3363 / 2378 - sqrt(2) = 6.3e-8. Two routes whose
// diagonal counts differ by less than 2366 are therefore ordered exactly as their true lengths.
import { refuseNumber } from '@wayfield/check';

/** Ticks of a straight step on a uniform 8-neighbour grid. */
export const STRAIGHT_TICKS = 2378;
/** Ticks of a diagonal step on a uniform 8-neighbour grid. */
export const DIAGONAL_TICKS = 3363;

/**
 * The length in cells of `ticks`, a + b * sqrt(2), as a double. Exact while the route has fewer
 * than 2378 diagonal steps, within 5e-8 of its length beyond that.
 */
export function ticksToLength(ticks: number): number {
  if (typeof ticks !== 'number' || Number.isNaN(ticks)) refuseNumber('ticks', ticks, 'a number');
  // 2378 a + 3363 b = ticks (mod 2378), and 3363 = 985 is its own inverse there
  const diagonals = ((ticks % STRAIGHT_TICKS) * 985) % STRAIGHT_TICKS;
  const straights = (ticks - diagonals * DIAGONAL_TICKS) / STRAIGHT_TICKS;
  // a route longer than 2378 diagonals can decode to too few; one that is too short cannot be real
  return straights < 0 ? ticks / STRAIGHT_TICKS : straights + diagonals * Math.SQRT2;
}
