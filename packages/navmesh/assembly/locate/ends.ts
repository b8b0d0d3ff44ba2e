// Where the two ends of a query for points lie in a mesh of triangles, and the status that follows.
// src/polyanya/locate-ends.ts does this for meshes of polygons, ../discs/ends.ts for discs.

import { at, NONE, set } from '../sides';
import { hasNearest, locate, nearest, nearestTriangle, nearestX, nearestY, partAt } from './locate';

/** Statuses, with the values of @wayfield/graph. */
export const FOUND: u32 = 1;
export const NEAREST: u32 = 2;
export const NO_PATH: u32 = 3;
const SOURCE_BLOCKED: u32 = 4;
const TARGET_BLOCKED: u32 = 5;

/** u32 per triangle: the number of its part. */
let parts: usize = 0;
/** Per side its twin, NONE = a wall. From one twin to the next there are 2^`apart` bytes. */
let twins: usize = 0;
let apart: u32 = 2;

/** Lists of u32: the triangles that hold the start of the path, and those that hold its end. */
let sourceList: usize = 0;
let sourceTotal: u32 = 0;
let targetList: usize = 0;
let targetTotal: u32 = 0;
/** The start of the path: the source, or the point of the mesh nearest to the source. */
let fromX: f64 = 0;
let fromY: f64 = 0;
/** The end of the path: the target, or the reachable point nearest to the target. */
let toX: f64 = 0;
let toY: f64 = 0;
/** Whether both ends lie in one triangle, so that the path is straight. */
let isInOne: bool = false;

export function sources(): usize {
  return sourceList;
}
export function sourceCount(): u32 {
  return sourceTotal;
}
export function targets(): usize {
  return targetList;
}
export function targetCount(): u32 {
  return targetTotal;
}
export function sourceX(): f64 {
  return fromX;
}
export function sourceY(): f64 {
  return fromY;
}
export function targetX(): f64 {
  return toX;
}
export function targetY(): f64 {
  return toY;
}
export function isShared(): bool {
  return isInOne;
}

/** `source`, `target`: lists with room for as many triangles as can hold one point. */
export function endsBind(part: usize, twin: usize, power: u32, source: usize, target: usize): void {
  parts = part;
  twins = twin;
  apart = power;
  sourceList = source;
  targetList = target;
}

/** Which ends of a query may be moved to the nearest place of the mesh. */
export const MOVES_TARGET: u32 = 1;
export const MOVES_SOURCE: u32 = 2;

/**
 * Returns FOUND or NEAREST if there is a path, else the status that says why there is none. A
 * source off the mesh or in an obstacle is SOURCE_BLOCKED, or with MOVES_SOURCE the path starts at
 * the nearest point of the mesh. A target off the mesh is TARGET_BLOCKED; a target in a part that
 * the start does not reach is NO_PATH. With MOVES_TARGET the path to either ends at the nearest
 * point reachable from the start.
 */
export function locateEnds(sx: f64, sy: f64, tx: f64, ty: f64, moves: u32): u32 {
  fromX = sx;
  fromY = sy;
  toX = tx;
  toY = ty;
  isInOne = false;
  sourceTotal = locate(sx, sy, sourceList);
  let found = FOUND;
  if (sourceTotal == 0) {
    if (!(moves & MOVES_SOURCE)) return SOURCE_BLOCKED;
    nearest(sx, sy, parts, sourceList, 0);
    if (!hasNearest()) return SOURCE_BLOCKED;
    found = NEAREST;
    fromX = nearestX();
    fromY = nearestY();
    sourceTotal = locateNearest(sourceList);
  }
  targetTotal = locate(tx, ty, targetList);
  let isReachable = false;
  for (let i: u32 = 0; i < targetTotal; i++) if (isReached(at(targetList, i))) isReachable = true;
  if (moves & MOVES_TARGET && !isReachable) {
    found = NEAREST;
    isReachable = true;
    nearest(tx, ty, parts, sourceList, sourceTotal);
    toX = nearestX();
    toY = nearestY();
    targetTotal = locateNearest(targetList);
  }
  if (targetTotal == 0) return TARGET_BLOCKED;
  for (let i: u32 = 0; i < sourceTotal; i++)
    if (isAmong(at(sourceList, i), targetList, targetTotal)) isInOne = true;
  return isReachable ? found : NO_PATH;
}

/**
 * Writes the triangles that hold the point that `nearest` has found, and returns their number. The
 * point lies on the border of its triangle, but for rounding, and perhaps on the border of further
 * triangles, in which the path may start or end as well.
 */
function locateNearest(list: usize): u32 {
  const count = locate(nearestX(), nearestY(), list);
  if (isAmong(nearestTriangle(), list, count)) return count;
  set(list, 0, nearestTriangle());
  return 1;
}

function isAmong(triangle: u32, list: usize, count: u32): bool {
  for (let i: u32 = 0; i < count; i++) if (at(list, i) == triangle) return true;
  return false;
}

/** Whether a triangle is in the same part of the mesh as one that holds the source. */
export function isReached(triangle: u32): bool {
  for (let i: u32 = 0; i < sourceTotal; i++)
    if (isSamePart(at(sourceList, i), triangle)) return true;
  return false;
}
/** Whether two triangles lie in one part of the mesh. */
export function isSamePart(a: u32, b: u32): bool {
  return partAt(parts, a) == partAt(parts, b);
}

/**
 * Writes one triangle per sector at a point into `picked`, out of the `list` of triangles that hold
 * the point, and returns the number of sectors. A search may start in any triangle of a sector: the
 * others are reached across sides that hold the point, at no cost. `seen` is scratch with room for
 * `count` triangles.
 */
export function pickSectors(list: usize, count: u32, picked: usize, seen: usize): u32 {
  let sectors: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const triangle = at(list, i);
    if (i > 0 && isBeside(triangle, list, count, picked, sectors, seen)) continue;
    set(picked, sectors++, triangle);
  }
  return sectors;
}

/** Whether a picked triangle can be reached through triangles that hold the point. */
function isBeside(
  triangle: u32,
  list: usize,
  count: u32,
  picked: usize,
  sectors: u32,
  seen: usize,
): bool {
  set(seen, 0, triangle);
  for (let i: u32 = 0, seenCount: u32 = 1; i < seenCount; i++) {
    const t = at(seen, i);
    if (isAmong(t, picked, sectors)) return true;
    for (let side = 3 * t; side < 3 * t + 3; side++) {
      const twin = load<u32>(twins + ((<usize>side) << apart));
      if (twin == NONE) continue;
      const next = twin / 3;
      if (isAmong(next, seen, seenCount) || !isAmong(next, list, count)) continue;
      set(seen, seenCount++, next);
    }
  }
  return false;
}
