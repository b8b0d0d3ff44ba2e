// Where the two ends of a query lie: as src/locate-ends.ts says it for other meshes.

import { at, NONE } from '../sides';
import { locate, nearest, nearTriangle, nearX, nearY } from './locate';

export const FOUND: u32 = 1;
export const NEAREST: u32 = 2;
export const NO_PATH: u32 = 3;
const SOURCE_BLOCKED: u32 = 4;
const TARGET_BLOCKED: u32 = 5;

/** Per triangle: the number of its connected part. */
let parts: usize = 0;
/** Per side: the same side as its neighbour has it; NONE = a wall. How many bytes lie from one to the next, as a power of 2. */
let twins: usize = 0;
let apart: u32 = 2;

/** The triangles that hold the source, and those that hold the target or the point nearest to it. */
export let sources: usize = 0;
export let sourceCount: u32 = 0;
export let targets: usize = 0;
export let targetCount: u32 = 0;
export let sourceX: f64 = 0;
export let sourceY: f64 = 0;
/** The target, or that point. */
export let targetX: f64 = 0;
export let targetY: f64 = 0;
/** Whether both lie in one triangle. */
export let isShared: bool = false;

/** As many triangles as can hold one point have room in each list. */
export function endsBind(part: usize, twin: usize, power: u32, source: usize, target: usize): void {
  parts = part;
  twins = twin;
  apart = power;
  sources = source;
  targets = target;
}

/** FOUND or NEAREST where there is a way, else why there is none. */
export function locateEnds(sx: f64, sy: f64, tx: f64, ty: f64, takesNearest: bool): u32 {
  sourceX = sx;
  sourceY = sy;
  targetX = tx;
  targetY = ty;
  isShared = false;
  sourceCount = locate(sx, sy, sources);
  if (sourceCount == 0) return SOURCE_BLOCKED;
  targetCount = locate(tx, ty, targets);
  let isReachable = false;
  for (let i: u32 = 0; i < targetCount; i++) if (isReached(at(targets, i))) isReachable = true;
  let found = FOUND;
  if (takesNearest && !isReachable) {
    found = NEAREST;
    isReachable = true;
    nearest(tx, ty, parts, sources, sourceCount);
    targetX = nearX;
    targetY = nearY;
    // the point is on the border of its triangle, give or take rounding: also of those that it is on as well
    targetCount = locate(targetX, targetY, targets);
    if (!isAmong(nearTriangle, targets, targetCount)) {
      targetCount = 1;
      store<u32>(targets, nearTriangle);
    }
  }
  if (targetCount == 0) return TARGET_BLOCKED;
  for (let i: u32 = 0; i < sourceCount; i++)
    if (isAmong(at(sources, i), targets, targetCount)) isShared = true;
  return isReachable ? found : NO_PATH;
}

export function isAmong(triangle: u32, list: usize, count: u32): bool {
  for (let i: u32 = 0; i < count; i++) if (at(list, i) == triangle) return true;
  return false;
}

/** Whether a triangle is in the same part of the mesh as one that holds the source. */
export function isReached(triangle: u32): bool {
  for (let i: u32 = 0; i < sourceCount; i++) if (isSamePart(at(sources, i), triangle)) return true;
  return false;
}
export function isSamePart(a: u32, b: u32): bool {
  return at(parts, a) == at(parts, b);
}

/**
 * Of the triangles that hold a point one for each sector around it, into `picked`, of which there are several where walls meet in the point. From
 * one triangle of a sector the others are reached over sides that hold the point, which makes no path longer. `seen` has room for as many triangles.
 */
export function pickSectors(list: usize, count: u32, picked: usize, seen: usize): u32 {
  let sectors: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const triangle = at(list, i);
    if (i > 0 && isBeside(triangle, list, count, picked, sectors, seen)) continue;
    store<u32>(picked + ((<usize>sectors) << 2), triangle);
    sectors++;
  }
  return sectors;
}

/** Whether one of those picked can be reached through triangles that hold the point. */
function isBeside(
  triangle: u32,
  list: usize,
  count: u32,
  picked: usize,
  sectors: u32,
  seen: usize,
): bool {
  store<u32>(seen, triangle);
  for (let i: u32 = 0, seenCount: u32 = 1; i < seenCount; i++) {
    const t = at(seen, i);
    if (isAmong(t, picked, sectors)) return true;
    for (let side = 3 * t; side < 3 * t + 3; side++) {
      const twin = load<u32>(twins + ((<usize>side) << apart));
      if (twin == NONE) continue;
      const next = twin / 3;
      if (isAmong(next, seen, seenCount) || !isAmong(next, list, count)) continue;
      store<u32>(seen + ((<usize>seenCount) << 2), next);
      seenCount++;
    }
  }
  return false;
}
