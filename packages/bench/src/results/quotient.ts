import { measurementOf } from '../statistics/measurement.ts';
import { ratioOfRounds, ratioOfSamples } from '../statistics/ratio-of.ts';
import { isMeasurement, isRatio, valueOf } from './cells.ts';
import type { Cell, Ratio } from './results.ts';

/**
 * How many times better `ours` is, with its interval; null where either is no number above 0. Measured `inTurns`:
 * the quotients of the rounds (default: where both have as many samples); else medians and the bootstrap. A plain
 * number, which a published figure is, is taken as exact.
 */
export function quotient(
  ours: Cell,
  theirs: Cell,
  better: 'more' | 'less',
  inTurns?: boolean,
): Ratio | null {
  const [a, b] = better === 'less' ? [theirs, ours] : [ours, theirs];
  if (!(valueOf(a) > 0 && valueOf(b) > 0)) return null;
  if (isMeasurement(a) && isMeasurement(b)) {
    return (inTurns ?? a.n === b.n)
      ? ratioOfRounds(a.samples, b.samples)
      : ratioOfSamples(a.samples, b.samples);
  }
  const [over, under] = [rangeOf(a), rangeOf(b)];
  const six = (x: number): number => Number(x.toPrecision(6));
  return {
    ratio: six(valueOf(a) / valueOf(b)),
    low: six(over.low / under.high),
    high: six(over.high / under.low),
  };
}

function rangeOf(cell: Cell): { low: number; high: number } {
  return isMeasurement(cell) || isRatio(cell) ? cell : measurementOf([valueOf(cell)]);
}
