// One query: the lists of the cells of both ends are joined by hub. Corners of a list may be out of
// sight, so lengths through them are lower bounds until a ray says that the corner is seen.

import { reallocate } from '../env';
import { at, NONE, set } from '../sides';
import {
  FOUND,
  isShared,
  locateEnds,
  NEAREST,
  sourceCount,
  sources,
  sourceX,
  sourceY,
  targetCount,
  targets,
  targetX,
  targetY,
} from '../locate/ends';
import { pointX, pointY } from '../tangent/view';
import { cellOfPoint } from './cells';
import { floatAt, setFloatAt } from './floats';
import { entryCorner, entryLength, entryNext, labelFirst } from './labels';
import { ENTRY_PLACE, ENTRY_VIA, LIST_HEAD, paddedHubs } from './lists';
import { rayAim, seesCorner, seesPoint } from './ray';

/** u32 per triangle: its number in ../tangent/view.ts. */
let numbers: usize = 0;
/** u32 per cell: where its list ends in the words of all lists. */
let listEnds: usize = 0;
let lists: usize = 0;
/** The triangles that hold the target, as numbers of ../tangent/view.ts. */
let aims: usize = 0;
let aimRoom: u32 = 0;

/** What is known of a corner of a list: nothing, its length, that it is seen. */
const UNKNOWN: u8 = 0;
const MEASURED: u8 = 1;
const SEEN: u8 = 2;

/** One end and its list. */
// @ts-ignore: decorator
@unmanaged
class End {
  x: f64;
  y: f64;
  /** Addresses of the columns of the list. */
  corners: usize;
  ranks: usize;
  firsts: usize;
  entries: usize;
  hubCount: u32;
  /** f64 per corner: the length to it, Infinity once it is known to be out of sight. */
  lengths: usize;
  /** u8 per corner. */
  states: usize;
  /** The triangles that hold the end. */
  triangles: usize;
  triangleCount: u32;
}
let source: End = changetype<End>(0);
let target: End = changetype<End>(0);

let status: u32 = 0;
let best: f64 = Infinity;
/** The entries of the hub in the labels of the first corner and of the last; NONE: straight. */
let firstEntry: u32 = NONE;
let lastEntry: u32 = NONE;
/** The hubs in both lists: f64 lower bound on paths over the hub, u32 places in the lists. */
let meetings: usize = 0;
let meetingRoom: u32 = 0;
let met: u32 = 0;
const MEETING: usize = 16;
const SOURCE_HUB: usize = 8;
const TARGET_HUB: usize = 12;
let path: usize = 0;
let pathRoom: u32 = 0;
let pathCount: u32 = 0;

/** `most`: the most corners of a list. */
export function queryBind(number: usize, ends: usize, words: usize, most: u32): void {
  numbers = number;
  listEnds = ends;
  lists = words;
  source = newEnd(most);
  target = newEnd(most);
}

function newEnd(most: u32): End {
  const made = changetype<End>(reallocate(0, 0, offsetof<End>()));
  made.lengths = reallocate(0, 0, (<usize>most + 1) << 3);
  made.states = reallocate(0, 0, most + 1);
  return made;
}

export function queryStatus(): u32 {
  return status;
}
export function queryCost(): f64 {
  return best;
}

/** `moves`: the ends that may be moved to the mesh, as in ../locate/ends.ts. */
export function queryRun(fromX: f64, fromY: f64, toX: f64, toY: f64, moves: u32): void {
  best = Infinity;
  firstEntry = NONE;
  met = 0;
  status = locateEnds(fromX, fromY, toX, toY, moves);
  if (status != FOUND && status != NEAREST) return;
  const sx = sourceX();
  const sy = sourceY();
  const tx = targetX();
  const ty = targetY();
  if (isShared() || isStraight()) {
    best = lengthOf(tx - sx, ty - sy);
    return;
  }
  source.triangles = sources();
  source.triangleCount = sourceCount();
  target.triangles = targets();
  target.triangleCount = targetCount();
  read(source, sx, sy);
  read(target, tx, ty);
  join();
  for (let m: u32 = 0; m < met; m++) {
    const meeting = meetings + <usize>m * MEETING;
    const bound =
      leastBound(source, load<u32>(meeting, SOURCE_HUB)) +
      leastBound(target, load<u32>(meeting, TARGET_HUB));
    store<f64>(meeting, bound);
  }
  // the hub with the least bound first: mostly its path ends the query
  for (let left = met; left > 0; left--) {
    let first = meetings;
    for (let m = meetings + MEETING, end = meetings + <usize>left * MEETING; m < end; m += MEETING)
      if (load<f64>(m) < load<f64>(first)) first = m;
    if (load<f64>(first) >= best) break;
    meet(load<u32>(first, SOURCE_HUB), load<u32>(first, TARGET_HUB));
    const last = meetings + <usize>(left - 1) * MEETING;
    memory.copy(first, last, MEETING);
  }
}

/**
 * Lists the hubs that both lists have. Ranks ascend in groups of four. All pairs of two groups are
 * compared, then the group of the smaller last rank is left; both if these are the same.
 */
function join(): void {
  const count = min(source.hubCount, target.hubCount);
  if (count > meetingRoom) {
    meetingRoom = 2 * count;
    meetings = reallocate(meetings, 0, <usize>meetingRoom * MEETING);
  }
  const sourceEnd = source.ranks + groupBytes(source.hubCount);
  const targetEnd = target.ranks + groupBytes(target.hubCount);
  for (let s = source.ranks, t = target.ranks; s < sourceEnd && t < targetEnd;) {
    const own = v128.load(s);
    const others = v128.load(t);
    const one = v128.or(i32x4.eq(own, others), i32x4.eq(own, Lanes.turned(others, 1)));
    const two = v128.or(
      i32x4.eq(own, Lanes.turned(others, 2)),
      i32x4.eq(own, Lanes.turned(others, 3)),
    );
    if (v128.any_true(v128.or(one, two))) addMeetings(s, t);
    const last = load<u32>(s, LAST_RANK);
    const otherLast = load<u32>(t, LAST_RANK);
    s += (<usize>(last <= otherLast)) << GROUP_SHIFT;
    t += (<usize>(otherLast <= last)) << GROUP_SHIFT;
  }
}

/** A group of four ranks: the offset of the last, and the shift that multiplies by its bytes. */
const LAST_RANK: usize = 12;
const GROUP_SHIFT: usize = 4;

/** Bytes of ranks; the last group is filled up with NONE. */
function groupBytes(hubs: u32): usize {
  return (<usize>paddedHubs(hubs)) << 2;
}

// A method, because the decorator is not allowed on functions in TypeScript.
class Lanes {
  /** Four numbers, moved by `by` places. */
  @inline
  static turned(lanes: v128, by: i32): v128 {
    if (by == 1) return i32x4.shuffle(lanes, lanes, 1, 2, 3, 0);
    if (by == 2) return i32x4.shuffle(lanes, lanes, 2, 3, 0, 1);
    return i32x4.shuffle(lanes, lanes, 3, 0, 1, 2);
  }
}

/** Lists the hubs of a group of the source's list that a group of the target's list has, too. */
function addMeetings(s: usize, t: usize): void {
  for (let i: u32 = 0; i < 4; i++) {
    const rank = at(s, i);
    if (rank == NONE) return;
    for (let k: u32 = 0; k < 4; k++) {
      if (at(t, k) != rank) continue;
      const meeting = meetings + <usize>met * MEETING;
      store<u32>(meeting, <u32>((s - source.ranks) >> 2) + i, SOURCE_HUB);
      store<u32>(meeting, <u32>((t - target.ranks) >> 2) + k, TARGET_HUB);
      met++;
    }
  }
}

function lengthOf(x: f64, y: f64): f64 {
  return sqrt(x * x + y * y);
}

/** Whether the ends see each other. */
function isStraight(): bool {
  if (targetCount() > aimRoom) {
    aimRoom = 2 * targetCount();
    aims = reallocate(aims, 0, (<usize>aimRoom) << 2);
  }
  for (let i: u32 = 0; i < targetCount(); i++) set(aims, i, at(numbers, at(targets(), i)));
  rayAim(aims, targetCount());
  for (let i: u32 = 0; i < sourceCount(); i++) {
    const triangle = at(numbers, at(sources(), i));
    if (seesPoint(triangle, sourceX(), sourceY(), targetX(), targetY())) return true;
  }
  return false;
}

/** Takes over the list of the cell of an end. */
function read(end: End, x: f64, y: f64): void {
  end.x = x;
  end.y = y;
  const cell = cellOfPoint(x, y);
  const first = cell == 0 ? 0 : at(listEnds, cell - 1);
  end.hubCount = 0;
  if (first == at(listEnds, cell)) return;
  const list = lists + ((<usize>first) << 2);
  const corners = at(list, 0);
  end.hubCount = at(list, 1);
  end.corners = list + ((<usize>LIST_HEAD) << 2);
  end.ranks = end.corners + ((<usize>corners) << 2);
  end.firsts = end.ranks + groupBytes(end.hubCount);
  end.entries = end.firsts + ((<usize>end.hubCount + 1) << 2);
  memory.fill(end.states, UNKNOWN, corners);
}

function entryAt(end: End, entry: u32): usize {
  return end.entries + ((<usize>entry) << 3);
}
function viaOf(entry: usize): u32 {
  return load<u16>(entry, ENTRY_VIA);
}

/** A lower bound on the length to the hub of an entry. */
function boundOf(end: End, entry: usize): f64 {
  const via = viaOf(entry);
  if (load<u8>(end.states + via) == UNKNOWN) {
    const corner = at(end.corners, via);
    setFloatAt(end.lengths, via, lengthOf(pointX(corner) - end.x, pointY(corner) - end.y));
    store<u8>(end.states + via, MEASURED);
  }
  return floatAt(end.lengths, via) + <f64>load<f32>(entry);
}

/** The least bound on the length to a hub, given by its place in the list. */
function leastBound(end: End, hub: u32): f64 {
  let least = Infinity;
  const last = entryAt(end, at(end.firsts, hub + 1));
  for (let e = entryAt(end, at(end.firsts, hub)); e < last; e += 8)
    least = min(least, boundOf(end, e));
  return least;
}

/** Whether the end sees a corner of its list. */
function isSeen(end: End, via: u32): bool {
  if (load<u8>(end.states + via) == SEEN) return true;
  if (floatAt(end.lengths, via) == Infinity) return false;
  for (let i: u32 = 0; i < end.triangleCount; i++)
    if (seesCorner(at(numbers, at(end.triangles, i)), end.x, end.y, at(end.corners, via))) {
      store<u8>(end.states + via, SEEN);
      return true;
    }
  setFloatAt(end.lengths, via, Infinity);
  return false;
}

/** Improves the best path by paths over a hub; `s` and `t`: its places in both lists. */
function meet(s: u32, t: u32): void {
  const sourceEnd = entryAt(source, at(source.firsts, s + 1));
  const targetFrom = entryAt(target, at(target.firsts, t));
  const targetEnd = entryAt(target, at(target.firsts, t + 1));
  const least = leastBound(target, t);
  for (let e = entryAt(source, at(source.firsts, s)); e < sourceEnd; e += 8) {
    if (boundOf(source, e) + least >= best) continue;
    for (let other = targetFrom; other < targetEnd; other += 8) {
      if (boundOf(source, e) + boundOf(target, other) >= best) continue;
      if (!isSeen(source, viaOf(e))) break;
      if (isSeen(target, viaOf(other))) take(e, other);
    }
  }
}

/** The entry of a label that an entry of a list names. */
function labelOf(end: End, entry: usize): u32 {
  return labelFirst(at(end.corners, viaOf(entry))) + load<u16>(entry, ENTRY_PLACE);
}

/** Keeps a path if it is the shortest so far, by exact lengths. */
function take(e: usize, other: usize): void {
  const first = labelOf(source, e);
  const last = labelOf(target, other);
  const length =
    floatAt(source.lengths, viaOf(e)) +
    entryLength(first) +
    entryLength(last) +
    floatAt(target.lengths, viaOf(other));
  if (length >= best) return;
  best = length;
  firstEntry = first;
  lastEntry = last;
}

/**
 * The corners of the best path, in order, as a list of `queryPathCount` corners; the latest list
 * only.
 */
export function queryPath(): usize {
  pathCount = 0;
  if (best == Infinity || firstEntry == NONE) return path;
  let count: u32 = 1;
  for (let e = firstEntry; entryNext(e) != e; e = entryNext(e)) count++;
  for (let e = lastEntry; entryNext(e) != e; e = entryNext(e)) count++;
  if (count > pathRoom) {
    pathRoom = 2 * count;
    path = reallocate(path, 0, (<usize>pathRoom) << 2);
  }
  pathCount = count;
  let i: u32 = 0;
  for (let e = firstEntry; ; e = entryNext(e)) {
    set(path, i++, entryCorner(e));
    if (entryNext(e) == e) break;
  }
  // the hub is there already; the corners from the target to the hub come in reverse
  let k = count;
  for (let e = lastEntry; entryNext(e) != e; e = entryNext(e)) set(path, --k, entryCorner(e));
  return path;
}
export function queryPathCount(): u32 {
  return pathCount;
}
/** The number of hubs that both lists of the query have. */
export function queryHubs(): u32 {
  return met;
}
