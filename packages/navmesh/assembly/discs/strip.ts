// The strip around a straight piece of a path: the rectangle that reaches to both hands of it as far as what is not too near.

import { endOf, startOf, twins, X, Y } from './mesh';
import { after, at, before, NONE } from '../sides';

/** The middle of the piece. */
let mx: f64 = 0;
let my: f64 = 0;
/** From the start of the piece to its end, and the square of its length. */
export let wayX: f64 = 0;
export let wayY: f64 = 0;
export let size: f64 = 0;
/** How far the strip reaches, times the length: from the middle to both ends, and to both hands. */
export let half: f64 = 0;
export let room: f64 = 0;

function between(x: f64, y: f64, toX: f64, toY: f64): void {
  mx = 0.5 * (x + toX);
  my = 0.5 * (y + toY);
  wayX = toX - x;
  wayY = toY - y;
  size = wayX * wayX + wayY * wayY;
}

/** The strip from one point to another, which reaches so far to both hands. */
export function stripBegin(x: f64, y: f64, toX: f64, toY: f64, keep: f64): void {
  between(x, y, toX, toY);
  half = 0.5 * size;
  room = keep * sqrt(size);
}

/** One that all ways from one point to another are in that are no longer than so: it holds the ellipse around both that they are in. */
export function stripAround(x: f64, y: f64, toX: f64, toY: f64, most: f64): void {
  between(x, y, toX, toY);
  const length = most * (1 + 1e-9);
  half = 0.5 * sqrt(size) * length;
  room = 0.5 * sqrt(size * max(0, length * length - size));
}

/** Of a vertex, both times the length: how far along the piece from its middle, and how far off to its left. */
export let along: f64 = 0;
export let off: f64 = 0;

export function measure(v: u32): void {
  const dx = X(v) - mx;
  const dy = Y(v) - my;
  off = wayX * dy - wayY * dx;
  along = wayX * dx + wayY * dy;
}

function isIn(alongV: f64, offV: f64): bool {
  return abs(alongV) < half && abs(offV) <= room;
}

/** Whether a side stays out of the strip, by where its ends are: whether there is a line between them. */
export function isApart(alongA: f64, offA: f64, alongB: f64, offB: f64): bool {
  if (min(offA, offB) >= room || max(offA, offB) <= -room) return true;
  if (max(alongA, alongB) <= -half || min(alongA, alongB) >= half) return true;
  const dx = alongB - alongA;
  const dy = offB - offA;
  return abs(dx * offA - dy * alongA) >= abs(dy) * half + abs(dx) * room;
}

/** Among triangles without a vertex in the strip there is no way in a circle. It may part so often. */
const DEPTH: u32 = 64;

/**
 * Whether no wall behind a side comes into the strip, and no vertex lies in there. A: where the side starts, B: where it ends; depth: of sides where
 * the strip has parted.
 */
export function isFreeBehind(
  from: u32,
  alongA: f64,
  offA: f64,
  alongB: f64,
  offB: f64,
  depth: u32 = 0,
): bool {
  if (isApart(alongA, offA, alongB, offB)) return true;
  if (depth > DEPTH || isIn(alongA, offA) || isIn(alongB, offB)) return false;
  for (let entry = at(twins, from); entry != NONE;) {
    measure(startOf(before(entry)));
    const alongC = along;
    const offC = off;
    if (isIn(alongC, offC)) return false;
    if (isApart(alongA, offA, alongC, offC)) {
      if (isApart(alongC, offC, alongB, offB)) return true;
      entry = at(twins, before(entry));
      alongA = alongC;
      offA = offC;
    } else {
      if (!isFreeBehind(before(entry), alongC, offC, alongB, offB, depth + 1)) return false;
      entry = at(twins, after(entry));
      alongB = alongC;
      offB = offC;
    }
  }
  return false;
}

/** The same behind both other sides of its triangle. L: where it ends, R: where it starts. */
export function isFreeAround(side: u32, alongL: f64, offL: f64, alongR: f64, offR: f64): bool {
  measure(startOf(before(side)));
  const alongC = along;
  const offC = off;
  return (
    isFreeBehind(after(side), alongL, offL, alongC, offC) &&
    isFreeBehind(before(side), alongC, offC, alongR, offR)
  );
}

/**
 * Whether nothing is in the strip, which starts in a triangle: it is crossed straight by a disc that is clear at both of its ends. False where a vertex lies on
 * its border, too.
 */
export function isStripFree(triangle: u32): bool {
  const side = 3 * triangle;
  measure(startOf(side));
  const alongR = along;
  const offR = off;
  measure(endOf(side));
  const alongL = along;
  const offL = off;
  return (
    isFreeBehind(side, alongR, offR, alongL, offL) && isFreeAround(side, alongL, offL, alongR, offR)
  );
}
