// The path that a search found, arc by arc of the graph. What an arc is made of: layout.ts.

import { DOWN, LEAF } from './layout';
import { findArc } from './completion';
import { findHalves, firstHalfOf, renewHalves, secondHalfOf } from './halves';
import {
  getFloat,
  metricHeads,
  metricNode,
  metricNodes,
  metricRows,
  setFloat,
  weightOf,
} from './metric';
import { BACKWARD, FORWARD, labelOf, queryMeeting, querySource, queryTarget } from './query';
import { doubled, get, set, words } from '@wayfield/wasm/assembly/words';

/** The places of the climb from the source to the meeting, the last first. */
let climb: usize = 0;
/** Stack of places still to be unpacked. */
let stack: usize = 0;
/**
 * The nodes so far, u32, and, where the path may meet a node twice, the f32 cost of the path to
 * each; how many nodes there is room for.
 */
let path: usize = 0;
let costs: usize = 0;
let room: u32 = 0;
/** Nodes of the path so far, and its cost. */
let length: u32 = 0;
let cost: f32 = 0;
/** A word per node: where it stands on the path, plus 1; 0 off the path. */
let pathPlace: usize = 0;
/** Whether the path may meet a node twice: see `unpack`. */
let mayLoop: bool = false;
/** Whether `pathPlace` still has the nodes of the path. True after memory ended in `unpack`. */
let placed: bool = false;
/** Whether the cost is wanted. */
let weighed: bool = false;

/** Gives paths in a hierarchy of `levels` levels their memory. */
export function unpackBind(levels: u32): void {
  climb = words(<u64>levels + 1);
  stack = words(<u64>levels + 4);
  pathPlace = words(metricNodes());
  room = 1024;
  path = words(room);
  costs = words(room);
}

/**
 * Unpacks the path that `query` found, and returns the number of its nodes. Call it before
 * `queryEnd`. With `loops` cycles are left out: arcs of weight 0, or rounded sums, may lead back
 * to a node. With `sums` the weights of the graph's arcs are looked up and added for `unpackCost`.
 */
export function unpack(loops: bool, sums: bool): u32 {
  if (placed) clearPlaces();
  placed = loops;
  length = 0;
  cost = 0;
  mayLoop = loops;
  weighed = sums;
  renewHalves();
  append(get(metricNode(), querySource()));
  let count: u32 = 0;
  for (let r = queryMeeting(); r != querySource();) {
    const from = <u32>labelOf(FORWARD, r);
    set(climb, count++, findArc(metricRows(), metricHeads(), from, r) << 1);
    r = from;
  }
  while (count > 0) unpackPlace(get(climb, --count));
  for (let r = queryMeeting(); r != queryTarget();) {
    const to = <u32>labelOf(BACKWARD, r);
    unpackPlace((findArc(metricRows(), metricHeads(), to, r) << 1) | DOWN);
    r = to;
  }
  if (loops) clearPlaces();
  return length;
}

/** Takes the nodes of the path out of `pathPlace`. */
function clearPlaces(): void {
  for (let i: u32 = 0; i < length; i++) set(pathPlace, get(path, i), 0);
  placed = false;
}

/** The address of the nodes of the path that `unpack` made. */
export function unpackPath(): usize {
  return path;
}

/**
 * The f32 sum of the weights of that path, rounded at every step from the source on, where `unpack`
 * got `sums`.
 */
export function unpackCost(): f32 {
  return cost;
}

/** Appends the nodes, without the first, of the path that a place stands for. */
function unpackPlace(place: u32): void {
  let top: u32 = 0;
  let next = place;
  for (;;) {
    findHalves(next);
    const first = firstHalfOf(next),
      second = secondHalfOf(next);
    if (second < LEAF) {
      set(stack, top++, second << 1);
      next = (first << 1) | DOWN;
      continue;
    }
    if (weighed) cost += weightOf(first);
    append(second - LEAF);
    if (top == 0) return;
    next = get(stack, --top);
  }
}

/** Appends a node, or goes back to it where the path has it already. */
function append(v: u32): void {
  const before = mayLoop ? get(pathPlace, v) : 0;
  if (before) {
    // a cycle that costs 0, or less than rounding: leave it out
    while (length > before) set(pathPlace, get(path, --length), 0);
    cost = getFloat(costs, length - 1);
    return;
  }
  if (length == room) {
    path = doubled(path, room);
    costs = doubled(costs, room);
    room <<= 1;
  }
  set(path, length, v);
  if (mayLoop) {
    setFloat(costs, length, cost);
    set(pathPlace, v, length + 1);
  }
  length++;
}
