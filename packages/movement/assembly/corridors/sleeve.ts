// The portals between the polygons of one corridor, for corners.ts and path.ts.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { Portal } from '@wayfield/navmesh/assembly/discs/layout';
import { Slot } from './layout';
import { endSide, firstSide, sideAt } from '@wayfield/surface/assembly/world';
import { choosePortal, portalChoices, readPortal } from './mesh';
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

/**
 * Chooses one of several portals from polygon i of a slot to polygon i + 1. A corridor does not
 * know which portal its route has crossed. So the portal with the shortest path is chosen, of all
 * paths from the middle of portal i - 1 to the mean of the vertices of polygon i + 2. Without a
 * portal i - 1 a path begins at the agent; without a polygon i + 2 a path ends at the target. In a
 * corridor of two polygons the path is therefore the shortest one. In a longer corridor the path
 * over the chosen portals may be longer than the route that made the corridor.
 */
function choose(slot: Slot, i: u32): void {
  let ax = slot.x;
  let ay = slot.y;
  if (i > 0) {
    const before = sleeveAt(i - 1);
    ax = (before.leftX + before.rightX) / 2;
    ay = (before.leftY + before.rightY) / 2;
  }
  let bx = slot.targetX;
  let by = slot.targetY;
  if (i + 2 < slot.length) {
    const beyond = polygonOf(slot, i + 2);
    const first = firstSide(beyond);
    const end = endSide(beyond);
    bx = by = 0;
    for (let s = first; s < end; s++) {
      bx += sideAt(s).x / <f64>(end - first);
      by += sideAt(s).y / <f64>(end - first);
    }
  }
  const width = 2 * slot.radius;
  choosePortal(polygonOf(slot, i), polygonOf(slot, i + 1), width, sleeveAt(i), ax, ay, bx, by);
}

/**
 * Fills the sleeve with the first portals of a slot, at most `most`. The previous call, for the
 * same slot, has left the first `filled` portals there. Returns false if two consecutive polygons
 * are no longer free neighbours; the sleeve then has the portals before these polygons.
 */
export function fillSleeve(slot: Slot, most: u32, filled: u32): bool {
  const length = slot.length;
  countValue = filled;
  if (room < length) {
    portals = reallocate(portals, <usize>filled * PORTAL, <usize>(2 * length + 1) * PORTAL);
    room = 2 * length;
  }
  for (let i = filled; i + 1 < length && i < most; i++) {
    const p = polygonOf(slot, i);
    if (!readPortal(p, polygonOf(slot, i + 1), 2 * slot.radius, sleeveAt(i))) return false;
    if (portalChoices() > 1) choose(slot, i);
    countValue = i + 1;
  }
  return true;
}
