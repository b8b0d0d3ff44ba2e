// One place where every experiment has its answers judged, and where compared and differing answers are counted.
import { isGrid, type Routes } from '@wayfield/graph';
import type { FoundPairs } from '../collision/plain-grid.ts';
import { judgePairs, sayFaults, type TruePairs } from '../collision/judge-pairs.ts';
import { type Cells, compareFields, describeDifference } from '../diffusion/compare-fields.ts';
import { compareRoutes } from '../gpu/compare-routes.ts';
import type { Problem } from '../problems/problem.ts';
import type { Check } from '../results/results.ts';
import type { Difference } from '../report/report.ts';
import { describeNode } from './describe-node.ts';

/** Judges answers and counts them. Every method returns how many answers differ. */
export interface CrossValidation {
  /**
   * Routes: each path is walked step by step and must cost what it says; status and (`exact`, the default) cost must be
   * those of `others`, within `tolerance` as a share of the cost (default 0: the same f32).
   */
  routes(
    what: string,
    against: string,
    problem: Problem,
    routes: Routes,
    others: Routes,
    options?: { readonly exact?: boolean; readonly tolerance?: number },
  ): number;
  /** Pairs that touch: none missed, none twice, none wrong. Counted in pairs. */
  pairs(what: string, truth: TruePairs, found: FoundPairs): number;
  /** Fields, trees, labels: every cell must have the same value (0 is -0, NaN is NaN). Counted in cells. */
  cells(what: string, against: string, ours: Cells, theirs: Cells): number;
  /** Differences that somebody else found among `compared` answers. */
  differences(
    what: string,
    against: string,
    compared: number,
    found: readonly Difference[],
  ): number;
  /** One thing that is right or not; `first` says what is wrong. */
  fact(what: string, against: string, right: boolean, first?: string): number;
  /** Answers that were judged elsewhere, of which `differed` are wrong. */
  count(what: string, against: string, compared: number, differed: number, first?: string): number;
  /** Everything so far: a line for each pair of `what` and `against`, in the order in which they came. */
  readonly checks: Check[];
}

/** An empty count. Pass `earlier` checks, of a journal, to go on with them. */
export function createCrossValidation(earlier: readonly Check[] = []): CrossValidation {
  const checks = new Map<string, Check>();
  const count: CrossValidation['count'] = (what, against, compared, differed, first) => {
    const id = JSON.stringify([what, against]);
    const before = checks.get(id);
    const example = before?.first ?? (differed > 0 ? first : undefined);
    checks.set(id, {
      what,
      against,
      compared: (before?.compared ?? 0) + compared,
      differed: (before?.differed ?? 0) + differed,
      ...(example !== undefined && { first: example }),
    });
    return differed;
  };
  for (const { what, against, compared, differed, first } of earlier) {
    count(what, against, compared, differed, first);
  }
  const differences: CrossValidation['differences'] = (what, against, compared, found) => {
    const [one] = found;
    const first = one && `${one.solver} on ${one.problem}, query ${one.query}: ${one.what}`;
    return count(what, against, compared, found.length, first);
  };

  return {
    count,
    differences,
    routes(what, against, problem, routes, others, { exact = true, tolerance = 0 } = {}) {
      const { queries, data } = problem;
      if (routes.count !== queries.count || others.count !== queries.count) {
        const first = `${routes.count} and ${others.count} answers to ${queries.count} queries`;
        return count(what, against, queries.count, queries.count, first);
      }
      const found = compareRoutes({ problem, solver: what, exact, tolerance }, others, routes);
      const named = found.map((one) => ({
        ...one,
        what: `${describeNode(data, one.source)} to ${describeNode(data, one.target)}: ${one.what}`,
      }));
      return differences(what, against, queries.count, isGrid(data) ? named : found);
    },
    pairs(what, truth, found) {
      const faults = judgePairs(truth, found);
      const wrong = faults.missed + faults.duplicates + faults.wrong;
      // an answer that is right holds exactly the true pairs; with none to find, that is one answer
      const compared = Math.max(1, truth.keys.length);
      const first = `of ${truth.keys.length.toLocaleString('en-US')} pairs ${sayFaults(faults)}`;
      return count(what, truth.by, compared, wrong, first);
    },
    cells(what, against, ours, theirs) {
      if (ours.length !== theirs.length) {
        const first = `${ours.length} cells, expected ${theirs.length}`;
        return count(what, against, theirs.length, theirs.length, first);
      }
      const difference = compareFields(ours, theirs);
      const { first: at } = difference;
      const first =
        at < 0
          ? undefined
          : `${describeDifference(difference)}: ${ours[at]}, expected ${theirs[at]}`;
      return count(what, against, ours.length, difference.differing, first);
    },
    fact: (what, against, right, first) => count(what, against, 1, right ? 0 : 1, first),
    get checks() {
      return [...checks.values()];
    },
  };
}
