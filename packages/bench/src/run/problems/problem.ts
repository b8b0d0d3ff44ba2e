import type { Graph, Grid, Queries } from '@wayfield/graph';
import { atMostRule, problemRule } from '../../arguments.ts';

/** A map or graph with its queries. */
export interface Problem {
  /** A short name, which heads the tables. */
  readonly name: string;
  /** The origin, in a few words. */
  readonly description: string;
  readonly data: Graph | Grid;
  readonly queries: Queries;
  readonly published?: Published;
}

/** Lengths that came with the queries, by another program. */
export interface Published {
  /** One length per query; `Infinity` = no path, NaN = not stated. */
  readonly length: Float64Array;
  /** A length agrees when it is within this distance of the stated one … */
  readonly absolute: number;
  /** … or within this share of it. */
  readonly relative: number;
}

/** Queries `from .. to` of `queries`, on the same arrays. */
export function sliceQueries(queries: Queries, from: number, to: number): Queries {
  return {
    count: to - from,
    source: queries.source.subarray(from, to),
    target: queries.target.subarray(from, to),
  };
}

/** `problem` with queries `from .. to` only. */
export function sliceProblem(problem: Problem, from: number, to: number): Problem {
  const { published } = problem;
  return {
    ...problem,
    queries: sliceQueries(problem.queries, from, to),
    ...(published && { published: { ...published, length: published.length.subarray(from, to) } }),
  };
}

/**
 * `problem` with at most `count` of its queries, evenly spaced, because files are sorted by length.
 */
export function thinQueries(problem: Problem, count: number): Problem {
  problemRule(problem, 'problem');
  atMostRule(count, 'count');
  const { queries, published } = problem;
  if (count >= queries.count) return problem;
  const pick = Array.from({ length: count }, (_, i) => Math.floor((i * queries.count) / count));
  return {
    ...problem,
    queries: {
      count,
      source: Uint32Array.from(pick, (i) => queries.source[i]),
      target: Uint32Array.from(pick, (i) => queries.target[i]),
    },
    ...(published && {
      published: { ...published, length: Float64Array.from(pick, (i) => published.length[i]) },
    }),
  };
}
