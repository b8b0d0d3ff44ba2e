// Partial customisation after a few arcs of the graph changed: only arcs of the hierarchy whose
// weight depends on them are customised again, from the lowest up.

import { DOWN, UP } from './layout';
import { findArc } from './completion';
import {
  metricArcOf,
  metricArcs,
  metricDownWeight,
  firstOf,
  metricFirstOut,
  getFloat,
  metricHeads,
  headOf,
  metricLowerArc,
  metricLowerRows,
  metricLowerTail,
  metricNode,
  metricRows,
  secondOf,
  setFloat,
  setLeaf,
  setHalves,
  metricUpWeight,
  weightOf,
} from './metric';
import { doubled, get, NONE, set, words } from '@wayfield/wasm/assembly/words';

/** A binary heap of arcs, the lowest first, and a byte per arc: whether it is in the heap. */
let heap: usize = 0;
let heapRoom: u32 = 0;
let size: u32 = 0;
let waiting: usize = 0;

/** Queues the arc on which arc `a` of the graph lies. */
export function updateArc(a: u32): void {
  if (!heap) {
    heapRoom = 256;
    heap = words(heapRoom);
    waiting = words((<u64>metricArcs() >> 2) + 1);
  }
  const place = get(metricArcOf(), a);
  if (place != NONE) push(place >> 1);
}

/**
 * Customises again what the arcs of `updateArc` change. Gives up after `most` arcs, false: then all
 * must be customised.
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

function renew(e: u32): void {
  const oldUp = getFloat(metricUpWeight(), e),
    oldDown = getFloat(metricDownWeight(), e);
  const v = owner(e),
    u = get(metricHeads(), e);
  setFloat(metricUpWeight(), e, Infinity);
  setFloat(metricDownWeight(), e, Infinity);
  setHalves(e, UP, NONE, NONE);
  setHalves(e, DOWN, NONE, NONE);
  takeArcs(get(metricNode(), v), get(metricNode(), u), e, metricUpWeight(), UP);
  takeArcs(get(metricNode(), u), get(metricNode(), v), e, metricDownWeight(), DOWN);
  takeTriangles(v, u, e);
  const newUp = getFloat(metricUpWeight(), e),
    newDown = getFloat(metricDownWeight(), e);
  if (newUp == oldUp && newDown == oldDown) return;
  for (let f = get(metricRows(), v), end = get(metricRows(), v + 1); f < end; f++) {
    if (f == e) continue;
    const w = get(metricHeads(), f);
    // e and f begin at v, and the arcs of v are numbered in the order of their upper ends
    const low = min(e, f),
      high = max(e, f);
    const g = findArc(metricRows(), metricHeads(), min(u, w), max(u, w));
    if (
      (firstOf(g, UP) == low && secondOf(g, UP) == high) ||
      (firstOf(g, DOWN) == high && secondOf(g, DOWN) == low) ||
      getFloat(metricDownWeight(), low) + getFloat(metricUpWeight(), high) <=
        getFloat(metricUpWeight(), g) ||
      getFloat(metricDownWeight(), high) + getFloat(metricUpWeight(), low) <=
        getFloat(metricDownWeight(), g)
    ) {
      push(g);
    }
  }
}

/** The rank whose row has arc e: the last rank with a row that begins at or before e. */
function owner(e: u32): u32 {
  // binary search: the arcs to one upper end are listed in ascending order
  const u = get(metricHeads(), e);
  let low = get(metricLowerRows(), u),
    high = get(metricLowerRows(), u + 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (get(metricLowerArc(), middle) <= e) low = middle;
    else high = middle;
  }
  return get(metricLowerTail(), low);
}

/** Gives arc e, UP or DOWN, the lightest arc of the graph from node `tail` to node `to`. */
function takeArcs(tail: u32, to: u32, e: u32, table: usize, way: usize): void {
  for (let a = get(metricFirstOut(), tail), end = get(metricFirstOut(), tail + 1); a < end; a++) {
    if (headOf(a) != to) continue;
    const w = weightOf(a);
    if (w >= getFloat(table, e)) continue;
    setFloat(table, e, w);
    setLeaf(e, way, a);
  }
}

/**
 * The lower triangles of arc g from u to w, in the order in which customisation goes through them.
 */
function takeTriangles(u: u32, w: u32, g: u32): void {
  let i = get(metricLowerRows(), u),
    j = get(metricLowerRows(), w);
  const iEnd = get(metricLowerRows(), u + 1),
    jEnd = get(metricLowerRows(), w + 1);
  while (i < iEnd && j < jEnd) {
    const a = get(metricLowerTail(), i),
      b = get(metricLowerTail(), j);
    if (a == b) {
      const e = get(metricLowerArc(), i),
        f = get(metricLowerArc(), j);
      const upSum = getFloat(metricDownWeight(), e) + getFloat(metricUpWeight(), f),
        downSum = getFloat(metricDownWeight(), f) + getFloat(metricUpWeight(), e);
      if (upSum < getFloat(metricUpWeight(), g)) {
        setFloat(metricUpWeight(), g, upSum);
        setHalves(g, UP, e, f);
      }
      if (downSum < getFloat(metricDownWeight(), g)) {
        setFloat(metricDownWeight(), g, downSum);
        setHalves(g, DOWN, f, e);
      }
    }
    i += <u32>(a <= b);
    j += <u32>(b <= a);
  }
}

function push(e: u32): void {
  if (load<u8>(waiting + e)) return;
  store<u8>(waiting + e, 1);
  if (size == heapRoom) {
    heap = doubled(heap, heapRoom);
    heapRoom <<= 1;
  }
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
