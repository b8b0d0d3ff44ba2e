import type { PolygonMesh } from '@wayfield/triangulation';

/**
 * How far off the points of paths of discs, and distances from them, can be by the rounding of
 * coordinates, in units of the mesh: 2^-48 of the largest coordinate, 32 times the rounding of an
 * f64. Most other tolerances are in assembly/rounding.ts.
 */
export function distanceRounding({ x, y }: PolygonMesh): number {
  let largest = 0;
  for (const c of x) largest = Math.max(largest, Math.abs(c));
  for (const c of y) largest = Math.max(largest, Math.abs(c));
  return largest * 2 ** -48;
}
