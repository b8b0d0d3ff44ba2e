import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';

const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

/**
 * How far off the points of paths, and distances from them, can be by the rounding of coordinates:
 * 2^-48 of the largest one, 32 times the rounding of an f64. The
 * rounding of areas is `areaRounding` of src/polygons/point-locator.ts.
 */
export function distanceRounding({ x, y }: PolygonMesh): number {
  let largest = 0;
  for (const c of x) largest = Math.max(largest, Math.abs(c));
  for (const c of y) largest = Math.max(largest, Math.abs(c));
  return largest * 2 ** -48;
}

/** Per vertex: 1 = it is on no wall. */
export function findLoose({ corner, twin, vertexCount }: PolygonMesh): Uint8Array {
  const loose = new Uint8Array(vertexCount).fill(1);
  for (let s = 0; s < twin.length; s++)
    if (twin[s] === NONE) loose[corner[s]] = loose[corner[after(s)]] = 0;
  return loose;
}
