// What only discs need to know of the mesh: how wide the passages around corners and through
// corridors are, records of single steps through corridors, and how near a path may come
// (`keepOf`). Widths are upper bounds on the diameters of the discs that pass.

import { TOUCH } from '../rounding';
import { at } from '../sides';
import { Stride } from './layout';

let strides: usize = 0;
/** Per side, f64: the width of the passage around the corner where the side starts. */
let widths: usize = 0;
/**
 * Per side, f64: the width of that passage for paths that begin or end in a triangle at the corner.
 * Such paths need not pass the corner's walls.
 */
let innerWidths: usize = 0;
/**
 * Per half and section, f64: the least width of its corners; and the least inner width of its
 * corners, for paths that begin or end in the half or section.
 */
let halfWidths: usize = 0;
let halfInnerWidths: usize = 0;
/**
 * Two u32 per section: the next section of its half, NONE after the last; and the half. Numbers of
 * sections begin where those of halves end (`firstSection`).
 */
let sections: usize = 0;
/** The number of halves, which is the number of the first section. */
let firstSection: u32 = 0;
/**
 * How much nearer than the radius rounding alone can bring a point of a path to a vertex: c 2^-48,
 * with c the largest coordinate (`distanceRounding` of src/discs/disc-facts.ts).
 */
let roundingOfDistances: f64 = 0;
/** Per vertex, one byte: 1 = it is on no wall. */
let loose: usize = 0;

export function widthsBind(
  width: usize,
  inner: usize,
  stride: usize,
  looseVertices: usize,
  rounding: f64,
): void {
  widths = width;
  innerWidths = inner;
  strides = stride;
  loose = looseVertices;
  roundingOfDistances = rounding;
}
export function halfWidthsBind(width: usize, inner: usize, section: usize, halfCount: u32): void {
  halfWidths = width;
  halfInnerWidths = inner;
  sections = section;
  firstSection = halfCount;
}

export function strideAt(entry: u32): Stride {
  return changetype<Stride>(strides + <usize>entry * offsetof<Stride>());
}
export function widthAt(side: u32): f64 {
  return load<f64>(widths + ((<usize>side) << 3));
}
export function innerWidthAt(side: u32): f64 {
  return load<f64>(innerWidths + ((<usize>side) << 3));
}
export function isLoose(v: u32): bool {
  return load<u8>(loose + v) != 0;
}
export function distanceRounding(): f64 {
  return roundingOfDistances;
}

/** Whether a half, or a section, is at least `width` wide. */
export function isHalfWide(half: u32, width: f64): bool {
  return load<f64>(halfWidths + ((<usize>half) << 3)) >= width;
}
/** Whether a half is wide enough only for paths that begin or end in it. */
export function isForEnds(half: u32, width: f64): bool {
  const inner = load<f64>(halfInnerWidths + ((<usize>half) << 3));
  return !isHalfWide(half, width) && inner >= width;
}
export function sectionAfter(section: u32): u32 {
  return at(sections, 2 * (section - firstSection));
}
export function halfOf(section: u32): u32 {
  return at(sections, 2 * (section - firstSection) + 1);
}

/**
 * How near a path that shall keep `distance` may come to a vertex or wall: `distance` less the
 * share TOUCH and less the rounding of coordinates. `createDiscSearch` promises a little less: it
 * states the two as 1e-9 of the radius and c 2^-46.
 */
export function keepOf(distance: f64): f64 {
  return max(0, distance * (1 - TOUCH) - roundingOfDistances);
}
export function squareOf(distance: f64): f64 {
  const sure = keepOf(distance);
  return sure * sure;
}

/** The square of the distance from a point to a segment. */
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
