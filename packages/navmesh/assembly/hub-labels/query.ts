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
import { cellOfPoint, partOf } from './cells';
import { floatAt, setFloatAt } from './floats';
import { entryCorner, entryLength, entryNext } from './entries';
import {
  BLOCKS,
  ENTRY_LENGTH,
  ENTRY_VIA,
  LIST_BITS,
  LIST_BLOCKS,
  LIST_HEAD,
  LIST_UNIT,
  paddedHubs,
  TOP,
} from './lists';
import { rayAim, seesCorner, seesPoint } from './ray';

/** u32 per triangle: its number in ../tangent/view.ts. */
let numbers: usize = 0;
/** u32 per cell: where its list ends in the words of all lists. */
let listEnds: usize = 0;
let lists: usize = 0;
/** The triangles that hold the target, as numbers of ../tangent/view.ts. */
let aims: usize = 0;
let aimRoom: u32 = 0;

/** What is known of a corner of a list, above the number of the query: its length; it is seen. */
const MEASURED: u32 = 1;
const SEEN: u32 = 2;
/** Four times the number of the query. */
let query: u32 = 0;

/** One end and its list. */
// @ts-ignore: decorator
@unmanaged
class End {
  x: f64;
  y: f64;
  /** The address of the list, 0 if the cell has none, and of its columns. */
  list: usize;
  bounds: usize;
  firsts: usize;
  entries: usize;
  corners: usize;
  ranks: usize;
  furtherBounds: usize;
  furtherFirsts: usize;
  furtherEntries: usize;
  unit: f64;
  /** The part of the cell, as a bit. */
  part: u32;
  top: u32;
  further: u32;
  /** f64 per corner: the length to it, Infinity once it is known to be out of sight. */
  lengths: usize;
  /** u32 per corner. */
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
let mostCorners: u32 = 0;
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
  mostCorners = most;
  source = newEnd(most);
  target = newEnd(most);
}

function newEnd(most: u32): End {
  const made = changetype<End>(reallocate(0, 0, offsetof<End>()));
  made.lengths = reallocate(0, 0, (<usize>most + 1) << 3);
  made.states = reallocate(0, 0, (<usize>most + 1) << 2);
  memory.fill(made.states, 0, (<usize>most + 1) << 2);
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
  if (source.list == 0 || target.list == 0) return;
  beginQuery();
  const hubs = min(source.top, target.top) + min(source.further, target.further);
  if (hubs > meetingRoom) {
    meetingRoom = 2 * hubs;
    meetings = reallocate(meetings, 0, <usize>meetingRoom * MEETING);
  }
  joinTop();
  if (haveBlocks()) joinFurther();
  // the hub with the least bound first: mostly its path ends the query
  for (let left = met; left > 0; left--) {
    let first = meetings;
    for (let m = meetings + MEETING, end = meetings + <usize>left * MEETING; m < end; m += MEETING)
      if (load<f64>(m) < load<f64>(first)) first = m;
    if (load<f64>(first) >= best) break;
    meet(load<u32>(first, SOURCE_HUB), load<u32>(first, TARGET_HUB));
    const last = meetings + <usize>(left - 1) * MEETING;
    v128.store(first, v128.load(last));
  }
}

/** Begins a query; the numbers of queries start again when they end. */
function beginQuery(): void {
  query += 4;
  if (query != 0) return;
  memory.fill(source.states, 0, (<usize>mostCorners + 1) << 2);
  memory.fill(target.states, 0, (<usize>mostCorners + 1) << 2);
  query = 4;
}

/** Lists the top hubs that both lists have, by their bits. */
function joinTop(): void {
  let s = source.list + (LIST_BITS << 2);
  let t = target.list + (LIST_BITS << 2);
  let fromS: u32 = 0;
  let fromT: u32 = 0;
  for (const end = s + (TOP >> 3); s < end; s += 8, t += 8) {
    const own = load<u64>(s);
    const others = load<u64>(t);
    for (let both = own & others; both != 0; both &= both - 1) {
      const below: u64 = (both & (0 - both)) - 1;
      const i = fromS + <u32>popcnt(own & below);
      const k = fromT + <u32>popcnt(others & below);
      const bound =
        <f64>load<f32>(source.bounds + ((<usize>i) << 2)) +
        <f64>load<f32>(target.bounds + ((<usize>k) << 2));
      addMeeting(bound, i, k);
    }
    fromS += <u32>popcnt(own);
    fromT += <u32>popcnt(others);
  }
}

function addMeeting(bound: f64, s: u32, t: u32): void {
  const meeting = meetings + <usize>met * MEETING;
  store<f64>(meeting, bound);
  store<u32>(meeting, s, SOURCE_HUB);
  store<u32>(meeting, t, TARGET_HUB);
  met++;
}

/** Whether further hubs of both lists lie in the same block of the map. */
function haveBlocks(): bool {
  const s = source.list + (LIST_BLOCKS << 2);
  const t = target.list + (LIST_BLOCKS << 2);
  let both = v128.and(v128.load(s), v128.load(t));
  for (let i: usize = 16; i < BLOCKS >> 3; i += 16)
    both = v128.or(both, v128.and(v128.load(s + i), v128.load(t + i)));
  return v128.any_true(both);
}

/**
 * Lists the further hubs that both lists have. Ranks ascend in groups of four. All pairs of two
 * groups are compared, then the group of the smaller last rank is left; both if these are the same.
 */
function joinFurther(): void {
  const sourceEnd = source.ranks + groupBytes(source.further);
  const targetEnd = target.ranks + groupBytes(target.further);
  for (let s = source.ranks, t = target.ranks; s < sourceEnd && t < targetEnd;) {
    const own = v128.load(s);
    const others = v128.load(t);
    const one = v128.or(i32x4.eq(own, others), i32x4.eq(own, Lanes.turned(others, 1)));
    const two = v128.or(
      i32x4.eq(own, Lanes.turned(others, 2)),
      i32x4.eq(own, Lanes.turned(others, 3)),
    );
    if (v128.any_true(v128.or(one, two))) addFurther(s, t);
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
function addFurther(s: usize, t: usize): void {
  for (let i: u32 = 0; i < 4; i++) {
    const rank = at(s, i);
    if (rank == NONE) return;
    for (let k: u32 = 0; k < 4; k++) {
      if (at(t, k) != rank) continue;
      const own = <u32>((s - source.ranks) >> 2) + i;
      const other = <u32>((t - target.ranks) >> 2) + k;
      const bound =
        <f64>load<f32>(source.furtherBounds + ((<usize>own) << 2)) +
        <f64>load<f32>(target.furtherBounds + ((<usize>other) << 2));
      addMeeting(bound, source.top + own, target.top + other);
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
  end.list = 0;
  if (first == at(listEnds, cell)) return;
  const list = lists + ((<usize>first) << 2);
  end.list = list;
  end.part = partOf(cell, x, y);
  end.top = at(list, 1);
  end.further = at(list, 2);
  end.unit = <f64>load<f32>(list + (LIST_UNIT << 2));
  end.bounds = list + ((<usize>LIST_HEAD) << 2);
  end.firsts = end.bounds + ((<usize>end.top) << 2);
  end.entries = end.firsts + ((<usize>end.top + 1) << 2);
  end.corners = end.entries + ((<usize>at(list, 3)) << 3);
  end.ranks = end.corners + ((<usize>at(list, 0)) << 3);
  end.furtherBounds = end.ranks + groupBytes(end.further);
  end.furtherFirsts = end.furtherBounds + ((<usize>end.further) << 2);
  end.furtherEntries = end.furtherFirsts + ((<usize>end.further + 1) << 2);
}

/** The first entry of a hub, given by its place among top hubs, then further hubs. */
function firstOf(end: End, hub: u32): usize {
  if (hub < end.top) return end.entries + ((<usize>at(end.firsts, hub)) << 3);
  return end.furtherEntries + ((<usize>at(end.furtherFirsts, hub - end.top)) << 3);
}
function endOf(end: End, hub: u32): usize {
  if (hub < end.top) return end.entries + ((<usize>at(end.firsts, hub + 1)) << 3);
  return end.furtherEntries + ((<usize>at(end.furtherFirsts, hub - end.top + 1)) << 3);
}
function viaOf(entry: usize): u32 {
  return load<u16>(entry, ENTRY_VIA);
}

function stateOf(end: End, via: u32): u32 {
  const state = at(end.states, via) - query;
  return state <= SEEN ? state : 0;
}

function cornerOf(end: End, via: u32): u32 {
  return at(end.corners, 2 * via);
}

/** A lower bound on the length to the hub of an entry. */
function boundOf(end: End, entry: usize): f64 {
  const via = viaOf(entry);
  if (stateOf(end, via) == 0) {
    const corner = cornerOf(end, via);
    setFloatAt(end.lengths, via, lengthOf(pointX(corner) - end.x, pointY(corner) - end.y));
    set(end.states, via, query + MEASURED);
  }
  return floatAt(end.lengths, via) + end.unit * <f64>load<u16>(entry, ENTRY_LENGTH);
}

/** The least bound on the length to a hub, given by its place in the list. */
function leastBound(end: End, hub: u32): f64 {
  let least = Infinity;
  for (let e = firstOf(end, hub), last = endOf(end, hub); e < last; e += 8)
    least = min(least, boundOf(end, e));
  return least;
}

/** Whether the end sees a corner of its list. */
function isSeen(end: End, via: u32): bool {
  if (at(end.states, via) == query + SEEN) return true;
  if (floatAt(end.lengths, via) == Infinity) return false;
  if (at(end.corners, 2 * via + 1) & end.part) {
    set(end.states, via, query + SEEN);
    return true;
  }
  for (let i: u32 = 0; i < end.triangleCount; i++)
    if (seesCorner(at(numbers, at(end.triangles, i)), end.x, end.y, cornerOf(end, via))) {
      set(end.states, via, query + SEEN);
      return true;
    }
  setFloatAt(end.lengths, via, Infinity);
  return false;
}

/** Improves the best path by paths over a hub; `s` and `t`: its places in both lists. */
function meet(s: u32, t: u32): void {
  const targetFrom = firstOf(target, t);
  const targetEnd = endOf(target, t);
  const least = leastBound(target, t);
  for (let e = firstOf(source, s), sourceEnd = endOf(source, s); e < sourceEnd; e += 8) {
    if (boundOf(source, e) + least >= best) continue;
    for (let other = targetFrom; other < targetEnd; other += 8) {
      if (boundOf(source, e) + boundOf(target, other) >= best) continue;
      if (!isSeen(source, viaOf(e))) break;
      if (isSeen(target, viaOf(other))) take(e, other);
    }
  }
}

/** Keeps a path if it is the shortest so far, by exact lengths. */
function take(e: usize, other: usize): void {
  const first = load<u32>(e);
  const last = load<u32>(other);
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
