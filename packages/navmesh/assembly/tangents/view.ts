// What is seen from a point: all corners in sight, by cones that are carried from triangle to triangle. A cone is bounded by two vertices,
// never by points on a side, so that with coordinates that are whole numbers all tests are exact.

import { reallocate } from '../env';
import { NONE } from '../sides';
import { listAdd, listClear } from './lists';
import { epsilon, HEAD_BITS, wallsBeside, wallsBind } from './walls';

/**
 * Triangles, 32 bytes: their three vertices, in order around them; for each of their sides, which start at these, what it is for who comes in over it from
 * here, as 4 x triangle + side, NONE = a wall; the query whose target the triangle holds. Small, as views are made of little else than waiting for memory.
 */
let triangles: usize = 0;
const SIDES: usize = 12;
const AIMED: usize = 24;
/** f64 x and y per vertex. The first are the corners, by their numbers, the last those without walls, which hide nothing behind them. */
let points: usize = 0;
let cornerCount: u32 = 0;
let firstOpen: u32 = 0;

/** The corners seen, a list. One can be there twice. From a corner, in the two highest bits, which of its walls the line touches. */
export let seen: usize = 0;
/** Cones still to be looked through, 40 bytes: f64 x and y of the left bound, of the right, side, flags. */
let cones: usize = 0;
let coneRoom: u32 = 0;
let coneCount: u32 = 0;
const CONE: usize = 40;
/** Flags of cones: the left bound is open, the right; the line to the left bound crosses the walls of the corner that looks, to the right. */
const LEFT_OPEN: u32 = 1;
const RIGHT_OPEN: u32 = 2;
const LEFT_CROSSES: u32 = 4;
const RIGHT_CROSSES: u32 = 8;
const CROSS: u32 = LEFT_CROSSES | RIGHT_CROSSES;

/** The corner that looks; NONE for a point. */
let looking: u32 = NONE;
let px: f64 = 0;
let py: f64 = 0;
/** The target that is looked out for, from the point; the query that it is of, 0 for none. */
let targetX: f64 = 0;
let targetY: f64 = 0;
let query: u32 = 0;
/** Whether it was seen. */
export let seesTarget: bool = false;
/** Triangles looked into since the module was made. */
export let looked: u32 = 0;

export function viewBind(
  triangle: usize,
  point: usize,
  corners: u32,
  open: u32,
  list: usize,
  stack: usize,
  stackRoom: u32,
  along: usize,
  smallest: f64,
): void {
  triangles = triangle;
  points = point;
  cornerCount = corners;
  firstOpen = open;
  seen = list;
  cones = stack;
  coneRoom = stackRoom;
  wallsBind(along, smallest);
}

function triangleAt(triangle: u32): usize {
  return triangles + ((<usize>triangle) << 5);
}
function pointAt(v: u32): usize {
  return points + ((<usize>v) << 4);
}
/** Of a vertex; corners are the first of them. */
export function pointX(v: u32): f64 {
  return load<f64>(pointAt(v));
}
export function pointY(v: u32): f64 {
  return load<f64>(pointAt(v), 8);
}
/** The vertex, or what is over the side, number k of a triangle; k may be up to 5. */
function vertexAt(triangle: usize, k: u32): u32 {
  return load<u32>(triangle + ((<usize>(k >= 3 ? k - 3 : k)) << 2));
}
function sideAt(triangle: usize, k: u32): u32 {
  return load<u32>(triangle + ((<usize>(k >= 3 ? k - 3 : k)) << 2), SIDES);
}

/** Twice the area between two directions: above 0 where the second is on the left; 0 within rounding. */
export function besides(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const twice = ax * by - ay * bx;
  return abs(twice) <= epsilon ? 0 : twice;
}

/** Marks a triangle that holds the target of a query. */
export function viewAim(triangle: u32, number: u32): void {
  store<u32>(triangleAt(triangle), number, AIMED);
}

function addSeen(v: u32, walls: u32): void {
  if (v < cornerCount) listAdd(seen, v | (walls << HEAD_BITS));
}

/** Of the corner that looks, the walls that a line touches. */
function wallsTowards(dx: f64, dy: f64): u32 {
  return looking == NONE ? 0 : wallsBeside(looking, dx, dy);
}

/** A view from a point, perhaps with a target to look out for. */
export function viewBegin(x: f64, y: f64, tx: f64, ty: f64, number: u32): void {
  listClear(seen);
  looking = NONE;
  seesTarget = false;
  px = x;
  py = y;
  targetX = tx - x;
  targetY = ty - y;
  query = number;
}

/** From the point on through a triangle that holds it. Over a side that the point lies on, the triangle behind, which holds it too, looks. */
export function viewTriangle(triangle: u32): void {
  for (let k: u32 = 0; k < 3; k++) {
    addSeen(vertexAt(triangleAt(triangle), k), 0);
    lookOver(triangleAt(triangle), k, false);
  }
}

/**
 * From a corner through all triangles around it, from the one on, to the left, where `first`, as 4 x triangle + side, is its wall. Where lines
 * cross its walls is not looked.
 */
export function viewCorner(corner: u32, first: u32): void {
  viewBegin(pointX(corner), pointY(corner), 0, 0, 0);
  looking = corner;
  let side = first;
  for (;;) {
    const triangle = triangleAt(side >> 2);
    const k = side & 3;
    lookOver(triangle, k + 1, side == first);
    side = sideAt(triangle, k + 2);
    if (side == NONE || side == first) return;
  }
}

/** Out of a triangle over a side, unless the point lies on it. A corner sees the ends of the side as well: on the left, and, of the first one, on the right. */
function lookOver(triangle: usize, k: u32, isFirst: bool): void {
  const over = sideAt(triangle, k);
  const right = vertexAt(triangle, k);
  const left = vertexAt(triangle, k + 1);
  const leftX = pointX(left) - px;
  const leftY = pointY(left) - py;
  const rightX = pointX(right) - px;
  const rightY = pointY(right) - py;
  let flags: u32 = (left >= firstOpen ? LEFT_OPEN : 0) | (right >= firstOpen ? RIGHT_OPEN : 0);
  if (looking != NONE) {
    const rightWalls = wallsTowards(rightX, rightY);
    const leftWalls = wallsTowards(leftX, leftY);
    if (isFirst) addSeen(right, rightWalls);
    addSeen(left, leftWalls);
    flags |= (leftWalls == 0 ? LEFT_CROSSES : 0) | (rightWalls == 0 ? RIGHT_CROSSES : 0);
  } else if (besides(rightX, rightY, leftX, leftY) <= 0) return;
  if (over == NONE) return;
  look(over, leftX, leftY, rightX, rightY, flags);
  while (coneCount > 0) {
    coneCount--;
    const cone = cones + <usize>coneCount * CONE;
    look(
      load<u32>(cone, 32),
      load<f64>(cone),
      load<f64>(cone, 8),
      load<f64>(cone, 16),
      load<f64>(cone, 24),
      load<u32>(cone, 36),
    );
  }
}

function addCone(side: u32, leftX: f64, leftY: f64, rightX: f64, rightY: f64, flags: u32): void {
  if (side == NONE || (flags & CROSS) == CROSS) return;
  if (coneCount == coneRoom) {
    cones = reallocate(cones, <usize>coneRoom * CONE, <usize>coneRoom * CONE * 2);
    coneRoom <<= 1;
  }
  const cone = cones + <usize>coneCount * CONE;
  store<f64>(cone, leftX);
  store<f64>(cone, leftY, 8);
  store<f64>(cone, rightX, 16);
  store<f64>(cone, rightY, 24);
  store<u32>(cone, side, 32);
  store<u32>(cone, flags, 36);
  coneCount++;
}

/**
 * Over a side and on, with the part on the left of each vertex seen left for later. Where the lines to both bounds cross the walls of the corner that looks, those
 * in between do: walls are less than a half turn apart.
 */
function look(from: u32, x: f64, y: f64, rightX: f64, rightY: f64, begun: u32): void {
  let leftX = x;
  let leftY = y;
  let flags = begun;
  for (let entry = from; entry != NONE && (flags & CROSS) != CROSS;) {
    looked++;
    const triangle = triangleAt(entry >> 2);
    const k = entry & 3;
    if (
      query != 0 &&
      load<u32>(triangle, AIMED) == query &&
      besides(rightX, rightY, targetX, targetY) >= 0 &&
      besides(leftX, leftY, targetX, targetY) <= 0
    )
      seesTarget = true;
    // who comes in over a side has its start on the left hand
    const v = vertexAt(triangle, k + 2);
    const vx = load<f64>(pointAt(v)) - px;
    const vy = load<f64>(pointAt(v), 8) - py;
    const toLeft = besides(leftX, leftY, vx, vy);
    const toRight = besides(rightX, rightY, vx, vy);
    if (toLeft < 0 && toRight > 0) {
      const walls = wallsTowards(vx, vy);
      addSeen(v, walls);
      const isFree = v >= firstOpen;
      const crosses = walls == 0 && looking != NONE;
      addCone(
        sideAt(triangle, k + 2),
        leftX,
        leftY,
        vx,
        vy,
        (flags & (LEFT_OPEN | LEFT_CROSSES)) |
          (isFree ? RIGHT_OPEN : 0) |
          (crosses ? RIGHT_CROSSES : 0),
      );
      entry = sideAt(triangle, k + 1);
      leftX = vx;
      leftY = vy;
      flags =
        (flags & (RIGHT_OPEN | RIGHT_CROSSES)) |
        (isFree ? LEFT_OPEN : 0) |
        (crosses ? LEFT_CROSSES : 0);
    } else if (toLeft >= 0) {
      entry = sideAt(triangle, k + 1);
      if (toLeft == 0 && toRight > 0 && flags & LEFT_OPEN) {
        addSeen(v, wallsTowards(vx, vy));
        if (v < firstOpen) flags &= ~LEFT_OPEN;
      }
    } else {
      entry = sideAt(triangle, k + 2);
      if (toRight == 0 && flags & RIGHT_OPEN) {
        addSeen(v, wallsTowards(vx, vy));
        if (v < firstOpen) flags &= ~RIGHT_OPEN;
      }
    }
  }
}
