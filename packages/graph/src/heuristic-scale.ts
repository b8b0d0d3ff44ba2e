import type { Graph } from './types.ts';

/**
 * The largest s, an f32, with s * straight-line distance <= weight for every arc, less 2^-20 of
 * itself so that a straight line computed in f32 (five roundings) stays below the cost as well.
 * 0 where there are no coordinates, no arc has a length, or the limits of f32 are near.
 */
export function largestScale({ nodeCount, firstOut, head, weight, x, y }: Graph): number {
  let least = Infinity;
  for (let u = 0; x && y && u < nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      const dx = x[head[a]] - x[u];
      const dy = y[head[a]] - y[u];
      const length = Math.sqrt(dx * dx + dy * dy);
      // a length of 0 asks nothing of s
      if (weight[a] < least * length) least = weight[a] / length;
    }
  }
  return least > 1e-30 && least < 1e30 ? Math.fround(least * (1 - 2 ** -20)) : 0;
}
