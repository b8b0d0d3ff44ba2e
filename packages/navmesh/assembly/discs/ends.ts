// Where the two ends of a query lie, and whether there can be a way between them: as src/disc-ways.ts says it.

import { locate } from '../queries/locate';
import { at, NONE } from '../sides';
import { isClear } from './clear';
import { endOf, startOf, twins, X, Y } from './mesh';

export const FOUND: u32 = 1;
export const NO_PATH: u32 = 3;
const SOURCE_BLOCKED: u32 = 4;
const TARGET_BLOCKED: u32 = 5;

/** The forest of src/passages.ts: per side the one that it hangs on, NONE for a root, and f64 how wide the way between them is. */
let parents: usize = 0;
let widths: usize = 0;

/** The triangles that hold the source, and those that hold the target. */
export let sources: usize = 0;
export let sourceCount: u32 = 0;
export let targets: usize = 0;
export let targetCount: u32 = 0;

/** As many triangles as can hold one point have room in each list. */
export function endsBind(parent: usize, width: usize, source: usize, target: usize): void {
  parents = parent;
  widths = width;
  sources = source;
  targets = target;
}

/** So many triangles that hold the target are in the list. */
export function targetsAre(count: u32): void {
  targetCount = count;
}

/** FOUND where there may be a way, else why there is none. */
export function findEnds(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): u32 {
  sourceCount = locate(sx, sy, sources);
  if (sourceCount == 0 || !isFree(sources, sourceCount, sx, sy, radius)) return SOURCE_BLOCKED;
  targetCount = locate(tx, ty, targets);
  if (targetCount == 0 || !isFree(targets, targetCount, tx, ty, radius)) return TARGET_BLOCKED;
  const width = 2 * radius * (1 - 1e-12);
  for (let i: u32 = 0; i < sourceCount; i++)
    for (let k: u32 = 0; k < targetCount; k++)
      if (isWideEnough(at(sources, i), at(targets, k), width)) return FOUND;
  return NO_PATH;
}

function isFree(list: usize, count: u32, x: f64, y: f64, radius: f64): bool {
  if (radius == 0) return true;
  for (let i: u32 = 0; i < count; i++) if (!isClear(at(list, i), x, y, radius)) return false;
  return true;
}

/** Whether a way out of one triangle leads to another, wide enough; or they are one. */
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

/** Whether a disc fits through a side between its ends. */
function isOpen(side: u32, width: f64): bool {
  if (at(twins, side) == NONE) return false;
  const dx = X(endOf(side)) - X(startOf(side));
  const dy = Y(endOf(side)) - Y(startOf(side));
  return dx * dx + dy * dy >= width * width;
}

/** One of the sides that a way of a width joins, the same for all of them. */
function groupOf(side: u32, width: f64): u32 {
  let top = min(side, at(twins, side));
  let parent = at(parents, top);
  while (parent != NONE && load<f64>(widths + ((<usize>top) << 3)) >= width) {
    top = parent;
    parent = at(parents, top);
  }
  return top;
}
