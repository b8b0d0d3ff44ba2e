// The bounding strip of a straight piece of a path: the rectangle that reaches to both sides as
// far as things can be too near.

import { cornerOf, endOf, twinOf, X, Y } from '../channel/mesh';
import { after, before, NONE } from '../sides';

/** The middle of the piece. */
let mx: f64 = 0;
let my: f64 = 0;
/** From the start of the piece to its end, and the square of its length. */
let pieceXValue: f64 = 0;
export function pieceX(): f64 {
  return pieceXValue;
}
let pieceYValue: f64 = 0;
export function pieceY(): f64 {
  return pieceYValue;
}
let lengthSquareValue: f64 = 0;
export function lengthSquare(): f64 {
  return lengthSquareValue;
}
/** Half the length and half the width of the strip, both times the length of the piece. */
let halfLengthValue: f64 = 0;
export function halfLength(): f64 {
  return halfLengthValue;
}
let halfWidthValue: f64 = 0;
export function halfWidth(): f64 {
  return halfWidthValue;
}

/** The strip from one point to another, which reaches `keep` to both sides. */
export function stripBegin(x: f64, y: f64, toX: f64, toY: f64, keep: f64): void {
  mx = 0.5 * (x + toX);
  my = 0.5 * (y + toY);
  pieceXValue = toX - x;
  pieceYValue = toY - y;
  lengthSquareValue = pieceXValue * pieceXValue + pieceYValue * pieceYValue;
  halfLengthValue = 0.5 * lengthSquareValue;
  halfWidthValue = keep * sqrt(lengthSquareValue);
}

/**
 * The place of the vertex that was measured last. `along`: how far along the piece from its middle;
 * `off`: how far off the piece, to the left. Both times the length of the piece.
 */
let alongValue: f64 = 0;
export function along(): f64 {
  return alongValue;
}
let offValue: f64 = 0;
export function off(): f64 {
  return offValue;
}

/** Finds `along` and `off` of a vertex. */
export function measure(v: u32): void {
  const dx = X(v) - mx;
  const dy = Y(v) - my;
  offValue = pieceXValue * dy - pieceYValue * dx;
  alongValue = pieceXValue * dx + pieceYValue * dy;
}

/** Whether a vertex lies in the strip. */
function isIn(alongV: f64, offV: f64): bool {
  return abs(alongV) < halfLengthValue && abs(offV) <= halfWidthValue;
}

/**
 * Whether a side stays outside of the strip, by `along` and `off` of its ends A and B: one of the
 * four lines of the strip, or the line of the side, separates the two.
 */
export function isApart(alongA: f64, offA: f64, alongB: f64, offB: f64): bool {
  if (min(offA, offB) >= halfWidthValue || max(offA, offB) <= -halfWidthValue) return true;
  if (max(alongA, alongB) <= -halfLengthValue || min(alongA, alongB) >= halfLengthValue)
    return true;
  const dx = alongB - alongA;
  const dy = offB - offA;
  return abs(dx * offA - dy * alongA) >= abs(dy) * halfLengthValue + abs(dx) * halfWidthValue;
}

/**
 * `isFreeBehind` answers false, as if the strip were not free, at a deeper recursion than this. The
 * recursion always ends, because triangles that reach into the strip without a vertex in it form no
 * cycle. Chosen, not measured.
 */
const DEPTH: u32 = 64;

/**
 * Whether no wall and no vertex behind a side lies in the strip. A: where the side starts, B: where
 * it ends. `depth`: how many triangles the strip has left over two sides on the way here.
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
  for (let entry = twinOf(from); entry != NONE;) {
    measure(cornerOf(before(entry)));
    const alongC = alongValue;
    const offC = offValue;
    if (isIn(alongC, offC)) return false;
    if (isApart(alongA, offA, alongC, offC)) {
      if (isApart(alongC, offC, alongB, offB)) return true;
      entry = twinOf(before(entry));
      alongA = alongC;
      offA = offC;
    } else {
      if (!isFreeBehind(before(entry), alongC, offC, alongB, offB, depth + 1)) return false;
      entry = twinOf(after(entry));
      alongB = alongC;
      offB = offC;
    }
  }
  return false;
}

/**
 * `isFreeBehind` for the other two sides of the triangle that a side belongs to. L: where the side
 * ends, R: where it starts.
 */
export function isFreeAround(side: u32, alongL: f64, offL: f64, alongR: f64, offR: f64): bool {
  measure(cornerOf(before(side)));
  const alongC = alongValue;
  const offC = offValue;
  return (
    isFreeBehind(after(side), alongL, offL, alongC, offC) &&
    isFreeBehind(before(side), alongC, offC, alongR, offR)
  );
}

/**
 * Whether no wall and no vertex lies in the strip, whose piece starts in `triangle`: then a disc
 * that is clear at both ends can go straight. Also false if a vertex lies on the border of the
 * strip.
 */
export function isStripFree(triangle: u32): bool {
  const side = 3 * triangle;
  measure(cornerOf(side));
  const alongR = alongValue;
  const offR = offValue;
  measure(endOf(side));
  const alongL = alongValue;
  const offL = offValue;
  return (
    isFreeBehind(side, alongR, offR, alongL, offL) && isFreeAround(side, alongL, offL, alongR, offR)
  );
}
