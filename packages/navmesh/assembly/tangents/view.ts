// What is seen from a point: all corners in sight, by cones that are carried from triangle to triangle. A cone is bounded by two vertices,
// never by points on a side, so that with coordinates that are whole numbers all tests are exact.

import { reallocate } from '../env';
import { NONE } from '../sides';
import { listAdd, listClear } from './lists';

/**
 * Triangles, 32 bytes: their three vertices, in order around them; for each of their sides, which start at these, what it is for who comes in over it from
 * here, as 3 x triangle + side, NONE = a wall; the query whose target the triangle holds. Small, as views are made of little else than waiting for memory.
 */
let triangles: usize = 0;
const SIDES: usize = 12;
const AIMED: usize = 24;
/** f64 x and y per vertex. The first are the corners, by their numbers, the last those without walls, which hide nothing behind them. */
let points: usize = 0;
let cornerCount: u32 = 0;
let firstOpen: u32 = 0;
/** Areas up to this count as 0: rounding of the coordinates' size. */
export let epsilon: f64 = 0;

/** The corners seen, a list. One can be there twice. */
export let seen: usize = 0;
/** Cones still to be looked through, 40 bytes: f64 x and y of the left bound, of the right, side; 1 where the left bound is open, 2 the right. */
let cones: usize = 0;
let coneRoom: u32 = 0;
let coneCount: u32 = 0;
const CONE: usize = 40;

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
  smallest: f64,
): void {
  triangles = triangle;
  points = point;
  cornerCount = corners;
  firstOpen = open;
  seen = list;
  cones = stack;
  coneRoom = stackRoom;
  epsilon = smallest;
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

function addSeen(v: u32): void {
  if (v < cornerCount) listAdd(seen, v);
}

/** A view from a point, perhaps with a target to look out for. */
export function viewBegin(x: f64, y: f64, tx: f64, ty: f64, number: u32): void {
  listClear(seen);
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
    addSeen(vertexAt(triangleAt(triangle), k));
    lookOver(triangleAt(triangle), k, false);
  }
}

/** From the vertex where `first`, as 3 x triangle + side, starts through all triangles around it from `first`'s on to the left. */
export function viewAround(first: u32): void {
  let side = first;
  for (;;) {
    const triangle = triangleAt(side / 3);
    const k = side % 3;
    addSeen(vertexAt(triangle, k + 1));
    addSeen(vertexAt(triangle, k + 2));
    lookOver(triangle, k + 1, true);
    side = sideAt(triangle, k + 2);
    if (side == NONE || side == first) return;
  }
}

/** Out of a triangle over a side, unless the point lies on it. */
function lookOver(triangle: usize, k: u32, isCorner: bool): void {
  const over = sideAt(triangle, k);
  if (over == NONE) return;
  const right = vertexAt(triangle, k);
  const left = vertexAt(triangle, k + 1);
  const leftX = load<f64>(pointAt(left)) - px;
  const leftY = load<f64>(pointAt(left), 8) - py;
  const rightX = load<f64>(pointAt(right)) - px;
  const rightY = load<f64>(pointAt(right), 8) - py;
  if (!isCorner && besides(rightX, rightY, leftX, leftY) <= 0) return;
  const open: u32 = (left >= firstOpen ? 1 : 0) | (right >= firstOpen ? 2 : 0);
  look(over, leftX, leftY, rightX, rightY, open);
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

function addCone(side: u32, leftX: f64, leftY: f64, rightX: f64, rightY: f64, open: u32): void {
  if (side == NONE) return;
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
  store<u32>(cone, open, 36);
  coneCount++;
}

/** Over a side and on, with the part on the left of each vertex seen left for later. */
function look(from: u32, x: f64, y: f64, rightX: f64, rightY: f64, isOpen: u32): void {
  let leftX = x;
  let leftY = y;
  let open = isOpen;
  for (let entry = from; entry != NONE;) {
    looked++;
    const triangle = triangleAt(entry / 3);
    const k = entry % 3;
    if (
      load<u32>(triangle, AIMED) == query &&
      query != 0 &&
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
      addSeen(v);
      const isFree = v >= firstOpen;
      addCone(sideAt(triangle, k + 2), leftX, leftY, vx, vy, (open & 1) | (isFree ? 2 : 0));
      entry = sideAt(triangle, k + 1);
      leftX = vx;
      leftY = vy;
      open = (open & 2) | (isFree ? 1 : 0);
    } else if (toLeft >= 0) {
      entry = sideAt(triangle, k + 1);
      if (toLeft == 0 && toRight > 0 && open & 1) {
        addSeen(v);
        if (v < firstOpen) open &= ~1;
      }
    } else {
      entry = sideAt(triangle, k + 2);
      if (toRight == 0 && open & 2) {
        addSeen(v);
        if (v < firstOpen) open &= ~2;
      }
    }
  }
}
