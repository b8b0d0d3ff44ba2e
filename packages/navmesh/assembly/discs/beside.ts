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
import { endOf, slack, startOf, twins, X, Y } from './mesh';
import { P, POINT } from './path';
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
  keep = max(0, radius * (1 - 5e-10) - slack);
  far = radius + keep;
  farSquare = far * far;
  place = 0;
}

/** Looks at a piece, from `place` on, and sets that to where it ends. */
export function lookBeside(i: u32): u32 {
  return load<f64>(P(i), 40) == 0 ? besideStraight(i) : besideArc(i);
}

let ax: f64 = 0;
let ay: f64 = 0;
/** From the start of a straight piece to its end, and the square of its length. */
let wayX: f64 = 0;
let wayY: f64 = 0;
let size: f64 = 0;
/** As far off as `keep`, times its length. */
let room: f64 = 0;
/** The centres of the arcs before and after it. */
let ux: f64 = 0;
let uy: f64 = 0;
let vx: f64 = 0;
let vy: f64 = 0;

/** Directions are taken for one where the square of the sine of the angle between them is less than this. */
const BEND: f64 = 1e-8;

/** Whether a straight piece is not square to the way from the centre of an arc to where they meet: by half as much as arcs are looked at beyond their ends. */
function isBent(x: f64, y: f64): bool {
  const cosine = wayX * x + wayY * y;
  return cosine * cosine > 0.25 * BEND * size * (x * x + y * y);
}

/** Of a vertex, both times the length: how far along a straight piece, and how far off to its left. */
let along: f64 = 0;
let off: f64 = 0;

function measure(v: u32): void {
  const x = X(v);
  const y = Y(v);
  const dx = x - ax;
  const dy = y - ay;
  off = wayX * dy - wayY * dx;
  // what the arcs before and after go around is square to the ends
  if (x == ux && y == uy) along = 0;
  else if (x == vx && y == vy) along = size;
  else along = wayX * dx + wayY * dy;
}

/** Whether a side stays out of the rectangle around a straight piece, by where its ends are: whether there is a line between them. */
function isApart(alongA: f64, offA: f64, alongB: f64, offB: f64): bool {
  if ((offA >= room && offB >= room) || (offA <= -room && offB <= -room)) return true;
  if (max(alongA, alongB) <= 0 || min(alongA, alongB) >= size) return true;
  const dx = alongB - alongA;
  const dy = offB - offA;
  const half = 0.5 * size;
  return abs(dx * offA + dy * (half - alongA)) >= abs(dy) * half + abs(dx) * room;
}

/** So many triangles, one behind the other, are looked into beside the channel. */
const DEPTH: u32 = 16;

/** Whether no wall behind a side comes into the rectangle around a straight piece, and no vertex lies in there. A: where the side starts, B: where it ends. */
function isFreeBehind(side: u32, alongA: f64, offA: f64, alongB: f64, offB: f64, depth: u32): bool {
  if (isApart(alongA, offA, alongB, offB)) return true;
  const entry = at(twins, side);
  if (entry == NONE || depth == 0) return false;
  measure(startOf(before(entry)));
  const alongC = along;
  const offC = off;
  if (alongC > 0 && alongC < size && abs(offC) < room) return false;
  return (
    isFreeBehind(after(entry), alongA, offA, alongC, offC, depth - 1) &&
    isFreeBehind(before(entry), alongC, offC, alongB, offB, depth - 1)
  );
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
    if (min(alongL, along) <= 0 && isApart(alongL, offL, along, off)) break;
  }
  return i;
}

function besideStraight(piece: u32): u32 {
  const a = P(piece);
  const b = a + POINT;
  ax = load<f64>(a);
  ay = load<f64>(a, 8);
  wayX = load<f64>(b) - ax;
  wayY = load<f64>(b, 8) - ay;
  size = wayX * wayX + wayY * wayY;
  room = keep * sqrt(size);
  if (!(room > 0)) return LOST;
  ux = NaN;
  vx = NaN;
  if (piece > 0 && load<f64>(a - POINT, 40) != 0) {
    ux = load<f64>(a - POINT, 16);
    uy = load<f64>(a - POINT, 24);
    if (isBent(ax - ux, ay - uy)) return LOST;
  }
  // the last point has no arc
  if (load<f64>(b, 40) != 0) {
    vx = load<f64>(b, 16);
    vy = load<f64>(b, 24);
    if (isBent(load<f64>(b) - vx, load<f64>(b, 8) - vy)) return LOST;
  }
  return goAlong(placeBefore());
}

/** The same behind both other sides of its triangle. L: where it ends, R: where it starts. */
function isFreeAround(side: u32, alongL: f64, offL: f64, alongR: f64, offR: f64): bool {
  measure(startOf(before(side)));
  const alongC = along;
  const offC = off;
  return (
    isFreeBehind(after(side), alongL, offL, alongC, offC, DEPTH) &&
    isFreeBehind(before(side), alongC, offC, alongR, offR, DEPTH)
  );
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
    if (i > place && max(alongL, alongR) >= size && isApart(alongL, offL, alongR, offR)) {
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
      if (isClear) isClear = isFreeBehind(after(side), alongN, offN, alongL, offL, DEPTH);
      left = l;
      alongL = alongN;
      offL = offN;
    } else {
      right = startOf(side);
      measure(right);
      const alongN = along;
      const offN = off;
      if (isClear) isClear = isFreeBehind(before(side), alongR, offR, alongN, offN, DEPTH);
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
