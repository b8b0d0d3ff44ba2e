// A few arcs of the graph have new weights: only the arcs of the hierarchy that feel it are customised
// again, from the lowest up.

import { findArc } from './completion';
import {
  arcOf,
  arcs,
  DOWN,
  downWeight,
  firstOf,
  firstOut,
  getFloat,
  heads,
  headOf,
  lowerArc,
  lowerRows,
  lowerTail,
  node,
  rows,
  secondOf,
  setFloat,
  setLeaf,
  setParts,
  UP,
  upWeight,
  weightOf,
} from './metric';
import { doubled, get, NONE, set, words } from './words';

/** A binary heap of arcs, the lowest first, and a byte per arc: whether it is there. */
let heap: usize = 0;
let heapRoom: u32 = 0;
let size: u32 = 0;
let waiting: usize = 0;

/** The arc on which arc `a` of the graph lies has to be looked at again. */
export function updateArc(a: u32): void {
  if (!heap) {
    heapRoom = 256;
    heap = words(heapRoom);
    waiting = words((<u64>arcs >> 2) + 1);
  }
  const place = get(arcOf, a);
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
  const oldUp = getFloat(upWeight, e),
    oldDown = getFloat(downWeight, e);
  const v = owner(e),
    u = get(heads, e);
  setFloat(upWeight, e, Infinity);
  setFloat(downWeight, e, Infinity);
  setParts(e, UP, NONE, NONE);
  setParts(e, DOWN, NONE, NONE);
  takeArcs(get(node, v), get(node, u), e, upWeight, UP);
  takeArcs(get(node, u), get(node, v), e, downWeight, DOWN);
  takeTriangles(v, u, e);
  const newUp = getFloat(upWeight, e),
    newDown = getFloat(downWeight, e);
  if (newUp == oldUp && newDown == oldDown) return;
  for (let f = get(rows, v), end = get(rows, v + 1); f < end; f++) {
    if (f == e) continue;
    const w = get(heads, f);
    // the lower arc of the two in the triangle has the lower upper end
    const low = min(e, f),
      high = max(e, f);
    const g = findArc(rows, heads, min(u, w), max(u, w));
    if (
      (firstOf(g, UP) == low && secondOf(g, UP) == high) ||
      (firstOf(g, DOWN) == high && secondOf(g, DOWN) == low) ||
      getFloat(downWeight, low) + getFloat(upWeight, high) <= getFloat(upWeight, g) ||
      getFloat(downWeight, high) + getFloat(upWeight, low) <= getFloat(downWeight, g)
    ) {
      push(g);
    }
  }
}

/** The rank whose row has arc e: the last one whose row begins at or before it and is not empty. */
function owner(e: u32): u32 {
  // among the arcs to the same upper end, by their numbers
  const u = get(heads, e);
  let low = get(lowerRows, u),
    high = get(lowerRows, u + 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (get(lowerArc, middle) <= e) low = middle;
    else high = middle;
  }
  return get(lowerTail, low);
}

/** Takes the lightest arc of the graph from node `tail` to node `to` for one way of arc e. */
function takeArcs(tail: u32, to: u32, e: u32, table: usize, way: usize): void {
  for (let a = get(firstOut, tail), end = get(firstOut, tail + 1); a < end; a++) {
    if (headOf(a) != to) continue;
    const w = weightOf(a);
    if (w >= getFloat(table, e)) continue;
    setFloat(table, e, w);
    setLeaf(e, way, a);
  }
}

/** The lower triangles of arc g from u to w, in the order in which customisation goes through them. */
function takeTriangles(u: u32, w: u32, g: u32): void {
  let i = get(lowerRows, u),
    j = get(lowerRows, w);
  const iEnd = get(lowerRows, u + 1),
    jEnd = get(lowerRows, w + 1);
  while (i < iEnd && j < jEnd) {
    const a = get(lowerTail, i),
      b = get(lowerTail, j);
    if (a == b) {
      const e = get(lowerArc, i),
        f = get(lowerArc, j);
      const upSum = getFloat(downWeight, e) + getFloat(upWeight, f),
        downSum = getFloat(downWeight, f) + getFloat(upWeight, e);
      if (upSum < getFloat(upWeight, g)) {
        setFloat(upWeight, g, upSum);
        setParts(g, UP, e, f);
      }
      if (downSum < getFloat(downWeight, g)) {
        setFloat(downWeight, g, downSum);
        setParts(g, DOWN, f, e);
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
