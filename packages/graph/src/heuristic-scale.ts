import type { Graph } from './types.ts';

/** The largest f32 that is at most `value` >= 0. */
export function roundDown(value: number): number {
  const f = new Float32Array([Math.min(value, 3.4e38)]);
  // the bits of floats >= 0 are ordered like the floats
  if (f[0] > value) new Uint32Array(f.buffer)[0]--;
  return f[0];
}

/**
 * The largest s, an f32, with s * straight-line distance <= weight for every arc, less 2^-20 of
 * itself so that a straight line computed in f32 (five roundings) stays below the cost as well.
 * 0 where there are no coordinates or no arc has a length.
 */
export function largestScale({ nodeCount, firstOut, head, weight, x, y }: Graph): number {
  if (!x || !y) return 0;
  let least = Infinity;
  for (let u = 0; u < nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      const dx = x[head[a]] - x[u];
      const dy = y[head[a]] - y[u];
      const length = Math.sqrt(dx * dx + dy * dy);
      // a length of 0 asks nothing of s
      if (weight[a] < least * length) least = weight[a] / length;
    }
  }
  return least === Infinity ? 0 : roundDown(least * (1 - 2 ** -20));
}
