// The mesh of corridors and areas: the polygons and sides of @wayfield/surface/assembly/world,
// without the records of walls. Written by src/corridors/write-mesh.ts.

import { NONE } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { Portal } from '@wayfield/navmesh/assembly/discs/layout';
import { POLYGON, Side, SIDE, World, WORLD } from '@wayfield/surface/assembly/layout';
import {
  endSide,
  firstSide,
  isPolygon,
  polygonAt,
  sideAt,
  theWorld,
  worldBind,
} from '@wayfield/surface/assembly/world';
import { Segment } from './layout';
import { placesChanged } from './locate';

/** As the version of a slot: the corridor is not known to be valid. */
export const UNKNOWN: u32 = 0xffffffff;

/** Distances up to this count as 0. */
let smallest: f64 = 0;
/** Counts the changes of the mesh: calls of `meshChanged`. */
let meshVersion: u32 = 0;

export function epsilon(): f64 {
  return smallest;
}
export function version(): u32 {
  return meshVersion;
}
/** Takes over `count` triangles that have changed, whose sides the host has written. */
export function meshChanged(triangles: usize, count: u32): void {
  if (++meshVersion == UNKNOWN) meshVersion = 0;
  placesChanged(triangles, count);
}

/**
 * Makes an empty mesh with room for polygons and sides. `hasTriangles`: sides 3 i to 3 i + 2 are
 * those of triangle i; else `setPolygon` says which sides a polygon has. `least`: `epsilon`.
 */
export function meshCreate(polygons: u32, sides: u32, hasTriangles: bool, least: f64): void {
  const address = reallocate(0, 0, WORLD);
  worldBind(address);
  smallest = least;
  const world = changetype<World>(address);
  world.hasTriangles = hasTriangles ? 1 : 0;
  if (!hasTriangles) world.polygon = reallocate(0, 0, <usize>(polygons + 1) * POLYGON);
  makeSides(world, polygons, sides, 0);
}

/** Makes room for `triangles` triangles in all, and keeps those that there are. */
export function meshGrow(triangles: u32): void {
  const world = theWorld();
  makeSides(world, triangles, 3 * triangles, 3 * world.polygonCount);
}

/** Per polygon a word, for search.ts: 1 during a search of which the polygon is a goal. */
let marks: usize = 0;
export function goalMarks(): usize {
  return marks;
}

/** Makes room for `sides` sides, and keeps the first `old`. */
function makeSides(world: World, polygons: u32, sides: u32, old: u32): void {
  marks = reallocate(marks, 0, (<usize>polygons) << 2);
  world.side = reallocate(world.side, <usize>old * SIDE, <usize>(sides + 1) * SIDE);
  // New memory is 0, so every new side names polygon 0 as its owner. Polygons from 1 on are
  // therefore unused until their sides are written; the host always writes polygon 0.
  world.polygonCount = polygons;
}

/** Address of the sides, which the host writes. */
export function sidesAddress(): usize {
  return theWorld().side;
}

/** Says which sides a polygon has, `first` to `end` - 1, in a mesh of any polygons. */
export function setPolygon(polygon: u32, first: u32, end: u32): void {
  const record = polygonAt(polygon);
  record.first = first;
  record.end = end;
}

/** Whether `polygon` is the number of a polygon that agents can enter. */
export function isFree(polygon: u32): bool {
  return isPolygon(<i32>polygon);
}

/** Writes the start and the end of side `s` of polygon `p` to `segment`. */
export function readSide(p: u32, s: u32, segment: Segment): void {
  const start = sideAt(s);
  const end = sideAt(s + 1 == endSide(p) ? firstSide(p) : s + 1);
  segment.ax = start.x;
  segment.ay = start.y;
  segment.bx = end.x;
  segment.by = end.y;
}

/** The polygon beyond a side, NONE beyond a wall. */
export function beyond(s: u32): u32 {
  const twin = sideAt(s).twin;
  return twin == NONE ? NONE : sideAt(twin).owner;
}

/** The side of polygon `p` that begins where side `s` ends. */
function nextSide(p: u32, s: u32): u32 {
  return s + 1 == endSide(p) ? firstSide(p) : s + 1;
}
/** The side of polygon `p` that ends where side `s` begins. */
function previousSide(p: u32, s: u32): u32 {
  return s == firstSide(p) ? endSide(p) - 1 : s - 1;
}

/**
 * Writes the portal from polygon `p` to `q`. False if `p` is not free or `q` is no neighbour.
 *
 * Vertices on the line between two polygons, such as obstacles that are single points, divide that
 * line into several sides, and walls may lie between those. For a point (`width` 0) a portal is a
 * run of sides to `q` directly one after another. For a disc of diameter `width` a portal is one
 * side to `q` that the disc passes; if the disc passes none, the first side to `q`. This call takes
 * portal `number` of those, and `portalChoices` says how many there are. `choosePortal` takes the
 * one on a path.
 */
export function readPortal(p: u32, q: u32, width: f64, number: u32, portal: Portal): bool {
  if (!isFree(p) || q == NONE) return false;
  let any: u32 = NONE;
  let right: u32 = NONE;
  choices = 0;
  for (let s = firstSide(p), end = endSide(p); s < end; s++) {
    if (beyond(s) != q) continue;
    if (any == NONE) any = s;
    if (!isPortal(p, s, q, width)) continue;
    if (choices++ == number) right = s;
  }
  if (any == NONE) return false;
  if (right == NONE) right = any;
  writePortal(p, right, lastOfPortal(p, right, q, width), portal);
  return true;
}

/** How many portals the last `readPortal` has found between its two polygons. */
let choices: u32 = 0;
export function portalChoices(): u32 {
  return choices;
}

/**
 * Writes the portal from polygon `p` to `q` over which the path from (ax, ay) to (bx, by) is the
 * shortest, of all paths that bend only at a portal. Call this if `readPortal` has found several.
 */
export function choosePortal(
  p: u32,
  q: u32,
  width: f64,
  portal: Portal,
  ax: f64,
  ay: f64,
  bx: f64,
  by: f64,
): void {
  let least = Infinity;
  for (let s = firstSide(p), end = endSide(p); s < end; s++) {
    if (beyond(s) != q || !isPortal(p, s, q, width)) continue;
    const last = lastOfPortal(p, s, q, width);
    const length = lengthOver(sideAt(s), sideAt(nextSide(p, last)), width, ax, ay, bx, by);
    if (length >= least) continue;
    least = length;
    writePortal(p, s, last, portal);
  }
}

/** Whether a portal to `q` starts with side `s` of polygon `p`, which leads to `q`. */
function isPortal(p: u32, s: u32, q: u32, width: f64): bool {
  return width == 0 ? beyond(previousSide(p, s)) != q : isPassed(p, s, width);
}

/** The last side of the portal to `q` that starts with side `right` of polygon `p`. */
function lastOfPortal(p: u32, right: u32, q: u32, width: f64): u32 {
  let left = right;
  if (width == 0)
    for (let s = nextSide(p, left); s != right && beyond(s) == q; s = nextSide(p, s)) left = s;
  return left;
}

function writePortal(p: u32, right: u32, left: u32, portal: Portal): void {
  const start = sideAt(right);
  const stop = sideAt(nextSide(p, left));
  portal.leftX = stop.x;
  portal.leftY = stop.y;
  portal.rightX = start.x;
  portal.rightY = start.y;
}

/**
 * The length of the shortest path from (ax, ay) to (bx, by) that bends only at the portal from
 * `start` to `stop`. The path keeps half of `width` from the ends of the portal.
 */
function lengthOver(start: Side, stop: Side, width: f64, ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const dx = stop.x - start.x;
  const dy = stop.y - start.y;
  const square = dx * dx + dy * dy;
  const vx = bx - ax;
  const vy = by - ay;
  const turn = vx * dy - vy * dx;
  // where the straight line crosses that of the portal; if parallel, the point nearest to (bx, by)
  const share =
    turn != 0
      ? (vy * (start.x - ax) - vx * (start.y - ay)) / turn
      : ((bx - start.x) * dx + (by - start.y) * dy) / square;
  const margin = min<f64>(0.5, width / 2 / sqrt(square));
  const t = max<f64>(margin, min<f64>(1 - margin, share));
  const x = start.x + t * dx;
  const y = start.y + t * dy;
  return (
    sqrt((x - ax) * (x - ax) + (y - ay) * (y - ay)) +
    sqrt((bx - x) * (bx - x) + (by - y) * (by - y))
  );
}

/**
 * The least square of the length of a side that a disc of diameter `width` passes. The factor
 * 1 - 1e-9 allows for rounding.
 */
export function leastSquare(width: f64): f64 {
  return width * width * (1 - 1e-9);
}

/** Whether free polygon `p` has a side to `q` that a disc of diameter `width` passes. */
export function hasSideTo(p: u32, q: u32, width: f64): bool {
  for (let s = firstSide(p), end = endSide(p); s < end; s++)
    if (q != NONE && beyond(s) == q && isPassed(p, s, width)) return true;
  return false;
}

/** Whether a disc of diameter `width` passes side `s` of polygon `p`. */
function isPassed(p: u32, s: u32, width: f64): bool {
  if (width == 0) return true;
  const start = sideAt(s);
  const stop = sideAt(nextSide(p, s));
  const dx = stop.x - start.x;
  const dy = stop.y - start.y;
  return dx * dx + dy * dy >= leastSquare(width);
}

/**
 * Whether a free polygon holds a point. A point at most epsilon outside a side counts as inside.
 * False for NaN and Infinity.
 */
export function holds(p: u32, x: f64, y: f64): bool {
  const square = smallest * smallest;
  const end = endSide(p);
  const first = firstSide(p);
  for (let s = first; s < end; s++) {
    const a = sideAt(s);
    const b = sideAt(s + 1 == end ? first : s + 1);
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const across = dx * (y - a.y) - dy * (x - a.x);
    // negated, so that NaN is outside
    if (!(across >= 0) && !(across * across <= square * (dx * dx + dy * dy))) return false;
  }
  return true;
}
