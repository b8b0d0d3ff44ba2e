// When two oriented shapes touch, in f64: unless an axis separates them (Gottschalk 1996). The
// kernels of assembly/oriented/ follow this file operation by operation. The GPU (narrow.wgsl.ts)
// decides in f32 what is clear, and leaves the rest to this file.
//
// An axis separates two shapes if the gap between their shadows on the axis is more than TOUCHING
// times the sum of their enclosing radii. Axes are the normals of the sides in 2D. In 3D they are
// the normals of the faces, and the cross products of two edges, one of each box. The cross
// products keep their length, the sine between the edges, so that nearly parallel edges separate
// nothing by rounding alone. A disc or ball is tested by its distance.
import { CORNER_WORDS, ENCLOSING, HEAD_WORDS, poseWords, RADIUS } from './layout.ts';
import type { Taken } from './take.ts';

/**
 * 2^-40: some 2^10 times the rounding of a test. So rounding does not part shapes that are placed
 * side by side without a gap.
 */
export const TOUCHING: number = 2 ** -40;

const { abs, max, min } = Math;

/** Two shapes: where their records and their poses begin, as indices into the arrays. */
export interface Test {
  readonly records: Float64Array;
  readonly poses: Float64Array;
  /** The records of the shapes. */
  readonly A: number;
  readonly B: number;
  /** The poses of the bodies. */
  readonly a: number;
  readonly b: number;
  /** The largest gap that counts as touching. */
  readonly limit: number;
}

/** Do the shapes of two slots touch? */
export function orientedTouch({ shapes, entry, poses }: Taken, a: number, b: number): boolean {
  const { records, first, dimensions } = shapes;
  const [A, B] = [first[entry[a]], first[entry[b]]];
  const words = poseWords(dimensions);
  const limit = TOUCHING * (records[A + ENCLOSING] + records[B + ENCLOSING]);
  const test: Test = { records, poses, A, B, a: a * words, b: b * words, limit };
  return shapesTouch(test, dimensions === 2);
}

/** Do the two shapes of a test touch? */
export function shapesTouch(test: Test, flat: boolean): boolean {
  const { records, A, B } = test;
  if (records[A] === 0 && records[B] === 0) return roundTouch(test, flat);
  if (records[A] === 0) return (flat ? polygonTouchesDisc : boxTouchesBall)(swapped(test));
  if (records[B] === 0) return (flat ? polygonTouchesDisc : boxTouchesBall)(test);
  if (!flat) return boxesTouch(test);
  return !sidesSeparate(test) && !sidesSeparate(swapped(test));
}

const swapped = ({ records, poses, A, B, a, b, limit }: Test): Test => ({
  records,
  poses,
  A: B,
  B: A,
  a: b,
  b: a,
  limit,
});

/** Two discs, or two balls. */
function roundTouch({ records, poses, A, B, a, b, limit }: Test, flat: boolean): boolean {
  const dx = poses[b] - poses[a];
  const dy = poses[b + 1] - poses[a + 1];
  const dz = flat ? 0 : poses[b + 2] - poses[a + 2];
  const reach = records[A + RADIUS] + records[B + RADIUS] + limit;
  return dx * dx + dy * dy + dz * dz <= reach * reach;
}

/** Does a normal of the polygon A separate it from the polygon B? */
function sidesSeparate({ records, poses, A, B, a, b, limit }: Test): boolean {
  const [cosA, sinA, cosB, sinB] = [poses[a + 2], poses[a + 3], poses[b + 2], poses[b + 3]];
  const dx = poses[b] - poses[a];
  const dy = poses[b + 1] - poses[a + 1];
  // the position of B in the frame of A, and the turn from the frame of B into that of A
  const px = cosA * dx + sinA * dy;
  const py = cosA * dy - sinA * dx;
  const cos = cosA * cosB + sinA * sinB;
  const sin = cosA * sinB - sinA * cosB;
  const endA = A + HEAD_WORDS + CORNER_WORDS * records[A];
  const endB = B + HEAD_WORDS + CORNER_WORDS * records[B];
  for (let side = A + HEAD_WORDS; side < endA; side += CORNER_WORDS) {
    const [nx, ny] = [records[side + 2], records[side + 3]];
    // the normal in the frame of B
    const mx = cos * nx + sin * ny;
    const my = cos * ny - sin * nx;
    let least = Infinity;
    for (let corner = B + HEAD_WORDS; corner < endB; corner += CORNER_WORDS) {
      least = min(least, mx * records[corner] + my * records[corner + 1]);
    }
    if (nx * px + ny * py - records[side + 4] + least > limit) return true;
  }
  return false;
}

/** A is a polygon, B a disc. */
function polygonTouchesDisc({ records, poses, A, B, a, b, limit }: Test): boolean {
  const [cos, sin] = [poses[a + 2], poses[a + 3]];
  const dx = poses[b] - poses[a];
  const dy = poses[b + 1] - poses[a + 1];
  const px = cos * dx + sin * dy;
  const py = cos * dy - sin * dx;
  const begin = A + HEAD_WORDS;
  const end = begin + CORNER_WORDS * records[A];
  let inside = true;
  let least = Infinity;
  for (let side = begin; side < end; side += CORNER_WORDS) {
    const next = side + CORNER_WORDS < end ? side + CORNER_WORDS : begin;
    const [x, y, nx, ny] = [records[side], records[side + 1], records[side + 2], records[side + 3]];
    // only a side whose outer half-plane holds the centre can have the nearest point of the polygon
    if (nx * px + ny * py - records[side + 4] <= 0) continue;
    inside = false;
    const length = nx * (records[next + 1] - y) - ny * (records[next] - x);
    const along = max(0, min(length, nx * (py - y) - ny * (px - x)));
    const ex = px - (x - ny * along);
    const ey = py - (y + nx * along);
    least = min(least, ex * ex + ey * ey);
  }
  const reach = records[B + RADIUS] + limit;
  return inside || least <= reach * reach;
}

/** The difference of two positions along the axes of the box whose pose is `a`. */
function inFrame({ poses, a, b }: Test): readonly [number, number, number] {
  const dx = poses[b] - poses[a];
  const dy = poses[b + 1] - poses[a + 1];
  const dz = poses[b + 2] - poses[a + 2];
  const along = (axis: number): number =>
    poses[a + 3 + axis] * dx + poses[a + 6 + axis] * dy + poses[a + 9 + axis] * dz;
  return [along(0), along(1), along(2)];
}

/** A is a box, B a ball. */
function boxTouchesBall(test: Test): boolean {
  const { records, A, B, limit } = test;
  const [x, y, z] = inFrame(test);
  const ex = max(0, abs(x) - records[A + HEAD_WORDS]);
  const ey = max(0, abs(y) - records[A + HEAD_WORDS + 1]);
  const ez = max(0, abs(z) - records[A + HEAD_WORDS + 2]);
  const reach = records[B + RADIUS] + limit;
  return ex * ex + ey * ey + ez * ez <= reach * reach;
}

/**
 * The test of Gottschalk, Lin and Manocha (1996) with 15 axes. t is the position of B in the frame
 * of A, h and k are half the sizes of A and B.
 */
function boxesTouch(test: Test): boolean {
  const { records, poses, A, B, a, b, limit } = test;
  const t = inFrame(test);
  const h = [0, 1, 2].map((axis) => records[A + HEAD_WORDS + axis]);
  const k = [0, 1, 2].map((axis) => records[B + HEAD_WORDS + axis]);
  // R[i][j]: the cosine between axis i of A and axis j of B; Q: its magnitude
  const R = [0, 1, 2].map((i) =>
    [0, 1, 2].map(
      (j) =>
        poses[a + 3 + i] * poses[b + 3 + j] +
        poses[a + 6 + i] * poses[b + 6 + j] +
        poses[a + 9 + i] * poses[b + 9 + j],
    ),
  );
  const Q = R.map((row) => row.map(abs));
  for (let i = 0; i < 3; i++) {
    const shadow = k[0] * Q[i][0] + k[1] * Q[i][1] + k[2] * Q[i][2];
    if (abs(t[i]) - h[i] - shadow > limit) return false;
  }
  for (let j = 0; j < 3; j++) {
    const distance = abs(t[0] * R[0][j] + t[1] * R[1][j] + t[2] * R[2][j]);
    const shadow = h[0] * Q[0][j] + h[1] * Q[1][j] + h[2] * Q[2][j];
    if (distance - shadow - k[j] > limit) return false;
  }
  for (let i = 0; i < 3; i++) {
    const [i1, i2] = [(i + 1) % 3, (i + 2) % 3];
    for (let j = 0; j < 3; j++) {
      const [j1, j2] = [(j + 1) % 3, (j + 2) % 3];
      const distance = abs(t[i2] * R[i1][j] - t[i1] * R[i2][j]);
      const shadowA = h[i1] * Q[i2][j] + h[i2] * Q[i1][j];
      const shadowB = k[j1] * Q[i][j2] + k[j2] * Q[i][j1];
      if (distance - shadowA - shadowB > limit) return false;
    }
  }
  return true;
}
