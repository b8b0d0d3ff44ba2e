// Ratios of two programs with their intervals. Samples measured separately give the ratio of the
// medians. Samples of one race give the median of the ratios of its rounds.
import type { Ratio } from '../../report/results/results.ts';
import { median } from './summary.ts';
import { measurementOf } from './measurement.ts';

/** Resamples, of which 50 lie beyond each end of the interval. 1,000 are the fewest advised. */
const RESAMPLES = 2000;
/**
 * Below this number of samples on a side resampling says too little, and the extremes are taken.
 */
const FEWEST = 5;

/**
 * `a / b` as a ratio of medians with its 95 % interval, for samples that were measured separately.
 * From five samples on each side by the bootstrap (percentiles of 2,000 resamples; Efron and
 * Tibshirani, 1993), which is seeded: the same samples give the same interval. With fewer samples
 * the interval reaches from the smallest quotient to the largest.
 */
export function ratioOfSamples(a: readonly number[], b: readonly number[]): Ratio {
  const ratio = median(a) / median(b);
  if (a.length < FEWEST || b.length < FEWEST) {
    const low = Math.min(...a) / Math.max(...b);
    return rounded(ratio, low, Math.max(...a) / Math.min(...b));
  }
  const random = xorshift(0x9e3779b9);
  const ratios = new Float64Array(RESAMPLES);
  const [drawnA, drawnB] = [new Float64Array(a.length), new Float64Array(b.length)];
  for (let k = 0; k < RESAMPLES; k++) {
    ratios[k] = medianOfDraw(a, drawnA, random) / medianOfDraw(b, drawnB, random);
  }
  ratios.sort();
  return rounded(ratio, ratios[0.025 * RESAMPLES], ratios[0.975 * RESAMPLES - 1]);
}

/**
 * `a / b` for samples measured in turns, `a[i]` beside `b[i]`: the median of the quotients of the
 * rounds with its interval. What slows the machine for some rounds slows both and cancels. A single
 * round gives a ratio that is marked `single`. Throws RangeError for samples of different lengths.
 */
export function ratioOfRounds(a: readonly number[], b: readonly number[]): Ratio {
  if (a.length !== b.length) {
    throw new RangeError(`one sample has ${a.length} rounds, the other one ${b.length}`);
  }
  const { median: ratio, low, high } = measurementOf(a.map((x, i) => x / b[i]));
  return { ...rounded(ratio, low, high), ...(a.length === 1 && { single: true }) };
}

/**
 * Whether the interval of a ratio does not contain 1. Never where one side was measured once.
 */
export function isBeyondNoise({ low, high, single }: Ratio): boolean {
  return !single && (low > 1 || high < 1);
}

function rounded(ratio: number, low: number, high: number): Ratio {
  const six = (x: number): number => Number(x.toPrecision(6));
  return { ratio: six(ratio), low: six(Math.min(low, ratio)), high: six(Math.max(high, ratio)) };
}

function medianOfDraw(from: readonly number[], drawn: Float64Array, random: () => number): number {
  const n = from.length;
  for (let i = 0; i < n; i++) drawn[i] = from[random() % n];
  drawn.sort();
  return n % 2 === 1 ? drawn[n >> 1] : (drawn[(n >> 1) - 1] + drawn[n >> 1]) / 2;
}

/** Marsaglia's xorshift of 32 bits (2003), as whole numbers from 1. */
function xorshift(seed: number): () => number {
  let x = seed >>> 0;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>>= 0);
  };
}
