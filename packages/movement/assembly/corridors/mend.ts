// Whether a corridor is still valid, and how it is mended and made shorter. Called by host.ts (one
// slot) and rows.ts (batches).

import { get, NONE } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { endSide, firstSide, sideAt } from '@wayfield/surface/assembly/world';
import { cornerCount, cornersToScratch, cornerX, cornerY } from './corners';
import { MOST_MOVED } from './follow';
import { Slot } from './layout';
import { locate } from './locate';
import { hasSideTo, holds, isFree, version } from './mesh';
import { lengthOf, slotCorners } from './path';
import { MOST_REACHED, pathAt, pathCount, pathFrom, setLine, straight, toGoals } from './search';
import { placeOf, polygonOf, polygonsFrom, replaceEnd, spareSlot } from './slots';
import { isStripClear } from './strip';

/**
 * `optimize` reads this many next corners; the target counts as a corner. From the furthest corner
 * back to the second, `optimize` looks for a corner that the agent sees. The first corner is left
 * out: the path leads straight there already. Chosen, not measured.
 */
const MOST_CORNERS: u32 = 8;
/**
 * The goal of the search of `optimize` is the polygon this far ahead in the corridor, or the last
 * one. Chosen, not measured.
 */
const AHEAD: u32 = 24;

/**
 * A copy of the polygons of the corridor that `repair` mends, u32 each. The last polygons of the
 * copy, from `first` of `repair` on, are the goals of the search.
 */
let goals: usize = 0;
let goalRoom: u32 = 0;

/**
 * Whether all polygons of a corridor are free and joined by sides that are wide enough, and the
 * first and last polygon hold its ends. A valid corridor is tested again only on another version of
 * the mesh, or after a move has set `version` to UNKNOWN. An invalid corridor is tested again by
 * every call.
 */
export function isValid(slot: Slot): bool {
  const length = slot.length;
  if (length == 0) return false;
  if (slot.version == version()) return true;
  for (let i: u32 = 0; i < length; i++) {
    const p = polygonOf(slot, i);
    if (!isFree(p)) return false;
    if (i + 1 < length && !hasSideTo(p, polygonOf(slot, i + 1), 2 * slot.radius)) return false;
  }
  if (!holds(polygonOf(slot, 0), slot.x, slot.y)) return false;
  if (!holds(polygonOf(slot, length - 1), slot.targetX, slot.targetY)) return false;
  slot.version = version();
  return true;
}

/**
 * Makes another corridor for a slot in the spare slot, where its length can be measured before the
 * slot changes: if memory ends meanwhile, the slot is as before. The corridor is the path of the
 * last search, then `count` polygons whose numbers are the words at `rest`.
 */
function makeFromPath(slot: Slot, rest: usize, count: u32): Slot {
  const made = spareSlot();
  made.x = slot.x;
  made.y = slot.y;
  made.targetX = slot.targetX;
  made.targetY = slot.targetY;
  made.radius = slot.radius;
  replaceEnd(made, 0, pathFrom(0), pathCount());
  replaceEnd(made, made.length, rest, count);
  return made;
}

/**
 * Makes a corridor of the path of the last search and of the polygons of a slot from index `first`
 * on. The slot takes this corridor if its path is shorter than `before` by more than rounding.
 * Returns whether the slot has taken the corridor.
 */
function takeIfShorter(slot: Slot, first: u32, before: f64): bool {
  const made = makeFromPath(slot, polygonsFrom(slot, first), slot.length - first);
  // 1e-12: over other polygons the same length may be rounded in another way, which is no gain
  if (!(lengthOf(made) < before * (1 - 1e-12))) return false;
  replaceEnd(slot, 0, made.polygons, made.length);
  return true;
}

/**
 * Makes the path of a corridor shorter: by a straight line to one of the next corners, else by a
 * search to a polygon ahead. Returns whether the path is shorter; if not, and if memory ends, the
 * corridor is as before. False for an empty corridor and for one without a path (`lengthOf` is
 * Infinity).
 */
export function optimize(slot: Slot): bool {
  if (slot.length == 0) return false;
  const before = lengthOf(slot);
  if (before == Infinity) return false;
  const from = polygonOf(slot, 0);
  // tries the furthest corner in sight; if that corner gains nothing, no other corner is tried
  cornersToScratch(MOST_CORNERS);
  slotCorners(slot, MOST_CORNERS);
  for (let i = cornerCount(); i > 1; i--) {
    setLine(slot.x, slot.y, cornerX(i - 1), cornerY(i - 1));
    if (!straight(from)) continue;
    if (slot.radius > 0 && !isStripClear(slot.radius)) continue;
    const place = placeOf(slot, pathAt(pathCount() - 1));
    if (place == NONE) continue;
    if (takeIfShorter(slot, place + 1, before)) return true;
    break;
  }
  // no corner gains: searches for a shorter path to the polygon AHEAD places on, or to the last one
  const goal = min(AHEAD, slot.length - 1);
  if (goal < 1) return false;
  if (goal == slot.length - 1) setLine(slot.x, slot.y, slot.targetX, slot.targetY);
  else aimAtMiddle(slot, polygonOf(slot, goal));
  const found = toGoals(from, MOST_MOVED, 2 * slot.radius, polygonsFrom(slot, goal), 1);
  return found && takeIfShorter(slot, goal + 1, before);
}

/** Sets the line of the search: from the agent to the mean of the vertices of a polygon. */
function aimAtMiddle(slot: Slot, p: u32): void {
  const first = firstSide(p);
  const end = endSide(p);
  let sumX: f64 = 0;
  let sumY: f64 = 0;
  for (let s = first; s < end; s++) {
    sumX += sideAt(s).x;
    sumY += sideAt(s).y;
  }
  setLine(slot.x, slot.y, sumX / <f64>(end - first), sumY / <f64>(end - first));
}

/**
 * Mends a corridor that is not valid. A search from the agent looks for the intact end of the
 * corridor: the polygon that holds the target, and those before it that are still free and joined.
 * False if the corridor is empty, if an end is off the mesh, if the search finds no path, or if the
 * disc does not fit through the path found; then, and if memory ends, the corridor is as before.
 */
export function repair(slot: Slot): bool {
  if (isValid(slot)) return true;
  if (slot.length == 0) return false;
  const from = locate(slot.x, slot.y);
  const to = locate(slot.targetX, slot.targetY);
  if (from < 0 || to < 0) return false;
  const width = 2 * slot.radius;
  const count = slot.length;
  if (count > goalRoom) {
    goals = reallocate(goals, 0, (<usize>count) << 3);
    goalRoom = 2 * count;
  }
  memory.copy(goals, slot.polygons, (<usize>count) << 2);
  store<u32>(goals + ((<usize>(count - 1)) << 2), to);
  // the goals, from `first` on: the intact end of the corridor
  let first = count - 1;
  for (; first > 0; first--) {
    const p = get(goals, first - 1);
    if (!isFree(p) || !hasSideTo(p, get(goals, first), width)) break;
  }
  setLine(slot.x, slot.y, slot.targetX, slot.targetY);
  if (!toGoals(<u32>from, MOST_REACHED, width, goals + ((<usize>first) << 2), count - first))
    return false;
  let meet = first;
  while (get(goals, meet) != pathAt(pathCount() - 1)) meet++;
  const rest = goals + ((<usize>(meet + 1)) << 2);
  const made = makeFromPath(slot, rest, count - meet - 1);
  // the search tests each side alone; a disc may still not fit through all polygons in turn
  if (made.radius > 0 && lengthOf(made) == Infinity) return false;
  replaceEnd(slot, 0, made.polygons, made.length);
  slot.version = version();
  return true;
}
