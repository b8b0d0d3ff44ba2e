// The part of a mesh that lies in a polygon or near a point, cut into triangles.

import { list, points } from '@wayfield/check';
import type { Coordinates, Polygon } from '../obstacles/create-nav-mesh.ts';
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

const ringRule = /* @__PURE__ */ points(3);

/** The rings of a polygon, checked. */
export function ringsOf(polygon: Polygon, name: string): readonly Coordinates[] {
  list(polygon, name);
  const isOne = polygon.length === 0 || typeof polygon[0] !== 'object';
  const rings = (isOne ? [polygon] : polygon) as readonly Coordinates[];
  rings.forEach((ring, i) => ringRule(ring, isOne ? name : `${name}[${i}]`));
  return rings;
}

/** Whether a point lies inside rings, by the even-odd rule. */
export function isInside(rings: readonly Coordinates[], x: number, y: number): boolean {
  let isIn = false;
  for (const ring of rings)
    for (let i = 0, k = ring.length - 2; i < ring.length; k = i, i += 2) {
      const [ax, ay, bx, by] = [ring[k], ring[k + 1], ring[i], ring[i + 1]];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
    }
  return isIn;
}

/** Rectangles that rings are covered by. */
const STRIPS = 32;

/**
 * The part of a mesh inside rectangles around rings, one above the other: of points drawn from the
 * region `isInside` takes most.
 */
export function regionAround(free: FreeTriangles, rings: readonly Coordinates[]): Region {
  const region = createRegion();
  let [low, high] = [Infinity, -Infinity];
  for (const ring of rings)
    for (let i = 1; i < ring.length; i += 2) {
      low = Math.min(low, ring[i]);
      high = Math.max(high, ring[i]);
    }
  for (let k = 0; k < STRIPS; k++) {
    const bottom = low + (k / STRIPS) * (high - low);
    const top = low + ((k + 1) / STRIPS) * (high - low);
    const [left, right] = extentIn(rings, bottom, top);
    if (left < right)
      addInside(region, free, [left, bottom, right, bottom, right, top, left, top], -1);
  }
  return region;
}

/** The least and the largest x of the sides of rings between two heights. */
function extentIn(rings: readonly Coordinates[], bottom: number, top: number): [number, number] {
  let [left, right] = [Infinity, -Infinity];
  for (const ring of rings)
    for (let i = 0, k = ring.length - 2; i < ring.length; k = i, i += 2) {
      const [ax, ay, bx, by] = [ring[k], ring[k + 1], ring[i], ring[i + 1]];
      if (Math.max(ay, by) < bottom || Math.min(ay, by) > top) continue;
      for (const y of [bottom, top]) {
        const share = ay === by ? 0 : Math.max(0, Math.min(1, (y - ay) / (by - ay)));
        left = Math.min(left, ax + share * (bx - ax));
        right = Math.max(right, ax + share * (bx - ax));
      }
      if (ay !== by) continue;
      left = Math.min(left, bx);
      right = Math.max(right, bx);
    }
  return [left, right];
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
    // most sides do not cut: then nothing is copied
    let isCut = false;
    for (let k = 0; k < kept.length && !isCut; k += 2) isCut = beside(k) < 0;
    if (!isCut) continue;
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
