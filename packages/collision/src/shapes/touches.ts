// When two bodies touch: the rules that every backend follows bit by bit. Touching counts (<=).
//
// All arithmetic is f32, rounded after every operation (no fused multiply-add). d is the position
// of b minus the position of a, per axis. Sums go x, y, z, from the left. Radii and the half
// extents of boxes count as at least LEAST_RADIUS, 2^-49; in 2D the half extent of a box along z is
// 0.
//
//   circle, circle   dx dx + dy dy + dz dz <= (ra + rb)(ra + rb)
//   circle, box      ex ex + ey ey + ez ez <= r r, with ex = max(|dx| − hx, 0), and so on
//   box, box         |dx| <= hax + hbx on every axis
//   with segments    the tests of segments.ts. The segment of a capsule starts at −extent and runs
//                    along 2 extent; that of a ray or a swept circle starts at 0 and runs along
//                    extent
//   swept, swept     both circles touch at the same moment of the tick: the origin against the path
//                    of b relative to a, which starts at d and runs along extent of b − extent of a
//
// Bounds (`candidates`) touch if they touch on every axis: `boundsTouch`. Neighbours within a
// radius are centres whose squared distance, with the sums above, is at most the square of the
// radius.
//
// The rules stand in these places, which change together:
//
// - reference and tree solver: this file and segments.ts; neighbours: `within` of
//   solvers/search-solver.ts;
// - WebAssembly, shapes: assembly/shapes/touch.ts;
// - WebAssembly, circles, four at a time: `near` of assembly/pairs/pairs.ts, `touching` of
//   assembly/pairs/plain-pairs.ts, the vector tests of assembly/lists/explore.ts;
// - WebAssembly, neighbours: the vector tests of assembly/lists/neighbours.ts and nearest.ts;
// - WebAssembly, bounds: `halfBounds` of assembly/bodies/details.ts, and `near`;
// - GPU, shapes and circles: gpu/touches.wgsl.ts;
// - GPU, neighbours: gpu/lists/seek.wgsl.ts and gpu/lists/nearest.wgsl.ts, by `squareOf`;
// - GPU, bounds: `halfBounds` of gpu/grid/grid.wgsl.ts, `boundsTouch` of gpu/touches.wgsl.ts, and
//   `mayMeet` of gpu/pairs/pairs.wgsl.ts and gpu/lists/seek.wgsl.ts for circles.
//
// Radii are raised to LEAST_RADIUS where bodies and areas are taken: assembly/bodies/ingest.ts and
// details.ts, lists/areas.ts, `radiusOf` of gpu/grid/grid.wgsl.ts, solvers/reach.ts (a radius of
// neighbours, twice as much).
//
// Points closer than 2^-48 touch whether or not a machine flushes subnormal squares: see
// LEAST_RADIUS.
import { BOX, CAPSULE, CIRCLE, LEAST_RADIUS, SWEPT } from '../constants.ts';
import {
  nearBox,
  pointNearSegment,
  type Segment,
  segmentNearBox,
  segmentNearSegment,
} from './segments.ts';
import type { Vector } from './vector.ts';

/** The arrays that `touches` reads. `Bodies` and `ExploreQueries` have them. */
export interface Shapes {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z?: Float32Array;
  readonly radius?: Float32Array;
  readonly extentX?: Float32Array;
  readonly extentY?: Float32Array;
  readonly extentZ?: Float32Array;
  readonly shape?: Uint8Array;
}

const f = Math.fround;
const { abs, max } = Math;
/**
 * 1 + 2^-16: bounds of all shapes but circles are larger than the shape by this factor, which
 * covers all rounding of the tests and of the bounds, about 20 operations of 2^-24 each.
 */
const GROWTH = 1 + 2 ** -16;
/**
 * 2^-18: the share of all extents that is added to bounds, for what the tests of segments.ts count
 * as 0. Lengths up to 2^-24 of the largest, on three axes of both shapes, move a distance by at
 * most 6 · 2^-24 of the largest length. Cross products below NOISE move it by at most 3 · 2^-50 /
 * 2^-24 = 3 · 2^-26. Together that is less than 2^-21 of the largest length; 2^-18 is eight times
 * 2^-21. Where the largest length is a radius instead of an extent, GROWTH covers it.
 */
const NEGLECTED = 2 ** -18;

const radiusOf = (shapes: Shapes, i: number): number => max(shapes.radius?.[i] ?? 0, LEAST_RADIUS);
const entry = (array: Float32Array | undefined, i: number): number => array?.[i] ?? 0;

const extentOf = (shapes: Shapes, i: number): Vector => [
  entry(shapes.extentX, i),
  entry(shapes.extentY, i),
  entry(shapes.extentZ, i),
];

/** The position of `b` in `B` minus that of `a` in `A`. */
function difference(A: Shapes, a: number, B: Shapes, b: number): Vector {
  return [f(B.x[b] - A.x[a]), f(B.y[b] - A.y[a]), f(entry(B.z, b) - entry(A.z, a))];
}

/** The squared distance that is compared: from the centre of `a` in `A` to that of `b` in `B`. */
export function squaredDistance(A: Shapes, a: number, B: Shapes, b: number): number {
  const dx = f(B.x[b] - A.x[a]);
  const dy = f(B.y[b] - A.y[a]);
  const dz = f(entry(B.z, b) - entry(A.z, a));
  return f(f(f(dx * dx) + f(dy * dy)) + f(dz * dz));
}

/**
 * Do shape `a` of `A` and shape `b` of `B` touch? Groups, masks and kinds do not matter here.
 * Solvers ask with the body of the smaller slot, or the query, as `a`.
 */
export function touches(A: Shapes, a: number, B: Shapes, b: number): boolean {
  const shapeA = A.shape?.[a] ?? CIRCLE;
  const shapeB = B.shape?.[b] ?? CIRCLE;
  if (shapeA === CIRCLE && shapeB === CIRCLE) {
    const reach = f(radiusOf(A, a) + radiusOf(B, b));
    return squaredDistance(A, a, B, b) <= f(reach * reach);
  }
  if (shapeB === BOX) return boxTouches(B, b, A, a);
  if (shapeA === BOX) return boxTouches(A, a, B, b);
  return segmentsTouch(A, a, B, b);
}

/**
 * Does box `a` touch shape `b`? d points from the box to the shape. The rules at the head of this
 * file may have d point the other way, which gives the same answer: f32 differences of both orders
 * are exact opposites, and a box is symmetric.
 */
function boxTouches(A: Shapes, a: number, B: Shapes, b: number): boolean {
  const shapeB = B.shape?.[b] ?? CIRCLE;
  const d = difference(A, a, B, b);
  const flat = A.z === undefined;
  const [ax, ay, az] = extentOf(A, a);
  const half: Vector = [
    max(ax, LEAST_RADIUS),
    max(ay, LEAST_RADIUS),
    flat ? 0 : max(az, LEAST_RADIUS),
  ];
  const extent = extentOf(B, b);
  if (shapeB === BOX) {
    const apart = (axis: 0 | 1 | 2): boolean =>
      abs(d[axis]) > f(half[axis] + max(extent[axis], LEAST_RADIUS));
    return !apart(0) && !apart(1) && (flat || !apart(2));
  }
  const radius = radiusOf(B, b);
  if (shapeB === CIRCLE) return nearBox(d, half, radius);
  return segmentNearBox(segmentOf(shapeB, d, extent), half, radius);
}

/**
 * The segment of a shape that is not a box, whose position is at `d`: a capsule begins one extent
 * before it and is two extents long, rays and swept circles begin there, and a circle is a point.
 */
function segmentOf(shape: number, d: Vector, extent: Vector): Segment {
  const back = shape === CAPSULE ? 1 : 0;
  const along = shape === CIRCLE ? 0 : 1 + back;
  const [x, y, z] = extent;
  return {
    start: [f(d[0] - back * x), f(d[1] - back * y), f(d[2] - back * z)],
    direction: [along * x, along * y, along * z],
  };
}

/** Neither is a box, and at least one has a segment. */
function segmentsTouch(A: Shapes, a: number, B: Shapes, b: number): boolean {
  const shapeA = A.shape?.[a] ?? CIRCLE;
  const shapeB = B.shape?.[b] ?? CIRCLE;
  const reach = f(radiusOf(A, a) + radiusOf(B, b));
  const extentA = shapeA === CIRCLE ? ZERO : extentOf(A, a);
  const extentB = shapeB === CIRCLE ? ZERO : extentOf(B, b);
  const d = difference(A, a, B, b);
  if (shapeA === SWEPT && shapeB === SWEPT) {
    const relative: Vector = [
      f(extentB[0] - extentA[0]),
      f(extentB[1] - extentA[1]),
      f(extentB[2] - extentA[2]),
    ];
    return pointNearSegment(negative(d), relative, reach);
  }
  const own = segmentOf(shapeA, ZERO, extentA).direction;
  const { start, direction } = segmentOf(shapeB, d, extentB);
  // from the start of the segment of a to that of b
  const back = shapeA === CAPSULE ? 1 : 0;
  const between: Vector = [
    f(start[0] + back * extentA[0]),
    f(start[1] + back * extentA[1]),
    f(start[2] + back * extentA[2]),
  ];
  if (shapeA === CIRCLE) return pointNearSegment(negative(between), direction, reach);
  if (shapeB === CIRCLE) return pointNearSegment(between, own, reach);
  return segmentNearSegment({ start: between, direction }, own, reach);
}

const ZERO: Vector = [0, 0, 0];
const negative = ([x, y, z]: Vector): Vector => [-x, -y, -z];

/**
 * Half the size, along one axis, of the bounds of shape `i` about its position: the radius of a
 * circle, the extent of a box, the extent of a segment plus its radius (the extent of a swept
 * circle or a ray counts on both sides of the position). For all shapes except circles 2^-18 of all
 * extents is added, then the sum is multiplied by 1 + 2^-16. Shapes that touch have bounds that
 * touch.
 */
export function halfBounds(shapes: Shapes, i: number, axis: 0 | 1 | 2): number {
  const shape = shapes.shape?.[i] ?? CIRCLE;
  if (shape === CIRCLE) return radiusOf(shapes, i);
  const x = abs(entry(shapes.extentX, i));
  const y = abs(entry(shapes.extentY, i));
  const z = abs(entry(shapes.extentZ, i));
  const extent = axis === 0 ? x : axis === 1 ? y : z;
  const half = shape === BOX ? max(extent, LEAST_RADIUS) : f(extent + radiusOf(shapes, i));
  return f(f(half + f(f(f(x + y) + z) * NEGLECTED)) * GROWTH);
}

/** Do the bounds touch: |d| <= ha + hb on every axis, in f32? The rule of `candidates`. */
export function boundsTouch(A: Shapes, a: number, B: Shapes, b: number): boolean {
  if (abs(f(B.x[b] - A.x[a])) > f(halfBounds(A, a, 0) + halfBounds(B, b, 0))) return false;
  if (abs(f(B.y[b] - A.y[a])) > f(halfBounds(A, a, 1) + halfBounds(B, b, 1))) return false;
  if (A.z === undefined || B.z === undefined) return true;
  return abs(f(B.z[b] - A.z[a])) <= f(halfBounds(A, a, 2) + halfBounds(B, b, 2));
}
