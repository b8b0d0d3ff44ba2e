// The exact tests for shapes that have a segment, in f32: additions, subtractions, multiplications
// and comparisons, each rounded on its own (no fused multiply-add), and no division, so that every
// backend gets the same bits.
//
// All lengths of a test are first multiplied by one power of two, so that the largest is in [1, 2).
// No product then overflows: none has more than six factors, lengths or sums of a few lengths, each
// below 16. A length below 2^-24 (TINY) counts as 0: it is less than half a unit in the last place
// of the largest length. A distance below TINY counts as TINY.
import type { Vector } from './vector.ts';

const f = Math.fround;
const { abs, max } = Math;
const TINY = 2 ** -24;
/**
 * Entries of cross products, a b − c d, below 2^-50 count as 0. Scaled lengths that are not 0 are
 * at least 2^-24, so a product of two is at least 2^-48. A difference below a quarter of 2^-48
 * counts as rounding.
 */
const NOISE = 2 ** -50;
/**
 * Segments along u and v count as parallel if |u × v|² <= 2^-46 |u|² |v|², so up to an angle of
 * 2^-23. Why this angle: each entry a b − c d of the computed cross product errs by at most 2^-24
 * (|a b| + |c d|), and by the rounding of the difference. The entries together err by at most √2 ·
 * 2^-24 |u| |v|. Below 2^-23 |u| |v| the direction of the product may therefore be rounding alone.
 *
 * Of parallel segments only the ends are tested. What this loses: the distance from an end differs
 * from the least distance by at most the shorter length times the sine of the angle, so by less
 * than 2^-22 of that length.
 *
 * The bound may be subnormal, but a square that is not 0 is at least NOISE², 2^-100. So the answer
 * does not depend on whether a machine flushes subnormal numbers to zero.
 */
const PARALLEL = 2 ** -46;

const minus = (a: Vector, b: Vector): Vector => [f(a[0] - b[0]), f(a[1] - b[1]), f(a[2] - b[2])];
const plus = (a: Vector, b: Vector): Vector => [f(a[0] + b[0]), f(a[1] + b[1]), f(a[2] + b[2])];
const negative = (a: Vector): Vector => [-a[0], -a[1], -a[2]];
const largestOf = (a: Vector): number => max(abs(a[0]), abs(a[1]), abs(a[2]));

/** (ax bx + ay by) + az bz */
const dot = (a: Vector, b: Vector): number =>
  f(f(f(a[0] * b[0]) + f(a[1] * b[1])) + f(a[2] * b[2]));

/** a b − c d, 0 where it is only rounding: one entry of a cross product. */
function minor(a: number, b: number, c: number, d: number): number {
  const value = f(f(a * b) - f(c * d));
  return abs(value) < NOISE ? 0 : value;
}

const cross = (a: Vector, b: Vector): Vector => [
  minor(a[1], b[2], a[2], b[1]),
  minor(a[2], b[0], a[0], b[2]),
  minor(a[0], b[1], a[1], b[0]),
];

const bits = new Float32Array(1);
const exponent = new Uint32Array(bits.buffer);

/** The power of two that brings `largest` (at least 2^-49, at most 2^66) into [1, 2). */
function scaleFor(largest: number): number {
  bits[0] = largest;
  exponent[0] = (254 - (exponent[0] >>> 23)) << 23;
  return bits[0];
}

function scaledLength(value: number, scale: number): number {
  const product = f(value * scale);
  return abs(product) < TINY ? 0 : product;
}

const scaled = (a: Vector, scale: number): Vector => [
  scaledLength(a[0], scale),
  scaledLength(a[1], scale),
  scaledLength(a[2], scale),
];

const scaledDistance = (distance: number, scale: number): number => max(f(distance * scale), TINY);

/** Is point q within r of the segment from 0 to w? */
function nearSegment(q: Vector, w: Vector, r: number): boolean {
  const projection = dot(q, w);
  if (projection <= 0) return dot(q, q) <= f(r * r);
  const length = dot(w, w);
  if (projection >= length) {
    const beyond = minus(q, w);
    return dot(beyond, beyond) <= f(r * r);
  }
  // the distance from the line is |q × w| / |w|
  const c = cross(q, w);
  return dot(c, c) <= f(f(r * r) * length);
}

/** Is the segment from p to p + v within r of the segment from 0 to u? */
function segmentsNear(p: Vector, v: Vector, u: Vector, r: number): boolean {
  if (nearSegment(p, u, r)) return true;
  if (nearSegment(plus(p, v), u, r)) return true;
  if (nearSegment(negative(p), v, r)) return true;
  if (nearSegment(minus(u, p), v, r)) return true;
  // No end of a segment is within r of the other one. So the segments are within r only if both of
  // their closest points lie strictly inside.
  const n = cross(u, v);
  const square = dot(n, n);
  if (square <= f(f(PARALLEL * dot(u, u)) * dot(v, v))) return false;
  // The closest points of the two lines are at onU / square along u and onV / square along v (from
  // 0 to 1 inside the segments), and the distance of the lines is |p · n| / |n|.
  const onU = dot(cross(p, v), n);
  if (onU < 0 || onU > square) return false;
  const onV = dot(cross(p, u), n);
  if (onV < 0 || onV > square) return false;
  const apart = dot(p, n);
  return f(apart * apart) <= f(f(r * r) * square);
}

/**
 * Is point q within r of the box from −h to h? Also the test of a circle and a box in touches.ts,
 * where lengths need no scaling.
 */
export function nearBox(q: Vector, h: Vector, r: number): boolean {
  const e: Vector = [
    max(f(abs(q[0]) - h[0]), 0),
    max(f(abs(q[1]) - h[1]), 0),
    max(f(abs(q[2]) - h[2]), 0),
  ];
  return dot(e, e) <= f(r * r);
}

/**
 * Does the segment from p to p + u meet the box from −h to h? By separating axes: the three axes,
 * and their cross products with the segment. m is the middle of the segment, s half of u.
 */
function crossesBox(p: Vector, u: Vector, h: Vector): boolean {
  const s: Vector = [f(u[0] * 0.5), f(u[1] * 0.5), f(u[2] * 0.5)];
  const m = plus(p, s);
  const [ax, ay, az] = [abs(s[0]), abs(s[1]), abs(s[2])];
  const [hx, hy, hz] = h;
  if (abs(m[0]) > f(hx + ax) || abs(m[1]) > f(hy + ay) || abs(m[2]) > f(hz + az)) return false;
  const c = cross(m, s);
  if (abs(c[0]) > f(f(hy * az) + f(hz * ay))) return false;
  if (abs(c[1]) > f(f(hz * ax) + f(hx * az))) return false;
  return abs(c[2]) <= f(f(hx * ay) + f(hy * ax));
}

/** Is a point within `distance` of the segment from 0 along `direction`? */
export function pointNearSegment(point: Vector, direction: Vector, distance: number): boolean {
  const scale = scaleFor(max(largestOf(point), largestOf(direction), distance));
  const r = scaledDistance(distance, scale);
  return nearSegment(scaled(point, scale), scaled(direction, scale), r);
}

/** A segment: from `start` along `direction`. */
export interface Segment {
  readonly start: Vector;
  readonly direction: Vector;
}

/** Is a segment within `distance` of the segment from 0 along `other`? */
export function segmentNearSegment(
  { start, direction }: Segment,
  other: Vector,
  distance: number,
): boolean {
  const scale = scaleFor(max(largestOf(start), largestOf(direction), largestOf(other), distance));
  const r = scaledDistance(distance, scale);
  return segmentsNear(scaled(start, scale), scaled(direction, scale), scaled(other, scale), r);
}

/** Is a segment within `distance` of the box of half extents `half` about 0? */
export function segmentNearBox(
  { start, direction }: Segment,
  half: Vector,
  distance: number,
): boolean {
  const scale = scaleFor(max(largestOf(start), largestOf(direction), largestOf(half), distance));
  const r = scaledDistance(distance, scale);
  const p = scaled(start, scale);
  const u = scaled(direction, scale);
  const h = scaled(half, scale);
  if (nearBox(p, h, r) || nearBox(plus(p, u), h, r) || crossesBox(p, u, h)) return true;
  // The segment does not meet the box, and no end of the segment is within r. Over the inside of a
  // face the distance changes linearly along the segment, so it is least where the segment ends or
  // leaves the face, which is over an edge. So the nearest point of the box is on an edge.
  return [0, 1, 2].some((axis) => nearEdges({ start: p, direction: u }, h, r, axis));
}

/**
 * Compares a segment with the four edges of a box along one axis. In 2D h[2] is 0: of the edges
 * along x or y two pairs coincide, and those along z are the corners.
 */
function nearEdges({ start, direction }: Segment, h: Vector, r: number, axis: number): boolean {
  const edge: [number, number, number] = [0, 0, 0];
  edge[axis] = 2 * h[axis];
  for (let corner = 0; corner < 4; corner++) {
    const first = corner & 1 ? 1 : -1;
    const second = corner & 2 ? 1 : -1;
    const origin: Vector = [
      axis === 0 ? -h[0] : first * h[0],
      axis === 1 ? -h[1] : (axis === 0 ? first : second) * h[1],
      axis === 2 ? -h[2] : second * h[2],
    ];
    if (segmentsNear(minus(start, origin), direction, edge, r)) return true;
  }
  return false;
}
