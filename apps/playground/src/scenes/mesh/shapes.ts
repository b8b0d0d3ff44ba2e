// The shapes of a mesh: triangles with the number of a colour, and lines.
import { NONE } from '@wayfield/graph';
import type { PolygonMesh, Reduction } from '@wayfield/navmesh';
import type { Channel } from './sleeve.ts';

export type Colouring = 'levels' | 'corridors' | 'plain';

/**
 * Numbers of colours: blocked ground; levels 0 to 3 from `level` on; a plain triangle; a sleeve;
 * corridors from `corridor` on.
 */
export const COLOUR = { wall: 0, level: 1, plain: 5, sleeve: 6, corridor: 8 };
export const CORRIDOR_COLOURS = 8;

/**
 * The pieces of a `Triangles` of the surface. The ground comes first, and is seen where no triangle
 * is free.
 */
export function triangleShapes(
  mesh: PolygonMesh,
  reduction: Reduction,
  colouring: Colouring,
  box: readonly number[],
): Float32Array {
  const pieces = new Float32Array(7 * (mesh.polygonCount + 2));
  const [left, top, right, bottom] = box;
  pieces.set([left, top, right, top, right, bottom, COLOUR.wall]);
  pieces.set([left, top, right, bottom, left, bottom, COLOUR.wall], 7);
  const { level, structure } = reduction;
  for (let t = 0; t < mesh.polygonCount; t++) {
    let number = COLOUR.plain;
    if (colouring === 'levels') number = COLOUR.level + level[t];
    else if (colouring === 'corridors') {
      // adjacent corridors have close numbers: give them different colours
      number =
        level[t] === 2
          ? COLOUR.corridor + ((5 * structure[t]) % CORRIDOR_COLOURS)
          : COLOUR.level + level[t];
    }
    put(pieces, t + 2, mesh, t, number);
  }
  return pieces;
}

export function sleeveShapes(mesh: PolygonMesh, { triangles }: Channel): Float32Array {
  const pieces = new Float32Array(7 * triangles.length);
  for (const [i, t] of triangles.entries()) put(pieces, i, mesh, t, COLOUR.sleeve);
  return pieces;
}

export function portalShapes({ sleeve }: Channel): Float32Array {
  const pieces = new Float32Array(4 * sleeve.count);
  for (let i = 0; i < sleeve.count; i++)
    pieces.set([sleeve.leftX[i], sleeve.leftY[i], sleeve.rightX[i], sleeve.rightY[i]], 4 * i);
  return pieces;
}

/** Portals and walls, each once. */
export function sideShapes(mesh: PolygonMesh): { inner: Float32Array; walls: Float32Array } {
  const { x, y, corner, twin, polygonCount } = mesh;
  const inner: number[] = [];
  const walls: number[] = [];
  for (let s = 0; s < 3 * polygonCount; s++) {
    if (twin[s] !== NONE && twin[s] < s) continue;
    const [a, b] = [corner[s], corner[s % 3 === 2 ? s - 2 : s + 1]];
    (twin[s] === NONE ? walls : inner).push(x[a], y[a], x[b], y[b]);
  }
  return { inner: Float32Array.from(inner), walls: Float32Array.from(walls) };
}

function put(
  pieces: Float32Array,
  at: number,
  { x, y, corner }: PolygonMesh,
  triangle: number,
  number: number,
): void {
  for (let k = 0; k < 3; k++) {
    const v = corner[3 * triangle + k];
    pieces[7 * at + 2 * k] = x[v];
    pieces[7 * at + 2 * k + 1] = y[v];
  }
  pieces[7 * at + 6] = number;
}
