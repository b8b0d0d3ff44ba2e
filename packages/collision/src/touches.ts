// When two bodies touch: the rule that every backend follows bit by bit. Touching counts (<=).
//
// All arithmetic is f32, rounded after every operation (no fused multiply-add); d = position of b −
// position of a, per axis; sums go x, y, z, from the left; radii and the half extents of boxes count as
// at least 2^-49.
//
//   circle, circle   dx dx + dy dy + dz dz <= (ra + rb)(ra + rb)
//   circle, box      the same with max(|dx| − hx, 0) …, against r r
//   box, box         |dx| <= hax + hbx on every axis
//   with segments    segments.ts; a capsule's segment starts at −extent and runs along 2 extent, that of
//                    a ray or a swept circle starts at 0 and runs along extent
//   swept, swept     do they touch at the same moment of the tick: the origin against the path of b
//                    relative to a, from d along (extent of b − extent of a)
//
// The least radius makes (ra + rb)² a normal number of 2^-96 at least, so that it does not matter
// whether a machine flushes subnormal squares to zero: points 2^-48 apart touch either way.
import { BOX, CAPSULE, CIRCLE, LEAST_RADIUS, SWEPT } from './constants.ts';
import { pointNearSegment, segmentNearBox, segmentNearSegment } from './segments.ts';

/** What `touches` reads: `Bodies` and `ExploreQueries` are shapes. */
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
/** Bounds of all shapes but circles are so much larger than the shape, for what rounding adds. */
const GROWTH = 1 + 2 ** -16;
/** And by so much of their extents, for what the tests neglect. */
const NEGLECTED = 2 ** -18;

const radiusOf = (shapes: Shapes, i: number): number => max(shapes.radius?.[i] ?? 0, LEAST_RADIUS);
const entry = (array: Float32Array | undefined, i: number): number => array?.[i] ?? 0;

/** The square that is compared: of the distance from the centre of `a` in `A` to that of `b` in `B`. */
export function squaredDistance(A: Shapes, a: number, B: Shapes, b: number): number {
  const dx = f(B.x[b] - A.x[a]);
  const dy = f(B.y[b] - A.y[a]);
  const dz = f(entry(B.z, b) - entry(A.z, a));
  return f(f(f(dx * dx) + f(dy * dy)) + f(dz * dz));
}

/**
 * Do shape `a` of `A` and shape `b` of `B` touch? Groups, masks and kinds do not matter here. Solvers ask
 * with the body of the smaller slot, or the query, as `a`.
 */
export function touches(A: Shapes, a: number, B: Shapes, b: number): boolean {
  const shapeA = A.shape?.[a] ?? CIRCLE;
  const shapeB = B.shape?.[b] ?? CIRCLE;
  if (shapeA === CIRCLE && shapeB === CIRCLE) {
    const reach = f(radiusOf(A, a) + radiusOf(B, b));
    return squaredDistance(A, a, B, b) <= f(reach * reach);
  }
  if (shapeA === BOX || shapeB === BOX) {
    return shapeB === BOX ? boxTouches(B, b, A, a, shapeA) : boxTouches(A, a, B, b, shapeB);
  }
  return segmentsTouch(A, a, shapeA, B, b, shapeB);
}

/** Does box `a` touch shape `b`? d is taken from the box to the shape: its sign does not matter. */
function boxTouches(A: Shapes, a: number, B: Shapes, b: number, shapeB: number): boolean {
  const dx = f(B.x[b] - A.x[a]);
  const dy = f(B.y[b] - A.y[a]);
  const dz = f(entry(B.z, b) - entry(A.z, a));
  const flat = A.z === undefined;
  const hx = max(entry(A.extentX, a), LEAST_RADIUS);
  const hy = max(entry(A.extentY, a), LEAST_RADIUS);
  const hz = flat ? 0 : max(entry(A.extentZ, a), LEAST_RADIUS);
  if (shapeB === BOX) {
    return (
      abs(dx) <= f(hx + max(entry(B.extentX, b), LEAST_RADIUS)) &&
      abs(dy) <= f(hy + max(entry(B.extentY, b), LEAST_RADIUS)) &&
      (flat || abs(dz) <= f(hz + max(entry(B.extentZ, b), LEAST_RADIUS)))
    );
  }
  const radius = radiusOf(B, b);
  if (shapeB === CIRCLE) {
    const ex = max(f(abs(dx) - hx), 0);
    const ey = max(f(abs(dy) - hy), 0);
    const ez = max(f(abs(dz) - hz), 0);
    return f(f(f(ex * ex) + f(ey * ey)) + f(ez * ez)) <= f(radius * radius);
  }
  const [back, along] = shapeB === CAPSULE ? [1, 2] : [0, 1];
  const extentX = entry(B.extentX, b);
  const extentY = entry(B.extentY, b);
  const extentZ = entry(B.extentZ, b);
  return segmentNearBox(
    f(dx - back * extentX),
    f(dy - back * extentY),
    f(dz - back * extentZ),
    along * extentX,
    along * extentY,
    along * extentZ,
    hx,
    hy,
    hz,
    radius,
  );
}

/** Neither is a box, and at least one has a segment. */
function segmentsTouch(
  A: Shapes,
  a: number,
  shapeA: number,
  B: Shapes,
  b: number,
  shapeB: number,
): boolean {
  const dx = f(B.x[b] - A.x[a]);
  const dy = f(B.y[b] - A.y[a]);
  const dz = f(entry(B.z, b) - entry(A.z, a));
  const reach = f(radiusOf(A, a) + radiusOf(B, b));
  const ax = shapeA === CIRCLE ? 0 : entry(A.extentX, a);
  const ay = shapeA === CIRCLE ? 0 : entry(A.extentY, a);
  const az = shapeA === CIRCLE ? 0 : entry(A.extentZ, a);
  const bx = shapeB === CIRCLE ? 0 : entry(B.extentX, b);
  const by = shapeB === CIRCLE ? 0 : entry(B.extentY, b);
  const bz = shapeB === CIRCLE ? 0 : entry(B.extentZ, b);
  if (shapeA === SWEPT && shapeB === SWEPT) {
    return pointNearSegment(-dx, -dy, -dz, f(bx - ax), f(by - ay), f(bz - az), reach);
  }
  const backA = shapeA === CAPSULE ? 1 : 0;
  const backB = shapeB === CAPSULE ? 1 : 0;
  const alongA = 1 + backA;
  const alongB = 1 + backB;
  // from where the segment of a starts to where that of b starts
  const sx = f(f(dx - backB * bx) + backA * ax);
  const sy = f(f(dy - backB * by) + backA * ay);
  const sz = f(f(dz - backB * bz) + backA * az);
  if (shapeA === CIRCLE) {
    return pointNearSegment(-sx, -sy, -sz, alongB * bx, alongB * by, alongB * bz, reach);
  }
  if (shapeB === CIRCLE) {
    return pointNearSegment(sx, sy, sz, alongA * ax, alongA * ay, alongA * az, reach);
  }
  return segmentNearSegment(
    sx,
    sy,
    sz,
    alongB * bx,
    alongB * by,
    alongB * bz,
    alongA * ax,
    alongA * ay,
    alongA * az,
    reach,
  );
}

/**
 * Half the size, along one axis, of the bounds of shape `i` about its position: of a circle its radius,
 * of a box its extent, of a segment its extent (of a swept circle, on both sides) and its radius; but
 * for circles with 2^-18 of all extents added, then times 1 + 2^-16. What touches has bounds that touch: tests
 * with segments take lengths for 0 that are 2^-24 of the largest of both shapes, along every axis.
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
