// What a path through the seen part of a side comes to at least. A bound of what a root sees is a vertex that it sees, or, with
// BEYOND, the way on from the root before. Points are relative to the root.

import { END, X, Y } from './mesh';
import { LENGTH, rootAt } from './roots';

/** A bound that is not a vertex seen from the root, but the way on from the root before: that root's vertex with this bit. */
export const BEYOND: u32 = 0x80000000;

export let tx: f64 = 0;
export let ty: f64 = 0;
/** Areas up to this count as 0: rounding of the coordinates' size. */
export let epsilon: f64 = 0;

export function estimateBind(smallest: f64): void {
  epsilon = smallest;
}
export function estimateAim(x: f64, y: f64): void {
  tx = x;
  ty = y;
}

/** The direction of a bound from a root at x, or y. */
export function boundX(rx: f64, bound: u32): f64 {
  return bound & BEYOND ? rx - X(bound & ~BEYOND) : X(bound) - rx;
}
export function boundY(ry: f64, bound: u32): f64 {
  return bound & BEYOND ? ry - Y(bound & ~BEYOND) : Y(bound) - ry;
}

/** The length so far and the least that can follow: straight to the target, or its mirror image, through what is seen of the side. */
export function estimateOf(root: u32, side: usize, left: u32, right: u32): f64 {
  const entry = rootAt(root);
  const v = load<u32>(entry);
  const g = load<f64>(entry, LENGTH);
  const rx = X(v);
  const ry = Y(v);
  const a = load<u32>(side, END);
  const b = load<u32>(side);
  const ax = X(a) - rx;
  const ay = Y(a) - ry;
  const bx = X(b) - rx;
  const by = Y(b) - ry;
  let px = tx - rx;
  let py = ty - ry;
  if (abs(ax * by - ay * bx) <= epsilon) return g + sqrt(px * px + py * py);
  const dx = bx - ax;
  const dy = by - ay;
  const targetSide = dx * (py - ay) - dy * (px - ax);
  // what is over the side lies on the left of a -> b, the root on the right
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
  if (ux * py - uy * px >= -epsilon) {
    ux = boundX(rx, left);
    uy = boundY(ry, left);
    if (ux * py - uy * px <= epsilon) return g + sqrt(px * px + py * py);
    mx = ax;
    my = ay;
    isEnd = left == a;
  }
  // around the point where the bound's ray meets the side
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
