// What no way to the target can fall short of, by landmarks (Goldberg and Harrelson 2005): a way from a place is no shorter than what the shortest ways
// from a landmark to the target and to that place differ by. Ways there may turn back on arcs, which makes lengths the same both ways.

import { heapClear, heapPop, heapPush, heapSize, ITEMS } from '../heap';
import { at } from '../sides';
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
import { AIM_LENGTH, AIM_PLACE, aimAt, aimCount } from './ends';

/** Of 24 the lengths, f32 each, to where a tangent leaves: bytes. FAR where none leads there. */
const ROW: usize = 96;
const FAR: f32 = 1e30;
/** Lengths differ from their f32 by at most this share. */
const ROUNDED: f32 = 2e-7;
/** Per tangent; 0 = none. The target's, behind them. */
let table: usize = 0;
let target: usize = 0;

export function landmarksUse(lengths: usize, own: usize): void {
  table = lengths;
  target = own;
}

function rowOf(tangent: u32): usize {
  return table + <usize>tangent * ROW;
}

/** The lengths to the target, by the tangents that it is seen along. Some of these may not be free, so that it may be further away. */
export function landmarksAim(): void {
  if (table == 0) return;
  const most = f32x4.splat(FAR);
  for (let k: usize = 0; k < ROW; k += 16) v128.store(target + k, most);
  for (let i: u32 = 0; i < aimCount; i++) {
    const node = aimAt(i);
    const data = nodeAt(node);
    const place = load<f64>(data, AIM_PLACE);
    const rest = load<f64>(data, AIM_LENGTH);
    takeBeside(node, data, place, rest);
    takeBeside(node ^ 1, data, load<f64>(data, LENGTH) - place, rest);
  }
}

/** From a place on an arc, by the tangents on its two sides that leave in one direction. */
function takeBeside(node: u32, data: usize, place: f64, rest: f64): void {
  const begin = firstOf(node);
  const end = firstOf(node + 1);
  if (begin == end) return;
  let i = begin;
  while (i < end && load<f64>(tangentAt(i), LEAVES) < place) i++;
  if (i < end) takeRow(i, load<f64>(tangentAt(i), LEAVES) - place + rest);
  if (i > begin) takeRow(i - 1, place - load<f64>(tangentAt(i - 1), LEAVES) + rest);
  if (!isFull(data)) return;
  takeRow(begin, around + load<f64>(tangentAt(begin), LEAVES) - place + rest);
  takeRow(end - 1, around + place - load<f64>(tangentAt(end - 1), LEAVES) + rest);
}

function takeRow(tangent: u32, length: f64): void {
  const row = rowOf(tangent);
  const more = f32x4.splat(<f32>length);
  for (let k: usize = 0; k < ROW; k += 16)
    v128.store(target + k, f32x4.pmin(v128.load(target + k), f32x4.add(v128.load(row + k), more)));
}

/** No way from where a tangent leaves to the target is shorter. */
export function leastFrom(tangent: u32): f64 {
  if (table == 0) return 0;
  const row = rowOf(tangent);
  const share = f32x4.splat(ROUNDED);
  let best = f32x4.splat(0);
  for (let k: usize = 0; k < ROW; k += 16) {
    const there = v128.load(target + k);
    const here = v128.load(row + k);
    const error = f32x4.mul(f32x4.add(there, here), share);
    best = f32x4.pmax(best, f32x4.sub(f32x4.sub(there, here), error));
  }
  return <f64>(
    max(
      max(f32x4.extract_lane(best, 0), f32x4.extract_lane(best, 1)),
      max(f32x4.extract_lane(best, 2), f32x4.extract_lane(best, 3)),
    )
  );
}

/** For `landmarksFill`. Per tangent f64, the length so far; arc by arc the tangents that leave it in the order of their places on it, to the left; where each is in that. */
let lengths: usize = 0;
let order: usize = 0;
let orderOf: usize = 0;

/** Room: eight bytes for each tangent, and four, and four. */
export function landmarksBind(length: usize, list: usize, inList: usize): void {
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
  for (let i: u32 = 0; i < count; i++)
    store<f32>(
      rowOf(i) + ((<usize>landmark) << 2),
      lengthTo(i) < Infinity ? <f32>lengthTo(i) : FAR,
    );
}

/** Along the arc, over the end of what is free all around where that is so long. */
function along(tangent: u32, spot: f64, length: f64, over: f64): void {
  const way = abs(spotOf(tangent) - spot);
  reach(tangent, length + (over > 0 ? max(0, over - way) : way));
}
