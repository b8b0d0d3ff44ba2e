// Views: all corners that a point or a corner sees. A view carries cones of sight from triangle to
// triangle. The bounds of a cone lead to vertices, never to points on a side. So all tests of
// visibility are exact if the coordinates are whole numbers below 2^24, because the tolerance
// (`epsilon`) is then below 1.

import { reallocate } from '../env';
import { NONE } from '../sides';
import { Cone, Point, Triangle } from './layout';
import { listAdd, listClear } from './lists';
import { epsilon, HEAD_BITS, wallsBeside } from './walls';

/** Records `Triangle`. */
let triangles: usize = 0;
/**
 * A record `Point` per vertex. The first are the corners, in the order of their numbers. The last,
 * from `firstOpen` on, are the vertices without walls, which hide nothing.
 */
let points: usize = 0;
let cornerCount: u32 = 0;
let firstOpen: u32 = 0;

/**
 * The list of the corners that the view sees; a corner can be listed twice. In the view of a
 * corner, the two highest bits of an entry are the walls of that corner that the line touches.
 */
let seenValue: usize = 0;
export function seen(): usize {
  return seenValue;
}
/** A stack of records `Cone`, the cones that wait. */
let cones: usize = 0;
let coneRoom: u32 = 0;
let coneCount: u32 = 0;
/** Flags of cones. A bound is open if its vertex has no walls: the view goes on behind it. */
const LEFT_OPEN: u32 = 1;
const RIGHT_OPEN: u32 = 2;
/** In the view of a corner: the line from the corner to the bound crosses its walls. */
const LEFT_CROSSES: u32 = 4;
const RIGHT_CROSSES: u32 = 8;
const CROSS: u32 = LEFT_CROSSES | RIGHT_CROSSES;

/** The corner whose view is made; NONE in the view of a point. */
let looking: u32 = NONE;
/** The viewpoint. */
let px: f64 = 0;
let py: f64 = 0;
/** The vector from the viewpoint to the target. */
let targetX: f64 = 0;
let targetY: f64 = 0;
/** The query whose target the view looks for; 0 for none. */
let query: u32 = 0;
/** Whether the view sees the target. */
let seesTargetValue: bool = false;
export function seesTarget(): bool {
  return seesTargetValue;
}
/** The number of triangles that all views have entered since the module was made, modulo 2^32. */
let lookedValue: u32 = 0;
export function looked(): u32 {
  return lookedValue;
}

/**
 * Takes the mesh and the memory of views: the addresses of triangles and points, the number of
 * corners, the first vertex without walls, the list of seen corners, and the stack of cones.
 */
export function viewBind(
  triangle: usize,
  point: usize,
  corners: u32,
  open: u32,
  list: usize,
  stack: usize,
  stackRoom: u32,
): void {
  triangles = triangle;
  points = point;
  cornerCount = corners;
  firstOpen = open;
  seenValue = list;
  cones = stack;
  coneRoom = stackRoom;
}

export function triangleAt(triangle: u32): Triangle {
  return changetype<Triangle>(triangles + <usize>triangle * offsetof<Triangle>());
}
function pointAt(v: u32): Point {
  return changetype<Point>(points + <usize>v * offsetof<Point>());
}
/** The coordinates of a vertex; the corners are the first vertices. */
export function pointX(v: u32): f64 {
  return pointAt(v).x;
}
export function pointY(v: u32): f64 {
  return pointAt(v).y;
}
/** Vertex k modulo 3 of a triangle, for k from 0 to 5. */
export function vertexAt(triangle: Triangle, k: u32): u32 {
  return changetype<Triangle>(wordAt(triangle, k)).vertex0;
}
/** The twin of side k modulo 3 of a triangle, for k from 0 to 5. */
export function sideAt(triangle: Triangle, k: u32): u32 {
  return changetype<Triangle>(wordAt(triangle, k)).twin0;
}
/** The address of a triangle, moved by k modulo 3 words: there the first vertex is vertex k. */
function wordAt(triangle: Triangle, k: u32): usize {
  return changetype<usize>(triangle) + ((<usize>(k >= 3 ? k - 3 : k)) << 2);
}

/**
 * Twice the area of the triangle between two directions: above 0 if the second is on the left of
 * the first, below 0 if on the right; 0 for areas up to `epsilon`, which rounding may cause.
 */
export function besides(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const twice = ax * by - ay * bx;
  return abs(twice) <= epsilon() ? 0 : twice;
}

/** Marks a triangle that contains the target of a query; with the number 0 it holds none. */
export function viewAim(triangle: u32, number: u32): void {
  triangleAt(triangle).aimed = number;
}

/** Lists a vertex as seen, if it is a corner. */
function addSeen(v: u32, walls: u32): void {
  if (v < cornerCount) listAdd(seenValue, v | (walls << HEAD_BITS));
}

/** The walls of the viewing corner that a line in a direction touches; 0 in a view of a point. */
function wallsTowards(dx: f64, dy: f64): u32 {
  return looking == NONE ? 0 : wallsBeside(looking, dx, dy);
}

/** Begins the view of a point. It looks for the target of query `number`; 0 for no target. */
export function viewBegin(x: f64, y: f64, tx: f64, ty: f64, number: u32): void {
  listClear(seenValue);
  // cones are left if memory ended in the last view
  coneCount = 0;
  looking = NONE;
  seesTargetValue = false;
  px = x;
  py = y;
  targetX = tx - x;
  targetY = ty - y;
  query = number;
}

/**
 * Adds what the point sees through the sides of a triangle that contains it. A side on which the
 * point lies is skipped: the triangle behind also contains the point and has its own call.
 */
export function viewTriangle(triangle: u32): void {
  for (let k: u32 = 0; k < 3; k++) {
    addSeen(vertexAt(triangleAt(triangle), k), 0);
    lookOver(triangleAt(triangle), k, false);
  }
}

/**
 * Makes the view of a corner through all triangles around it, in left turns. `first` is the wall
 * that starts at the corner, as 4 x triangle + side. Cones whose lines all cross the walls of the
 * corner are dropped.
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

/**
 * Carries the view out of a triangle over a side, unless the point lies on the side. In the view of
 * a corner the ends of the side are listed as seen: the left end, and for the first side also the
 * right end.
 */
function lookOver(triangle: Triangle, k: u32, isFirst: bool): void {
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
    const cone = coneAt(coneCount);
    look(cone.side, cone.leftX, cone.leftY, cone.rightX, cone.rightY, cone.flags);
  }
}

function coneAt(i: u32): Cone {
  return changetype<Cone>(cones + <usize>i * offsetof<Cone>());
}
/** Pushes a cone, unless it ends at a wall or all its lines cross the walls of the corner. */
function addCone(side: u32, leftX: f64, leftY: f64, rightX: f64, rightY: f64, flags: u32): void {
  if (side == NONE || (flags & CROSS) == CROSS) return;
  if (coneCount == coneRoom) {
    cones = reallocate(
      cones,
      <usize>coneRoom * offsetof<Cone>(),
      <usize>coneRoom * offsetof<Cone>() * 2,
    );
    coneRoom <<= 1;
  }
  const cone = coneAt(coneCount);
  cone.leftX = leftX;
  cone.leftY = leftY;
  cone.rightX = rightX;
  cone.rightY = rightY;
  cone.side = side;
  cone.flags = flags;
  coneCount++;
}

/**
 * Carries a cone over a side and from triangle to triangle until it ends. A vertex inside the cone
 * splits it: the part on the left is pushed, the part on the right goes on. If the lines to both
 * bounds cross the walls of the viewing corner, all lines between them cross the walls too, because
 * the walls are less than a half turn apart. So the cone ends.
 */
function look(from: u32, x: f64, y: f64, rightX: f64, rightY: f64, begun: u32): void {
  let leftX = x;
  let leftY = y;
  let flags = begun;
  for (let entry = from; entry != NONE && (flags & CROSS) != CROSS;) {
    lookedValue++;
    const triangle = triangleAt(entry >> 2);
    const k = entry & 3;
    if (
      query != 0 &&
      triangle.aimed == query &&
      besides(rightX, rightY, targetX, targetY) >= 0 &&
      besides(leftX, leftY, targetX, targetY) <= 0
    )
      seesTargetValue = true;
    // the vertex opposite to the side over which the cone enters
    const v = vertexAt(triangle, k + 2);
    const vx = pointX(v) - px;
    const vy = pointY(v) - py;
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
