// The step that all exact graph searches are made of: settle a bucket of one side. tree.ts, which
// makes one-to-all trees, has a copy of this step on other arrays.

import { NEXT_ROW, WEIGHT, Y } from '../layout';
import {
  ARC,
  ARCS,
  BASE,
  CURSOR,
  DIST,
  ENDS,
  FETCHED,
  FIRST_OUT,
  KEY,
  OTHER,
  RECORDS,
  TAIL,
} from './layout';
import { EUCLIDEAN, LANDMARKS } from '../heuristics';
import { NONE } from '../status';
import {
  heuristicKind,
  coordinateDistance,
  heuristicScale,
  heuristicTargetX,
  heuristicTargetY,
} from './heuristic';
import { landmarkBound } from './landmarks';
import {
  WINDOW,
  CHUNK,
  queueDensity,
  bucketEndAt,
  freeChunk,
  nextChunk,
  orderBuckets,
  queueOrdered,
  push,
  takeChunk,
} from './queue';
import {
  graphClosedBit,
  graphCoordinates,
  distOf,
  graphDistShift,
  graphGeneration,
  distUnit,
  generationBits,
  worstRecord,
} from './state';

/** The largest finite f32, as the limit of a search that has found no path yet. */
const LARGEST: f32 = 3.4028234663852886e38;

/** The target of a one-sided search, or NONE. */
let target: u32 = NONE;
/**
 * No path with a key above this can be better than the one found: the pruning limit of both sides.
 * `expandKind` holds it in a local while it settles a bucket.
 */
let limit: f32 = LARGEST;
/** Nodes settled by this search, at most `maxSettled`. */
let settledCount: u32 = 0;
/** Nodes that got a dist in this search. */
let reached: u32 = 0;
/** The most nodes that this search may settle, both sides together. */
let maxSettled: u32 = 0;
/** Whether the search had to stop because it may not settle more nodes. */
let spent: bool = false;
/**
 * The relative rounding loss of an f32 sum, see `graphSumLoss`: at most `lossPerCost` times the
 * sum, and at most `largestLoss`.
 */
let lossPerCost: f64 = 0;
let largestLoss: f64 = 0;
// The list of improvements, records of 16 bytes (see layout.ts). `listRoom` is how many bytes of
// arcs of the graph, 8 each, one filling of the list can take: half the bytes of the list. One
// record stays spare: every arc is written to the end of the list, and the end moves only if the
// arc improves its head.
let listAt: usize = 0;
let listRoom: usize = 0;
/** Address of one bit per node: 1 while the node still has to be settled. 0: nothing is marked. */
let marks: usize = 0;
/** How many bits of `marks` are 1. */
let marked: u32 = 0;
/** Two sides: the cost of the cheapest path found so far, and the node where its halves meet. */
let meetingCost: f64 = Infinity;
let meeting: u32 = 0;
/** A lower bound on every key that is left on the other side. */
let otherLower: f64 = 0;

/**
 * `graphSumLoss` allows for at most this many roundings in one direction, which change a cost by at
 * most 2^-12 of itself. A choice. The slack of landmark tables (src/graph/landmarks.ts) allows for
 * as many.
 */
export const MOST_ROUNDINGS: u32 = 4096;
/** One rounding to f32 changes a number by at most 2^-24 of itself. */
const ROUNDING: f64 = 1.0 / 16777216;

/**
 * Bounds the rounding loss of f32 sums: `least` is the smallest weight above 0, and no path has
 * more than `nodes` arcs. A goal-directed search continues that far beyond the cost it has found,
 * so it ends with the same bits as Dijkstra's algorithm.
 *
 * A sum over k arcs of weight above 0 is rounded k times, by at most k * 2^-24 of itself (adding 0
 * is exact). If it is c, then k is at most 2 c / `least`: the true sum is at least k * `least`, and
 * rounding does not halve it. Also k < `nodes`. Of paths with more than MOST_ROUNDINGS arcs the
 * answer can exceed the smallest f32 sum by a rounding error.
 */
export function graphSumLoss(least: f32, nodes: u32): void {
  lossPerCost = (2 / <f64>least) * ROUNDING;
  largestLoss = <f64>min(nodes, MOST_ROUNDINGS) * ROUNDING;
}

/** Gives the list of improvements its `bytes` bytes: room for `bytes` / 16 - 1 arcs. */
export function graphListBind(address: usize, bytes: usize): void {
  listAt = address;
  listRoom = (bytes - 16) >> 1;
}

/** Address of the list of improvements, for tree.ts. */
export function listAddress(): usize {
  return listAt;
}

/** Bytes of arcs of the graph that one filling of the list can take, for tree.ts. */
export function listBytes(): usize {
  return listRoom;
}

/** Begins a search to the node `to`, or NONE, that may settle `most` nodes. */
export function expandReset(to: u32, most: u32): void {
  target = to;
  limit = LARGEST;
  settledCount = 0;
  reached = 0;
  maxSettled = most;
  spent = false;
  marks = 0;
  marked = 0;
  meetingCost = Infinity;
  otherLower = 0;
}

/** Call after `expandReset`: the search is to settle the `count` nodes whose bits are set. */
export function expandMarks(at: usize, count: u32): void {
  marks = at;
  marked = count;
}

/** Source and target are the same `node`: a path of cost 0 is known before the search. */
export function joinAt(node: u32): void {
  meetingCost = 0;
  meeting = node;
}

/** Sets the lower bound on every key of the other side, and with it the limit of this side. */
export function setOtherLower(lower: f64): void {
  otherLower = lower;
  setLimit(meetingCost - lower);
}

/** Sets `limit` to `cost` plus four roundings, of which the conversion to f32 can lose one. */
function setLimit(cost: f64): void {
  limit = <f32>min(cost * (1 + 4 * ROUNDING), <f64>LARGEST);
}

/** The source of a side: dist 0, its own parent. */
export function seed(side: usize, source: u32): void {
  store<u64>(
    load<usize>(side, RECORDS) + ((<usize>source) << 3),
    (generationBits() << graphDistShift()) | <u64>source,
  );
  push(bucketEndAt(side, load<f32>(side, BASE)), source);
  if (source == target) limit = 0;
}

/**
 * The largest key of a path that may still cost less than `dist`. Without a heuristic that is
 * `dist`. With one, the f32 sum of the path may have been rounded down (`graphSumLoss`), and the
 * key and this limit are each rounded to f32 once.
 */
function aimedLimit(dist: f32): f32 {
  if (!heuristicKind()) return dist;
  const loss = min(<f64>dist * lossPerCost, largestLoss);
  return <f32>min(<f64>dist * (1 + loss + 4 * ROUNDING), <f64>LARGEST);
}

/**
 * Whether a heap is to order the buckets: settlements exceed 5/4 of the reached nodes by more than
 * 4096. With 4096 a short search never changes its queue. The bound is chosen; it decides speed and
 * never results.
 */
export function isOutOfOrder(settlements: u32, nodesReached: u32): bool {
  return settlements > nodesReached + (nodesReached >> 2) + 4096;
}

// Kinds of search, as type arguments of `expandKind`, which tells them apart by `sizeof`: the
// compiler makes a copy of its loop for each kind, without dead branches. Plain: one side without a
// heuristic. Aimed: one side with a heuristic. TwoSided: one of two sides.
type Plain = u8;
type Aimed = u16;
type TwoSided = u32;

/** Settles the nodes of the current bucket, including those that are pushed into it meanwhile. */
export function expand(side: usize): void {
  if (load<usize>(side, OTHER)) expandKind<TwoSided>(side);
  else if (heuristicKind()) expandKind<Aimed>(side);
  else expandKind<Plain>(side);
}

/**
 * Settles a bucket. Records of this generation are the numbers `least` to `older` - 1. All other
 * records are `older` or more, because generations count down (state.ts). `worst`: `worstRecord`.
 */
function expandKind<Kind>(side: usize): void {
  // locals, because module variables would be read from memory in every iteration
  const records = load<usize>(side, RECORDS),
    rows = load<usize>(side, FIRST_OUT),
    arcs = load<usize>(side, ARCS),
    other = load<usize>(side, OTHER),
    cursor = load<usize>(side, CURSOR),
    ends = side + ENDS,
    base = load<f32>(side, BASE),
    perUnit = queueDensity(),
    shift = graphDistShift(),
    closed = graphClosedBit(),
    unit = distUnit(),
    worst = worstRecord(),
    least = worst - unit + 1,
    older = least + ((<u64>1) << 31) * unit,
    goal = target,
    most = maxSettled,
    bits = marks,
    list = listAt;
  let keyLimit = limit,
    settled = settledCount,
    seen = reached;
  let fetched: u64 = 0;
  for (;;) {
    const after = takeChunk(side, cursor);
    if (!after) break;
    const chunk = (after - 4) & ~(CHUNK - 1);
    // load the first and last arc of every node of the chunk, so that cache misses overlap
    for (let at = chunk + 4; at < after; at += 4) {
      const row = rows + ((<usize>load<u32>(at)) << 2);
      fetched ^= load<u64>(arcs + ((<usize>load<u32>(row)) << 3));
      fetched ^= load<u64>(arcs + ((<usize>load<u32>(row, NEXT_ROW)) << 3) - ARC);
    }
    let at = chunk + 4;
    let u: u32 = 0;
    let dist: f32 = 0;
    let arc: usize = 0,
      end: usize = 0;
    do {
      // settle nodes and list the arcs that improve their heads, without a branch on the
      // comparison: each misprediction would cost a wait for memory
      let to = list;
      // bytes of arcs that fit in the list if all of them improve their heads
      let room = listRoom;
      for (;;) {
        const stop = min(end, arc + room);
        room -= stop - arc;
        for (; arc < stop; arc += 8) {
          const v = load<u32>(arc);
          const next = dist + load<f32>(arc, WEIGHT);
          store<u32>(to, v);
          store<f32>(to, next, DIST);
          store<u32>(to, u, TAIL);
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
          settledCount = settled;
          return;
        }
        settled++;
        store<u64>(recordAt, record | closed);
        if (bits) unmark(u);
        dist = reinterpret<f32>(<u32>(record >> shift) & 0x7fffffff);
        const row = rows + ((<usize>u) << 2);
        arc = arcs + ((<usize>load<u32>(row)) << 3);
        end = arcs + ((<usize>load<u32>(row, NEXT_ROW)) << 3);
      }

      // apply the listed improvements: write the dist, push the head into the queue
      if (sizeof<Kind>() == sizeof<Aimed>()) writeKeys(to);
      for (let entry = list; entry < to; entry += 16) {
        const v = load<u32>(entry),
          next = load<u32>(entry, DIST);
        const recordAt = records + ((<usize>v) << 3);
        const old = load<u64>(recordAt);
        // an earlier arc of the list may have given the head a smaller dist
        if (<u64>next * unit + worst >= old) continue;
        const key = load<f32>(entry, sizeof<Kind>() == sizeof<Aimed>() ? KEY : DIST);
        if (sizeof<Kind>() == sizeof<TwoSided>()) {
          if (meets(other, v, key)) keyLimit = limit;
          else if (key > keyLimit) continue;
        } else if (key > keyLimit) continue;
        store<u64>(recordAt, <u64>next * unit + least + <u64>load<u32>(entry, TAIL));
        if (old >= older) seen++;
        if (sizeof<Kind>() != sizeof<TwoSided>() && v == goal) {
          keyLimit = aimedLimit(reinterpret<f32>(next));
        }
        // as `bucketEndAt` of queue.ts, with its inputs in locals
        let bucket = reinterpret<i32>((key - base) * perUnit + <f32>8388608) - 0x4b000000;
        // keys can fall by rounding, or where the heuristic is inadmissible
        if (sizeof<Kind>() == sizeof<Aimed>()) bucket = max(bucket, 0);
        let bucketEnd = ends + ((<usize>min(bucket, <i32>WINDOW)) << 2);
        if (sizeof<Kind>() == sizeof<Aimed>()) bucketEnd = max(bucketEnd, cursor);
        let free = load<usize>(bucketEnd);
        if ((free & (CHUNK - 1)) == 0) free = nextChunk(free);
        store<u32>(free, v);
        store<usize>(bucketEnd, free + 4);
      }
    } while (arc < end || at < after);
    if (!queueOrdered()) {
      freeChunk(chunk);
      if (isOutOfOrder(settled, seen)) orderBuckets();
    }
  }
  limit = keyLimit;
  settledCount = settled;
  reached = seen;
  store<u64>(side, fetched, FETCHED);
}

/** Writes the key of every entry of the list up to `end` beside it. */
function writeKeys(end: usize): void {
  const kind = heuristicKind(),
    xy = graphCoordinates(),
    x = heuristicTargetX(),
    y = heuristicTargetY(),
    by = heuristicScale();
  if (kind == LANDMARKS) {
    for (let entry = listAt; entry < end; entry += 16) {
      const bound = landmarkBound(load<u32>(entry));
      store<f32>(entry, <f32>(<f64>load<f32>(entry, DIST) + bound), KEY);
    }
    return;
  }
  for (let entry = listAt; entry < end; entry += 16) {
    const v = xy + ((<usize>load<u32>(entry)) << 3);
    const dx = <f64>load<f32>(v) - x,
      dy = <f64>load<f32>(v, Y) - y;
    const bound =
      kind == EUCLIDEAN ? by * Math.sqrt(dx * dx + dy * dy) : coordinateDistance(dx, dy);
    store<f32>(entry, <f32>(<f64>load<f32>(entry, DIST) + bound), KEY);
  }
}

/** Clears the bit of a settled node, and counts it, if it was marked. */
function unmark(u: u32): void {
  const at = marks + (u >> 3),
    bit: u32 = 1 << (u & 7),
    bits = <u32>load<u8>(at);
  if (!(bits & bit)) return;
  store<u8>(at, bits ^ bit);
  marked--;
}

/**
 * Whether the other side, with records at `other`, reached this node and the path through it is the
 * cheapest so far. Then the path is kept, and the limit lowered.
 */
function meets(other: usize, node: u32, dist: f32): bool {
  const record = load<u64>(other + ((<usize>node) << 3));
  if (record >> (graphDistShift() + 31) != graphGeneration()) return false;
  const cost = <f64>dist + <f64>distOf(record);
  if (cost >= meetingCost) return false;
  meetingCost = cost;
  meeting = node;
  setLimit(cost - otherLower);
  return true;
}

/** The limit of the current side: no key above it is worth settling. */
export function expandLimit(): f32 {
  return limit;
}

export function expandSettled(): u32 {
  return settledCount;
}

/** Whether the search stopped because it may not settle more nodes. */
export function expandSpent(): bool {
  return spent;
}

/** How many marked nodes are not settled yet. */
export function expandMarked(): u32 {
  return marked;
}

/** The cost of the cheapest path that both sides found, Infinity where there is none. */
export function expandMeetingCost(): f64 {
  return meetingCost;
}

export function expandMeeting(): u32 {
  return meeting;
}
