import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from './polygon-mesh.ts';

/**
 * Of the triangles that hold a point one for each sector around it: several where walls meet in the point. From one triangle of a
 * sector the others are reached over sides that hold the point, which makes no path longer.
 */
export function pickSectors(
  mesh: PolygonMesh,
  triangles: Uint32Array,
  count: number,
  picked: number[],
): void {
  picked.length = 0;
  for (let i = 0; i < count; i++)
    if (i === 0 || !isNextTo(mesh, triangles[i]!, picked, triangles, count))
      picked.push(triangles[i]!);
}

/** Whether one of those picked can be reached through triangles that hold the point. */
function isNextTo(
  { twin }: PolygonMesh,
  triangle: number,
  picked: readonly number[],
  triangles: Uint32Array,
  count: number,
): boolean {
  const seen = [triangle];
  for (const t of seen) {
    if (picked.includes(t)) return true;
    for (let s = 3 * t; s < 3 * t + 3; s++) {
      if (twin[s] === NONE) continue;
      const next = Math.floor(twin[s]! / 3);
      if (!seen.includes(next) && triangles.subarray(0, count).includes(next)) seen.push(next);
    }
  }
  return false;
}
