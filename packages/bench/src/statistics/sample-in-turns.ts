import { type Measurement, measurementOf, relativeError } from './measurement.ts';

/** One program of a comparison. */
export interface Contender {
  readonly name: string;
  readonly run: () => unknown;
  /** `run` returns (or resolves to) the milliseconds that count: timestamps of a device. Default: it is timed. */
  readonly returnsMs?: true;
  /** Before each run, outside of its time: new starts, an emptied field. */
  readonly before?: () => unknown;
}

/** How long to measure. */
export interface Sampling {
  /** Rounds before those that count. Default 1. */
  readonly warmUp?: number;
  /** And for so many milliseconds at least: engines compile what is hot while it runs. Default 0. */
  readonly warmUpMs?: number;
  /** Rounds that count, at least. Default 6: fewer have no interval of 95 %. */
  readonly least?: number;
  /** And at most. Default 60. */
  readonly most?: number;
  /** Enough when half the interval of every contender is no more than this share of its median. Default 0.03. */
  readonly error?: number;
  /** No round begins after so many milliseconds, warm-up included; one round always runs. Default 2000. */
  readonly budgetMs?: number;
  /**
   * A sample of a short program lasts so many milliseconds: it runs as often as that takes and the sample is
   * the mean of these runs. Default 0: one run is a sample.
   */
  readonly sampleMs?: number;
  /** Milliseconds; for tests. Default `performance.now`. */
  readonly now?: () => number;
  readonly onRound?: (round: number) => void;
}

/** What was measured, by the name of the contender; sample `i` of each was taken in round `i`. */
export type Measured = ReadonlyMap<string, Measurement>;

/** Runs of one sample, at most. */
const MOST_RUNS = 1_000_000;

/**
 * Measures contenders in turns, in milliseconds: each once per round, in an order that turns around from round to round,
 * until the intervals of all are small enough, `most` rounds are done or the budget is spent. Every sample is kept.
 * Use `ratioOfRounds` on their samples.
 */
export async function sampleInTurns(
  contenders: readonly Contender[],
  sampling: Sampling = {},
): Promise<Measured> {
  const {
    warmUp = 1,
    least = 6,
    most = 60,
    error = 0.03,
    budgetMs = 2000,
    sampleMs = 0,
  } = sampling;
  const { now = () => performance.now(), onRound, warmUpMs = 0 } = sampling;
  const samples = contenders.map((): number[] => []);
  const runs = contenders.map(() => 1);
  const order = contenders.map((_, c) => c);
  const start = now();
  const end = start + budgetMs;

  const cold = (round: number): boolean => round < warmUp || now() < start + warmUpMs;
  for (let round = 0; cold(round) && (round === 0 || now() < end); round++) {
    for (const c of order) {
      const ms = await time(contenders[c], 1, now);
      // the last warm run says how many make a sample
      runs[c] = Math.max(1, Math.min(MOST_RUNS, Math.ceil(sampleMs / Math.max(ms, 1e-6))));
    }
  }
  for (let round = 0; round < most && (round === 0 || now() < end); round++) {
    onRound?.(round);
    for (const c of order) {
      const ms = await time(contenders[c], runs[c], now);
      samples[c].push(ms);
      // compiled code is faster than the run that was counted on
      if (ms * runs[c] < sampleMs / 2) runs[c] = Math.min(MOST_RUNS, 2 * runs[c]);
    }
    order.reverse();
    if (round + 1 < least) continue;
    if (samples.every((own) => relativeError(measurementOf(own)) <= error)) break;
  }
  return new Map(contenders.map(({ name }, c) => [name, measurementOf(samples[c])]));
}

/** Mean time of a run. */
async function time(contender: Contender, runs: number, now: () => number): Promise<number> {
  const { run, before, returnsMs } = contender;
  if (before || returnsMs) {
    let sum = 0;
    for (let k = 0; k < runs; k++) {
      const prepared = before?.();
      if (prepared instanceof Promise) await prepared;
      const start = now();
      let result = run();
      if (result instanceof Promise) result = await result;
      sum += returnsMs ? Number(result) : now() - start;
    }
    return sum / runs;
  }
  // nothing between the runs: one look at the clock for all of them
  const start = now();
  for (let k = 0; k < runs; k++) {
    const pending = run();
    if (pending instanceof Promise) await pending;
  }
  return (now() - start) / runs;
}
