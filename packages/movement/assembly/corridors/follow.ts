// Makes a corridor from a route, and lets it follow the agent and the target. The moves are called
// by host.ts (one slot) and rows.ts (batches), `setRoute` by `set` of src/corridors/walks.ts.

import { get, NONE, set } from '@wayfield/wasm/assembly/words';
import { number } from '@wayfield/surface/assembly/columns';
import { Slot } from './layout';
import { locate } from './locate';
import { hasSideTo, holds, isFree, UNKNOWN, version } from './mesh';
import { pathAt, pathCount, pathFrom, setLine, straight, toPoint } from './search';
import {
  placeOf,
  polygonOf,
  replaceEnd,
  replaceStart,
  slotAt,
  spareSlot,
  swapPolygons,
} from './slots';

/**
 * The searches of moves and of `optimize` reach at most this many polygons. Chosen, not
 * measured.
 */
export const MOST_MOVED: u32 = 64;

/** The answers of `moveStart` and `moveEnd`: numbers of `CORRIDOR_STATUS`. */
const EMPTY: u32 = 0;
const KEPT: u32 = 1;
const LOST: u32 = 2;

/** Set by `meeting`: the index of the polygon that `meeting` found, in the path of the search. */
let meets: u32 = 0;
/**
 * Finds the last polygon on the path of the search that the corridor contains too. Returns the
 * index of that polygon in the corridor. NONE only for an empty corridor, because each caller
 * searches from a polygon of the corridor.
 */
function meeting(slot: Slot): u32 {
  for (let k = pathCount(); k > 0; k--) {
    const place = placeOf(slot, pathAt(k - 1));
    if (place == NONE) continue;
    meets = k - 1;
    return place;
  }
  return NONE;
}

/**
 * Fills a slot with a route of `count` points. Returns whether there are two points or more and all
 * lines between them stay on the mesh; else the slot is empty. If memory ends, the slot keeps its
 * corridor: the new one is made in the spare slot.
 */
export function setRoute(slotNumber: u32, x: usize, y: usize, count: u32, radius: f64): bool {
  const slot = slotAt(slotNumber);
  const from = count > 1 ? locate(number(x, 0), number(y, 0)) : -1;
  const made = spareSlot();
  made.length = 0;
  let polygon = <u32>from;
  for (let i: u32 = 1; i < count && from >= 0; i++) {
    setLine(number(x, i - 1), number(y, i - 1), number(x, i), number(y, i));
    if (!straight(polygon)) {
      made.length = 0;
      break;
    }
    // where the path comes back to a polygon of the corridor, the loop between is left out
    const place = meeting(made);
    const first: u32 = place == NONE ? 0 : meets + 1;
    const keep: u32 = place == NONE ? 0 : place + 1;
    replaceEnd(made, keep, pathFrom(first), pathCount() - first);
    polygon = pathAt(pathCount() - 1);
  }
  swapPolygons(slot, made);
  if (slot.length == 0) return false;
  slot.x = number(x, 0);
  slot.y = number(y, 0);
  slot.targetX = number(x, count - 1);
  slot.targetY = number(y, count - 1);
  slot.radius = radius;
  // the widths of the sides are not tested here: `isValid` tests them when it is first asked
  slot.version = radius > 0 ? UNKNOWN : version();
  return true;
}

/**
 * Tests the sides that a move added to the corridor of a disc: from polygon i to polygon i + 1, for
 * i from `first` to `end` - 1. If the disc does not fit over a side, the corridor is no longer
 * known to be valid.
 */
function testAdded(slot: Slot, first: u32, end: u32): void {
  if (slot.radius == 0) return;
  for (let i = first; i < end; i++) {
    if (hasSideTo(polygonOf(slot, i), polygonOf(slot, i + 1), 2 * slot.radius)) continue;
    slot.version = UNKNOWN;
    return;
  }
}

/**
 * Moves the agent of a slot to (x, y). Returns EMPTY, KEPT or LOST. LOST: a change of the mesh has
 * removed the agent's polygon, or the search finds no polygon that holds (x, y).
 */
export function moveStart(slot: Slot, x: f64, y: f64): u32 {
  if (slot.length == 0) return EMPTY;
  const first = polygonOf(slot, 0);
  if (!isFree(first)) return LOST;
  if (!holds(first, x, y)) {
    setLine(slot.x, slot.y, x, y);
    if (!toPoint(first, MOST_MOVED)) return LOST;
    // the polygons after `meets` on the path, in reverse, replace those before `drop`
    const drop = meeting(slot);
    const count = pathCount() - meets - 1;
    reverse(pathFrom(meets + 1), count);
    replaceStart(slot, drop, pathFrom(meets + 1), count);
    testAdded(slot, 0, count);
  }
  slot.x = x;
  slot.y = y;
  return KEPT;
}

/** Reverses `count` words. */
function reverse(words: usize, count: u32): void {
  for (let i: u32 = 0, k = count; i + 1 < k; i++) {
    k--;
    const kept = get(words, i);
    set(words, i, get(words, k));
    set(words, k, kept);
  }
}

/** Moves the target of a slot to (x, y). Returns EMPTY, KEPT or LOST, as `moveStart`. */
export function moveEnd(slot: Slot, x: f64, y: f64): u32 {
  if (slot.length == 0) return EMPTY;
  const last = polygonOf(slot, slot.length - 1);
  if (!isFree(last)) return LOST;
  if (!holds(last, x, y)) {
    setLine(slot.targetX, slot.targetY, x, y);
    if (!toPoint(last, MOST_MOVED)) return LOST;
    const keep = meeting(slot) + 1;
    replaceEnd(slot, keep, pathFrom(meets + 1), pathCount() - meets - 1);
    testAdded(slot, keep - 1, slot.length - 1);
  }
  slot.targetX = x;
  slot.targetY = y;
  return KEPT;
}
