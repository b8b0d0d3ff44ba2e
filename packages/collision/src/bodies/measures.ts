import { LARGEST, LEAST_RADIUS } from '../constants.ts';
import type { World } from '../grid/plan-grid.ts';
import { MEASURE_BYTES } from '../kernels.gen.ts';
import type { Host } from '../host.ts';

/** What the kernel `measure` tells of bodies that are all alive. */
export interface Measures {
  readonly world: World;
  /** The largest radius. */
  readonly largest: number;
  /** The area (in 3D the volume) of the largest body over the mean: at least 1, or NaN. */
  readonly spread: number;
}

/**
 * Measures n bodies of the bound positions. `address` has room for MEASURE_BYTES; their order
 * stands in assembly/bodies/layout-measures.ts. Returns undefined if a value is NaN or out of
 * range.
 */
export function measure(
  { kernels, arena, three }: Host,
  address: number,
  n: number,
): Measures | undefined {
  kernels.measure(n, three ? 1 : 0, address);
  const numbers = arena.floats().subarray(address / 4, (address + MEASURE_BYTES) / 4);
  const [x0, y0, z0, leastRadius, x1, y1, z1, largestRadius, meanSquare, meanCube] = numbers;
  const inRange =
    leastRadius >= 0 &&
    largestRadius <= LARGEST &&
    [x0, y0, z0].every((low) => low >= -LARGEST) &&
    [x1, y1, z1].every((high) => high <= LARGEST);
  if (!inRange) return undefined;
  const largest = Math.max(largestRadius, LEAST_RADIUS);
  return {
    largest,
    spread: three ? largest ** 3 / meanCube : largest ** 2 / meanSquare,
    world: { three, low: [x0, y0, z0], high: [x1, y1, z1] },
  };
}
