import type { Graph } from './types.ts';

/**
 * The nodes along the Hilbert curve through their coordinates (Hilbert 1891), on a grid of 2^16 by
 * 2^16 over their bounding square, coarser above 2^21 nodes: for `reorderGraph`.
 * Throws TypeError for a graph without coordinates.
 */
export function hilbertOrder({ nodeCount, x, y }: Graph): Uint32Array {
  if (!x || !y) throw new TypeError('the graph has no x and y');
  // key and node share a double: 2 * bits for the curve, the rest of its 53 for the node
  const bits = Math.min(16, (53 - Math.log2(nodeCount)) >> 1);
  const side = 2 ** bits - 1;
  const least = (array: Float32Array, sign: number): number =>
    sign * array.reduce((m, value) => Math.min(m, sign * value), Infinity);
  const [minX, minY] = [least(x, 1), least(y, 1)];
  const scale = side / (Math.max(least(x, -1) - minX, least(y, -1) - minY) || 1);

  const keys = new Float64Array(nodeCount);
  for (let u = 0; u < nodeCount; u++) {
    let px = (x[u] - minX) * scale;
    let py = (y[u] - minY) * scale;
    let d = 0;
    for (let s = 2 ** bits / 2; s >= 1; s /= 2) {
      const [right, down] = [px & s, py & s];
      // the four quadrants in the order of the curve, then this one turned upright
      d += s * s * ((right && 3) ^ +!!down);
      if (!down) {
        if (right) [px, py] = [side - px, side - py];
        [px, py] = [py, px];
      }
    }
    keys[u] = d * nodeCount + u;
  }
  return Uint32Array.from(keys.sort(), (key) => key % nodeCount);
}
