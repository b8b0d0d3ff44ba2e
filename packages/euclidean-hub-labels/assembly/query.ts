// Answers one query: `groupRun` of group.ts calls `queryRun` once the meetings of the query are
// known, which are the hubs that the lists of both ends have. Lengths in a list are rounded down,
// and via corners of a list may be out of sight. So the sum over a via corner is a lower bound. If
// it is below the length found, the part of the cell or a ray decides whether the end sees the
// corner, and `take` adds up the exact lengths. Hubs are taken in the order of their lower bounds,
// until the least of them is not below the length found.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { NONE, set } from '@wayfield/wasm/assembly/words';
import { pointX, pointY } from '@wayfield/navmesh/assembly/tangent/view';
import { cornerOf, End, endOf, firstOf, heldTriangle, isSeenFromPart, viaOf } from './ends';
import { entryCorner, entryLength, entryNext } from './entries';
import { leastMeeting, MEETING, meetingAt, SOURCE_HUB, TARGET_HUB } from './join';
import { lengthOf } from './floats';
import { ENTRY_LENGTH } from './list-form';
import { seesCorner, walksSee } from './ray';
import { clearSights, Sight, sightAt } from './sights';

/** A query of a group. */
// @ts-ignore: decorator
@unmanaged
export class Query {
  source: End;
  target: End;
  status: u32;
  /** Whether the path is the straight line. */
  isStraight: u32;
  /** Where the meetings of the query begin among those of the group, and their number. */
  firstMeeting: u32;
  meetingCount: u32;
  /** The length of the path, Infinity without a path. */
  cost: f64;
  /**
   * The entries of the path's hub in the labels of the path's first and last corner; NONE without a
   * path and for a straight line.
   */
  firstEntry: u32;
  lastEntry: u32;
}

let query: Query = changetype<Query>(0);
let source: End = changetype<End>(0);
let target: End = changetype<End>(0);
/** The corners of the latest path, u32 each: see `queryPath`. */
let path: usize = 0;
let pathRoom: u32 = 0;
let pathCount: u32 = 0;

/**
 * Finds the path of a query. Walks have shown whether each end sees the via corner of its first
 * entry (`End.first`): result `result` is that of the source, `result + 1` that of the target.
 */
export function queryRun(begun: Query, result: u32): void {
  query = begun;
  source = begun.source;
  target = begun.target;
  if (begun.isStraight) begun.cost = lengthOf(target.x - source.x, target.y - source.y);
  if (begun.meetingCount == 0) return;
  clearSights(source.sights);
  clearSights(target.sights);
  takeWalk(source, result);
  takeWalk(target, result + 1);
  // the hub with the least bound comes first: mostly its path ends the query
  const meetings = meetingAt(begun.firstMeeting);
  for (let left = begun.meetingCount; left > 0; left--) {
    const first = leastMeeting(meetings, left);
    if (load<f64>(first) >= begun.cost) break;
    meet(load<u32>(first, SOURCE_HUB), load<u32>(first, TARGET_HUB));
    v128.store(first, v128.load(meetings + <usize>(left - 1) * MEETING));
  }
}

/** Writes into the cache whether an end sees the via corner of its first entry. */
function takeWalk(end: End, result: u32): void {
  const via = viaOf(end.first);
  const sight = sightOf(end, via);
  if (walksSee(result) || isSeenFromPart(end, via)) sight.isSeen = 1;
  else sight.length = Infinity;
}

/** The entry of the cache for a via corner, given by the corner's place in the list. */
function sightOf(end: End, via: u32): Sight {
  const sight = sightAt(end.sights, via);
  if (sight.corner != via) {
    const corner = cornerOf(end, via);
    sight.length = lengthOf(pointX(corner) - end.x, pointY(corner) - end.y);
    sight.corner = via;
    sight.isSeen = 0;
  }
  return sight;
}

/**
 * A lower bound on the length from an end to the hub of an entry; Infinity once the via corner
 * proved out of sight.
 */
function boundOf(end: End, entry: usize): f64 {
  const sight = sightOf(end, viaOf(entry));
  return sight.length + end.unit * <f64>load<u16>(entry, ENTRY_LENGTH);
}

/** The least lower bound on the length from an end to a hub, given by its place in the list. */
function leastBound(end: End, hub: u32): f64 {
  let least = Infinity;
  for (let e = firstOf(end, hub), last = endOf(end, hub); e < last; e += 8)
    least = min(least, boundOf(end, e));
  return least;
}

/** Whether an end sees a via corner: by the cache, by the part of the cell, or by rays. */
function isSeen(end: End, via: u32): bool {
  const sight = sightOf(end, via);
  if (sight.isSeen) return true;
  if (sight.length == Infinity) return false;
  let sees = isSeenFromPart(end, via);
  for (let i: u32 = 0; i < end.triangleCount && !sees; i++)
    sees = seesCorner(heldTriangle(end, i), end.x, end.y, cornerOf(end, via));
  if (sees) sight.isSeen = 1;
  else sight.length = Infinity;
  return sees;
}

/** Tries the paths over one hub, whose places in the lists of source and target are `s` and `t`. */
function meet(s: u32, t: u32): void {
  const targetFrom = firstOf(target, t);
  const targetEnd = endOf(target, t);
  const least = leastBound(target, t);
  for (let e = firstOf(source, s), sourceEnd = endOf(source, s); e < sourceEnd; e += 8) {
    if (boundOf(source, e) + least >= query.cost) continue;
    for (let other = targetFrom; other < targetEnd; other += 8) {
      if (boundOf(source, e) + boundOf(target, other) >= query.cost) continue;
      if (!isSeen(source, viaOf(e))) break;
      if (isSeen(target, viaOf(other))) take(e, other);
    }
  }
}

/** Keeps a path if it is the shortest so far. Its length is a sum in f64, not of rounded units. */
function take(e: usize, other: usize): void {
  const first = load<u32>(e);
  const last = load<u32>(other);
  const length =
    sightOf(source, viaOf(e)).length +
    entryLength(first) +
    entryLength(last) +
    sightOf(target, viaOf(other)).length;
  if (length >= query.cost) return;
  query.cost = length;
  query.firstEntry = first;
  query.lastEntry = last;
}

/**
 * Writes the corners of the path of a query, `queryPathCount` in number and from source to target;
 * returns their address, which holds until the next call.
 */
export function queryPath(done: Query): usize {
  const firstEntry = done.firstEntry;
  const lastEntry = done.lastEntry;
  pathCount = 0;
  if (firstEntry == NONE) return path;
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
  // the hub is written; the corners from the target to the hub fill the array from its end
  let k = count;
  for (let e = lastEntry; entryNext(e) != e; e = entryNext(e)) set(path, --k, entryCorner(e));
  return path;
}
export function queryPathCount(): u32 {
  return pathCount;
}
