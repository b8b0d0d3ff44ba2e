// Point to point: Dijkstra's algorithm from both ends, only upwards and only as far as the top,
// through which the distance is looked up (top.ts). One queue holds both searches, so the side with
// the smaller key goes on. Both stop at a key that is not below the best path.
//
// A rank is stalled, not expanded, when a higher rank of the same search leads down to it on a
// shorter path (stall-on-demand, Geisberger et al. 2008). The dist of a stalled rank is larger than
// its distance from the source or to the target, so no shortest path climbs on from it.
//
// Order of calls: hierarchyBegin, hierarchySeed for each end, hierarchyRun; `hierarchySearch` does
// all of these for two ranks.

import { BACKWARD, BEFORE } from './layout';
import { BUDGET_SPENT, FOUND, NONE, NO_PATH } from '../status';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';
import { clearLabels, firstArcOf, hierarchyLabels, touch } from './state';
import { topFirstRank, topRow } from './top';

/** Length of the shortest path found so far. */
let best: f32 = Infinity;
/** Where the path found ends its climb and begins its descent: one rank, or two of the top. */
let summit: u32 = NONE;
let descent: u32 = NONE;
/** Items settled by the last search. Ranks of the top are not among them: they are looked up. */
let settled: u32 = 0;
/** Lists of u32: the ranks of the top that the forward and the backward search reached. */
let forward: usize = 0;
let backward: usize = 0;
/** The ends of the two lists. */
let forwardEnd: usize = 0;
let backwardEnd: usize = 0;

/** Allocates the lists for a top of `topCount` ranks. */
export function queryCreate(topCount: u32): void {
  forward = reallocate(0, 0, max((<usize>topCount) << 3, 8));
  backward = forward + ((<usize>topCount) << 2);
}

/**
 * Length of the path that the last search found, as a sum over arcs of the hierarchy and the costs
 * of its ends. Infinity if it found none.
 */
export function hierarchyDist(): f32 {
  return best;
}

export function hierarchySettled(): u32 {
  return settled;
}

/** Notes that an item gets its first label, and lists its rank if it is of the top. */
function reach(item: u32): void {
  touch(item);
  if (item >> 1 < topFirstRank()) return;
  if (item & 1) {
    store<u32>(backwardEnd, item >> 1);
    backwardEnd += 4;
  } else {
    store<u32>(forwardEnd, item >> 1);
    forwardEnd += 4;
  }
}

/** Clears what the last search left. */
export function hierarchyBegin(): void {
  best = Infinity;
  summit = NONE;
  clearLabels();
  heapClear();
  forwardEnd = forward;
  backwardEnd = backward;
}

/**
 * Adds a source (`direction` 0) or a target (1), with the cost `dist` of the path before or behind
 * it, not -0: keys order like their bits. Call `hierarchyBegin` before.
 */
export function hierarchySeed(rank: u32, direction: u32, dist: f32): void {
  const item = (rank << 1) | direction;
  const label = hierarchyLabels() + ((<usize>item) << 3);
  const old = load<f32>(label);
  if (dist >= old) return;
  if (old == Infinity) reach(item);
  store<f32>(label, dist);
  store<u32>(label, NONE, BEFORE);
  if (rank < topFirstRank()) heapPush(heapEntry(dist, item));
}

/** Whether a higher rank of the same search leads down to this one on a path below `dist`. */
export function isStalled(item: u32, dist: f32): bool {
  const table = hierarchyLabels() + ((<usize>(item & 1)) << 3);
  const end = firstArcOf((item ^ 1) + 1);
  for (let a = firstArcOf(item ^ 1); a < end; a += 8) {
    const arc = load<u64>(a);
    const other = load<f32>(table + ((<usize>(<u32>arc)) << 4));
    if (other + reinterpret<f32>(<u32>(arc >> 32)) < dist) return true;
  }
  return false;
}

/** Relaxes the arcs that climb from an item, unless the sum is not below the best path. */
function climb(item: u32, dist: f32): void {
  const direction = item & 1;
  const table = hierarchyLabels() + ((<usize>direction) << 3);
  const end = firstArcOf(item + 1);
  const limit = best;
  for (let a = firstArcOf(item); a < end; a += 8) {
    const arc = load<u64>(a);
    const head = <u32>arc;
    const label = table + ((<usize>head) << 4);
    const sum = dist + reinterpret<f32>(<u32>(arc >> 32));
    const old = load<f32>(label);
    if (sum >= old || sum >= limit) continue;
    if (old == Infinity) reach((head << 1) | direction);
    store<f32>(label, sum);
    store<u32>(label, item >> 1, BEFORE);
    if (head < topFirstRank()) heapPush(heapEntry(sum, (head << 1) | direction));
  }
}

/** A shortest path between two ranks, kept for `hierarchyUnpack`. Returns a status. */
export function hierarchySearch(source: u32, target: u32, maxSettled: u32): u32 {
  hierarchyBegin();
  hierarchySeed(source, 0, 0);
  hierarchySeed(target, 1, 0);
  return hierarchyRun(maxSettled);
}

/**
 * The cheapest path from any source to any target that `hierarchySeed` added, kept for
 * `hierarchyUnpack`. Returns FOUND, NO_PATH, or BUDGET_SPENT after `maxSettled` items.
 */
export function hierarchyRun(maxSettled: u32): u32 {
  let taken: u32 = 0;
  while (heapSize() > 0) {
    const entry = heapPop();
    const dist = reinterpret<f32>(<u32>(entry >> 32));
    if (dist >= best) break;
    const item = <u32>entry;
    const label = hierarchyLabels() + ((<usize>item) << 3);
    if (dist > load<f32>(label)) continue;
    if (taken == maxSettled) {
      settled = taken;
      return BUDGET_SPENT;
    }
    taken++;
    // a rank that both searches reached joins them to a path, stalled or not; its two labels are
    // BACKWARD bytes apart, at a multiple of 16
    const sum = dist + load<f32>(label ^ BACKWARD);
    if (sum < best) {
      best = sum;
      summit = descent = item >> 1;
    }
    if (!isStalled(item, dist)) climb(item, dist);
  }
  settled = taken;
  crossTop();
  return summit == NONE ? NO_PATH : FOUND;
}

/** Joins the ranks of the top that the two searches reached, by the table. */
function crossTop(): void {
  let least = best;
  for (let f = forward; f < forwardEnd; f += 4) {
    const from = load<u32>(f);
    const dist = load<f32>(hierarchyLabels() + ((<usize>from) << 4));
    if (dist >= least) continue;
    const row = topRow(from) - ((<usize>topFirstRank()) << 2);
    for (let b = backward; b < backwardEnd; b += 4) {
      const to = load<u32>(b);
      const sum =
        dist +
        load<f32>(row + ((<usize>to) << 2)) +
        load<f32>(hierarchyLabels() + ((<usize>to) << 4), BACKWARD);
      if (sum >= least) continue;
      least = sum;
      summit = from;
      descent = to;
    }
  }
  best = least;
}

/** Where the climb of the path found ends, a rank; NONE: there is no path. */
export function querySummit(): u32 {
  return summit;
}

/** Where its descent begins: the summit, or another rank of the top. */
export function queryDescent(): u32 {
  return descent;
}
