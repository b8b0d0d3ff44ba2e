// Balls and boxes: the test of Gottschalk, Lin and Manocha (1996). The reasons stand in
// src/oriented/touch.ts.
import { half, position, turned } from './layout';

/** The squared distance of two positions. */
export function ballCentres(a: usize, b: usize): f64 {
  const dx = position(b, 0) - position(a, 0);
  const dy = position(b, 1) - position(a, 1);
  const dz = position(b, 2) - position(a, 2);
  return dx * dx + dy * dy + dz * dz;
}

/** The difference of two positions along one axis of the box at pose a. */
function along(a: usize, b: usize, axis: u32): f64 {
  const dx = position(b, 0) - position(a, 0);
  const dy = position(b, 1) - position(a, 1);
  const dz = position(b, 2) - position(a, 2);
  return turned(a, 0, axis) * dx + turned(a, 1, axis) * dy + turned(a, 2, axis) * dz;
}

/** Is the box A at pose a within `reach` of the position of pose b? */
export function boxTouchesBall(a: usize, b: usize, A: usize, reach: f64): bool {
  const ex = max(0, abs(along(a, b, 0)) - half(A, 0));
  const ey = max(0, abs(along(a, b, 1)) - half(A, 1));
  const ez = max(0, abs(along(a, b, 2)) - half(A, 2));
  return ex * ex + ey * ey + ez * ez <= reach * reach;
}

/** The cosine between axis i of the box at pose a and axis j of the box at pose b. */
function cosineOf(a: usize, b: usize, i: u32, j: u32): f64 {
  return (
    turned(a, 0, i) * turned(b, 0, j) +
    turned(a, 1, i) * turned(b, 1, j) +
    turned(a, 2, i) * turned(b, 2, j)
  );
}

// The current pair of boxes: the difference of positions in the frame of A (t), half the sizes of A
// (h) and of B (k), the cosines between axis i of A and axis j of B (rij), and their magnitudes
// (qij).
let t0: f64, t1: f64, t2: f64;
let h0: f64, h1: f64, h2: f64;
let k0: f64, k1: f64, k2: f64;

let r00: f64, r01: f64, r02: f64;
let r10: f64, r11: f64, r12: f64;
let r20: f64, r21: f64, r22: f64;
let q00: f64, q01: f64, q02: f64;
let q10: f64, q11: f64, q12: f64;
let q20: f64, q21: f64, q22: f64;

function loadPair(a: usize, b: usize, A: usize, B: usize): void {
  t0 = along(a, b, 0);
  t1 = along(a, b, 1);
  t2 = along(a, b, 2);
  h0 = half(A, 0);
  h1 = half(A, 1);
  h2 = half(A, 2);
  k0 = half(B, 0);
  k1 = half(B, 1);
  k2 = half(B, 2);
  r00 = cosineOf(a, b, 0, 0);
  q00 = abs(r00);
  r01 = cosineOf(a, b, 0, 1);
  q01 = abs(r01);
  r02 = cosineOf(a, b, 0, 2);
  q02 = abs(r02);
  r10 = cosineOf(a, b, 1, 0);
  q10 = abs(r10);
  r11 = cosineOf(a, b, 1, 1);
  q11 = abs(r11);
  r12 = cosineOf(a, b, 1, 2);
  q12 = abs(r12);
  r20 = cosineOf(a, b, 2, 0);
  q20 = abs(r20);
  r21 = cosineOf(a, b, 2, 1);
  q21 = abs(r21);
  r22 = cosineOf(a, b, 2, 2);
  q22 = abs(r22);
}

/** Do two boxes touch? */
export function boxesTouch(a: usize, b: usize, A: usize, B: usize, limit: f64): bool {
  loadPair(a, b, A, B);
  return !facesSeparate(limit) && !edgesSeparate(limit);
}

/** The normals of the faces of A, then of B. */
function facesSeparate(limit: f64): bool {
  if (abs(t0) - h0 - (k0 * q00 + k1 * q01 + k2 * q02) > limit) return true;
  if (abs(t1) - h1 - (k0 * q10 + k1 * q11 + k2 * q12) > limit) return true;
  if (abs(t2) - h2 - (k0 * q20 + k1 * q21 + k2 * q22) > limit) return true;
  const d0 = abs(t0 * r00 + t1 * r10 + t2 * r20);
  if (d0 - (h0 * q00 + h1 * q10 + h2 * q20) - k0 > limit) return true;
  const d1 = abs(t0 * r01 + t1 * r11 + t2 * r21);
  if (d1 - (h0 * q01 + h1 * q11 + h2 * q21) - k1 > limit) return true;
  const d2 = abs(t0 * r02 + t1 * r12 + t2 * r22);
  if (d2 - (h0 * q02 + h1 * q12 + h2 * q22) - k2 > limit) return true;
  return false;
}

/** Is the distance along a cross product larger than the shadows of both boxes? */
function apart(distance: f64, shadowA: f64, shadowB: f64, limit: f64): bool {
  return abs(distance) - shadowA - shadowB > limit;
}

/** The cross products of an edge of A and an edge of B, nine of them. */
function edgesSeparate(limit: f64): bool {
  return (
    apart(t2 * r10 - t1 * r20, h1 * q20 + h2 * q10, k1 * q02 + k2 * q01, limit) ||
    apart(t2 * r11 - t1 * r21, h1 * q21 + h2 * q11, k2 * q00 + k0 * q02, limit) ||
    apart(t2 * r12 - t1 * r22, h1 * q22 + h2 * q12, k0 * q01 + k1 * q00, limit) ||
    apart(t0 * r20 - t2 * r00, h2 * q00 + h0 * q20, k1 * q12 + k2 * q11, limit) ||
    apart(t0 * r21 - t2 * r01, h2 * q01 + h0 * q21, k2 * q10 + k0 * q12, limit) ||
    apart(t0 * r22 - t2 * r02, h2 * q02 + h0 * q22, k0 * q11 + k1 * q10, limit) ||
    apart(t1 * r00 - t0 * r10, h0 * q10 + h1 * q00, k1 * q22 + k2 * q21, limit) ||
    apart(t1 * r01 - t0 * r11, h0 * q11 + h1 * q01, k2 * q20 + k0 * q22, limit) ||
    apart(t1 * r02 - t0 * r12, h0 * q12 + h1 * q02, k0 * q21 + k1 * q20, limit)
  );
}
