// What the study's launcher records of every query, of one search.
import type { PointQueries, TriangleSearch } from '@wayfield/navmesh';

/** One query. Times are milliseconds. */
export interface QueryMeasures {
  /** With the path, and without. */
  readonly totalMs: number;
  readonly searchMs: number;
  /** Of the first path, and how long it is. */
  readonly firstMs: number;
  readonly firstLength: number;
  readonly length: number;
  /** Ways to the target found, and after how many of them the best one was there. */
  readonly tested: number;
  readonly best: number;
  /** States found and states looked into. */
  readonly visited: number;
  readonly expanded: number;
  readonly isProven: boolean;
  /** Length of the path at each look, from the first path on. */
  readonly course: readonly (readonly [ms: number, length: number])[];
}

/** States between two looks. */
const SLICE = 16;

/** Runs one query three times: to the end with its path, the same for its length, and in small steps. */
export function measureQuery(
  search: TriangleSearch,
  queries: PointQueries,
  i: number,
  limitMs: number,
): QueryMeasures {
  const ends = [
    queries.sourceX[i]!,
    queries.sourceY[i]!,
    queries.targetX[i]!,
    queries.targetY[i]!,
  ] as const;
  const limits = { milliseconds: limitMs };
  let start = performance.now();
  const whole = search.search(...ends);
  whole.improve(limits);
  const searchMs = performance.now() - start;
  whole.path();
  const totalMs = performance.now() - start;
  const { cost, tested, queued, expanded, isProven } = whole;

  start = performance.now();
  const steps = search.search(...ends);
  const course: [number, number][] = [];
  let least = Infinity;
  let best = 0;
  const look = (): void => {
    if (!(steps.cost < least)) return;
    least = steps.cost;
    best = steps.tested;
    course.push([performance.now() - start, least]);
  };
  look();
  while (!steps.isProven && performance.now() - start < limitMs) {
    steps.improve({ maxExpanded: least === Infinity ? 1 : SLICE });
    look();
  }
  const [first] = course;
  return {
    totalMs,
    searchMs,
    firstMs: first?.[0] ?? limitMs,
    firstLength: first?.[1] ?? Infinity,
    length: cost,
    tested,
    best,
    visited: queued,
    expanded,
    isProven,
    course,
  };
}
