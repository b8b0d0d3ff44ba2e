// The portals between the polygons of one corridor, for corners.ts and path.ts.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { Portal } from '@wayfield/navmesh/assembly/discs/layout';
import { Slot } from './layout';
import { choosePortals } from './choose-portals';
import { isFree, portalChoices, readPortal } from './mesh';
import { polygonOf } from './slots';

/** As `most` of `fillSleeve`: all portals of the slot. */
export const ALL: u32 = 0xffffffff;
const PORTAL: usize = offsetof<Portal>();

let portals: usize = 0;
let room: u32 = 0;
let countValue: u32 = 0;

export function sleeveCount(): u32 {
  return countValue;
}
export function sleeveAt(i: i32): Portal {
  return changetype<Portal>(portals + <usize>i * PORTAL);
}
export function sleeveAddress(): usize {
  return portals;
}

/** Whether the last `fillSleeve` has left several portals to choose from at one place or more. */
let hasChoices: bool = false;
export function sleeveHasChoices(): bool {
  return hasChoices;
}

/**
 * Fills the sleeve with the first portals of a slot, at most `most`. The previous call, for the
 * same slot, has left the first `filled` portals there. Returns false if a polygon is no longer
 * free, or no longer a neighbour of the next one; the sleeve then has the portals before. Of
 * several portals between two polygons the sleeve gets the first, and once it is filled to the
 * target, the one on the shortest path (choose-portals.ts): a corridor stores polygons, not the
 * portals that its route has crossed.
 */
export function fillSleeve(slot: Slot, most: u32, filled: u32): bool {
  const length = slot.length;
  countValue = filled;
  if (filled == 0) hasChoices = false;
  // without portals no call of `readPortal` tests the polygon
  if (length == 1 && !isFree(polygonOf(slot, 0))) return false;
  if (room < length) {
    portals = reallocate(portals, <usize>filled * PORTAL, <usize>(2 * length + 1) * PORTAL);
    room = 2 * length;
  }
  for (let i = filled; i + 1 < length && i < most; i++) {
    const p = polygonOf(slot, i);
    if (!readPortal(p, polygonOf(slot, i + 1), 2 * slot.radius, 0, sleeveAt(i))) return false;
    if (portalChoices() > 1) hasChoices = true;
    countValue = i + 1;
  }
  if (hasChoices && countValue + 1 >= length) choosePortals(slot, portals);
  return true;
}
