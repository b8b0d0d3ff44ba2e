// All free tangents between circles. Where one is free its two vertices see one another, or are in line with others on the way, from circle to
// circle of which tangents are as long.

import { corners, twins, X as xOf, Y as yOf } from '../discs/mesh';
import { reallocate } from '../env';
import { after, at, before, NONE } from '../sides';
import {
  ADDS,
  ARRIVES,
  circleAt,
  circleCount,
  circleIn,
  firstOf,
  HEAD,
  headingX,
  headingY,
  joinCircles,
  LEAVES,
  LENGTH,
  nodeAt,
  nodeCount,
  place,
  placed,
  putOn,
  radius,
  setFirst,
  PAIR,
  setTangents,
  sideOf,
  TAIL,
  TANGENT,
  tangentAt,
  triangleAt,
  TWIN,
  X,
  Y,
} from './circles';
import { isPieceFree } from './piece';

/** Tangents as they are found, those of a pair one after the other. */
let found: usize = 0;
let foundRoom: u32 = 0;
let foundCount: u32 = 0;
/** Circles that one sees, and per circle the last that saw it. */
let seen: usize = 0;
let seenCount: u32 = 0;
let seenBy: usize = 0;
/** Cones to be looked through yet, 16 bytes: the vertices that bound it on the left and on the right, the side. As many as there are triangles have room. */
let cones: usize = 0;
let coneCount: u32 = 0;
/** Triangles looked into. */
let looked: u32 = 0;

export function buildBind(list: usize, room: u32, see: usize, by: usize, cone: usize): void {
  found = list;
  foundRoom = room;
  seen = see;
  seenBy = by;
  cones = cone;
}

/** Finds them. How many; NONE where there are more than `most`, or more than `mostLooks` triangles to be looked into for them. */
export function circlesFind(most: u32, mostLooks: u32): u32 {
  foundCount = 0;
  looked = 0;
  memory.fill(seenBy, 0xff, (<usize>circleCount) << 2);
  for (let circle: u32 = 0; circle < circleCount; circle++) {
    viewCircle(circle);
    for (let i: u32 = 0; i < seenCount; i++) {
      const other = at(seen, i);
      join(circle, 1, other, 1);
      join(circle, 1, other, -1);
      join(circle, -1, other, 1);
      join(circle, -1, other, -1);
    }
    if (foundCount > most || looked > mostLooks) return NONE;
  }
  return foundCount;
}

/** All circles with higher numbers whose vertices a circle's vertex sees. */
function viewCircle(circle: u32): void {
  seenCount = 0;
  const first = sideOf(circle);
  const px = load<f64>(circleAt(circle));
  const py = load<f64>(circleAt(circle), 8);
  for (let side = first; ;) {
    const last = before(side);
    seeCorner(circle, after(side));
    seeCorner(circle, last);
    coneCount = 0;
    putAside(at(twins, after(side)), at(corners, last), at(corners, after(side)));
    while (coneCount > 0) {
      coneCount--;
      const cone = cones + ((<usize>coneCount) << 4);
      look(circle, px, py, load<u32>(cone), load<u32>(cone, 4), load<u32>(cone, 8));
    }
    side = at(twins, last);
    if (side == NONE || side == first) return;
  }
}

function seeCorner(circle: u32, side: u32): void {
  const other = circleIn(triangleAt(side / 3), side % 3);
  if (other == NONE || other <= circle || at(seenBy, other) == circle) return;
  store<u32>(seenBy + ((<usize>other) << 2), circle);
  store<u32>(seen + ((<usize>seenCount) << 2), other);
  seenCount++;
}

function putAside(side: u32, left: u32, right: u32): void {
  if (side == NONE) return;
  const cone = cones + ((<usize>coneCount) << 4);
  coneCount++;
  store<u32>(cone, left);
  store<u32>(cone, right, 4);
  store<u32>(cone, side, 8);
}

/** Over a side and on, with the part on the left of each vertex seen left for later. */
function look(circle: u32, px: f64, py: f64, left: u32, right: u32, from: u32): void {
  let leftX = xOf(left) - px;
  let leftY = yOf(left) - py;
  const rightX = xOf(right) - px;
  const rightY = yOf(right) - py;
  let l = left;
  for (let entry = from; entry != NONE;) {
    looked++;
    const last = before(entry);
    const v = at(corners, last);
    const vx = xOf(v) - px;
    const vy = yOf(v) - py;
    if (leftX * vy - leftY * vx >= 0) entry = at(twins, after(entry));
    else if (rightX * vy - rightY * vx <= 0) entry = at(twins, last);
    else {
      seeCorner(circle, last);
      putAside(at(twins, last), l, v);
      l = v;
      leftX = vx;
      leftY = vy;
      entry = at(twins, after(entry));
    }
  }
}

/** The tangent between two circles gone around with hands, and the same the other way round, if it is free. */
function join(a: u32, handA: f64, b: u32, handB: f64): void {
  const from = circleAt(a);
  const to = circleAt(b);
  const length = joinCircles(from, handA, to, handB);
  if (length < 0) return;
  const dx = headingX;
  const dy = headingY;
  // a circle lies square to the tangent, on its hand
  if (!putOn(a, handA, handA * dy, -handA * dx)) return;
  const tail = placed;
  const leaves = place;
  if (!putOn(b, handB, handB * dy, -handB * dx)) return;
  const head = placed;
  const arrives = place;
  const x = load<f64>(from) + handA * radius * dy;
  const y = load<f64>(from, 8) - handA * radius * dx;
  const toX = load<f64>(to) + handB * radius * dy;
  const toY = load<f64>(to, 8) - handB * radius * dx;
  if (!isPieceFree(x, y, toX, toY, triangleTowards(a, handA * dy, -handA * dx))) return;
  add(tail, leaves, head, arrives, length, toX, toY);
  const back = load<f64>(nodeAt(head), LENGTH) - arrives;
  const on = load<f64>(nodeAt(tail), LENGTH) - leaves;
  add(head ^ 1, back, tail ^ 1, on, length, x, y);
}

/** Of the triangles around a circle's vertex that which lies in a direction. */
function triangleTowards(circle: u32, dx: f64, dy: f64): u32 {
  const first = sideOf(circle);
  const px = load<f64>(circleAt(circle));
  const py = load<f64>(circleAt(circle), 8);
  let best: u32 = first / 3;
  let most = -Infinity;
  for (let side = first; ;) {
    const a = at(corners, after(side));
    const b = at(corners, before(side));
    const ax = xOf(a) - px;
    const ay = yOf(a) - py;
    const bx = xOf(b) - px;
    const by = yOf(b) - py;
    // the sine of the angle to the nearer of both, where the direction is between them
    const in1 = (ax * dy - ay * dx) / sqrt(ax * ax + ay * ay);
    const in2 = (dx * by - dy * bx) / sqrt(bx * bx + by * by);
    if (min(in1, in2) > most) {
      most = min(in1, in2);
      best = side / 3;
    }
    side = at(twins, before(side));
    if (side == NONE || side == first) break;
  }
  return best;
}

function add(tail: u32, leaves: f64, head: u32, arrives: f64, length: f64, x: f64, y: f64): void {
  if (foundCount == foundRoom) {
    const bytes = <usize>foundRoom * TANGENT;
    found = reallocate(found, bytes, 2 * bytes);
    foundRoom <<= 1;
  }
  const tangent = found + <usize>foundCount * TANGENT;
  store<u32>(tangent, foundCount >> 1, PAIR);
  foundCount++;
  store<f64>(tangent, leaves + length - arrives, ADDS);
  store<f64>(tangent, leaves, LEAVES);
  store<f64>(tangent, arrives, ARRIVES);
  store<f64>(tangent, x, X);
  store<f64>(tangent, y, Y);
  store<u32>(tangent, head, HEAD);
  store<u32>(tangent, tail, TAIL);
}

/** Where the list of those found is. */
export function circlesFound(): usize {
  return found;
}

/** Writes those found to a place, node by node in the order in which they leave, with room for one more. */
export function circlesSort(to: usize): void {
  setTangents(to);
  for (let node: u32 = 0; node <= nodeCount; node++) setFirst(node, 0);
  for (let i: u32 = 0; i < foundCount; i++) {
    const tail = load<u32>(found + <usize>i * TANGENT, TAIL);
    setFirst(tail + 1, firstOf(tail + 1) + 1);
  }
  // how many a node has, at the next, becomes where its own begin, and then, as they are put there, where they end
  let sum: u32 = 0;
  for (let node: u32 = 0; node < nodeCount; node++) {
    const count = firstOf(node + 1);
    setFirst(node + 1, sum);
    sum += count;
  }
  for (let i: u32 = 0; i < foundCount; i++) {
    const tangent = found + <usize>i * TANGENT;
    const next = load<u32>(tangent, TAIL) + 1;
    memory.copy(tangentAt(firstOf(next)), tangent, TANGENT);
    setFirst(next, firstOf(next) + 1);
  }
  for (let node: u32 = 0; node < nodeCount; node++) sort(firstOf(node), firstOf(node + 1));
  // the list is of no more use: the first of each pair
  for (let i: u32 = 0; i < foundCount >> 1; i++) store<u32>(found + ((<usize>i) << 2), NONE);
  for (let i: u32 = 0; i < foundCount; i++) {
    const first = found + ((<usize>load<u32>(tangentAt(i), PAIR)) << 2);
    const twin = load<u32>(first);
    if (twin == NONE) {
      store<u32>(first, i);
      continue;
    }
    store<u32>(tangentAt(i), twin, TWIN);
    store<u32>(tangentAt(twin), i, TWIN);
  }
}

/** By insertion: there are few, and what comes from one view lies in order. The room behind the list is that of one more. */
function sort(begin: u32, end: u32): void {
  const kept = tangentAt(foundCount);
  for (let i = begin + 1; i < end; i++) {
    const leaves = load<f64>(tangentAt(i), LEAVES);
    let k = i;
    while (k > begin && load<f64>(tangentAt(k - 1), LEAVES) > leaves) k--;
    if (k == i) continue;
    memory.copy(kept, tangentAt(i), TANGENT);
    memory.copy(tangentAt(k + 1), tangentAt(k), <usize>(i - k) * TANGENT);
    memory.copy(tangentAt(k), kept, TANGENT);
  }
}
