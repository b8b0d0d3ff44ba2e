import { aGraph } from '../check/kinds.ts';
import type { Graph } from '../types/data.ts';

/** A scale times the longest straight line stays below the limit of f32: 2^64 * 2^61.5. */
export const LARGEST_SCALE: number = 2 ** 64;
/**
 * The shortest arc for which straight lines may be computed in f32. The squares of its coordinates
 * sum up to 2^-100. A square that is subnormal, below 2^-126, is less than 2^-26 of that sum, so
 * the bits that it loses do not count. Of shorter arcs they would: the line could come out too
 * long.
 */
const SHORTEST = 2 ** -50;
/** Smaller scales would give subnormal bounds, below 2^-126, already for lines of length 2^-26. */
const SMALLEST_SCALE = 2 ** -100;

/**
 * What a scale stays below what the weights allow, as a share of itself: a bound computed in f32
 * stays below the cost as well. It has five roundings of at most 2^-24 each (a difference of
 * coordinates, a square, the sum, the root, the product with the scale), and the scale itself is
 * rounded: together less than 2^-21.
 */
const SLACK = 2 ** -20;

/**
 * The largest s, an f32, with s * straight-line distance <= weight for every arc, less `SLACK`; at
 * most `LARGEST_SCALE`. `Infinity` where the arcs set no limit: without coordinates, or where both
 * ends of every arc lie at one place; `buildGraph` then stores 0. 0 where an arc between two places
 * weighs 0, where an arc is shorter than `SHORTEST`, and where the scale is below `SMALLEST_SCALE`.
 */
export function largestScale({ nodeCount, firstOut, head, weight, x, y }: Graph): number {
  let least = Infinity;
  for (let u = 0; x && y && u < nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      const dx = x[head[a]] - x[u];
      const dy = y[head[a]] - y[u];
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length === 0) continue;
      if (length < SHORTEST) return 0;
      if (weight[a] < least * length) least = weight[a] / length;
    }
  }
  if (least === Infinity) return least;
  return least < SMALLEST_SCALE ? 0 : Math.min(Math.fround(least * (1 - SLACK)), LARGEST_SCALE);
}

/**
 * The scale of the straight line that searches may use now: `graph.heuristicScale`, or less where
 * weights have fallen since the graph was built. Looks at every arc; solvers ask once and after
 * updates.
 */
export function heuristicScaleOf(graph: Graph): number {
  aGraph(graph, 'graph');
  const { heuristicScale } = graph;
  return heuristicScale > 0 ? Math.min(heuristicScale, largestScale(graph)) : 0;
}
