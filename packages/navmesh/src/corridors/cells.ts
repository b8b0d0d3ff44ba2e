// The convex polygons of a mesh as corridors see them: sides, neighbours, and what holds a point.

import { NONE } from '@wayfield/graph';
import type { Sleeve } from '../channels/sleeve.ts';
import { after, triangleOf } from '../geometry/sides.ts';
import type { NavMesh } from '../obstacles/create-nav-mesh.ts';
import { isFree, isOpen } from '../polygons/open-triangles.ts';
import { createPointLocator } from '../polygons/point-locator.ts';
import { type PolygonMesh, sideOwners } from '../polygons/polygon-mesh.ts';
import { locate } from '../triangulation/locate.ts';
import { forHalfEdgesAround } from '../triangulation/regions.ts';

/** Polygons of a `PolygonMesh`, or the triangles of a `NavMesh`, which may change. */
export interface Cells {
  /** Counts the changes of the mesh. */
  readonly version: number;
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
  /**
   * Writes where a side of polygon `p` starts and ends: x, y, x, y. Corridors use this instead of
   * `x` and `y`: an engine may allocate for a fraction that a function returns.
   */
  read(p: number, s: number, side: Float64Array): void;
  /** The other half of a side that agents may cross, or -1. */
  across(s: number): number;
  /** The polygon of a side. */
  owner(s: number): number;
  /**
   * Writes the portal from a polygon to a neighbour as entry i of a sleeve. Returns false if the
   * polygons are not free, or not neighbours. One call, because a path takes hundreds of portals.
   */
  portal(p: number, q: number, sleeve: Sleeve, i: number): boolean;
  /** A polygon that holds a point, or -1. */
  locate(px: number, py: number): number;
  destroy(): void;
}

export const createCells = (mesh: NavMesh | PolygonMesh): Cells =>
  'triangulation' in mesh ? cellsOfNav(mesh) : cellsOfPolygons(mesh);

/** A side, as long as a function of this file looks at it. */
const SIDE = /* @__PURE__ */ new Float64Array(4);

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
    version: 0,
    epsilon: largest * EPSILON,
    isFree: (p) => p >= 0 && p < polygonCount,
    begin: (p) => firstSide[p],
    end: (p) => firstSide[p + 1],
    after: (p, s) => (s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1),
    x: (s) => x[corner[s]],
    y: (s) => y[corner[s]],
    read(p, s, side) {
      const next = s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1;
      readSide(side, mesh, corner[s], corner[next]);
    },
    across: (s) => (twin[s] === NONE ? -1 : twin[s]),
    owner: (s) => sideOwner[s],
    portal(p, q, sleeve, i) {
      const end = firstSide[p + 1];
      for (let s = firstSide[p]; s < end; s++) {
        if (twin[s] === NONE || sideOwner[twin[s]] !== q) continue;
        setPortal(sleeve, i, mesh, corner[s + 1 === end ? firstSide[p] : s + 1], corner[s]);
        return true;
      }
      return false;
    },
    locate: (px, py) => (locator.locate(px, py, found) > 0 ? found[0] : -1),
    destroy() {},
  };
}

function cellsOfNav(nav: NavMesh): Cells {
  const t = nav.triangulation;
  let version = 0;
  const stop = nav.follow(() => {
    version++;
  });
  const [minX, minY, maxX, maxY] = nav.box;
  /** Where the last point was: the next one is often near. */
  let hint = t.lastTriangle;
  const isIn = (e: number): boolean => e >= 0 && isFree(t, e);
  return {
    get version() {
      return version;
    },
    epsilon: Math.max(...nav.box.map(Math.abs)) * EPSILON,
    isFree: (p) => p >= 0 && p < t.triangleCount && isFree(t, 3 * p),
    begin: (p) => 3 * p,
    end: (p) => 3 * p + 3,
    after: (_, s) => after(s),
    x: (s) => t.x[t.corner[s]],
    y: (s) => t.y[t.corner[s]],
    read: (_, s, side) => readSide(side, t, t.corner[s], t.corner[after(s)]),
    across: (s) => (isOpen(t, s) ? t.twin[s] : -1),
    owner: triangleOf,
    portal(p, q, sleeve, i) {
      const { corner, twin } = t;
      if (p >= t.triangleCount) return false;
      for (let s = 3 * p; s < 3 * p + 3; s++) {
        const other = twin[s];
        // first what is false for most sides
        if (other < 3 * q || other >= 3 * q + 3 || !isOpen(t, s) || !isFree(t, s)) continue;
        setPortal(sleeve, i, t, corner[after(s)], corner[s]);
        return true;
      }
      return false;
    },
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
    destroy: stop,
  };
}

/** Writes the portal between two vertices. */
function setPortal(
  { leftX, leftY, rightX, rightY }: Sleeve,
  i: number,
  { x, y }: Points,
  left: number,
  right: number,
): void {
  leftX[i] = x[left];
  leftY[i] = y[left];
  rightX[i] = x[right];
  rightY[i] = y[right];
}

function readSide(side: Float64Array, { x, y }: Points, from: number, to: number): void {
  side[0] = x[from];
  side[1] = y[from];
  side[2] = x[to];
  side[3] = y[to];
}

interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Whether a side is as long as this width, but for rounding, so that a disc fits over it. */
export function isWideEnough(cells: Cells, p: number, s: number, width: number): boolean {
  cells.read(p, s, SIDE);
  const square = (SIDE[2] - SIDE[0]) ** 2 + (SIDE[3] - SIDE[1]) ** 2;
  return square >= leastSquare(width);
}

/** The least square of the length of a side over which a disc of this width fits. */
export const leastSquare = (width: number): number => width * width * (1 - 1e-9);

/**
 * Whether a polygon holds point (xs[i], ys[i]), its border included. Arrays, because an engine
 * allocates for fractions that it passes to a function.
 */
export function holds(
  cells: Cells,
  p: number,
  xs: Float64Array,
  ys: Float64Array,
  i: number,
): boolean {
  const px = xs[i];
  const py = ys[i];
  const { epsilon } = cells;
  const square = epsilon * epsilon;
  for (let s = cells.begin(p), end = cells.end(p); s < end; s++) {
    cells.read(p, s, SIDE);
    const ax = SIDE[0];
    const ay = SIDE[1];
    const dx = SIDE[2] - ax;
    const dy = SIDE[3] - ay;
    const across = dx * (py - ay) - dy * (px - ax);
    if (across < 0 && across * across > square * (dx * dx + dy * dy)) return false;
  }
  return true;
}
