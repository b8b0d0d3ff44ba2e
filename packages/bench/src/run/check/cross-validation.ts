// Where studies, `navmesh` and `ratios` have their answers judged, and where compared and differing
// answers are counted.
import { isGrid, type Routes } from '@wayfield/graph';
import type { FoundPairs } from '../../bodies/peers/plain-grid.ts';
import { judgePairs, sayFaults, type TruePairs } from '../../bodies/measure/judge-pairs.ts';
import {
  type Cells,
  compareFields,
  describeDifference,
} from '../../fields/measure/compare-fields.ts';
import { compareRoutes } from './compare-routes.ts';
import type { Problem } from '../problems/problem.ts';
import type { Check } from '../../report/results/results.ts';
import type { Difference } from '../../report/report.ts';
import { describeNode } from './describe-node.ts';

/** Routes of another solver that answers are compared with. */
export interface OtherRoutes {
  /** The other solver. */
  readonly by: string;
  readonly routes: Routes;
  /** Whether costs must agree too. Default true. */
  readonly exact?: boolean;
  /** Share of the cost by which two costs may differ. Default 0: the same f32. */
  readonly tolerance?: number;
}

/** Judges answers and counts them. Every method returns how many answers differ. */
export interface CrossValidation {
  /**
   * Routes: each path is walked step by step and must cost what it says; status and cost must be
   * those of the other routes.
   */
  routes(what: string, problem: Problem, routes: Routes, other: OtherRoutes): number;
  /** Pairs that touch: none missed, none twice, none wrong. Counted in pairs. */
  pairs(what: string, truth: TruePairs, found: FoundPairs): number;
  /**
   * Fields, trees, labels: every cell must have the same value (0 is -0, NaN is NaN). Counted in
   * cells.
   */
  cells(what: string, against: string, ours: Cells, theirs: Cells): number;
  /** Differences that other code found among `compared` answers. */
  differences(
    what: string,
    against: string,
    compared: number,
    found: readonly Difference[],
  ): number;
  /** One fact that is right or not; `first` describes the fault. */
  fact(what: string, against: string, right: boolean, first?: string): number;
  /** Answers that other code judged, of which `differed` are wrong. */
  count(what: string, against: string, compared: number, differed: number, first?: string): number;
  /** All checks so far: one for each pair of `what` and `against`, in order of appearance. */
  readonly checks: Check[];
}

/** An empty count, or one that continues `earlier` checks of a journal. */
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
    routes(what, problem, routes, other) {
      const { by, routes: others, exact = true, tolerance = 0 } = other;
      const { queries, data } = problem;
      if (routes.count !== queries.count || others.count !== queries.count) {
        const first = `${routes.count} and ${others.count} answers to ${queries.count} queries`;
        return count(what, by, queries.count, queries.count, first);
      }
      const found = compareRoutes({ problem, solver: what, exact, tolerance }, others, routes);
      const named = found.map((one) => ({
        ...one,
        what: `${describeNode(data, one.source)} to ${describeNode(data, one.target)}: ${one.what}`,
      }));
      return differences(what, by, queries.count, isGrid(data) ? named : found);
    },
    pairs(what, truth, found) {
      const faults = judgePairs(truth, found);
      const wrong = faults.missed + faults.duplicates + faults.wrong;
      // a right answer holds exactly the true pairs; an empty one counts as one answer
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
