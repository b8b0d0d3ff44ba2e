// What no way to the target can fall short of, by landmarks (Goldberg and Harrelson 2005): a way from a place is no shorter than what the shortest ways
// from a landmark to the target and to that place differ by. Ways there may turn back on arcs, which makes lengths the same both ways.

import { heapClear, heapPop, heapPush, heapSize, ITEMS } from '../heap';
import { at, NONE } from '../sides';
import {
  around,
  firstOf,
  HEAD,
  isFull,
  LEAVES,
  LENGTH,
  lengthOf,
  nodeAt,
  nodeCount,
  tangentAt,
  TWIN,
} from './circles';
import {
  landmarksAim as aim,
  landmarksAimed,
  landmarksForget,
  setLength,
} from '../tangents/landmarks';
import { AIM_LENGTH, AIM_PLACE, aimAt, aimCount } from './ends';

/** Of the tangents that leave an arc the one nearest to a place, and how far that is. */
let nearest: u32 = NONE;
let gap: f64 = 0;

/** The tangents that the target is seen along, some of which may not be free: every way ends over one of them. */
export function landmarksAim(): void {
  landmarksForget();
  for (let i: u32 = 0; i < aimCount; i++) {
    const node = aimAt(i);
    const data = nodeAt(node);
    const place = load<f64>(data, AIM_PLACE);
    nearest = NONE;
    gap = Infinity;
    findBeside(node, place);
    findBeside(node ^ 1, load<f64>(data, LENGTH) - place);
    // lengths to the place are within the gap of those to the tangent
    if (nearest != NONE) aim(nearest, load<f64>(data, AIM_LENGTH) - gap);
  }
  landmarksAimed();
}

/** From a place on an arc, of the tangents that leave in one direction. */
function findBeside(node: u32, place: f64): void {
  for (let i = firstOf(node), end = firstOf(node + 1); i < end; i++) {
    const away = abs(load<f64>(tangentAt(i), LEAVES) - place);
    if (away >= gap) continue;
    gap = away;
    nearest = i;
  }
}

/** For `landmarksFill`. Per tangent f64, the length so far; arc by arc the tangents that leave it in the order of their places on it, to the left; where each is in that. */
let lengths: usize = 0;
let order: usize = 0;
let orderOf: usize = 0;

/** Room: eight bytes for each tangent, and four, and four. */
export function landmarksRoom(length: usize, list: usize, inList: usize): void {
  lengths = length;
  order = list;
  orderOf = inList;
  for (let node: u32 = 0; node < nodeCount; node += 2) {
    const end = firstOf(node + 2);
    let left = firstOf(node);
    let right = end;
    for (let i = left; i < end; i++) {
      const isLeft =
        right == firstOf(node + 1) ||
        (left < firstOf(node + 1) && spotOf(left) <= spotOf(right - 1));
      const tangent = isLeft ? left++ : --right;
      store<u32>(order + ((<usize>i) << 2), tangent);
      store<u32>(orderOf + ((<usize>tangent) << 2), i);
    }
  }
}

/** The node that a tangent leaves. */
function tailOf(tangent: u32): u32 {
  return load<u32>(tangentAt(load<u32>(tangentAt(tangent), TWIN)), HEAD) ^ 1;
}
/** Where on the arc it leaves, from the end to the right. */
function spotOf(tangent: u32): f64 {
  const tail = tailOf(tangent);
  const place = load<f64>(tangentAt(tangent), LEAVES);
  return tail & 1 ? load<f64>(nodeAt(tail), LENGTH) - place : place;
}

function lengthTo(tangent: u32): f64 {
  return load<f64>(lengths + ((<usize>tangent) << 3));
}

function reach(tangent: u32, length: f64): void {
  if (length >= lengthTo(tangent)) return;
  store<f64>(lengths + ((<usize>tangent) << 3), length);
  heapPush(length, tangent);
}

/** The lengths of the shortest ways from where a tangent leaves to where all others do, as those of a landmark: by Dijkstra. */
export function landmarksFill(landmark: u32, from: u32): void {
  const count = firstOf(nodeCount);
  for (let i: u32 = 0; i < count; i++) store<f64>(lengths + ((<usize>i) << 3), Infinity);
  heapClear();
  reach(from, 0);
  while (heapSize() > 0) {
    const entry = heapPop();
    const tangent = <u32>(entry & ITEMS);
    const length = lengthTo(tangent);
    // it was reached by a shorter way since
    if (reinterpret<f64>(entry | ITEMS) < length) continue;
    const data = tangentAt(tangent);
    const twin = load<u32>(data, TWIN);
    reach(twin, length + lengthOf(data));
    const tail = tailOf(tangent);
    const begin = firstOf(tail & ~1);
    const end = firstOf((tail | 1) + 1);
    const spot = spotOf(tangent);
    const i = at(orderOf, tangent);
    const full = isFull(nodeAt(tail));
    if (i + 1 < end) along(at(order, i + 1), spot, length, 0);
    else if (full) along(at(order, begin), spot, length, around);
    if (i > begin) along(at(order, i - 1), spot, length, 0);
    else if (full) along(at(order, end - 1), spot, length, around);
  }
  for (let i: u32 = 0; i < count; i++) setLength(i, landmark, lengthTo(i));
}

/** The longest of the lengths found last, of those that are not Infinity. */
export function landmarksLongest(): f64 {
  let longest: f64 = 0;
  for (let i: u32 = 0; i < firstOf(nodeCount); i++)
    if (lengthTo(i) < Infinity) longest = max(longest, lengthTo(i));
  return longest;
}

/** Along the arc, over the end of what is free all around where that is so long. */
function along(tangent: u32, spot: f64, length: f64, over: f64): void {
  const way = abs(spotOf(tangent) - spot);
  reach(tangent, length + (over > 0 ? max(0, over - way) : way));
}
