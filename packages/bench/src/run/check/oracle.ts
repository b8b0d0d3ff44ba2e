import {
  isGrid,
  type Routes,
  SOURCE_BLOCKED,
  statusName,
  TARGET_BLOCKED,
  uniformCost,
} from '@wayfield/graph';
import type { Problem, Published } from '../problems/problem.ts';

/**
 * Half an ulp of an f32, relative to its value: the most that one step of a path can add by
 * rounding.
 */
const HALF_ULP = 2 ** -24;

/**
 * The right answers to the queries of one problem, as far as they are known: from the reference,
 * from published lengths, and from the first exact solver.
 */
export interface Oracle {
  /** Queries that the reference answered. */
  readonly referenced: number;
  /** Least cost of query `i`; `Infinity` = no path, NaN = not known yet. */
  least(i: number): number;
  /**
   * The distance within which a cost agrees with `least(i)`: the precision of the published length
   * where that is the only source, else 0.
   */
  tolerance(i: number): number;
  /** Takes the answer of the slow reference to query `i`. */
  learnReference(i: number, cost: number): void;
  /**
   * Takes the answers of the first exact solver, by which those of later ones are judged. Later
   * calls do nothing.
   */
  learnAnswers(name: string, routes: Routes): void;
  /**
   * The fault of an answer; undefined if there is none. Its cost must be the same f32 as the
   * reference's and the other solvers'. For `rounded` sums half an ulp per step is allowed, for
   * each of the two sums.
   */
  fault(
    i: number,
    status: number,
    cost: number,
    steps: number,
    rounded?: boolean,
  ): string | undefined;
}

/** An oracle that so far knows only blocked cells and published lengths. */
export function createOracle(problem: Problem): Oracle {
  const { data, queries, published } = problem;
  const { count, source, target } = queries;
  // lengths on uniform grids are whole numbers of ticks
  const uniform = isGrid(data) && uniformCost(data) !== 0;
  const reference = new Float32Array(count).fill(NaN);
  const agreed = new Float32Array(count).fill(NaN);
  let agreedBy = '';
  let referenced = 0;

  function blocked(i: number): number | undefined {
    if (!isGrid(data)) return undefined;
    if (!(data.cost[source[i]] > 0)) return SOURCE_BLOCKED;
    return data.cost[target[i]] > 0 ? undefined : TARGET_BLOCKED;
  }

  /** `slack` is the relative difference that two sums of f32 may have. */
  function differs(cost: number, known: number, slack: number): boolean {
    const f32 = Math.fround(cost);
    if (Number.isNaN(known) || f32 === known) return false;
    return known === Infinity || !(Math.abs(f32 - known) <= slack * known);
  }

  return {
    get referenced() {
      return referenced;
    },
    least(i) {
      if (!Number.isNaN(reference[i])) return reference[i];
      return Number.isNaN(agreed[i]) && published ? published.length[i] : agreed[i];
    },
    tolerance(i) {
      if (!published || !Number.isNaN(reference[i]) || !Number.isNaN(agreed[i])) return 0;
      return Math.max(published.absolute, published.relative * published.length[i]);
    },
    learnReference(i, cost) {
      if (Number.isNaN(reference[i])) referenced++;
      reference[i] = cost;
    },
    learnAnswers(name, routes) {
      if (agreedBy !== '') return;
      agreedBy = name;
      agreed.set(routes.cost);
    },
    fault(i, status, cost, steps, rounded = false) {
      const slack = rounded && !uniform ? 2 * steps * HALF_ULP : 0;
      const expected = blocked(i);
      if (expected !== undefined && status !== expected) {
        return `status is ${statusName(status)}, expected ${statusName(expected)}`;
      }
      if (differs(cost, reference[i], slack)) {
        return `cost is ${cost}, the reference says ${reference[i]}`;
      }
      if (differs(cost, agreed[i], slack)) return `cost is ${cost}, ${agreedBy} says ${agreed[i]}`;
      if (published && !agrees(published, published.length[i], cost, steps)) {
        return `cost is ${cost}, the published length is ${published.length[i]}`;
      }
      return undefined;
    },
  };
}

/** Whether a cost equals the published length, to the precision with which that is stated. */
function agrees(published: Published, length: number, cost: number, steps: number): boolean {
  if (Number.isNaN(length) || cost === length) return true;
  if (!(Number.isFinite(length) && Number.isFinite(cost))) return false;
  // above 2^24 f32 sums of whole numbers are rounded at every step
  const rounding = length > 2 ** 24 ? steps * HALF_ULP * length : 0;
  const allowed = Math.max(published.absolute, published.relative * length, rounding);
  return Math.abs(cost - length) <= allowed;
}
