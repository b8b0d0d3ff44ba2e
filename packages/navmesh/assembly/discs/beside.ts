// Whether a piece of a path is clear, told from its channel: mostly nothing else has to be looked at.
//
// Let p on the path and q, a vertex or a point of a wall, be as near to each other as any, and nearer than the radius. Nothing lies between
// them, and the way from p to q is square to the path, or p is an end of it; but those are clear (`isClear`).
// - Where p is on an arc around u, q is on the ray from u through p, nearer to u than twice the radius, or something else is that comes
//   first on that ray. Triangles around u know how far away that is which is seen first from u between their two sides (src/open-reach.ts). If
//   it is far enough in all of them that the arc comes past, and so are the ends of the sides between them, then there is no q.
// - Where p is on a straight piece, q is in the rectangle that reaches to both hands of the piece as far as the radius, and so is all of the way from p to
//   q: that crosses only sides that come into the rectangle. If the piece begins in a triangle, those that can be reached from there over
//   such sides are looked at: there is no q if none of them has a wall that comes into the rectangle, or a vertex that lies in it.
// Both also say that the piece does not leave the triangles that were looked at. Where pieces meet, they go on in the same direction within rounding;
// arcs are looked at a little beyond their ends for that.

import { sideAt, sideCount } from './crossed';
import { endOf, keepOf, startOf, twins, X, Y } from './mesh';
import { P, POINT } from './path';
import {
  along,
  half,
  isApart,
  isFreeAround,
  isFreeBehind,
  measure,
  off,
  room,
  size,
  stripBegin,
  wayX,
  wayY,
} from './strip';
import { after, at, before, NONE } from '../sides';

/** Per side, f64: how far what is seen first from the corner where it starts is from there, between the two sides of its triangle. */
let reaches: usize = 0;

export function besideBind(reach: usize): void {
  reaches = reach;
}

/** What is as far off as this is not too near; as far from the centre of an arc, and the square of that. */
let keep: f64 = 0;
let far: f64 = 0;
let farSquare: f64 = 0;

/** The triangle of the channel that the next piece starts in, the one before side `place`. */
export let place: u32 = 0;

/** What is found of a piece. */
export const CLEAR: u32 = 0;
/** It may be too near to something: it has to be looked along. */
export const UNSURE: u32 = 1;
/** It is not where the channel is. */
export const LOST: u32 = 2;

export function besideBegin(radius: f64): void {
  keep = keepOf(radius);
  far = radius + keep;
  farSquare = far * far;
  place = 0;
}

/** Looks at a piece, from `place` on, and sets that to where it ends. */
export function lookBeside(i: u32): u32 {
  return load<f64>(P(i), 40) == 0 ? besideStraight(i) : besideArc(i);
}

/** Directions are taken for one where the square of the sine of the angle between them is less than this. */
const BEND: f64 = 1e-8;

/** Whether a straight piece is not square to the way from the centre of an arc to where they meet: by half as much as arcs are looked at beyond their ends. */
function isBent(arc: usize, point: usize): bool {
  if (load<f64>(arc, 40) == 0) return false;
  const x = load<f64>(point) - load<f64>(arc, 16);
  const y = load<f64>(point, 8) - load<f64>(arc, 24);
  const cosine = wayX * x + wayY * y;
  return cosine * cosine > 0.25 * BEND * size * (x * x + y * y);
}

/** Where a straight piece begins to have to do with the channel: before `place`, as long as the sides crossed come into its rectangle. */
function placeBefore(): u32 {
  let i = place;
  for (; i > 0; i--) {
    const side = sideAt(i - 1);
    measure(endOf(side));
    const alongL = along;
    const offL = off;
    measure(startOf(side));
    if (min(alongL, along) <= -half && isApart(alongL, offL, along, off)) break;
  }
  return i;
}

function besideStraight(piece: u32): u32 {
  const a = P(piece);
  const b = a + POINT;
  stripBegin(load<f64>(a), load<f64>(a, 8), load<f64>(b), load<f64>(b, 8), keep);
  // the last point has no arc
  if (!(room > 0) || (piece > 0 && isBent(a - POINT, a)) || isBent(b, b)) return LOST;
  return goAlong(placeBefore());
}

/** Along a straight piece, from a triangle of the channel on, as long as the sides crossed come into its rectangle. */
function goAlong(from: u32): u32 {
  let isClear = true;
  let i = max(1, from);
  const first = sideAt(i - 1);
  let left = endOf(first);
  let right = startOf(first);
  measure(left);
  let alongL = along;
  let offL = off;
  measure(right);
  let alongR = along;
  let offR = off;
  if (from == 0) {
    isClear = isFreeAround(first, alongL, offL, alongR, offR);
  }
  for (; ; i++) {
    // into triangle i, over the side before it, whose ends are at hand
    if (i > place && max(alongL, alongR) >= half && isApart(alongL, offL, alongR, offR)) {
      i--;
      break;
    }
    if (i == sideCount) {
      const last = at(twins, sideAt(i - 1));
      if (!isFreeAround(last, alongR, offR, alongL, offL)) isClear = false;
      break;
    }
    const side = sideAt(i);
    const l = endOf(side);
    if (l != left) {
      measure(l);
      const alongN = along;
      const offN = off;
      if (isClear && min(offN, offL) < room)
        isClear = isFreeBehind(after(side), alongN, offN, alongL, offL);
      left = l;
      alongL = alongN;
      offL = offN;
    } else {
      right = startOf(side);
      measure(right);
      const alongN = along;
      const offN = off;
      if (isClear && max(offN, offR) > -room)
        isClear = isFreeBehind(before(side), alongR, offR, alongN, offN);
      alongR = alongN;
      offR = offN;
    }
  }
  place = i;
  return isClear ? CLEAR : UNSURE;
}

/** Of an arc: where it is, 1 = to the left, and from its centre to its start and its end. */
let cx: f64 = 0;
let cy: f64 = 0;
let hand: f64 = 0;
let startX: f64 = 0;
let startY: f64 = 0;
let endX: f64 = 0;
let endY: f64 = 0;
/** The square of its radius. */
let square: f64 = 0;
/** From the centre to a vertex, and the square of that. */
let dx: f64 = 0;
let dy: f64 = 0;
let away: f64 = 0;

function aim(v: u32): void {
  dx = X(v) - cx;
  dy = Y(v) - cy;
  away = dx * dx + dy * dy;
}
/** Whether a ray from the centre comes before the start of the arc, by no more than half around. */
function isBefore(): bool {
  const sine = hand * (dx * startY - dy * startX);
  return sine > 0 && sine * sine > BEND * away * square;
}
function isAfter(): bool {
  const sine = hand * (endX * dy - endY * dx);
  return sine > 0 && sine * sine > BEND * away * square;
}

/** Whether the centre is an end of a side that is crossed. */
function isHub(i: u32): bool {
  const side = sideAt(i);
  const v = hand > 0 ? endOf(side) : startOf(side);
  return X(v) == cx && Y(v) == cy;
}
/** The other end. */
function endAcross(i: u32): u32 {
  const side = sideAt(i);
  return hand > 0 ? startOf(side) : endOf(side);
}

function besideArc(piece: u32): u32 {
  const a = P(piece);
  const b = a + POINT;
  const sweep = load<f64>(a, 40);
  // directions less than half a turn apart are told in order
  if (abs(sweep) > 3) return LOST;
  hand = sweep > 0 ? 1 : -1;
  cx = load<f64>(a, 16);
  cy = load<f64>(a, 24);
  startX = load<f64>(a) - cx;
  startY = load<f64>(a, 8) - cy;
  endX = load<f64>(b) - cx;
  endY = load<f64>(b, 8) - cy;
  square = startX * startX + startY * startY;
  const from = cornerBefore(nearestHub());
  return from == NONE ? LOST : goAround(from);
}

/** A triangle of the channel around the centre: at `place`, or the next before, or after. NONE where there is none. */
function nearestHub(): u32 {
  let i = place;
  if (i < sideCount && isHub(i)) return i;
  for (; i > 0; i--) if (isHub(i - 1)) return i;
  for (i = place + 1; i < sideCount; i++) if (isHub(i)) return i;
  return NONE;
}

/** The triangle of the channel that begins before the arc does, around its centre. NONE where there is none. */
function cornerBefore(near: u32): u32 {
  if (near == NONE) return NONE;
  let i = near;
  for (; i > 0 && isHub(i - 1); i--) {
    aim(endAcross(i - 1));
    if (isBefore()) return i;
  }
  aim(startOf(before(sideAt(i))));
  return isBefore() ? i : NONE;
}

/** Around the centre of an arc, from a triangle of the channel on, until one ends after the arc. */
function goAround(from: u32): u32 {
  let isClear = true;
  let isLast = false;
  for (let i = from; !isLast; i++) {
    isLast = i == sideCount || !isHub(i);
    let corner: u32;
    if (isLast) {
      const entry = at(twins, sideAt(i - 1));
      corner = hand > 0 ? entry : after(entry);
      aim(startOf(before(entry)));
    } else {
      corner = hand > 0 ? after(sideAt(i)) : sideAt(i);
      aim(endAcross(i));
    }
    const isPast = isAfter();
    // what ends before the arc begins is not asked about
    if (!isBefore()) {
      if (load<f64>(reaches + ((<usize>corner) << 3)) < far) isClear = false;
      if (isPast) {
        place = i;
        return isClear ? CLEAR : UNSURE;
      }
      if (away < farSquare) isClear = false;
    }
  }
  return LOST;
}
