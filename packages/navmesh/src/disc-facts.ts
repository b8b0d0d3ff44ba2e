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

/** Per vertex, and one more, where its walls start, and their other ends. */
export function listWalls({ corner, twin, vertexCount }: PolygonMesh): {
  first: Uint32Array;
  ends: Uint32Array;
} {
  const first = new Uint32Array(vertexCount + 1);
  for (let s = 0; s < twin.length; s++)
    if (twin[s] === NONE) {
      first[corner[s]! + 1]!++;
      first[corner[after(s)]! + 1]!++;
    }
  for (let v = 0; v < vertexCount; v++) first[v + 1]! += first[v]!;
  const ends = new Uint32Array(first[vertexCount]!);
  const fillAt = first.slice();
  for (let s = 0; s < twin.length; s++)
    if (twin[s] === NONE) {
      const [a, b] = [corner[s]!, corner[after(s)]!];
      ends[fillAt[a]!++] = b;
      ends[fillAt[b]!++] = a;
    }
  return { first, ends };
}
