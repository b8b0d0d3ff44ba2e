// The path through a corridor: its next corners and its length. Called by host.ts, rows.ts and
// mend.ts.

import { reallocate } from '@wayfield/wasm/assembly/env';
import {
  funnelAnswer,
  funnelPointCount,
  funnelPoints,
} from '@wayfield/navmesh/assembly/discs/arc-funnel';
import { FunnelQuery, pathPoint, PathPoint, POINT } from '@wayfield/navmesh/assembly/discs/layout';
import { funnelBind } from '@wayfield/navmesh/assembly/channel/funnel';
import { ENTRY } from '@wayfield/navmesh/assembly/channel/layout';
import { turnsBind as certainTurnsBind } from '@wayfield/navmesh/assembly/channel/turns';
import { pathBind } from '@wayfield/navmesh/assembly/discs/path';
import { turnsBind } from '@wayfield/navmesh/assembly/discs/path-turns';
import { addCorner, allCorners, cornerCount, cornerX, cornerY, nextCorners } from './corners';
import { Slot } from './layout';
import { cos, sin } from './sine';
import { ALL, fillSleeve, sleeveAddress, sleeveCount, sleeveHasChoices } from './sleeve';

/** For the next corners of a point this many portals are read first. Chosen, not measured. */
const NEXT_PORTALS: u32 = 24;
/**
 * An arc has one corner per 60 degrees, or part of 60 degrees, between its ends. These corners lie
 * outside the arc, and the lines between them are tangents of the arc.
 */
const PIECE: f64 = Math.PI / 3;
/** Entries that each block of the funnel of discs has room for at first. */
const ROOM: usize = 64;

let query: FunnelQuery = changetype<FunnelQuery>(0);
/** Allocates what the funnel of discs needs; its kernels enlarge the blocks. */
export function pathCreate(): void {
  query = changetype<FunnelQuery>(reallocate(0, 0, offsetof<FunnelQuery>()));
  funnelBind(reallocate(0, 0, ROOM * ENTRY), ROOM * ENTRY);
  certainTurnsBind(reallocate(0, 0, ROOM * ENTRY), <u32>ROOM);
  pathBind(reallocate(0, 0, ROOM * POINT), <u32>ROOM);
  turnsBind(reallocate(0, 0, ROOM * ENTRY), <u32>ROOM);
}

/**
 * Writes the next corners of a slot, `most` at most, to the addresses of `cornersTo`. Returns
 * whether the target is among them. If a change of the mesh has removed or separated polygons of
 * the corridor, only some corners before these polygons are written, or none.
 */
export function slotCorners(slot: Slot, most: u32): bool {
  const length = slot.length;
  if (length == 0) return false;
  let filled: u32 = 0;
  if (slot.radius == 0) {
    // the next corners mostly lie near the agent: read 24 portals, then 48, 96 and so on
    for (let portals: u32 = NEXT_PORTALS; portals * 2 < length; portals *= 2) {
      if (!fillSleeve(slot, portals, filled)) return false;
      filled = portals;
      // which of several portals the path crosses depends on all that follow
      if (sleeveHasChoices()) break;
      nextCorners(slot, false, most);
      if (cornerCount() == most) return false;
    }
  }
  if (!fillSleeve(slot, ALL, filled)) return false;
  return slot.radius == 0 ? nextCorners(slot, true, most) : discCorners(slot, most);
}

/**
 * Finds the shortest path of a disc through the sleeve. Returns its length, Infinity if the disc
 * does not fit. `funnelPoints` has the points of the path.
 */
function discPath(slot: Slot): f64 {
  query.sourceX = slot.x;
  query.sourceY = slot.y;
  query.targetX = slot.targetX;
  query.targetY = slot.targetY;
  query.radius = slot.radius;
  funnelAnswer(sleeveAddress(), sleeveCount(), changetype<usize>(query));
  return query.length;
}

/** `slotCorners` of a disc, whose sleeve is filled. */
function discCorners(slot: Slot, most: u32): bool {
  if (discPath(slot) == Infinity) return false;
  const points = funnelPointCount();
  const address = funnelPoints();
  for (let i: u32 = 0; i < points; i++) {
    const point = pathPoint(address + <usize>i * POINT);
    if (i > 0) {
      if (cornerCount() == most) return false;
      addCorner(point.x, point.y);
    }
    if (point.sweep != 0 && !addArc(point, slot.radius, most)) return false;
  }
  return true;
}

/** Adds the corners between the ends of an arc. Returns false if `most` leaves no room for all. */
function addArc(point: PathPoint, radius: f64, most: u32): bool {
  const pieces = <u32>ceil(abs(point.sweep) / PIECE);
  const step = point.sweep / <f64>pieces;
  const reach = radius / cos(step / 2);
  for (let k: u32 = 0; k < pieces; k++) {
    if (cornerCount() == most) return false;
    const angle = point.startAngle + (<f64>k + 0.5) * step;
    addCorner(point.centreX + reach * cos(angle), point.centreY + reach * sin(angle));
  }
  return true;
}

/**
 * The length of the path through a corridor. Infinity if the slot is empty, if polygons of the
 * corridor are no longer free or no longer neighbours, or if the disc does not fit.
 */
export function lengthOf(slot: Slot): f64 {
  if (slot.radius > 0)
    return slot.length == 0 || !fillSleeve(slot, ALL, 0) ? Infinity : discPath(slot);
  if (!allCorners(slot)) return Infinity;
  let px = slot.x;
  let py = slot.y;
  let length: f64 = 0;
  for (let i: u32 = 0, count = cornerCount(); i < count; i++) {
    const dx = cornerX(i) - px;
    const dy = cornerY(i) - py;
    length += sqrt(dx * dx + dy * dy);
    px = cornerX(i);
    py = cornerY(i);
  }
  return length;
}
