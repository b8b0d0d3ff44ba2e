// Where the two ends of a query for discs lie, and whether a path wide enough can join them. An end
// off the mesh, or nearer to a wall or vertex than the radius, is blocked. src/discs/passages.ts
// makes the forest of passages, and reads it in TypeScript for `nearest` and `explain`.

import { locate } from '../locate/locate';
import { leastWidthOf } from '../rounding';
import { at, NONE } from '../sides';
import { isClear } from './clear';
import { cornerOf, endOf, twinOf, X, Y } from '../channel/mesh';

/** Statuses, with the values of @wayfield/graph. */
export const FOUND: u32 = 1;
export const NO_PATH: u32 = 3;
const SOURCE_BLOCKED: u32 = 4;
const TARGET_BLOCKED: u32 = 5;

/**
 * The forest of src/discs/passages.ts. Per side u32 its parent, NONE for a root, and f64 the width
 * of the passage between the two. Of two twins, only the lower side is in the forest.
 */
let parents: usize = 0;
let widths: usize = 0;

/** The triangles that hold the source, and those that hold the target. */
let sourcesValue: usize = 0;
export function sources(): usize {
  return sourcesValue;
}
let sourceCountValue: u32 = 0;
export function sourceCount(): u32 {
  return sourceCountValue;
}
let targetsValue: usize = 0;
export function targets(): usize {
  return targetsValue;
}
let targetCountValue: u32 = 0;
export function targetCount(): u32 {
  return targetCountValue;
}

/** `source`, `target`: lists with room for as many triangles as can hold one point. */
export function endsBind(parent: usize, width: usize, source: usize, target: usize): void {
  parents = parent;
  widths = width;
  sourcesValue = source;
  targetsValue = target;
}

/** Sets how many triangles the host has written to the list of targets. */
export function targetsAre(count: u32): void {
  targetCountValue = count;
}

/** Returns FOUND if there may be a path, else the status that says why there is none. */
export function findEnds(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): u32 {
  sourceCountValue = locate(sx, sy, sourcesValue);
  if (sourceCountValue == 0 || !isFree(sourcesValue, sourceCountValue, sx, sy, radius))
    return SOURCE_BLOCKED;
  targetCountValue = locate(tx, ty, targetsValue);
  if (targetCountValue == 0 || !isFree(targetsValue, targetCountValue, tx, ty, radius))
    return TARGET_BLOCKED;
  const width = leastWidthOf(radius);
  for (let i: u32 = 0; i < sourceCountValue; i++)
    for (let k: u32 = 0; k < targetCountValue; k++)
      if (isWideEnough(at(sourcesValue, i), at(targetsValue, k), width)) return FOUND;
  return NO_PATH;
}

/**
 * Whether a disc at a point is clear, as `isClear` says for every triangle that holds the point.
 */
function isFree(list: usize, count: u32, x: f64, y: f64, radius: f64): bool {
  if (radius == 0) return true;
  for (let i: u32 = 0; i < count; i++) if (!isClear(at(list, i), x, y, radius)) return false;
  return true;
}

/** Whether a passage wide enough leads from one triangle to another, or both are the same. */
function isWideEnough(a: u32, b: u32, width: f64): bool {
  if (a == b) return true;
  for (let s = 3 * a; s < 3 * a + 3; s++) {
    if (!isOpen(s, width)) continue;
    const group = groupOf(s, width);
    for (let t = 3 * b; t < 3 * b + 3; t++)
      if (isOpen(t, width) && groupOf(t, width) == group) return true;
  }
  return false;
}

/** Whether a disc fits between the ends of a side that is no wall. */
function isOpen(side: u32, width: f64): bool {
  if (twinOf(side) == NONE) return false;
  const dx = X(endOf(side)) - X(cornerOf(side));
  const dy = Y(endOf(side)) - Y(cornerOf(side));
  return dx * dx + dy * dy >= width * width;
}

/** A side that stands for all sides joined to this one by passages of at least a width. */
function groupOf(side: u32, width: f64): u32 {
  let top = min(side, twinOf(side));
  let parent = at(parents, top);
  while (parent != NONE && load<f64>(widths + ((<usize>top) << 3)) >= width) {
    top = parent;
    parent = at(parents, top);
  }
  return top;
}
