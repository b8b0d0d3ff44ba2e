import { measureInTurns } from '../statistics/measure-in-turns.ts';

/** A program in a comparison. */
export interface Rival<T> {
  readonly name: string;
  readonly run: () => T | Promise<T>;
  /** Before each turn, outside of its time: another state is loaded. */
  readonly before?: () => unknown;
}

/** What all rivals share. */
export interface TurnOptions {
  readonly onRound?: (round: number) => void;
  /**
   * Milliseconds that each rival works before each of its turns, outside of its time. The clock of a GPU comes up slowly after
   * a pause, and threads fall asleep.
   */
  readonly busyMs?: number;
}

/**
 * Runs the rivals one after another, `rounds` times over, and returns for each the milliseconds of
 * every round. On a machine that others use too, turns make all suffer alike: compare minima or
 * medians over the rounds. The order alternates, so that nobody always follows the same rival.
 */
export async function takeTurns(
  rivals: readonly Rival<unknown>[],
  rounds: number,
  { onRound, busyMs = 0 }: TurnOptions = {},
): Promise<Map<string, Float64Array>> {
  const contestants = rivals.map(({ name, run, before }) => ({
    name,
    run,
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
