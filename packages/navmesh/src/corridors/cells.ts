// The convex polygons of a mesh as corridors see them: sides, neighbours, and what holds a point.

import { NONE } from '@wayfield/graph';
import { after, triangleOf } from '../geometry/sides.ts';
import type { NavMesh } from '../obstacles/create-nav-mesh.ts';
import { isFree, isOpen } from '../polygons/open-triangles.ts';
import { createPointLocator } from '../polygons/point-locator.ts';
import { type PolygonMesh, sideOwners } from '../polygons/polygon-mesh.ts';
import { locate } from '../triangulation/locate.ts';
import { forHalfEdgesAround } from '../triangulation/regions.ts';

/** Polygons of a `PolygonMesh`, or the triangles of a `NavMesh`, which may change. */
export interface Cells {
  /** Distances up to this count as 0. */
  readonly epsilon: number;
  /** Whether a number is that of a polygon where agents can be. */
  isFree(p: number): boolean;
  /** The sides of a polygon: the first one, and the one behind the last. */
  begin(p: number): number;
  end(p: number): number;
  /** The side that starts where this side of polygon `p` ends. */
  after(p: number, s: number): number;
  /** The point at which a side starts. */
  x(s: number): number;
  y(s: number): number;
  /** The other half of a side that agents may cross, or -1. */
  across(s: number): number;
  /** The polygon of a side. */
  owner(s: number): number;
  /** A polygon that holds a point, or -1. */
  locate(px: number, py: number): number;
}

export const createCells = (mesh: NavMesh | PolygonMesh): Cells =>
  'triangulation' in mesh ? cellsOfNav(mesh) : cellsOfPolygons(mesh);

/** 2^-40 of the largest coordinate: 2^12 roundings of it, far more than points on sides have. */
const EPSILON = 2 ** -40;

function cellsOfPolygons(mesh: PolygonMesh): Cells {
  const { x, y, corner, firstSide, twin, polygonCount, vertexCount } = mesh;
  const locator = createPointLocator(mesh);
  const found = new Uint32Array(locator.most);
  const sideOwner = sideOwners(mesh);
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
    owner: (s) => sideOwner[s],
    locate: (px, py) => (locator.locate(px, py, found) > 0 ? found[0] : -1),
  };
}

function cellsOfNav(nav: NavMesh): Cells {
  const t = nav.triangulation;
  const [minX, minY, maxX, maxY] = nav.box;
  /** Where the last point was: the next one is often near. */
  let hint = t.lastTriangle;
  const isIn = (e: number): boolean => e >= 0 && isFree(t, e);
  return {
    epsilon: Math.max(...nav.box.map(Math.abs)) * EPSILON,
    isFree: (p) => p >= 0 && p < t.triangleCount && isFree(t, 3 * p),
    begin: (p) => 3 * p,
    end: (p) => 3 * p + 3,
    after: (_, s) => after(s),
    x: (s) => t.x[t.corner[s]],
    y: (s) => t.y[t.corner[s]],
    across: (s) => (isOpen(t, s) ? t.twin[s] : -1),
    owner: triangleOf,
    locate(px, py) {
      if (!(px >= minX && px <= maxX && py >= minY && py <= maxY)) return -1;
      const { kind, halfEdge: edge } = locate(t, px, py, hint);
      if (kind === 'outside') return -1;
      hint = triangleOf(edge);
      if (kind === 'triangle') return isIn(edge) ? hint : -1;
      // on an edge, or on a vertex: the first free triangle there, wherever the walk began
      let least = -1;
      const look = (e: number): void => {
        if (isIn(e) && (least < 0 || triangleOf(e) < least)) least = triangleOf(e);
      };
      if (kind === 'vertex') forHalfEdgesAround(t, t.corner[edge], look);
      else {
        look(edge);
        look(t.twin[edge]);
      }
      return least;
    },
  };
}
