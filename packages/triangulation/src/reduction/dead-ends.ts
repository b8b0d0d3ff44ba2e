import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { triangleOf } from '../geometry/sides.ts';

/**
 * Numbers the dead ends of a mesh of triangles: writes `structure` and `position` of the triangles
 * of level 1. Returns the mouth of each dead end, NONE if the part is a tree.
 */
export function numberDeadEnds(
  { twin, polygonCount }: PolygonMesh,
  level: Uint8Array,
  exit: Uint32Array,
  structure: Uint32Array,
  position: Uint32Array,
): Uint32Array {
  const mouth: number[] = [];
  const stack: number[] = [];
  for (let t = 0; t < polygonCount; t++) {
    if (level[t] !== 1) continue;
    const out = exit[t];
    if (out !== NONE && level[triangleOf(twin[out])] === 1) continue;
    structure[t] = mouth.length;
    stack.push(t);
    for (let p = stack.pop(); p !== undefined; p = stack.pop())
      for (let s = 3 * p; s < 3 * p + 3; s++) {
        const across = twin[s];
        if (across === NONE || exit[triangleOf(across)] !== across) continue;
        const q = triangleOf(across);
        structure[q] = mouth.length;
        position[q] = position[p] + 1;
        stack.push(q);
      }
    mouth.push(out);
  }
  return Uint32Array.from(mouth);
}
