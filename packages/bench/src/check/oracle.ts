import {
  isGrid,
  type Routes,
  SOURCE_BLOCKED,
  STATUS_NAMES,
  TARGET_BLOCKED,
  uniformCost,
} from '@wayfield/graph';
import type { Problem, Published } from '../problems/problem.ts';

/** Half an ulp of an f32, as a share of it: what one step of a path can add by rounding. */
const HALF_ULP = 2 ** -24;

/** What is known about the right answers to the queries of one problem, from everybody so far. */
export interface Oracle {
  /** Queries that the reference answered. */
  readonly referenced: number;
  /** Least cost of query `i`; `Infinity` = no path, NaN = not known yet. */
  least(i: number): number;
  /** Takes the answer of the plain reference to query `i`. */
  learnReference(i: number, cost: number): void;
  /** Takes the answers of an exact solver where nothing better is known. */
  learnAnswers(name: string, routes: Routes): void;
  /**
   * What is wrong with an answer that must be right; undefined if nothing. Its cost must be the same
   * f32 as the reference's and the other solvers', unless it is `rounded` another way: then half an ulp
   * per step is allowed, for each of the two sums.
   */
  fault(
    i: number,
    status: number,
    cost: number,
    steps: number,
    rounded?: boolean,
  ): string | undefined;
}

/** An oracle that so far knows blocked cells and the published lengths. */
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

  /** `slack`: share of the cost by which two sums of f32 may lie apart. */
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
        return `status is ${STATUS_NAMES[status]}, expected ${STATUS_NAMES[expected]}`;
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

/** Whether a cost is the published length, as exactly as that is stated. */
function agrees(published: Published, length: number, cost: number, steps: number): boolean {
  if (Number.isNaN(length) || cost === length) return true;
  if (!(Number.isFinite(length) && Number.isFinite(cost))) return false;
  // beyond 2^24 f32 sums of whole numbers are rounded at every step
  const rounding = length > 2 ** 24 ? steps * HALF_ULP * length : 0;
  const allowed = Math.max(published.absolute, published.relative * length, rounding);
  return Math.abs(cost - length) <= allowed;
}
