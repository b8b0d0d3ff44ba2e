import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from './polygon-mesh.ts';

const after = (s: number): number => (s % 3 === 2 ? s - 2 : s + 1);
const before = (s: number): number => (s % 3 === 0 ? s + 2 : s - 1);

/** What widths are read from: triangles with three sides each. */
export type TriangleSides = Pick<PolygonMesh, 'x' | 'y' | 'twin'> & {
  readonly corner: Uint32Array | Int32Array;
};

/**
 * One per side of a mesh of triangles: how wide the way is around the corner where the side starts, from the one side that ends
 * there to the other: the diameter of the largest disc that passes between that corner and everything
 * across; 0 where one of the two sides is a wall. Walls behind the third side count (Demyen and Buro 2006), and so do vertices, so that
 * the width is right on triangles that are not Delaunay, too.
 */
export function findPassWidths(mesh: PolygonMesh): Float64Array {
  const widths = new Float64Array(mesh.corner.length);
  for (let s = 0; s < widths.length; s++) widths[s] = passWidth(mesh, s);
  return widths;
}

/** The width at side s. In `reached`, where given, sides get a 1 that the width depends on what is behind of. */
export function passWidth(mesh: TriangleSides, s: number, reached?: Uint8Array): number {
  const { corner, twin, x, y } = mesh;
  if (twin[s] === NONE || twin[before(s)] === NONE) return 0;
  const c = corner[s]!;
  const [u, v] = [corner[after(s)]!, corner[before(s)]!];
  const toU = Math.hypot(x[u]! - x[c]!, y[u]! - y[c]!);
  const toV = Math.hypot(x[v]! - x[c]!, y[v]! - y[c]!);
  return search(mesh, c, after(s), Math.min(toU, toV), reached);
}

/** The least of `width` and the distances from vertex c to what is behind side s. */
function search(
  mesh: TriangleSides,
  c: number,
  s: number,
  width: number,
  reached: Uint8Array | undefined,
): number {
  const { corner, twin, x, y } = mesh;
  const [u, v] = [corner[s]!, corner[after(s)]!];
  const [ux, uy, vx, vy] = [x[u]! - x[c]!, y[u]! - y[c]!, x[v]! - x[c]!, y[v]! - y[c]!];
  const [ex, ey] = [vx - ux, vy - uy];
  const along = ux * ex + uy * ey;
  // the nearest point of the side is an end, which is counted already
  if (along >= 0 || vx * ex + vy * ey <= 0) return width;
  const distance = Math.abs(ux * vy - uy * vx) / Math.hypot(ex, ey);
  if (distance >= width) return width;
  if (reached) reached[s] = 1;
  const across = twin[s]!;
  if (across === NONE) return distance;
  const w = corner[before(across)]!;
  const least = Math.min(width, Math.hypot(x[w]! - x[c]!, y[w]! - y[c]!));
  return search(mesh, c, before(across), search(mesh, c, after(across), least, reached), reached);
}
