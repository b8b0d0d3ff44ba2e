// What a point sees of the circles: all tangents from there that nothing is in the way of, and perhaps some more, which are looked along before they are
// used. Cones are carried from triangle to triangle, and are made narrower by what of each side is free.
//
// Nothing is left out: a free tangent crosses sides where they are free, so that the triangle that holds the place where it touches an arc, into which that arc
// comes, is come to by a cone that the tangent lies in.

import { reallocate } from '../env';
import { at, NONE } from '../sides';
import {
  arcOf,
  DOWN,
  isNewTo,
  nodeOf,
  overSide,
  PIECE,
  piecesIn,
  putOnArc,
  radius,
  sideIn,
  triangleAt,
  TURNED,
  upFrom,
} from './circles';
import { see } from './ends';

/** Cones to be looked through yet, 40 bytes: f64 x and y of the left bound, of the right; the side. */
let cones: usize = 0;
let coneRoom: u32 = 0;
let coneCount: u32 = 0;
const CONE: usize = 40;

let px: f64 = 0;
let py: f64 = 0;
let view: u32 = 0;
/** What circles seen on the right are gone around with: -1 = to the right, for who comes from the point; 1 for who goes there. */
let onRight: f64 = -1;

/** The target that is looked out for, from the source; whether it is seen. */
let targetX: f64 = 0;
let targetY: f64 = 0;
/** A triangle that it lies in, NONE where nothing is looked out for. */
let targetIn: u32 = NONE;
export let seesTarget: bool = false;

/** Per triangle the last view that has to look down to it, as the other end lies there or further down. */
let wanted: usize = 0;

export function viewBind(cone: usize, room: u32, want: usize): void {
  wanted = want;
  cones = cone;
  coneRoom = room;
}

/** From a source, with a target to look out for, in a triangle that it lies in. */
export function viewSource(x: f64, y: f64, tx: f64, ty: f64, triangle: u32): void {
  begin(x, y, -1);
  targetX = tx - x;
  targetY = ty - y;
  targetIn = triangle;
  seesTarget = false;
}
/** From a target, for ways that end there. */
export function viewTarget(x: f64, y: f64): void {
  begin(x, y, 1);
  targetIn = NONE;
}

function begin(x: f64, y: f64, hand: f64): void {
  view++;
  px = x;
  py = y;
  onRight = hand;
}

/** That the other end of the view lies in a triangle. */
export function viewFor(triangle: u32): void {
  for (let t = triangle; t != NONE; t = upFrom(t)) store<u32>(wanted + ((<usize>t) << 2), view);
}

/** What is over a side, unless it is down a dead end where nothing is to be seen. */
function over(triangle: usize, k: u32): u32 {
  const entry = overSide(triangle, k);
  if (!(entry & DOWN) || entry == NONE) return entry;
  const inside = entry & ~DOWN;
  return at(wanted, inside >> 2) == view ? inside : NONE;
}

function after(k: u32): u32 {
  return k == 2 ? 0 : k + 1;
}

/** From a triangle that the point lies in, over each of its sides. */
export function viewTriangle(number: u32): void {
  const triangle = triangleAt(number);
  if (number == targetIn) seesTarget = true;
  const end = piecesIn(triangleAt(number + 1));
  for (let piece = piecesIn(triangle); piece < end; piece += PIECE) seeAll(piece);
  for (let k: u32 = 0; k < 3; k++) lookOver(triangle, k);
}

/** The cone at hand. */
let leftX: f64 = 0;
let leftY: f64 = 0;
let rightX: f64 = 0;
let rightY: f64 = 0;

/** Over a side of a triangle that the point lies in, unless it lies on the side. */
function lookOver(triangle: usize, k: u32): void {
  const entry = over(triangle, k);
  if (entry == NONE) return;
  const side = sideIn(triangle, k);
  leftX = load<f64>(side) - px;
  leftY = load<f64>(side, 8) - py;
  rightX = load<f64>(side, 16) - px;
  rightY = load<f64>(side, 24) - py;
  if (rightX * leftY - rightY * leftX < 0) return;
  look(entry);
  while (coneCount > 0) {
    coneCount--;
    const cone = cones + <usize>coneCount * CONE;
    leftX = load<f64>(cone);
    leftY = load<f64>(cone, 8);
    rightX = load<f64>(cone, 16);
    rightY = load<f64>(cone, 24);
    look(load<u32>(cone, 32));
  }
}

function putAside(side: u32, lx: f64, ly: f64, rx: f64, ry: f64): void {
  if (coneCount == coneRoom) {
    cones = reallocate(cones, <usize>coneRoom * CONE, <usize>coneRoom * CONE * 2);
    coneRoom <<= 1;
  }
  const cone = cones + <usize>coneCount * CONE;
  store<f64>(cone, lx);
  store<f64>(cone, ly, 8);
  store<f64>(cone, rx, 16);
  store<f64>(cone, ry, 24);
  store<u32>(cone, side, 32);
  coneCount++;
}

/** The cone over a side and on, its parts on the left put aside. */
function look(from: u32): void {
  for (let entry = from; ;) {
    const triangle = triangleAt(entry >> 2);
    const next = after(entry & 3);
    const last = after(next);
    const end = piecesIn(triangleAt((entry >> 2) + 1));
    for (let piece = piecesIn(triangle); piece < end; piece += PIECE) seeInCone(piece);
    if (entry >> 2 == targetIn && isInCone(targetX, targetY)) seesTarget = true;
    // who comes in over a side leaves to the left over the one before it
    const left = over(triangle, last);
    if (left != NONE) {
      const side = sideIn(triangle, last);
      const ax = load<f64>(side) - px;
      const ay = load<f64>(side, 8) - py;
      const bx = load<f64>(side, 16) - px;
      const by = load<f64>(side, 24) - py;
      if (leftX * by - leftY * bx <= 0 && rightX * ay - rightY * ax >= 0) {
        const cutsLeft = leftX * ay - leftY * ax < 0;
        const cutsRight = rightX * by - rightY * bx > 0;
        putAside(
          left,
          cutsLeft ? ax : leftX,
          cutsLeft ? ay : leftY,
          cutsRight ? bx : rightX,
          cutsRight ? by : rightY,
        );
      }
    }
    entry = over(triangle, next);
    if (entry == NONE) return;
    const side = sideIn(triangle, next);
    const ax = load<f64>(side) - px;
    const ay = load<f64>(side, 8) - py;
    const bx = load<f64>(side, 16) - px;
    const by = load<f64>(side, 24) - py;
    if (leftX * by - leftY * bx > 0 || rightX * ay - rightY * ax < 0) return;
    const cutsLeft = leftX * ay - leftY * ax < 0;
    const cutsRight = rightX * by - rightY * bx > 0;
    if (cutsLeft) {
      leftX = ax;
      leftY = ay;
    }
    if (cutsRight) {
      rightX = bx;
      rightY = by;
    }
  }
}

/** Both tangents to an arc, wherever they lead. */
function seeAll(piece: usize): void {
  const x = load<f64>(piece) - px;
  const y = load<f64>(piece, 8) - py;
  const length = sqrt(max(0, x * x + y * y - radius * radius));
  const arc = arcOf(piece);
  seeTangent(arc, onRight, x * length - y * radius, y * length + x * radius, 1, length);
  seeTangent(arc, -onRight, x * length + y * radius, y * length - x * radius, -1, length);
}

/** Those of the tangents that touch a piece of an arc that lie in the cone. */
function seeInCone(piece: usize): void {
  const x = load<f64>(piece) - px;
  const y = load<f64>(piece, 8) - py;
  const ax = load<f64>(piece, 16);
  const bx = load<f64>(piece, 24);
  const ay = load<f64>(piece, 32);
  const by = load<f64>(piece, 40);
  // how far the point lies before the lines that touch the piece at its ends: it sees those places of the piece that it lies before
  const atA = -x * ax - y * ay - radius;
  const atB = -x * bx - y * by - radius;
  const rounding = TURNED * (abs(x) + abs(y) + radius);
  if (min(atA, atB) > rounding) return;
  // on which hand of the tangent the circle lies; seen from its centre, an arc leads to the left
  let isRight = atA < 0;
  let isLeft = atB < 0;
  if (min(abs(atA), abs(atB)) <= rounding) isRight = isLeft = true;
  // both or none
  else if (isRight && isLeft && (ax * y - ay * x > 0 || x * by - y * bx > 0)) return;
  const length = sqrt(max(0, x * x + y * y - radius * radius));
  const alongX = x * length;
  const alongY = y * length;
  const acrossX = x * radius;
  const acrossY = y * radius;
  const arc = arcOf(piece);
  if (isRight && isInCone(alongX - acrossY, alongY + acrossX))
    seeTangent(arc, onRight, alongX - acrossY, alongY + acrossX, 1, length);
  if (isLeft && isInCone(alongX + acrossY, alongY - acrossX))
    seeTangent(arc, -onRight, alongX + acrossY, alongY - acrossX, -1, length);
}

function isInCone(x: f64, y: f64): bool {
  const size = 1e-12 * (abs(x) + abs(y));
  return (
    rightX * y - rightY * x >= -size * (abs(rightX) + abs(rightY)) &&
    x * leftY - y * leftX >= -size * (abs(leftX) + abs(leftY))
  );
}

/** A tangent in a direction, whose size is the square of the distance of the centre, that the circle lies to the right of (1), or to the left (-1). */
function seeTangent(arc: u32, hand: f64, x: f64, y: f64, side: f64, length: f64): void {
  const node = nodeOf(arc, hand);
  if (!isNewTo(view, node) || !putOnArc(node, hand, -side * y, side * x)) return;
  const share = length / sqrt(x * x + y * y);
  see(px + x * share, py + y * share, length);
}
