// A mesh of triangles. Side s of triangle t = s / 3 runs from corner[s] to the corner of the side after it, and the triangle lies on its
// left: who comes in over s has corner[s] on the left hand.

import { after, at, NONE } from '../sides';

export let xs: usize = 0;
export let ys: usize = 0;
export let corners: usize = 0;
/** Per side: the same side as the neighbour has it; NONE = a wall. */
export let twins: usize = 0;
/** Per triangle: the side up out of a dead end, NONE elsewhere. */
export let exits: usize = 0;
/** Per side, f64: the width of the way around the corner where it starts. */
export let widths: usize = 0;
/** The same for ways that begin or end in a triangle around that corner, which need not come past its walls. */
export let innerWidths: usize = 0;

/**
 * Per side: the side over which a triangle is left that is entered over it, as long as there is one only: through corridors, and up out of
 * dead ends. NODE where there are two, NONE where a dead end goes down.
 */
export let onwards: usize = 0;
/** In `onwards`: a triangle where ways part. */
export const NODE: u32 = 0xfffffffe;
/**
 * Per side that a triangle is entered over, 48 bytes, the way on where there is one only: f64 its width, x and y of the triangle's third
 * vertex; the vertex, 1 = it is the new left end of the side, the side over which the next
 * triangle is entered, NONE where ways part or end; the gate that is crossed, NONE elsewhere; the
 * piece of a corridor that begins there, NONE elsewhere.
 */
export let strides: usize = 0;
export const STRIDE: usize = 48;
/** Per triangle: the number of its node, NONE elsewhere. */
export let nodes: usize = 0;
/** How far off a point of a path can be that is as near to a vertex as the radius: by the rounding of its coordinates, whatever the radius. */
export let slack: f64 = 0;

export function meshBind(
  x: usize,
  y: usize,
  corner: usize,
  twin: usize,
  exit: usize,
  width: usize,
  inner: usize,
  onward: usize,
  stride: usize,
  node: usize,
  rounding: f64,
): void {
  xs = x;
  ys = y;
  corners = corner;
  twins = twin;
  exits = exit;
  widths = width;
  innerWidths = inner;
  onwards = onward;
  strides = stride;
  nodes = node;
  slack = rounding;
}

/** A distance, less the rounding of what is compared with it. */
export function keepOf(distance: f64): f64 {
  return max(0, distance * (1 - 5e-10) - slack);
}
export function squareOf(distance: f64): f64 {
  const sure = keepOf(distance);
  return sure * sure;
}

export function X(v: u32): f64 {
  return load<f64>(xs + ((<usize>v) << 3));
}
export function Y(v: u32): f64 {
  return load<f64>(ys + ((<usize>v) << 3));
}
export function startOf(side: u32): u32 {
  return at(corners, side);
}
export function endOf(side: u32): u32 {
  return at(corners, after(side));
}
export function widthAt(side: u32): f64 {
  return load<f64>(widths + ((<usize>side) << 3));
}
export function innerWidthAt(side: u32): f64 {
  return load<f64>(innerWidths + ((<usize>side) << 3));
}
/** Whether a side leads down into a dead end. */
export function isDown(side: u32): bool {
  const twin = at(twins, side);
  return twin != NONE && at(exits, twin / 3) == twin;
}

/** The square of the distance of a point to a segment. */
export function squareToSegment(px: f64, py: f64, ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  let t = square > 0 ? ((px - ax) * dx + (py - ay) * dy) / square : 0;
  if (!(t > 0)) t = 0;
  else if (t > 1) t = 1;
  const x = ax + t * dx - px;
  const y = ay + t * dy - py;
  return x * x + y * y;
}
