// Whether a piece of a path is clear, decided from the triangles of its channel and those next to
// them. If these triangles do not decide, near.ts visits all triangles around the piece.
//
// Suppose that the piece is not clear. Let p be a point of the path, and q a vertex or a point of a
// wall, so that |p q| is the least of all such distances: it is below the radius. Then nothing lies
// between p and q. The segment p q is square to the path, because otherwise p is an end of the
// path, and the ends are clear (`isClear`).
// - If p is on an arc around a vertex u, q lies on the ray from u through p, nearer to u than
//   twice the radius, or something else on that ray comes first. Each triangle at u knows the
//   distance to what is seen first from u between its two sides (src/discs/open-reach.ts). If that
//   distance is large enough in all triangles that the arc passes, and if the ends of the sides
//   between them are far enough away, there is no q.
// - If p is on a straight piece, q lies in the rectangle around the piece that reaches as far as
//   the radius to both sides. The segment p q lies in the rectangle as well, and crosses only sides
//   that come into it. `lookAlongStrip` visits the triangles that can be reached over such sides
//   from the triangle where the piece begins. If none of them has a wall that comes into the
//   rectangle, or a vertex in it, there is no q.
//
// Both arguments also show that the piece does not leave the visited triangles. Where pieces meet,
// they go on in the same direction within rounding. So arcs are tested a little beyond their ends.

import { sideAt, sideCount } from './crossed';
import { cornerOf, endOf, twinOf, X, Y } from '../channel/mesh';
import { keepOf } from './widths';
import { pathPoint, POINT } from './layout';
import { pointAddress } from './path';
import {
  along,
  halfLength,
  isApart,
  isFreeAround,
  isFreeBehind,
  measure,
  off,
  halfWidth,
  lengthSquare,
  stripBegin,
  pieceX,
  pieceY,
} from './strip';
import { BEND } from '../rounding';
import { after, before, NONE } from '../sides';

/**
 * Per side, f64: the distance from the corner where the side starts to what is seen first from
 * there, between the two sides of its triangle.
 */
let reaches: usize = 0;

export function besideBind(reach: usize): void {
  reaches = reach;
}

/**
 * Vertices and walls at least `keep` from the path are not too near. Those at least `far` = `keep`
 * + radius from the centre of an arc are not too near to the arc.
 */
let keep: f64 = 0;
let far: f64 = 0;
let farSquare: f64 = 0;

/**
 * Index of a side of the channel (crossed.ts): the next piece starts in the triangle that the path
 * leaves over this side. After the last side: the number of sides.
 */
let placeValue: u32 = 0;
export function place(): u32 {
  return placeValue;
}

// Results of `lookBeside` for a piece.

/** Nothing is too near to the piece. */
export const CLEAR: u32 = 0;
/** Something may be too near: near.ts has to visit all triangles along the piece. */
const UNSURE: u32 = 1;
/** The piece does not lead through the channel in order. */
export const LOST: u32 = 2;

export function besideBegin(radius: f64): void {
  keep = keepOf(radius);
  far = radius + keep;
  farSquare = far * far;
  placeValue = 0;
}

/** Looks at piece i from side `place` on, and sets `place` to where the piece ends. */
export function lookBeside(i: u32): u32 {
  return pathPoint(pointAddress(i)).sweep == 0 ? besideStraight(i) : besideArc(i);
}

/**
 * Whether a straight piece meets an arc at `point` with a bend: it is not square to the segment
 * from the centre of the arc to there. A bend of up to half the angle of BEND is allowed, because
 * `isBefore` and `isAfter` look beyond the ends of arcs by the whole angle.
 */
function isBent(arc: usize, point: usize): bool {
  if (pathPoint(arc).sweep == 0) return false;
  const x = pathPoint(point).x - pathPoint(arc).centreX;
  const y = pathPoint(point).y - pathPoint(arc).centreY;
  const cosine = pieceX() * x + pieceY() * y;
  return cosine * cosine > 0.25 * BEND * lengthSquare() * (x * x + y * y);
}

/**
 * The first side, at `place` or before, such that this side and all up to `place` come into the
 * rectangle of the straight piece.
 */
function placeBefore(): u32 {
  let i = placeValue;
  for (; i > 0; i--) {
    const side = sideAt(i - 1);
    measure(endOf(side));
    const alongL = along();
    const offL = off();
    measure(cornerOf(side));
    if (min(alongL, along()) <= -halfLength() && isApart(alongL, offL, along(), off())) break;
  }
  return i;
}

function besideStraight(piece: u32): u32 {
  const a = pointAddress(piece);
  const b = a + POINT;
  stripBegin(pathPoint(a).x, pathPoint(a).y, pathPoint(b).x, pathPoint(b).y, keep);
  // the sweep of the last point of the path is 0: it has no arc
  if (!(halfWidth() > 0) || (piece > 0 && isBent(a - POINT, a)) || isBent(b, b)) return LOST;
  return lookAlongStrip(placeBefore());
}

/**
 * Along a straight piece, from a triangle of the channel on, as long as the sides that are crossed
 * come into the rectangle.
 */
function lookAlongStrip(from: u32): u32 {
  let isClear = true;
  let i = max(1, from);
  const first = sideAt(i - 1);
  let left = endOf(first);
  let right = cornerOf(first);
  measure(left);
  let alongL = along();
  let offL = off();
  measure(right);
  let alongR = along();
  let offR = off();
  if (from == 0) {
    isClear = isFreeAround(first, alongL, offL, alongR, offR);
  }
  for (; ; i++) {
    // The path enters triangle i over side i - 1 of the channel, whose ends have been measured.
    if (
      i > placeValue &&
      max(alongL, alongR) >= halfLength() &&
      isApart(alongL, offL, alongR, offR)
    ) {
      i--;
      break;
    }
    if (i == sideCount()) {
      const last = twinOf(sideAt(i - 1));
      if (!isFreeAround(last, alongR, offR, alongL, offL)) isClear = false;
      break;
    }
    const side = sideAt(i);
    const l = endOf(side);
    if (l != left) {
      measure(l);
      const alongN = along();
      const offN = off();
      if (isClear && min(offN, offL) < halfWidth())
        isClear = isFreeBehind(after(side), alongN, offN, alongL, offL);
      left = l;
      alongL = alongN;
      offL = offN;
    } else {
      right = cornerOf(side);
      measure(right);
      const alongN = along();
      const offN = off();
      if (isClear && max(offN, offR) > -halfWidth())
        isClear = isFreeBehind(before(side), alongR, offR, alongN, offN);
      alongR = alongN;
      offR = offN;
    }
  }
  placeValue = i;
  return isClear ? CLEAR : UNSURE;
}

/** The centre of the current arc; its hand: 1 = it turns left, -1 = right. */
let cx: f64 = 0;
let cy: f64 = 0;
let hand: f64 = 0;
/** The vectors from the centre to the start and to the end of the arc. */
let startX: f64 = 0;
let startY: f64 = 0;
let endX: f64 = 0;
let endY: f64 = 0;
/** The square of the radius of the arc. */
let square: f64 = 0;
/** The vector from the centre to the vertex that is compared, and the square of its length. */
let dx: f64 = 0;
let dy: f64 = 0;
let away: f64 = 0;

/** Takes the vertex that `isBefore` and `isAfter` compare with the arc. */
function compare(v: u32): void {
  dx = X(v) - cx;
  dy = Y(v) - cy;
  away = dx * dx + dy * dy;
}
/** Whether the vertex that is compared lies before the start of the arc, by at most half a turn. */
function isBefore(): bool {
  const sine = hand * (dx * startY - dy * startX);
  return sine > 0 && sine * sine > BEND * away * square;
}
/** Whether the vertex lies behind the end of the arc, by at most half a turn. */
function isAfter(): bool {
  const sine = hand * (endX * dy - endY * dx);
  return sine > 0 && sine * sine > BEND * away * square;
}

/** Whether the arc's centre is the end of side i of the channel on the arc's hand. */
function isAtCentre(i: u32): bool {
  const side = sideAt(i);
  const v = hand > 0 ? endOf(side) : cornerOf(side);
  return X(v) == cx && Y(v) == cy;
}
/** The end of side i across from the centre. */
function endAcross(i: u32): u32 {
  const side = sideAt(i);
  return hand > 0 ? cornerOf(side) : endOf(side);
}

function besideArc(piece: u32): u32 {
  const a = pointAddress(piece);
  const b = a + POINT;
  const sweep = pathPoint(a).sweep;
  // signs of cross products order directions only within half a turn (pi); 3 keeps clear of that
  if (abs(sweep) > 3) return LOST;
  hand = sweep > 0 ? 1 : -1;
  cx = pathPoint(a).centreX;
  cy = pathPoint(a).centreY;
  startX = pathPoint(a).x - cx;
  startY = pathPoint(a).y - cy;
  endX = pathPoint(b).x - cx;
  endY = pathPoint(b).y - cy;
  square = startX * startX + startY * startY;
  const from = cornerBefore(nearestAtCentre());
  return from == NONE ? LOST : lookAroundArc(from);
}

/**
 * The side of the channel next to `place` that ends at the arc's centre; NONE where there is none.
 */
function nearestAtCentre(): u32 {
  let i = placeValue;
  if (i < sideCount() && isAtCentre(i)) return i;
  for (; i > 0; i--) if (isAtCentre(i - 1)) return i;
  for (i = placeValue + 1; i < sideCount(); i++) if (isAtCentre(i)) return i;
  return NONE;
}

/**
 * The triangle of the channel, around the arc's centre, that begins before the arc does; NONE
 * where there is none.
 */
function cornerBefore(near: u32): u32 {
  if (near == NONE) return NONE;
  let i = near;
  for (; i > 0 && isAtCentre(i - 1); i--) {
    compare(endAcross(i - 1));
    if (isBefore()) return i;
  }
  compare(cornerOf(before(sideAt(i))));
  return isBefore() ? i : NONE;
}

/** Around the centre of an arc, from a triangle of the channel on, until one ends after the arc. */
function lookAroundArc(from: u32): u32 {
  let isClear = true;
  let isLast = false;
  for (let i = from; !isLast; i++) {
    isLast = i == sideCount() || !isAtCentre(i);
    let corner: u32;
    if (isLast) {
      const entry = twinOf(sideAt(i - 1));
      corner = hand > 0 ? entry : after(entry);
      compare(cornerOf(before(entry)));
    } else {
      corner = hand > 0 ? after(sideAt(i)) : sideAt(i);
      compare(endAcross(i));
    }
    const isPast = isAfter();
    // triangles that end before the arc begins do not matter
    if (!isBefore()) {
      if (load<f64>(reaches + ((<usize>corner) << 3)) < far) isClear = false;
      if (isPast) {
        placeValue = i;
        return isClear ? CLEAR : UNSURE;
      }
      if (away < farSquare) isClear = false;
    }
  }
  return LOST;
}
