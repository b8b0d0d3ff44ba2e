import { measureInTurns } from '@wayfield/bench/internal/run/statistics/measure-in-turns';

/** A program in a comparison, ours or a rival. */
export interface Program<T> {
  readonly name: string;
  readonly run: () => T | Promise<T>;
  /** `run` gives the milliseconds that count, as a process of C++ does. Default: it is timed. */
  readonly returnsMs?: true;
  /** Runs before each turn, and before each run of `busyMs`, untimed. May load another state. */
  readonly before?: () => unknown;
}

/** Options for all programs. */
export interface TurnOptions {
  readonly onRound?: (round: number) => void;
  /**
   * Milliseconds that each program works before each of its turns, outside of its time. The clock
   * of a GPU comes up slowly after a pause, and threads fall asleep.
   */
  readonly busyMs?: number;
}

/**
 * Runs the programs in turns for `rounds` rounds and returns the milliseconds of every round by the
 * name of the program. The order alternates, so that no program always runs after the same one.
 * There is no warm-up but `busyMs`. Compare medians of ratios within a round.
 */
export async function takeTurns(
  programs: readonly Program<unknown>[],
  rounds: number,
  { onRound, busyMs = 0 }: TurnOptions = {},
): Promise<Map<string, Float64Array>> {
  const contestants = programs.map(({ name, run, returnsMs, before }) => ({
    name,
    run,
    ...(returnsMs && { returnsMs }),
    async before() {
      const end = performance.now() + busyMs;
      while (performance.now() < end) {
        await before?.();
        await run();
      }
      await before?.();
    },
  }));
  const race = await measureInTurns(contestants, 'whole', {
    warmUp: 0,
    least: rounds,
    most: rounds,
    always: rounds,
    ...(onRound && { onRound }),
  });
  return new Map(race.figures.map(({ name, time }) => [name, Float64Array.from(time.samples)]));
}
