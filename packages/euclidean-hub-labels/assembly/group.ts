// Answers queries in groups of 32. `queriesRun` of answers.ts calls `groupRun`, which takes all
// queries of the group through one stage before the next: ends, straight lines, hubs that both
// lists have, and only then paths. Before each stage the memory that it needs is read ahead for all
// of them. Such reads do not wait for each other, so cache misses overlap.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { get as at, NONE, set } from '@wayfield/wasm/assembly/words';
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
} from '@wayfield/navmesh/assembly/locate/ends';
import { bucketedAt, bucketStart, cornersOf } from '@wayfield/navmesh/assembly/locate/locate';
import {
  given,
  SOURCE_X,
  SOURCE_Y,
  TARGET_X,
  TARGET_Y,
} from '@wayfield/navmesh/assembly/queries/block';
import { pointX, pointY } from '@wayfield/navmesh/assembly/tangent/view';
import { leavesMesh } from './cells';
import {
  clearHeld,
  cornerOf,
  End,
  endListsBind,
  firstOf,
  heldTriangle,
  hold,
  isSeenFromPart,
  listAt,
  newEnd,
  readList,
  viaOf,
} from './ends';
import { entryNext } from './entries';
import {
  join,
  leastMeeting,
  meetingAt,
  meetingCount,
  meetingsClear,
  SOURCE_HUB,
  TARGET_HUB,
} from './join';
import { Query, queryRun } from './query';
import { RESULTS, walksAdd, walksBegin, walksRun, walksSee } from './ray';
import { newSights } from './sights';

/**
 * Queries of a group. Each query has two results of walks, one per end. Groups of 16 and 64 queries
 * take the same time.
 */
export const GROUP: u32 = RESULTS / 2;
/** Bytes of a list that are read ahead: its head, and the bounds of its first 64 top hubs. */
export const LIST_AHEAD: usize = 384;
const LINE: usize = 64;
/** Entries of labels that are read ahead for a path; entries of a cache line. */
const ENTRIES_AHEAD: u32 = 16;
const LINE_ENTRIES: u32 = 4;

let queries: usize = 0;
/** u32 per end of the group: where the triangles of the end's bucket start (`bucketStart`). */
let starts: usize = 0;
/** A checksum of all that was read ahead, so that no compiler leaves a read out. */
let sum: u32 = 0;

/**
 * Allocates the queries of a group. All sources share one cache of via corners, all targets share
 * another.
 */
export function groupBind(ends: usize, words: usize): void {
  endListsBind(ends, words);
  queries = reallocate(0, 0, <usize>GROUP * offsetof<Query>());
  const sourceSights = newSights();
  const targetSights = newSights();
  for (let i: u32 = 0; i < GROUP; i++) {
    queryAt(i).source = newEnd(sourceSights);
    queryAt(i).target = newEnd(targetSights);
  }
  starts = reallocate(0, 0, (<usize>RESULTS) << 2);
}

export function queryAt(i: u32): Query {
  return changetype<Query>(queries + <usize>i * offsetof<Query>());
}
/** The source of query i / 2 for an even i, the target for an odd i. */
function endAt(i: u32): End {
  return i & 1 ? queryAt(i >> 1).target : queryAt(i >> 1).source;
}

/**
 * Answers the queries `from` to `from + count` - 1 of the block, at most a group. `moves`: the ends
 * that may be moved to the mesh, as in locate/ends.ts of navmesh.
 */
export function groupRun(from: u32, count: u32, moves: u32): void {
  readPlaces(from, count);
  clearHeld();
  walksBegin();
  for (let i: u32 = 0; i < count; i++) locate(i, from + i, moves);
  walksRun();
  meetingsClear();
  for (let i: u32 = 0; i < count; i++) listHubs(i);
  readBest(count);
  for (let i: u32 = 0; i < count; i++) {
    const query = queryAt(i);
    queryRun(query, 2 * i);
    if (query.firstEntry != NONE) readPath(query);
  }
}

/** Reads ahead for the ends: triangles of their buckets of point location, lists of their cells. */
function readPlaces(from: u32, count: u32): void {
  const ends: u32 = 2 * count;
  for (let i: u32 = 0; i < ends; i++) {
    const x = given(i & 1 ? TARGET_X : SOURCE_X, from + (i >> 1));
    const y = given(i & 1 ? TARGET_Y : SOURCE_Y, from + (i >> 1));
    set(starts, i, bucketStart(x, y));
    endAt(i).list = listAt(x, y);
  }
  for (let i: u32 = 0; i < ends; i++) {
    sum ^= bucketedAt(at(starts, i));
    const list = endAt(i).list;
    for (let byte: usize = 0; byte < LIST_AHEAD; byte += LINE) sum ^= load<u32>(list + byte);
  }
  for (let i: u32 = 0; i < ends; i++) {
    const start = at(starts, i);
    sum ^= load<u32>(cornersOf(bucketedAt(start))) ^ load<u32>(cornersOf(bucketedAt(start + 1)));
  }
}

/**
 * Finds the triangles that hold both ends. If no triangle holds both, and the table of free parts
 * does not show that the straight line leaves the mesh, adds walks from the source to the target.
 */
function locate(i: u32, row: u32, moves: u32): void {
  const query = queryAt(i);
  const source = query.source;
  const target = query.target;
  query.status = locateEnds(
    given(SOURCE_X, row),
    given(SOURCE_Y, row),
    given(TARGET_X, row),
    given(TARGET_Y, row),
    moves,
  );
  query.isStraight = 0;
  query.meetingCount = 0;
  query.cost = Infinity;
  query.firstEntry = NONE;
  source.triangleCount = 0;
  source.x = sourceX();
  source.y = sourceY();
  target.x = targetX();
  target.y = targetY();
  if (!hasPath(query)) return;
  if (isShared()) {
    query.isStraight = 1;
    return;
  }
  hold(source, sources(), sourceCount());
  hold(target, targets(), targetCount());
  if (leavesMesh(source.x, source.y, target.x, target.y)) return;
  for (let k: u32 = 0; k < source.triangleCount; k++)
    for (let l: u32 = 0; l < target.triangleCount; l++) {
      const from = heldTriangle(source, k);
      const walk = walksAdd(2 * i, from, source.x, source.y, target.x, target.y);
      walk.aim = heldTriangle(target, l);
    }
}

function hasPath(query: Query): bool {
  return query.status == FOUND || query.status == NEAREST;
}

/** Finds the hubs that the lists of both ends have, unless the ends see each other. */
function listHubs(i: u32): void {
  const query = queryAt(i);
  if (!hasPath(query) || query.isStraight) return;
  if (walksSee(2 * i)) {
    query.isStraight = 1;
    return;
  }
  readList(query.source);
  readList(query.target);
  if (query.source.list == 0 || query.target.list == 0) return;
  query.firstMeeting = meetingCount();
  join(query.source, query.target);
  query.meetingCount = meetingCount() - query.firstMeeting;
}

/**
 * For the hub with the least lower bound of each query: reads ahead the hub's first entry in the
 * lists of both ends, the via corners of these two entries, and their entries of labels. Then runs
 * the walks that show whether the ends see these via corners. For query i, result 2 i is that of
 * the source, result 2 i + 1 that of the target.
 */
function readBest(count: u32): void {
  const ends: u32 = 2 * count;
  for (let i: u32 = 0; i < ends; i++) {
    const query = queryAt(i >> 1);
    if (query.meetingCount == 0) continue;
    const best = leastMeeting(meetingAt(query.firstMeeting), query.meetingCount);
    const end = endAt(i);
    end.first = firstOf(end, i & 1 ? load<u32>(best, TARGET_HUB) : load<u32>(best, SOURCE_HUB));
  }
  for (let i: u32 = 0; i < ends; i++) {
    if (queryAt(i >> 1).meetingCount == 0) continue;
    const end = endAt(i);
    sum ^= cornerOf(end, viaOf(end.first)) ^ entryNext(load<u32>(end.first));
  }
  walksBegin();
  for (let i: u32 = 0; i < ends; i++) {
    if (queryAt(i >> 1).meetingCount == 0) continue;
    const end = endAt(i);
    const corner = cornerOf(end, viaOf(end.first));
    const x = pointX(corner);
    const y = pointY(corner);
    if (isSeenFromPart(end, viaOf(end.first))) {
      sum ^= <u32>reinterpret<u64>(x);
      continue;
    }
    for (let k: u32 = 0; k < end.triangleCount; k++)
      walksAdd(i, heldTriangle(end, k), end.x, end.y, x, y).corner = corner;
  }
  walksRun();
}

/** Reads ahead the entries of a path, most of which stand just before the first: see entries.ts. */
function readPath(query: Query): void {
  for (let k = LINE_ENTRIES; k <= ENTRIES_AHEAD; k += LINE_ENTRIES)
    sum ^= entryNext(max(k, query.firstEntry) - k) ^ entryNext(max(k, query.lastEntry) - k);
}
