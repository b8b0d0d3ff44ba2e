import { hilbertOrder } from '@wayfield/graph';

/**
 * The order of points along a Hilbert curve, in which points near in the plane are near in memory.
 */
export function alongCurve(
  count: number,
  x: (i: number) => number,
  y: (i: number) => number,
): Uint32Array {
  if (count < 2) return new Uint32Array(count);
  const [px, py] = [new Float32Array(count), new Float32Array(count)];
  for (let i = 0; i < count; i++) {
    px[i] = x(i);
    py[i] = y(i);
  }
  return hilbertOrder({ nodeCount: count, x: px, y: py });
}
