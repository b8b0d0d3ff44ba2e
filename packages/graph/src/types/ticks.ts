// Lengths on uniform grids are counted in ticks, whole numbers, so that every algorithm on every
// backend gives the same bits whatever the order of its additions. A straight step is 2378 ticks, a
// diagonal one 3363: 3363 / 2378 is a convergent of sqrt(2), 6.3e-8 above it. No fraction with a
// smaller denominator lies between the two, so the shorter of two routes has fewer ticks as long as
// their numbers of diagonal steps differ by less than 2378.
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
  // ticks = 2378 a + 3363 b. Modulo 2378 that is 985 b, and 985 is its own inverse there
  const diagonals = ((ticks % STRAIGHT_TICKS) * 985) % STRAIGHT_TICKS;
  const straights = (ticks - diagonals * DIAGONAL_TICKS) / STRAIGHT_TICKS;
  // On a longer route `diagonals` is the true number modulo 2378: 2378 diagonal steps count as 3363
  // straight ones, which have as many ticks. Where `straights` is below 0 no route has this number
  // of ticks. It gets the length of straight steps alone.
  return straights < 0 ? ticks / STRAIGHT_TICKS : straights + diagonals * Math.SQRT2;
}
