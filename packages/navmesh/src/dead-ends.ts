import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from './polygon-mesh.ts';

const triangleOf = (side: number): number => Math.floor(side / 3);

/**
 * Numbers the dead ends of a mesh of triangles: fills in `structure` and `position` of the triangles of level 1. Returns the door of
 * each: the side that leads from it into its corridor's triangle, NONE where the part is a tree.
 */
export function numberDeadEnds(
  { twin, polygonCount }: PolygonMesh,
  level: Uint8Array,
  exit: Uint32Array,
  structure: Uint32Array,
  position: Uint32Array,
): Uint32Array {
  const door: number[] = [];
  const stack: number[] = [];
  for (let t = 0; t < polygonCount; t++) {
    if (level[t] !== 1) continue;
    const out = exit[t]!;
    if (out !== NONE && level[triangleOf(twin[out]!)] === 1) continue;
    structure[t] = door.length;
    stack.push(t);
    for (let p = stack.pop(); p !== undefined; p = stack.pop())
      for (let s = 3 * p; s < 3 * p + 3; s++) {
        const across = twin[s]!;
        if (across === NONE || exit[triangleOf(across)] !== across) continue;
        const q = triangleOf(across);
        structure[q] = door.length;
        position[q] = position[p]! + 1;
        stack.push(q);
      }
    door.push(out);
  }
  return Uint32Array.from(door);
}
