import { mean, quantileSorted } from 'simple-statistics';

/** Statistics of a sample of times, in the unit of the sample. */
export interface Summary {
  min: number;
  median: number;
  p95: number;
  p99: number;
  max: number;
  mean: number;
}

/**
 * Minimum, median, 95th and 99th percentile, maximum and mean of `sample`, which is not changed.
 * Throws RangeError for an empty sample.
 */
export function summarise(sample: ArrayLike<number>): Summary {
  if (sample.length === 0) throw new RangeError('sample has 0 entries, expected at least 1');
  const sorted = Array.from(sample).sort((a, b) => a - b);
  return {
    min: sorted[0],
    median: quantileSorted(sorted, 0.5),
    p95: quantileSorted(sorted, 0.95),
    p99: quantileSorted(sorted, 0.99),
    max: sorted[sorted.length - 1],
    mean: mean(sorted),
  };
}

/** The median of `sample`: the figure of repeated rounds on a shared machine. */
export function median(sample: ArrayLike<number>): number {
  return summarise(sample).median;
}
