// Refuses slowdowns on a shared machine: ratios and counted work are compared with those of an
// earlier run, the baseline. A ratio divides a rival's time by ours, and what slows both cancels.
import { type Change, compareResults } from '../../report/results/compare-results.ts';
import type { Experiment, Results } from '../../report/results/results.ts';

export interface GuardInput {
  readonly baseline: Results;
  /** Measures again, into results of one experiment; with names, only those problems. */
  readonly measure: (names?: readonly string[]) => Promise<Results>;
  /**
   * The allowed slowdown. 0.25: ratios may fall to 1 / 1.25, as by a program that takes 25 %
   * longer, and counted work may grow by 25 %.
   */
  readonly limit: number;
  /** The number of measurements before a slowdown is refused. */
  readonly tries: number;
  readonly onTry?: (refused: readonly Change[], left: number) => void;
}

export interface GuardResult {
  /** The first run, of all problems. */
  readonly results: Results;
  /** The figures that were slower in every measurement. Empty: nothing is refused. */
  readonly refused: readonly Change[];
  /** Answers that differed in any run. */
  readonly differed: number;
  /** Figures of the baseline that were not measured: dropping a problem would hide its slowdown. */
  readonly missing: readonly string[];
}

/**
 * Measures, and measures again whatever is slower than the baseline by more than the limit: noise
 * passes, a slow program stays slow. Counted work is judged by the first run, because it is the
 * same in every run.
 */
export async function guardRatios(input: GuardInput): Promise<GuardResult> {
  const { baseline, measure, limit, tries, onTry } = input;
  const results = await measure();
  let differed = differedIn(results);
  const { onlyBefore } = compareResults(baseline, results, { stable: true });
  let refused = refusedIn(baseline, results, limit);
  for (let left = tries - 1; left > 0 && refused.some(({ kind }) => kind === 'ratio'); left--) {
    onTry?.(refused, left);
    const names = [
      ...new Set(
        refused.filter(({ kind }) => kind === 'ratio').map(({ labels }) => String(labels.name)),
      ),
    ];
    const again = await measure(names);
    differed += differedIn(again);
    const still = new Set(refusedIn(baseline, again, limit).map(({ where }) => where));
    refused = refused.filter(({ kind, where }) => kind === 'count' || still.has(where));
  }
  return { results, refused, differed, missing: onlyBefore };
}

function refusedIn(baseline: Results, now: Results, limit: number): Change[] {
  const { changes } = compareResults(baseline, now, { stable: true, least: 0 });
  return changes.filter(({ ratio, outcome }) => outcome === 'worse' && ratio < 1 / (1 + limit));
}

/** The number of answers of a run that differed. */
export function differedIn({ experiments }: Results): number {
  return experiments
    .flatMap(({ checks }: Experiment) => checks)
    .reduce((sum, { differed }) => sum + differed, 0);
}
