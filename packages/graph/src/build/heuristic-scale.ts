import { aGraph } from '../check/kinds.ts';
import type { Graph } from '../types/data.ts';

/**
 * The largest scale. Coordinates within 2^60 are at most 2^61.5 apart, so scale times distance is
 * at most 2^125.5, below the limit of f32.
 */
export const LARGEST_SCALE: number = 2 ** 64;
/**
 * The shortest arc whose straight line may be computed in f32. The squares of dx and dy then sum up
 * to 2^-100 at least. A subnormal square, below 2^-126, is less than 2^-26 of that sum, so the bits
 * that it loses do not count. For a shorter arc they would count: its line could come out too long.
 */
const SHORTEST = 2 ** -50;
/** Smaller scales would give subnormal bounds, below 2^-126, already for lines of length 2^-26. */
const SMALLEST_SCALE = 2 ** -100;

/**
 * The share by which a scale is smaller than the weights allow, so that a bound computed in f32
 * does not exceed the exact sum of the weights of a path either. (An f32 sum along many arcs can be
 * smaller: `shrink` in queries/labels.ts.) A bound has five roundings of at most 2^-24 each: a
 * difference of coordinates, a square, the sum, the root, the product with the scale. The scale
 * itself is rounded too. Together they are less than 2^-21.
 */
const SLACK = 2 ** -20;

/**
 * The largest s with s * straight-line distance <= weight for every arc, times 1 - `SLACK`, as an
 * f32; at most `LARGEST_SCALE`.
 *
 * - `Infinity` where the arcs set no limit: without coordinates, or where no arc has a length.
 *   `buildGraph` then stores the caller's scale, by default 0.
 * - 0 where an arc with a length weighs 0, where one is shorter than `SHORTEST`, and where the
 *   scale would be below `SMALLEST_SCALE`.
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
 * The scale of the lower bound that searches may use now: `graph.heuristicScale`, or less if
 * weights have fallen since the graph was built. Reads every arc. Solvers of cpu-wasm compute it in
 * their own source, in doubles.
 */
export function heuristicScaleOf(graph: Graph): number {
  aGraph(graph, 'graph');
  const { heuristicScale } = graph;
  return heuristicScale > 0 ? Math.min(heuristicScale, largestScale(graph)) : 0;
}
