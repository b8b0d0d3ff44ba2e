// The part of a mesh that lies in a polygon or near a point, cut into triangles.

import { createNavMesh, type Polygon } from '../obstacles/create-nav-mesh.ts';
import { buildPolygonMesh } from '../polygons/merge-triangles.ts';
import type { FreeTriangles } from './free-triangles.ts';

/** Triangles of a mesh cut to a shape: six numbers each, their owners, and sums of areas. */
export interface Region {
  readonly corners: number[];
  readonly owners: number[];
  readonly sums: number[];
}

/** A convex ring: x, y, x, y, …, in left turns. */
type Ring = readonly number[];

const createRegion = (): Region => ({ corners: [], owners: [], sums: [] });

/** The part of a mesh inside a polygon, by the even-odd rule. */
export function regionInside(free: FreeTriangles, polygon: Polygon): Region {
  const region = createRegion();
  for (const ring of convexRings(polygon)) addInside(region, free, ring, -1);
  return region;
}

/** The corners of the polygon around a circle. */
const CORNERS = 32;

/**
 * The part of a mesh inside a regular polygon around a circle: less than 1 % of the polygon lies
 * outside the circle. `part`: only this connected part; -1 = all.
 */
export function regionNear(
  free: FreeTriangles,
  [x, y]: readonly [number, number],
  distance: number,
  part: number,
): Region {
  const ring: number[] = [];
  const reach = distance / Math.cos(Math.PI / CORNERS);
  for (let k = 0; k < CORNERS; k++) {
    const angle = (2 * Math.PI * k) / CORNERS;
    ring.push(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  }
  const region = createRegion();
  addInside(region, free, ring, part);
  return region;
}

function convexRings(polygon: Polygon): Ring[] {
  const { x, y, firstSide, corner, polygonCount } = buildPolygonMesh(
    createNavMesh({ boundary: polygon }).triangulation,
  );
  return Array.from({ length: polygonCount }, (_, p) => {
    const ring: number[] = [];
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) ring.push(x[corner[s]], y[corner[s]]);
    return ring;
  });
}

/** Adds what the triangles of a mesh have in common with a convex ring. */
function addInside(region: Region, free: FreeTriangles, ring: Ring, part: number): void {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < ring.length; i += 2) {
    minX = Math.min(minX, ring[i]);
    maxX = Math.max(maxX, ring[i]);
    minY = Math.min(minY, ring[i + 1]);
    maxY = Math.max(maxY, ring[i + 1]);
  }
  const { corners } = free.tree;
  free.tree.inBox(minX, minY, maxX, maxY, (slot) => {
    const owner = free.ownerOf(slot);
    if (part >= 0 && free.partOf(owner) !== part) return;
    addFan(region, clip(Array.from(corners.subarray(6 * slot, 6 * slot + 6)), ring), owner);
  });
}

function addFan({ corners, owners, sums }: Region, ring: Ring, owner: number): void {
  for (let i = 4; i + 1 < ring.length; i += 2) {
    const [ax, ay, bx, by, cx, cy] = [ring[0], ring[1], ...ring.slice(i - 2, i + 2)];
    const area = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
    if (!(area > 0)) continue;
    corners.push(ax, ay, bx, by, cx, cy);
    owners.push(owner);
    sums.push((sums.at(-1) ?? 0) + area);
  }
}

/** The intersection of two convex rings (Sutherland and Hodgman 1974). */
function clip(subject: Ring, by: Ring): Ring {
  let kept: number[] = [...subject];
  for (let i = 0; i < by.length && kept.length > 0; i += 2) {
    const [ax, ay] = [by[i], by[i + 1]];
    const [dx, dy] = [by[(i + 2) % by.length] - ax, by[(i + 3) % by.length] - ay];
    const beside = (k: number): number => dx * (kept[k + 1] - ay) - dy * (kept[k] - ax);
    const next: number[] = [];
    for (let k = 0; k < kept.length; k += 2) {
      const after = (k + 2) % kept.length;
      const [here, there] = [beside(k), beside(after)];
      if (here >= 0) next.push(kept[k], kept[k + 1]);
      if (here < 0 === there < 0) continue;
      const share = here / (here - there);
      next.push(kept[k] + share * (kept[after] - kept[k]));
      next.push(kept[k + 1] + share * (kept[after + 1] - kept[k + 1]));
    }
    kept = next;
  }
  return kept;
}
