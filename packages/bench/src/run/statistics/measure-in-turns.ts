// Measures programs in turns. `compareFigures` refuses figures of any other origin. What is not
// measured in turns: architecture/races.md. A race has contestants. Each contestant gives one
// sample per round, the mean time of its calls; the samples of a race become one `Measurement` per
// contestant: median, interval of 95 % and all samples.
import { type Measurement, measurementOf, relativeError } from './measurement.ts';

/**
 * What one call of a contestant does, which must be the same for all contestants of a race.
 * 'single': the contestant asks the queries of the task one by one. 'batch': it asks all queries in
 * one call, or in a loop where the program has no such call. 'whole': the task has no parts, as a
 * field or a step.
 */
export type Calls = 'single' | 'batch' | 'whole';

/** One program of a race. */
export interface Contestant {
  readonly name: string;
  /** One call: the whole task. */
  readonly run: () => unknown;
  /**
   * `run` returns (or resolves to) the milliseconds that count: timestamps of a device. Default:
   * the call is timed.
   */
  readonly returnsMs?: true;
  /** Runs before each call, outside of its time: new starts, an emptied field. */
  readonly before?: () => unknown;
}

/**
 * The duration of a race. For a fixed number of rounds, `least`, `most` and `always` are that
 * number.
 */
export interface Sampling {
  /** Rounds of one call each before those that count. Default 1. */
  readonly warmUp?: number;
  /**
   * The warm-up lasts until every contestant has run for this many milliseconds, because engines
   * compile hot code, but takes at most a quarter of the budget. Default 0.
   */
  readonly warmUpMs?: number;
  /**
   * Rounds that count before small intervals may end the race. A spent budget ends it sooner: see
   * `always`. Default 6: fewer have no interval of 95 %.
   */
  readonly least?: number;
  /** The most rounds that count. Default 60. */
  readonly most?: number;
  /**
   * The race ends when half the interval of each contestant is at most this share of its median.
   * Default 0.03.
   */
  readonly error?: number;
  /**
   * No round begins after this many milliseconds, warm-up included, except those of `always`.
   * Default 2000.
   */
  readonly budgetMs?: number;
  /** Rounds that count which run even when the budget is spent. Default 1. */
  readonly always?: number;
  /**
   * Milliseconds that a sample of the fastest contestant shall take. Every contestant makes as many
   * calls in its turn as this needs, and a sample is the mean time of these calls. There are fewer
   * calls where `least` rounds would not fit into the budget. Default 0: one call.
   */
  readonly sampleMs?: number;
  /** The clock in milliseconds, for tests. Default `performance.now`. */
  readonly now?: () => number;
  readonly onRound?: (round: number) => void;
}

/** The time of one contestant of a race, in milliseconds per call. */
export interface Figure {
  readonly name: string;
  readonly calls: Calls;
  readonly time: Measurement;
  /** Warm-up calls, and calls that count: the same for all contestants of a race. */
  readonly warmUpCalls: number;
  readonly countedCalls: number;
}

/** Figures of contestants that took turns. Sample `i` of each was taken in round `i`. */
export interface Race {
  readonly calls: Calls;
  readonly figures: readonly Figure[];
  /** The time of a contestant. Throws RangeError for a name that did not take part. */
  time(name: string): Measurement;
  /** The figure of a contestant. Throws RangeError for a name that did not take part. */
  figure(name: string): Figure;
}

/** The times of two contestants of one race; only `compareFigures` makes a comparison. */
export interface Comparison {
  readonly calls: Calls;
  readonly ours: Measurement;
  readonly theirs: Measurement;
}

/**
 * The most calls of one sample. A call below the resolution of the clock is measured as 0 ms, and
 * `sampleMs` would ask for billions of such calls.
 */
const MOST_CALLS = 1_000_000;
/** The race that a figure belongs to. */
const raceOf = new WeakMap<Figure, object>();
const comparisons = new WeakSet<Comparison>();

/**
 * Measures contestants in turns. All have the same warm-up and the same number of calls; the order
 * is reversed from round to round (ABBA). The race ends when the intervals of all are small enough,
 * after `most` rounds, or when the budget is spent, then with at least `always` rounds. Every
 * sample is kept. Throws RangeError for repeated names, and for a time that is not finite.
 */
export async function measureInTurns(
  contestants: readonly Contestant[],
  calls: Calls,
  sampling: Sampling = {},
): Promise<Race> {
  const { warmUp = 1, warmUpMs = 0, least = 6, most = 60, error = 0.03 } = sampling;
  const {
    budgetMs = 2000,
    always = 1,
    sampleMs = 0,
    now = () => performance.now(),
    onRound,
  } = sampling;
  const names = contestants.map(({ name }) => name);
  if (new Set(names).size < names.length) {
    throw new RangeError(`contestants are ${names.join(', ')}, expected each name once`);
  }
  const order = contestants.map((_, c) => c);
  const samples = contestants.map((): number[] => []);
  const end = now() + budgetMs;

  const spent = contestants.map(() => 0);
  let last = contestants.map(() => 0);
  let warmUpCalls = 0;
  const warmUpEnd = now() + budgetMs / 4;
  const isCold = (): boolean =>
    warmUpCalls < warmUp || (Math.min(...spent) < warmUpMs && now() < warmUpEnd);
  while (isCold() && (warmUpCalls === 0 || now() < end)) {
    for (const c of order) {
      const ms = await time(contestants[c], 1, now);
      last[c] = ms;
      spent[c] += ms;
    }
    warmUpCalls++;
    order.reverse();
  }
  // without a warm-up nothing is known of the time of a call
  let perSample = warmUpCalls > 0 ? callsPerSample(last, sampleMs, (end - now()) / least) : 1;
  let countedCalls = 0;
  for (let round = 0; round < most && (round < always || now() < end); round++) {
    onRound?.(round);
    last = contestants.map(() => 0);
    for (const c of order) {
      last[c] = await time(contestants[c], perSample, now);
      samples[c].push(last[c]);
    }
    countedCalls += perSample;
    order.reverse();
    // code that was compiled meanwhile is faster than the calls from which `perSample` was computed
    const more = callsPerSample(last, sampleMs, (end - now()) / Math.max(1, least - round - 1));
    if (more >= 2 * perSample) perSample = more;
    if (round + 1 < least) continue;
    if (samples.every((own) => relativeError(measurementOf(own)) <= error)) break;
  }
  const race = {};
  const figures = names.map((name, c): Figure => {
    const figure = { name, calls, time: measurementOf(samples[c]), warmUpCalls, countedCalls };
    raceOf.set(figure, race);
    return figure;
  });
  const figure = (name: string): Figure => {
    const found = figures.find((one) => one.name === name);
    if (!found) throw new RangeError(`'${name}' took no part, expected ${names.join(', ')}`);
    return found;
  };
  return { calls, figures, figure, time: (name) => figure(name).time };
}

/**
 * Two figures of one race, multiplied by `factor` (1000 / queries: microseconds of a query). Throws
 * RangeError for figures of different calls, and of different races, which had neither the same
 * warm-up nor the same number of calls nor the same load on the machine.
 */
export function compareFigures(ours: Figure, theirs: Figure, factor = 1): Comparison {
  if (ours.calls !== theirs.calls) {
    throw new RangeError(
      `${ours.name} was measured by '${ours.calls}' calls, ${theirs.name} by ` +
        `'${theirs.calls}' calls`,
    );
  }
  const race = raceOf.get(ours);
  if (race === undefined || race !== raceOf.get(theirs)) {
    throw new RangeError(`${ours.name} and ${theirs.name} took no turns in one race`);
  }
  const comparison: Comparison = {
    calls: ours.calls,
    ours: scaled(ours.time, factor),
    theirs: scaled(theirs.time, factor),
  };
  comparisons.add(comparison);
  return comparison;
}

/** Throws TypeError for anything that `compareFigures` did not make. */
export function checkComparison(comparison: Comparison): void {
  if (comparisons.has(comparison)) return;
  throw new TypeError('a comparison is made by hand, expected one that compareFigures made');
}

function scaled({ samples }: Measurement, factor: number): Measurement {
  return measurementOf(samples.map((ms) => ms * factor));
}

/**
 * Calls for a sample of the fastest contestant, limited so that the round of all takes at most
 * `roundMs`.
 */
function callsPerSample(ms: readonly number[], sampleMs: number, roundMs: number): number {
  const wanted = Math.ceil(sampleMs / Math.max(Math.min(...ms), 1e-6));
  const fits = Math.floor(
    roundMs /
      Math.max(
        ms.reduce((sum, one) => sum + one, 0),
        1e-6,
      ),
  );
  return Math.max(1, Math.min(MOST_CALLS, wanted, fits));
}

/** Mean time of a call. */
async function time(contestant: Contestant, count: number, now: () => number): Promise<number> {
  const { run, before, returnsMs } = contestant;
  if (before || returnsMs) {
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const prepared = before?.();
      if (prepared instanceof Promise) await prepared;
      const start = now();
      let result = run();
      if (result instanceof Promise) result = await result;
      sum += returnsMs ? Number(result) : now() - start;
    }
    return sum / count;
  }
  // one look at the clock for all calls, with nothing between them
  const start = now();
  for (let k = 0; k < count; k++) {
    const pending = run();
    if (pending instanceof Promise) await pending;
  }
  return (now() - start) / count;
}
