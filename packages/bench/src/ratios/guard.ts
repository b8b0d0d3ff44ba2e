// Refuses slowdowns on a machine that others use too: ratios and counted work against those of an earlier run.
import { type Change, compareResults } from '../results/compare-results.ts';
import type { Experiment, Results } from '../results/results.ts';

export interface GuardInput {
  readonly baseline: Results;
  /** Measures again, in results of one experiment; with names, those problems only. */
  readonly measure: (names?: readonly string[]) => Promise<Results>;
  /** 0.25: ratios may fall to 1 / 1.25, as by a program that takes 25 % longer, and counted work may grow by 25 %. */
  readonly limit: number;
  /** Times that what looks slower is measured before it is refused. */
  readonly tries: number;
  readonly onTry?: (refused: readonly Change[], left: number) => void;
}

export interface GuardResult {
  /** The first run: all problems. */
  readonly results: Results;
  /** What was slower every time it was measured. Empty: nothing is refused. */
  readonly refused: readonly Change[];
  /** Answers that differed in any run. */
  readonly differed: number;
  /** Figures of the baseline that were not measured: a problem that was dropped would hide its slowdown. */
  readonly missing: readonly string[];
}

/**
 * Measures, and what is slower than the baseline by more than the limit once more, and again: noise passes, a slow program stays
 * slow. Counted work is judged by the first run; it is the same in every one.
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

/** Answers of a run that differed. */
export function differedIn({ experiments }: Results): number {
  return experiments
    .flatMap(({ checks }: Experiment) => checks)
    .reduce((sum, { differed }) => sum + differed, 0);
}
