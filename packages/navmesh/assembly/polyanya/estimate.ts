// The lower bound of Polyanya on paths through the interval of a side (Cui, Harabor and Grastien
// 2017, section 3.2). polyanya.ts calls `estimateOf` for each label that it opens.
//
// An interval is kept as two bounds of the root's view, not as points on the side. A bound is a
// vertex that the root sees. A vertex with BEYOND is the vertex of the root before, and stands for
// a ray that starts at the root and points straight away from that vertex. After a turn this ray is
// one of the two bounds of the view.

import { endOf, lengthTo, startOf, vertexOf, X, Y } from './layout';

/** The bit of a bound that is a ray. */
export const BEYOND: u32 = 0x80000000;

let tx: f64 = 0;
let ty: f64 = 0;
let tolerance: f64 = 0;

/**
 * Twice an area of at most `smallest` counts as 0: `areaRounding` of @wayfield/triangulation
 * computes it from the size of the coordinates.
 */
export function estimateBind(smallest: f64): void {
  tolerance = smallest;
}
/** Sets the target. */
export function estimateAim(x: f64, y: f64): void {
  tx = x;
  ty = y;
}
export function epsilon(): f64 {
  return tolerance;
}
export function targetX(): f64 {
  return tx;
}
export function targetY(): f64 {
  return ty;
}

/** The x of a bound's direction from a root at x `rx`. */
export function boundX(rx: f64, bound: u32): f64 {
  return bound & BEYOND ? rx - X(bound & ~BEYOND) : X(bound) - rx;
}
/** The y of a bound's direction from a root at y `ry`. */
export function boundY(ry: f64, bound: u32): f64 {
  return bound & BEYOND ? ry - Y(bound & ~BEYOND) : Y(bound) - ry;
}

/**
 * Lower bound on a path over a root and the interval between two bounds of a side: the length to
 * the root, and the shortest line from there through the interval to the target. A target on the
 * root's side of the line is mirrored over the line first: a path from the root over a point of the
 * line to the target is as long as over that point to the mirror image.
 */
export function estimateOf(root: u32, side: usize, left: u32, right: u32): f64 {
  const v = vertexOf(root);
  const g = lengthTo(root);
  const rx = X(v);
  const ry = Y(v);
  const a = endOf(side);
  const b = startOf(side);
  const ax = X(a) - rx;
  const ay = Y(a) - ry;
  const bx = X(b) - rx;
  const by = Y(b) - ry;
  let px = tx - rx;
  let py = ty - ry;
  if (abs(ax * by - ay * bx) <= tolerance) return g + sqrt(px * px + py * py);
  const dx = bx - ax;
  const dy = by - ay;
  const targetSide = dx * (py - ay) - dy * (px - ax);
  // the polygon across the side lies on the left of a -> b, the root on the right
  if (targetSide < 0) {
    const k = (2 * targetSide) / (dx * dx + dy * dy);
    px += k * dy;
    py -= k * dx;
  }
  let ux = boundX(rx, right);
  let uy = boundY(ry, right);
  let mx = bx;
  let my = by;
  let isEnd = right == b;
  if (ux * py - uy * px >= -tolerance) {
    ux = boundX(rx, left);
    uy = boundY(ry, left);
    if (ux * py - uy * px <= tolerance) return g + sqrt(px * px + py * py);
    mx = ax;
    my = ay;
    isEnd = left == a;
  }
  // the target lies outside the view: the path bends where the nearer bound meets the side
  if (!isEnd) {
    const along = dx * uy - dy * ux;
    if (along != 0) {
      const t = (ay * ux - ax * uy) / along;
      mx = ax + t * dx;
      my = ay + t * dy;
    }
  }
  px -= mx;
  py -= my;
  return g + sqrt(mx * mx + my * my) + sqrt(px * px + py * py);
}
