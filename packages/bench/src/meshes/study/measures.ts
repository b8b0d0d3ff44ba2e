// The measures that the study's launcher records of every query, for one search.
import type { PointQueries, TriangleSearch } from '@wayfield/navmesh';
import type { DiscSearch } from '@wayfield/navmesh/discs';
import type {
  KlaffenboeckAnswer,
  KlaffenboeckLimits,
  KlaffenboeckSearch,
} from '@wayfield/navmesh/study';
import { oneOf } from './judge.ts';

/** The measures of one query. Times are milliseconds. */
export interface QueryMeasures {
  /** The time with the path, and without. */
  readonly totalMs: number;
  readonly searchMs: number;
  /** The time to the first path, and its length. */
  readonly firstMs: number;
  readonly firstLength: number;
  readonly length: number;
  /** Paths to the target that were found, and the number of paths until the best one. */
  readonly tested: number;
  readonly best: number;
  /** Labels made, and labels expanded. */
  readonly visited: number;
  readonly expanded: number;
  readonly isProven: boolean;
  /** Length of the path at each look, beginning with the first path. */
  readonly course: readonly (readonly [ms: number, length: number])[];
}

/** The measures of a query by programs that are not searches on triangles. */
export type SomeMeasures = Pick<QueryMeasures, 'totalMs' | 'length'> & Partial<QueryMeasures>;

/**
 * One of the study's measures of a query; NaN where the program does not say. `shortest` is the
 * length of the shortest path.
 */
export interface Metric {
  readonly title: string;
  readonly unit: string;
  readonly of: (query: SomeMeasures, shortest: number) => number;
}

/** The names of all measures but the improvement over time. */
export type MetricName =
  | 'total'
  | 'search'
  | 'firstLength'
  | 'firstTime'
  | 'extra'
  | 'gain'
  | 'length'
  | 'tested'
  | 'best'
  | 'visited'
  | 'expanded';

/** All measures but the improvement over time, which is not one number per query but a course. */
export const METRICS: Readonly<Record<MetricName, Metric>> = {
  total: { title: 'Total run time', unit: 'ms', of: ({ totalMs }) => totalMs },
  search: {
    title: 'Time of the search without its path',
    unit: 'ms',
    of: ({ searchMs = NaN }) => searchMs,
  },
  firstLength: {
    title: 'Length of the first path, as a multiple of the shortest',
    unit: 'x',
    of: ({ firstLength = NaN }, shortest) => firstLength / shortest,
  },
  firstTime: { title: 'Time to the first path', unit: 'ms', of: ({ firstMs = NaN }) => firstMs },
  extra: {
    title: 'Time after the first path, as a multiple of the time to it',
    unit: 'x',
    of: ({ totalMs, firstMs = NaN }) => Math.max(0, totalMs - firstMs) / firstMs,
  },
  gain: {
    title: 'First path / final path',
    unit: 'x',
    of: ({ firstLength = NaN, length }) => firstLength / length,
  },
  length: {
    title: 'Length of the final path, as a multiple of the shortest',
    unit: 'x',
    of: ({ length }, shortest) => length / shortest,
  },
  tested: { title: 'Paths tested', unit: '', of: ({ tested = NaN }) => tested },
  best: { title: 'Paths tested until the best one', unit: '', of: ({ best = NaN }) => best },
  visited: { title: 'States found', unit: '', of: ({ visited = NaN }) => visited },
  expanded: { title: 'States looked into', unit: '', of: ({ expanded = NaN }) => expanded },
};

/**
 * The percentage by which the path after `ms` is shorter than the first one; NaN without a first
 * path.
 */
export function improvement({ course, firstLength = Infinity }: SomeMeasures, ms: number): number {
  if (!course || !(firstLength < Infinity)) return NaN;
  const now = course.findLast(([at]) => at <= ms)?.[1] ?? firstLength;
  return 100 * (1 - now / firstLength);
}

/** Labels expanded between two looks. */
const SLICE = 16;

/** Runs one query twice: to the end, with its path; and in small steps, for the course. */
export function measureQuery(
  search: TriangleSearch,
  queries: PointQueries,
  i: number,
  limitMs: number,
): QueryMeasures {
  const ends = [
    queries.sourceX[i],
    queries.sourceY[i],
    queries.targetX[i],
    queries.targetY[i],
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

/** One query for an agent with a radius. Times are milliseconds. */
export interface DiscMeasures {
  /** The time from the ends of the query to the shortest path, in one call. */
  readonly totalMs: number;
  /**
   * The time from the ends of the query to the first path; the limit where there is none by then.
   */
  readonly firstMs: number;
  /** Paths that were the best one for a time, the shortest included. */
  readonly tested: number;
  /** Length of the shortest path. Infinity: no path is wide enough. */
  readonly length: number;
  /**
   * Length of the last path of the search in small steps, and whether that search ended by itself.
   */
  readonly steppedLength: number;
  readonly isProven: boolean;
}

/**
 * Runs one query of a disc twice: to the end in one call, and in small steps from the first path.
 */
export function measureDisc(
  discs: DiscSearch,
  queries: PointQueries,
  i: number,
  radius: number,
  limitMs: number,
): DiscMeasures {
  const ends = [
    queries.sourceX[i],
    queries.sourceY[i],
    queries.targetX[i],
    queries.targetY[i],
  ] as const;
  const one = oneOf(queries, i);
  let start = performance.now();
  const [length] = discs.run(one, { radius }).cost;
  const totalMs = performance.now() - start;

  start = performance.now();
  const steps = discs.search(...ends, { radius });
  let least = steps.cost;
  const firstMs = least < Infinity ? performance.now() - start : limitMs;
  let tested = least < Infinity ? 1 : 0;
  while (!steps.isProven && performance.now() - start < limitMs) {
    steps.improve({ maxExpanded: SLICE });
    if (!(steps.cost < least)) continue;
    least = steps.cost;
    tested++;
  }
  return {
    totalMs,
    firstMs,
    tested,
    length: length!,
    steppedLength: least,
    isProven: steps.isProven,
  };
}

/** The measures that the study prints for a search with or without a radius. */
export type AgainMeasures = Pick<
  KlaffenboeckAnswer,
  'totalMs' | 'firstMs' | 'tested' | 'visited' | 'expanded' | 'length' | 'isProven'
>;

/** Runs a search of the study once. */
export function measureAgain(
  search: KlaffenboeckSearch,
  { sourceX, sourceY, targetX, targetY }: PointQueries,
  i: number,
  limits: KlaffenboeckLimits,
): AgainMeasures {
  const ends = [sourceX[i], sourceY[i], targetX[i], targetY[i]] as const;
  const answer = search.search(...ends, limits);
  const { milliseconds = Infinity } = limits;
  return { ...answer, firstMs: Math.min(answer.firstMs, milliseconds) };
}
