/** A program in a comparison. */
export interface Rival<T> {
  readonly name: string;
  readonly run: () => T | Promise<T>;
  /** Before each turn, outside of its time: what a program that works all the time need not do. */
  readonly warmUp?: () => Promise<void>;
}

/**
 * Runs the rivals one after another, `rounds` times over, and returns for each the milliseconds of
 * every round. On a machine that others use too, turns make all suffer alike: compare minima or
 * medians over the rounds. The order alternates, so that nobody always follows the same rival.
 */
export async function takeTurns(
  rivals: readonly Rival<unknown>[],
  rounds: number,
  onRound?: (round: number, name: string) => void,
): Promise<Map<string, Float64Array>> {
  const times = new Map(rivals.map(({ name }) => [name, new Float64Array(rounds)]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? rivals : [...rivals].reverse();
    for (const { name, run, warmUp } of order) {
      onRound?.(round, name);
      await warmUp?.();
      const start = performance.now();
      const pending = run();
      if (pending instanceof Promise) await pending;
      times.get(name)![round] = performance.now() - start;
    }
  }
  return times;
}

/** The fastest round. */
export function fastest(times: ReadonlyMap<string, Float64Array>, name: string): number {
  const rounds = times.get(name);
  if (!rounds) throw new RangeError(`'${name}' did not take part`);
  return rounds.reduce((least, t) => Math.min(least, t), Infinity);
}
