import { measurementOf } from '../../run/statistics/measurement.ts';
import { ratioOfRounds, ratioOfSamples } from '../../run/statistics/ratio-of.ts';
import { isMeasurement, isRatio, valueOf } from './cells.ts';
import type { Cell, Ratio } from './results.ts';

/**
 * How many times better `ours` is, with its interval; null where either is not a number above 0.
 * Measurements taken `inTurns` (default: where both have as many samples) give the quotients of the
 * rounds, others the medians and the bootstrap. A plain number, such as a published figure, counts
 * as exact.
 */
export function quotient(
  ours: Cell,
  theirs: Cell,
  better: 'more' | 'less',
  inTurns?: boolean,
): Ratio | null {
  const [a, b] = better === 'less' ? [theirs, ours] : [ours, theirs];
  if (!(valueOf(a) > 0 && valueOf(b) > 0)) return null;
  const once = [a, b].some((cell) => isMeasurement(cell) && cell.n === 1) || [a, b].some(isSingle);
  const single = once && ({ single: true } as const);
  if (isMeasurement(a) && isMeasurement(b)) {
    const ratio =
      (inTurns ?? a.n === b.n)
        ? ratioOfRounds(a.samples, b.samples)
        : ratioOfSamples(a.samples, b.samples);
    return { ...ratio, ...single };
  }
  const [over, under] = [rangeOf(a), rangeOf(b)];
  const six = (x: number): number => Number(x.toPrecision(6));
  return {
    ratio: six(valueOf(a) / valueOf(b)),
    low: six(over.low / under.high),
    high: six(over.high / under.low),
    ...single,
  };
}

const isSingle = (cell: Cell): boolean => isRatio(cell) && cell.single === true;

function rangeOf(cell: Cell): { low: number; high: number } {
  return isMeasurement(cell) || isRatio(cell) ? cell : measurementOf([valueOf(cell)]);
}
