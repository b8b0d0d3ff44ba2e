// The convex polygons of a mesh, with their sides and neighbours, as the TypeScript of this package
// reads them. Made by walks.ts. Kernels read their own copy, by assembly/corridors/mesh.ts.

import { NONE } from '@wayfield/graph';
import { after, isFree, isOpen } from '@wayfield/triangulation/internal/half-edges';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';

/** Polygons of a `PolygonMesh`, or the triangles of a `NavMesh`, which may change. */
export interface Cells {
  /** Distances up to this count as 0. */
  readonly epsilon: number;
  /** Whether `p` is the number of a polygon that agents can enter. */
  isFree(p: number): boolean;
  /** The sides of a polygon are `begin(p)` to `end(p)` - 1. */
  begin(p: number): number;
  end(p: number): number;
  /** The side that starts where this side of polygon `p` ends. */
  after(p: number, s: number): number;
  /** The point at which a side starts. */
  x(s: number): number;
  y(s: number): number;
  /** The other half of a side that agents may cross, or -1. */
  across(s: number): number;
}

export const createCells = (mesh: NavMesh | PolygonMesh): Cells =>
  'triangulation' in mesh ? cellsOfNav(mesh) : cellsOfPolygons(mesh);

/**
 * `epsilon` as a share of the largest coordinate of the mesh. The rounding of that coordinate is a
 * share of 2^-52. 2^-40 is 2^12 times as much, far more than the error of a point computed on a
 * side.
 */
const EPSILON = 2 ** -40;

function cellsOfPolygons(mesh: PolygonMesh): Cells {
  const { x, y, corner, firstSide, twin, polygonCount, vertexCount } = mesh;
  let largest = 0;
  for (let v = 0; v < vertexCount; v++) largest = Math.max(largest, Math.abs(x[v]), Math.abs(y[v]));
  return {
    epsilon: largest * EPSILON,
    isFree: (p) => p >= 0 && p < polygonCount,
    begin: (p) => firstSide[p],
    end: (p) => firstSide[p + 1],
    after: (p, s) => (s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1),
    x: (s) => x[corner[s]],
    y: (s) => y[corner[s]],
    across: (s) => (twin[s] === NONE ? -1 : twin[s]),
  };
}

function cellsOfNav(nav: NavMesh): Cells {
  const t = nav.triangulation;
  return {
    epsilon: Math.max(...nav.box.map(Math.abs)) * EPSILON,
    isFree: (p) => p >= 0 && p < t.triangleCount && isFree(t, 3 * p),
    begin: (p) => 3 * p,
    end: (p) => 3 * p + 3,
    after: (_, s) => after(s),
    x: (s) => t.x[t.corner[s]],
    y: (s) => t.y[t.corner[s]],
    across: (s) => (isOpen(t, s) ? t.twin[s] : -1),
  };
}
