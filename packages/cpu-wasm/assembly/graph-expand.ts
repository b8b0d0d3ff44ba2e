// The step that all exact graph searches are made of: settle a bucket of one side.

import { heuristic, LANDMARKS, otherBound, scale, targetX, targetY } from './graph-heuristic';
import { landmarkBound } from './graph-landmarks';
import {
  ARCS,
  BASE,
  BUCKETS,
  CHUNK,
  CURSOR,
  density,
  endOf,
  ENDS,
  FETCHED,
  FIRST_OUT,
  freeChunk,
  nextChunk,
  orderBuckets,
  ordered,
  OTHER,
  push,
  RECORDS,
  takeChunk,
} from './graph-queue';
import {
  closedBit,
  coordinates,
  distOf,
  distShift,
  generation,
  distUnit,
  generationBits,
  worstRecord,
} from './graph-state';

const EUCLIDEAN: u32 = 3;
/** The largest finite f32: keys above it are no costs. */
export const NO_LIMIT: f32 = 3.4028234663852886e38;

/** Where a one-sided search goes, or NONE. */
export let target: u32 = 0xffffffff;
/** Keys above it cannot lead to a better path. */
export let limit: f32 = NO_LIMIT;
/** Nodes settled, and nodes given a dist, by this search. */
export let taken: u32 = 0;
let reached: u32 = 0;
let maxTaken: u32 = 0;
/** Whether the search had to stop because it may not settle more nodes. */
export let spent: bool = false;
/** Relative loss of an f32 sum: twice what a path of this cost can have, and the most. */
let lossPerCost: f64 = 0;
let largestLoss: f64 = 0;
// The list of arcs that improve something, 16 bytes each: u32 head, f32 dist by it, u32 tail, f32 key;
// and what as many arcs measure in the graph, less one that is written beyond the end and forgotten.
let listAt: usize = 0;
let listRoom: usize = 0;
/** One bit per node that must be settled, or 0; how many are not yet. */
let marks: usize = 0;
export let marked: u32 = 0;
/** The cheapest path found by two sides, and where they meet. */
export let meetingCost: f64 = Infinity;
export let meeting: u32 = 0;
let otherLower: f64 = 0;

/**
 * Says how much f32 sums can lose: `least` is the smallest weight above 0, and no path has more than
 * `nodes` arcs. A goal-directed search goes that much beyond the cost it has found, so it ends with
 * the same bits as Dijkstra's. The loss of 4096 roundings in one direction is the most it allows for:
 * over longer paths the answer can be above the smallest f32 sum, by less than roundings make up.
 */
export function graphSumLoss(least: f32, nodes: u32): void {
  lossPerCost = 2 / (<f64>least * 16777216);
  largestLoss = <f64>min(nodes, 4096) / 16777216;
}

/** Gives the list of improvements its memory: room for `bytes` / 16 - 1 arcs. */
export function graphListBind(address: usize, bytes: usize): void {
  listAt = address;
  listRoom = (bytes - 16) >> 1;
}

export function expandReset(to: u32, most: u32): void {
  target = to;
  limit = NO_LIMIT;
  taken = 0;
  reached = 0;
  maxTaken = most;
  spent = false;
  marks = 0;
  marked = 0;
  meetingCost = Infinity;
  otherLower = 0;
}

export function expandMarks(at: usize, count: u32): void {
  marks = at;
  marked = count;
}

/** A path is known already, through `node`: the searches of both sides begin there. */
export function joinAt(node: u32): void {
  meetingCost = 0;
  meeting = node;
}

/** Tells a two-sided search what the other side has still to add at least. */
export function expandAgainst(lower: f64): void {
  otherLower = lower;
  limitTo(meetingCost - lower);
}

function limitTo(cost: f64): void {
  // rounded up
  limit = <f32>min(cost * (1 + 1.0 / 4194304), <f64>NO_LIMIT);
}

/** The source of a side: dist 0, its own parent. */
export function seed(side: usize, source: u32): void {
  store<u64>(
    load<usize>(side, RECORDS) + ((<usize>source) << 3),
    (generationBits() << distShift) | <u64>source,
  );
  push(endOf(side, load<f32>(side, BASE)), source);
  if (source == target) limit = 0;
}

/** A path to the target costs `dist`: what could still be below it, f32 sums being what they are? */
function aimedLimit(dist: f32): f32 {
  if (!heuristic) return dist;
  const loss = min(<f64>dist * lossPerCost, largestLoss);
  return <f32>min(<f64>dist * (1 + loss + 1.0 / 4194304), <f64>NO_LIMIT);
}

// Kinds of search, as types: each gets a copy of the loop without what it does not need.
type Plain = u8;
type Aimed = u16;
type TwoSided = u32;

/** Settles the nodes of the bucket at the cursor, those that turn up in it meanwhile included. */
export function expand(side: usize): void {
  if (load<usize>(side, OTHER)) expandKind<TwoSided>(side);
  else if (heuristic) expandKind<Aimed>(side);
  else expandKind<Plain>(side);
}

function expandKind<Kind>(side: usize): void {
  // what the loops read is in locals: module variables would be read again and again
  const records = load<usize>(side, RECORDS),
    rows = load<usize>(side, FIRST_OUT),
    arcs = load<usize>(side, ARCS),
    other = load<usize>(side, OTHER),
    cursor = load<usize>(side, CURSOR),
    ends = side + ENDS,
    base = load<f32>(side, BASE),
    perUnit = density,
    shift = distShift,
    closed = closedBit,
    unit = distUnit(),
    worst = worstRecord(),
    least = worst - unit + 1,
    older = least + ((<u64>1) << 31) * unit,
    goal = target,
    most = maxTaken,
    bits = marks,
    list = listAt;
  let reach = limit,
    settled = taken,
    seen = reached;
  let fetched: u64 = 0;
  for (;;) {
    const after = takeChunk(side, cursor);
    if (!after) break;
    const chunk = (after - 4) & ~(CHUNK - 1);
    // the arcs of all nodes of this chunk are asked for at once
    for (let at = chunk + 4; at < after; at += 4) {
      const row = rows + ((<usize>load<u32>(at)) << 2);
      fetched ^= load<u64>(arcs + ((<usize>load<u32>(row)) << 3));
      fetched ^= load<u64>(arcs + ((<usize>load<u32>(row, 4)) << 3) - 8);
    }
    let at = chunk + 4;
    let u: u32 = 0;
    let dist: f32 = 0;
    let arc: usize = 0,
      end: usize = 0;
    do {
      // settle nodes and list the arcs that improve something, without a branch that depends on
      // it: what is mispredicted there costs a wait for memory
      let to = list;
      // how many arcs fit in the list if all are listed: which are is known too late
      let room = listRoom;
      for (;;) {
        const stop = min(end, arc + room);
        room -= stop - arc;
        for (; arc < stop; arc += 8) {
          const v = load<u32>(arc);
          const next = dist + load<f32>(arc, 4);
          store<u32>(to, v);
          store<f32>(to, next, 4);
          store<u32>(to, u, 8);
          const candidate = <u64>reinterpret<u32>(next) * unit + worst;
          to += (<usize>(candidate < load<u64>(records + ((<usize>v) << 3)))) << 4;
        }
        if (arc < end || at == after) break;
        u = load<u32>(at);
        at += 4;
        const recordAt = records + ((<usize>u) << 3);
        const record = load<u64>(recordAt);
        if (record & closed) continue;
        if (settled == most) {
          spent = true;
          taken = settled;
          return;
        }
        settled++;
        store<u64>(recordAt, record | closed);
        if (bits) unmark(u);
        dist = reinterpret<f32>(<u32>(record >> shift) & 0x7fffffff);
        const row = rows + ((<usize>u) << 2);
        arc = arcs + ((<usize>load<u32>(row)) << 3);
        end = arcs + ((<usize>load<u32>(row, 4)) << 3);
      }

      // take over what was listed: shorter dists, and nodes for the queue
      if (sizeof<Kind>() == sizeof<Aimed>()) writeKeys(to);
      for (let entry = list; entry < to; entry += 16) {
        const v = load<u32>(entry),
          next = load<u32>(entry, 4);
        const recordAt = records + ((<usize>v) << 3);
        const old = load<u64>(recordAt);
        // another arc of the list may have been better
        if (<u64>next * unit + worst >= old) continue;
        const key = load<f32>(entry, sizeof<Kind>() == sizeof<Aimed>() ? 12 : 4);
        if (sizeof<Kind>() == sizeof<TwoSided>()) {
          if (meets(other, v, key)) reach = limit;
          else if (key > reach) continue;
        } else if (key > reach) continue;
        store<u64>(recordAt, <u64>next * unit + least + <u64>load<u32>(entry, 8));
        if (old >= older) seen++;
        if (sizeof<Kind>() != sizeof<TwoSided>() && v == goal) {
          reach = aimedLimit(reinterpret<f32>(next));
        }
        // endOf, with what it needs in locals
        let bucket = reinterpret<i32>((key - base) * perUnit + <f32>8388608) - 0x4b000000;
        // by rounding, or where the heuristic overestimates, keys can fall
        if (sizeof<Kind>() == sizeof<Aimed>()) bucket = max(bucket, 0);
        let bucketEnd = ends + ((<usize>min(bucket, <i32>BUCKETS)) << 2);
        if (sizeof<Kind>() == sizeof<Aimed>()) bucketEnd = max(bucketEnd, cursor);
        let free = load<usize>(bucketEnd);
        if ((free & (CHUNK - 1)) == 0) free = nextChunk(free);
        store<u32>(free, v);
        store<usize>(bucketEnd, free + 4);
      }
    } while (arc < end || at < after);
    if (!ordered) {
      freeChunk(chunk);
      if (settled > seen + (seen >> 2) + 4096) orderBuckets();
    }
  }
  limit = reach;
  taken = settled;
  reached = seen;
  store<u64>(side, fetched, FETCHED);
}

/** Writes the key of every entry of the list up to `end` beside it. */
function writeKeys(end: usize): void {
  const kind = heuristic,
    xy = coordinates,
    x = targetX,
    y = targetY,
    by = scale;
  if (kind == LANDMARKS) {
    for (let entry = listAt; entry < end; entry += 16) {
      const bound = landmarkBound(load<u32>(entry));
      store<f32>(entry, <f32>(<f64>load<f32>(entry, 4) + bound), 12);
    }
    return;
  }
  for (let entry = listAt; entry < end; entry += 16) {
    const v = xy + ((<usize>load<u32>(entry)) << 3);
    const dx = <f64>load<f32>(v) - x,
      dy = <f64>load<f32>(v, 4) - y;
    const bound = kind == EUCLIDEAN ? by * Math.sqrt(dx * dx + dy * dy) : otherBound(dx, dy);
    store<f32>(entry, <f32>(<f64>load<f32>(entry, 4) + bound), 12);
  }
}

function unmark(u: u32): void {
  const at = marks + (u >> 3),
    bit: u32 = 1 << (u & 7),
    bits = <u32>load<u8>(at);
  if (!(bits & bit)) return;
  store<u8>(at, bits ^ bit);
  marked--;
}

/** Whether the other side knows this node and the path through it is the cheapest so far. */
function meets(other: usize, node: u32, dist: f32): bool {
  const record = load<u64>(other + ((<usize>node) << 3));
  if (record >> (distShift + 31) != generation) return false;
  const cost = <f64>dist + <f64>distOf(record);
  if (cost >= meetingCost) return false;
  meetingCost = cost;
  meeting = node;
  limitTo(cost - otherLower);
  return true;
}
