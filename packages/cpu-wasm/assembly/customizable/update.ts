// Partial customisation after a few arcs of the graph changed: only arcs of the hierarchy whose
// weight depends on them are customised again, from the lowest up.

import { DOWN } from './layout';
import { findArc } from './completion';
import { forgetHalves, owner } from './halves';
import {
  getFloat,
  headOf,
  metricArcOf,
  metricArcs,
  metricFirstOut,
  metricHeads,
  metricLowerArc,
  metricLowerRows,
  metricLowerTail,
  metricNode,
  metricRows,
  metricWeights,
  setFloat,
  weightOf,
} from './metric';
import { doubled, get, NONE, set, words } from '@wayfield/wasm/assembly/words';

/** Arcs that the heap has room for at first; it is doubled. */
const FIRST_ROOM: u32 = 256;

/** A binary heap of arcs, the lowest first. */
let heap: usize = 0;
let heapRoom: u32 = 0;
let size: u32 = 0;
/** A byte per arc: whether it is in the heap. */
let waiting: usize = 0;

/**
 * Queues the arc of the hierarchy between the ends of graph arc `a`. If memory ends here or in
 * `updateRest`, the host calls updateRest(0), which empties the queue, and then customises all
 * arcs.
 */
export function updateArc(a: u32): void {
  // one by one: if either allocation fails, the next call takes only what is missing
  if (!waiting) waiting = words((<u64>metricArcs() >> 2) + 1);
  if (!heap) {
    heap = words(FIRST_ROOM);
    heapRoom = FIRST_ROOM;
  }
  const place = get(metricArcOf(), a);
  if (place != NONE) push(place >> 1);
}

/**
 * Customises the queued arcs again, and the arcs that these change. After `most` arcs it empties
 * the queue, gives up and returns false: then all must be customised.
 */
export function updateRest(most: u32): bool {
  for (let count: u32 = 0; size > 0; count++) {
    if (count == most) {
      while (size > 0) store<u8>(waiting + get(heap, --size), 0);
      return false;
    }
    renew(pop());
  }
  return true;
}

/** Customises arc e again. If a weight changed, queues the arcs that this concerns. */
function renew(e: u32): void {
  const v = owner(e),
    u = get(metricHeads(), e),
    up = e << 1,
    down = up | DOWN;
  const oldUp = getFloat(metricWeights(), up),
    oldDown = getFloat(metricWeights(), down);
  setFloat(metricWeights(), up, Infinity);
  setFloat(metricWeights(), down, Infinity);
  forgetHalves(e);
  takeArcs(get(metricNode(), v), get(metricNode(), u), up);
  takeArcs(get(metricNode(), u), get(metricNode(), v), down);
  takeTriangles(v, u, e);
  const newUp = getFloat(metricWeights(), up),
    newDown = getFloat(metricWeights(), down);
  if (newUp == oldUp && newDown == oldDown) return;
  for (let f = get(metricRows(), v), end = get(metricRows(), v + 1); f < end; f++) {
    if (f == e) continue;
    const w = get(metricHeads(), f);
    const g = findArc(metricRows(), metricHeads(), min(u, w), max(u, w));
    // v is the lowest node of triangle v, u, w: e joins v and u, f joins v and w, g joins u and w.
    // Arcs of v ascend by head: if e < f, then u < w. The path down e, then up f leads from u to w:
    // in the direction up of g if u < w, else in its direction down.
    const upF = getFloat(metricWeights(), f << 1),
      downF = getFloat(metricWeights(), (f << 1) | DOWN);
    const direction = e < f ? 0 : DOWN;
    if (
      concerns((g << 1) | direction, oldDown + upF, newDown + upF) ||
      concerns((g << 1) | (direction ^ DOWN), downF + oldUp, downF + newUp)
    ) {
      push(g);
    }
  }
}

/**
 * Whether the weight or the halves of a place may change when the sum over one of its lower
 * triangles goes from `oldSum` to `newSum`.
 */
function concerns(place: u32, oldSum: f32, newSum: f32): bool {
  const w = getFloat(metricWeights(), place);
  return (oldSum == w && w < Infinity) || (newSum <= w && newSum < Infinity);
}

/** Lowers a place to the weight of the lightest arc of the graph from node `tail` to node `to`. */
function takeArcs(tail: u32, to: u32, place: u32): void {
  for (let a = get(metricFirstOut(), tail), end = get(metricFirstOut(), tail + 1); a < end; a++)
    if (headOf(a) == to) lowerTo(place, weightOf(a));
}

/** Lowers the weight of a place to `value`. */
function lowerTo(place: u32, value: f32): void {
  if (value < getFloat(metricWeights(), place)) setFloat(metricWeights(), place, value);
}

/** Lowers the weights of arc g, from u up to w, to the sums over its lower triangles. */
function takeTriangles(u: u32, w: u32, g: u32): void {
  let i = get(metricLowerRows(), u),
    j = get(metricLowerRows(), w);
  const iEnd = get(metricLowerRows(), u + 1),
    jEnd = get(metricLowerRows(), w + 1);
  while (i < iEnd && j < jEnd) {
    const a = get(metricLowerTail(), i),
      b = get(metricLowerTail(), j);
    if (a == b) {
      const e = get(metricLowerArc(), i) << 1,
        f = get(metricLowerArc(), j) << 1;
      const at = metricWeights();
      lowerTo(g << 1, getFloat(at, e | DOWN) + getFloat(at, f));
      lowerTo((g << 1) | DOWN, getFloat(at, f | DOWN) + getFloat(at, e));
    }
    i += <u32>(a <= b);
    j += <u32>(b <= a);
  }
}

/** Queues an arc, unless it is queued. */
function push(e: u32): void {
  if (load<u8>(waiting + e)) return;
  // before the arc is marked: memory may end here
  if (size == heapRoom) {
    heap = doubled(heap, heapRoom);
    heapRoom <<= 1;
  }
  store<u8>(waiting + e, 1);
  let i = size++;
  while (i > 0) {
    const above = (i - 1) >> 1;
    const other = get(heap, above);
    if (other <= e) break;
    set(heap, i, other);
    i = above;
  }
  set(heap, i, e);
}

/** Takes the lowest arc out of the heap, which is not empty. */
function pop(): u32 {
  const top = get(heap, 0);
  store<u8>(waiting + top, 0);
  const last = get(heap, --size);
  let i: u32 = 0;
  for (let child: u32 = 1; child < size; child = 2 * i + 1) {
    if (child + 1 < size && get(heap, child + 1) < get(heap, child)) child++;
    const other = get(heap, child);
    if (other >= last) break;
    set(heap, i, other);
    i = child;
  }
  set(heap, i, last);
  return top;
}
