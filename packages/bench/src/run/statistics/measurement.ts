// Medians with intervals that assume nothing about the distribution, because times are skewed and
// have outliers.
import { quantileSorted } from 'simple-statistics';

/** The result of repeated measuring. */
export interface Measurement {
  readonly median: number;
  /** The bounds of the true median with probability `confidence`. */
  readonly low: number;
  readonly high: number;
  /**
   * At least 0.95 from 6 samples on; the confidence of the extremes for fewer; 0 for a single
   * sample.
   */
  readonly confidence: number;
  readonly n: number;
  /** All samples in the order of measuring, rounded to 6 digits, outliers included. */
  readonly samples: readonly number[];
  /** Indices of samples beyond Tukey's fences (1.5 interquartile ranges): shown, not left out. */
  readonly outliers: readonly number[];
}

/** The least confidence of an interval, where there are samples enough. */
const CONFIDENCE = 0.95;

/**
 * Median of `samples` and its interval by order statistics: the sample of rank k and that of rank n
 * + 1 - k with the largest k that has the median between them with 95 % (sign test; Conover,
 * Practical Nonparametric Statistics, 1999, 3.2). Throws RangeError for an empty sample or one that
 * has NaN or Infinity.
 */
export function measurementOf(samples: ArrayLike<number>): Measurement {
  const kept = Array.from(samples, (x, i) => {
    if (!Number.isFinite(x)) throw new RangeError(`sample[${i}] is ${x}, expected a finite number`);
    return Number(x.toPrecision(6));
  });
  const n = kept.length;
  if (n === 0) throw new RangeError('samples has 0 entries, expected at least 1');
  const sorted = kept.toSorted((a, b) => a - b);
  const { rank, confidence } = medianRanks(n);
  const [low, high] = [sorted[rank], sorted[n - 1 - rank]];
  const [lower, median, upper] = [0.25, 0.5, 0.75].map((p) => quantileSorted(sorted, p));
  const fence = n < 4 ? Infinity : 1.5 * (upper - lower);
  const outliers = kept.flatMap((x, i) => (x < lower - fence || x > upper + fence ? [i] : []));
  return { median, low, high, confidence, n, samples: kept, outliers };
}

/**
 * Half the interval as a share of the median, which is the precision of a measurement. Infinity for
 * one sample.
 */
export function relativeError({ median, low, high, n }: Measurement): number {
  if (n < 2) return Infinity;
  return median === 0 ? (high === low ? 0 : Infinity) : (high - low) / 2 / Math.abs(median);
}

/**
 * The largest 0-based rank whose order statistic and its mirror image enclose the median with 95 %,
 * and the probability that they do; rank 0 where no rank does.
 */
function medianRanks(n: number): { rank: number; confidence: number } {
  // P(X <= rank) of a binomial of n fair coins, whose two tails are left out
  let term = 0.5 ** n;
  let tail = term;
  let rank = 0;
  let confidence = 1 - 2 * tail;
  for (let k = 1; term > 0 && 2 * k < n; k++) {
    term *= (n - k + 1) / k;
    tail += term;
    if (1 - 2 * tail < CONFIDENCE) break;
    rank = k;
    confidence = 1 - 2 * tail;
  }
  // above 1074 samples the first term is 0 in doubles; the normal approximation is exact enough
  if (n > 1000) {
    // 1.96 standard deviations of sqrt(n) / 2
    rank = Math.floor(n / 2 - 0.98 * Math.sqrt(n) - 1);
    confidence = CONFIDENCE;
  }
  return { rank, confidence: Math.max(0, Number(confidence.toFixed(4))) };
}
