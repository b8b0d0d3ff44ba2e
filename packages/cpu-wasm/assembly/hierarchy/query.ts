// Point to point: Dijkstra's algorithm from both ends, only upwards. One queue holds both searches, so
// the side that is behind goes on. A node is stalled, not expanded, when a higher one on its search's side
// leads down to it on a shorter path (stall-on-demand, Geisberger et al. 2008).

import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '../heap';
import { BUDGET_SPENT, clearLabels, firstOf, FOUND, labels, NO_PATH, NONE, touch } from './state';

let best: f32 = Infinity;
/** The highest rank of the path found. */
export let meeting: u32 = NONE;
let settled: u32 = 0;

export function hierarchyDist(): f32 {
  return best;
}

export function hierarchySettled(): u32 {
  return settled;
}

function seed(item: u32): void {
  store<f32>(labels + ((<usize>item) << 3), 0);
  store<u32>(labels + ((<usize>item) << 3), NONE, 4);
  touch(item);
  heapPush(heapEntry(0, item));
}

/** Whether a higher node of the same search leads down to this one, at `dist`, on a shorter path. */
export function isStalled(item: u32, dist: f32): bool {
  const table = labels + ((<usize>(item & 1)) << 3);
  const end = firstOf((item ^ 1) + 1);
  for (let a = firstOf(item ^ 1); a < end; a += 8) {
    const arc = load<u64>(a);
    const other = load<f32>(table + ((<usize>(<u32>arc)) << 4));
    if (other + reinterpret<f32>(<u32>(arc >> 32)) < dist) return true;
  }
  return false;
}

/** Offers the heads of the arcs that climb from an item, where a path over them could be the best. */
export function climb(item: u32, dist: f32): void {
  const way = item & 1;
  const table = labels + ((<usize>way) << 3);
  const end = firstOf(item + 1);
  const limit = best;
  for (let a = firstOf(item); a < end; a += 8) {
    const arc = load<u64>(a);
    const head = <u32>arc;
    const label = table + ((<usize>head) << 4);
    const sum = dist + reinterpret<f32>(<u32>(arc >> 32));
    const old = load<f32>(label);
    if (sum >= old || sum >= limit) continue;
    if (old == Infinity) touch((head << 1) | way);
    store<f32>(label, sum);
    store<u32>(label, item >> 1, 4);
    heapPush(heapEntry(sum, (head << 1) | way));
  }
}

/** Starts a search from one item; those of a table have one side. */
export function begin(item: u32): void {
  best = Infinity;
  clearLabels();
  heapClear();
  seed(item);
}

/** A shortest path between two ranks, kept for `hierarchyUnpack`. Returns a status. */
export function hierarchySearch(source: u32, target: u32, maxSettled: u32): u32 {
  begin(source << 1);
  seed((target << 1) | 1);
  meeting = NONE;
  let taken: u32 = 0;
  while (heapSize() > 0) {
    const entry = heapPop();
    const dist = reinterpret<f32>(<u32>(entry >> 32));
    if (dist >= best) break;
    const item = <u32>entry;
    const label = labels + ((<usize>item) << 3);
    if (dist > load<f32>(label)) continue;
    if (taken == maxSettled) {
      settled = taken;
      return BUDGET_SPENT;
    }
    taken++;
    // what both searches know is a path, stalled or not
    const sum = dist + load<f32>(label ^ 8);
    if (sum < best) {
      best = sum;
      meeting = item >> 1;
    }
    if (!isStalled(item, dist)) climb(item, dist);
  }
  settled = taken;
  return meeting == NONE ? NO_PATH : FOUND;
}
