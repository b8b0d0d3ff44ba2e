import { NONE } from '@wayfield/graph';
import { incircle } from 'robust-predicates';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Whether no triangle of a mesh has the far corner of a neighbour strictly inside of its circle. */
export function isDelaunay(mesh: PolygonMesh): boolean {
  const { x, y, corner, twin } = mesh;
  for (let s = 0; s < twin.length; s++) {
    const other = twin[s]!;
    if (other === NONE || other < s) continue;
    const t = s - (s % 3);
    const [a, b, c] = [corner[t]!, corner[t + 1]!, corner[t + 2]!];
    const d = corner[other % 3 === 0 ? other + 2 : other - 1]!;
    // above 0 inside
    if (incircle(x[a]!, y[a]!, x[b]!, y[b]!, x[c]!, y[c]!, x[d]!, y[d]!) > 0) return false;
  }
  return true;
}
