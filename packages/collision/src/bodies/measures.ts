import { LARGEST, LEAST_RADIUS } from '../constants.ts';
import type { World } from '../grid/plan-grid.ts';
import type { Host } from '../host.ts';

/** What the kernel `measure` finds, for slots that all hold a body. */
export interface Measures {
  readonly world: World;
  /** The largest radius. */
  readonly largest: number;
  /** `Facts.spread` of body-store.ts. */
  readonly spread: number;
}

/**
 * Measures n > 0 bodies of the bound positions, and raises their radii to LEAST_RADIUS. The kernel
 * writes MEASURE_BYTES to `address`: f32 in the order of assembly/bodies/layout-measures.ts, 0 to 3
 * the smallest x, y, z and radius, 4 to 7 the largest, 8 and 9 the means of the squared and of the
 * cubed radius. Returns undefined if a value is NaN or out of range.
 */
export function measure(
  { kernels, arena, three }: Host,
  address: number,
  n: number,
): Measures | undefined {
  kernels.measure(n, three ? 1 : 0, address);
  // by index, not by a view, an iterator or closures: they take half of an update of 100 bodies
  const floats = arena.floats();
  const at = address / 4;
  const largestRadius = floats[at + 7];
  let inRange = floats[at + 3] >= 0 && largestRadius <= LARGEST;
  for (let axis = 0; axis < 3; axis++) {
    inRange &&= floats[at + axis] >= -LARGEST && floats[at + 4 + axis] <= LARGEST;
  }
  if (!inRange) return undefined;
  const largest = Math.max(largestRadius, LEAST_RADIUS);
  return {
    largest,
    spread: three ? largest ** 3 / floats[at + 9] : largest ** 2 / floats[at + 8],
    world: {
      three,
      low: [floats[at], floats[at + 1], floats[at + 2]],
      high: [floats[at + 4], floats[at + 5], floats[at + 6]],
    },
  };
}
