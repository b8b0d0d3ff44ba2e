// Whether a point sees a corner or another point, by a walk from triangle to triangle.

import { at, NONE } from '../sides';
import { Triangle } from '../tangent/layout';
import { besides, pointX, pointY, sideAt, triangleAt, vertexAt } from '../tangent/view';

/** Whether the last walk came so near to a vertex that both sides of the vertex must be tried. */
let isTied: bool = false;
/** The triangles of the point that `seesPoint` looks for. */
let aims: usize = 0;
let aimCount: u32 = 0;

/** The next calls of `seesPoint` look for a point in these triangles. */
export function rayAim(triangles: usize, count: u32): void {
  aims = triangles;
  aimCount = count;
}

/**
 * Walks along a line. A vertex on the line counts as right of the line, or with `toRight` as left
 * of the line: so a line that touches walls on one side only gets past them. `corner`: the end is
 * this corner; NONE: the end lies in one of the triangles aimed at.
 */
function walk(from: u32, x: f64, y: f64, endX: f64, endY: f64, corner: u32, toRight: bool): bool {
  const dx = endX - x;
  const dy = endY - y;
  let triangle: Triangle = triangleAt(from);
  const a = vertexAt(triangle, 0);
  const b = vertexAt(triangle, 1);
  const c = vertexAt(triangle, 2);
  if (corner == NONE ? isAim(from) : a == corner || b == corner || c == corner) return true;
  const isLeftA = isLeft(dx, dy, pointX(a) - x, pointY(a) - y, toRight);
  const isLeftB = isLeft(dx, dy, pointX(b) - x, pointY(b) - y, toRight);
  const isLeftC = isLeft(dx, dy, pointX(c) - x, pointY(c) - y, toRight);
  // a line leaves over the side that starts on its right and ends on its left
  let exit: u32 = NONE;
  if (!isLeftA && isLeftB) exit = 0;
  if (!isLeftB && isLeftC) exit = 1;
  if (!isLeftC && isLeftA) exit = 2;
  if (exit == NONE) return false;
  // of each further triangle, only the vertex opposite the side entered is new
  for (let entry = sideAt(triangle, exit); entry != NONE; entry = sideAt(triangle, exit)) {
    triangle = triangleAt(entry >> 2);
    const k = entry & 3;
    const v = vertexAt(triangle, k + 2);
    if (corner == NONE ? isAim(entry >> 2) : v == corner) return true;
    exit = isLeft(dx, dy, pointX(v) - x, pointY(v) - y, toRight) ? k + 1 : k + 2;
  }
  return false;
}

function isAim(triangle: u32): bool {
  for (let i: u32 = 0; i < aimCount; i++) if (at(aims, i) == triangle) return true;
  return false;
}

function isLeft(dx: f64, dy: f64, x: f64, y: f64, isTieLeft: bool): bool {
  const twice = besides(dx, dy, x, y);
  if (twice == 0) {
    isTied = true;
    return isTieLeft;
  }
  return twice > 0;
}

/** Whether a point of a triangle sees a corner; a line may touch walls on one side. */
export function seesCorner(from: u32, x: f64, y: f64, corner: u32): bool {
  const endX = pointX(corner);
  const endY = pointY(corner);
  isTied = false;
  if (walk(from, x, y, endX, endY, corner, false)) return true;
  return isTied && walk(from, x, y, endX, endY, corner, true);
}

/** Whether a point of a triangle sees a point in the triangles of `rayAim`. */
export function seesPoint(from: u32, x: f64, y: f64, endX: f64, endY: f64): bool {
  isTied = false;
  if (walk(from, x, y, endX, endY, NONE, false)) return true;
  return isTied && walk(from, x, y, endX, endY, NONE, true);
}
