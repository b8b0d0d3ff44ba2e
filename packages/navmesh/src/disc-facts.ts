import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';

const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

/** How far off the points of paths, and distances from them, can be by the rounding of coordinates, with room to spare. */
export function roundingOf({ x, y }: PolygonMesh): number {
  let largest = 0;
  for (const c of x) largest = Math.max(largest, Math.abs(c));
  for (const c of y) largest = Math.max(largest, Math.abs(c));
  return largest * 2 ** -48;
}

/** 0, and the largest that pass three quarters, half and a quarter of the corridors. */
export function usualRadii({ corridorWidth }: Reduction): number[] {
  const widths = corridorWidth.slice().sort();
  if (widths.length === 0) return [0];
  return [0, ...[0.25, 0.5, 0.75].map((share) => quantile(widths, share) / 2)];
}

/** Between the two nearest where it falls between them. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (place - Math.floor(place)) * (high - low);
}

/** Per vertex: 1 = it is on no wall. */
export function findLoose({ corner, twin, vertexCount }: PolygonMesh): Uint8Array {
  const loose = new Uint8Array(vertexCount).fill(1);
  for (let s = 0; s < twin.length; s++)
    if (twin[s] === NONE) loose[corner[s]!] = loose[corner[after(s)]!] = 0;
  return loose;
}
