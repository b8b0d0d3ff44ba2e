// The keys by which dissect.ts chooses sources and sinks. In every direction each node of a part
// gets a number. A separator is sought between the nodes with the smallest numbers and those with
// the largest (inertial flow: Schild and Sommer 2015). With coordinates the numbers are projections
// on lines. Without, they are differences of the distances, in arcs, to two nodes far apart.

import { Y } from '../layout';
import { coreNodeCount, coreRows, coreHeads, coreNodes, corePart } from './core';
import { get, NONE, set, words } from '@wayfield/wasm/assembly/words';

/** coreCount keys of 64 bits: the number, as bits that order like it, above the node. */
let keys: usize = 0;

/** x then y of each core node, f32; 0 where the graph has no coordinates. */
let place: usize = 0;
// without coordinates, per node a word: the distances in arcs to the two ends of a direction
let distance: usize = 0;
let other: usize = 0;
/** The distance to the nearest end that an earlier direction of this part used. */
let nearest: usize = 0;
/** Nodes of the current breadth-first search. */
let queue: usize = 0;

/** Allocates the keys. `x`, `y`: coordinates of the graph's nodes, f32, or 0. */
export function keysBind(x: usize, y: usize): void {
  keys = words(2 * <u64>coreNodeCount());
  queue = words(coreNodeCount());
  distance = words(coreNodeCount());
  other = words(coreNodeCount());
  nearest = words(coreNodeCount());
  place = 0;
  if (!x) return;
  place = words(2 * <u64>coreNodeCount());
  for (let v: u32 = 0; v < coreNodeCount(); v++) {
    const at = (<usize>get(coreNodes(), v)) << 2;
    store<f32>(place + ((<usize>v) << 3), load<f32>(x + at));
    store<f32>(place + ((<usize>v) << 3), load<f32>(y + at), Y);
  }
}

/**
 * Writes the keys of the `size` nodes at `list`, which make up part `own`, for one direction of
 * `directions`.
 */
export function writeKeys(own: u32, list: usize, size: u32, direction: u32, directions: u32): void {
  if (place) project(list, size, (2 * <f64>direction) / <f64>directions);
  else spread(own, list, size, direction);
}

/**
 * Writes projections as keys: on the direction (1, 0) for a `turn` of 0, (0, 1) for 1 and (-1, 0)
 * for 2. In between, directions go along the straight lines between these, not along a circle: no
 * sine is needed, so keys have the same bits on every machine.
 */
function project(list: usize, size: u32, turn: f64): void {
  const dx = 1 - turn,
    dy = 1 - abs(dx);
  for (let i: u32 = 0; i < size; i++) {
    const v = get(list, i);
    const at = place + ((<usize>v) << 3);
    // + 0 makes a zero of either sign the same
    const number = <f32>(dx * <f64>load<f32>(at) + dy * <f64>load<f32>(at, Y) + 0.0);
    const bits = reinterpret<u32>(number);
    const ordered = bits ^ (<u32>(<i32>bits >> 31) | 0x80000000);
    store<u64>(keys + ((<usize>i) << 3), ((<u64>ordered) << 32) | <u64>v);
  }
}

/**
 * Writes keys without coordinates: for each node, its distance to one end of the part less that to
 * another. The first end is as far as possible from all ends of earlier directions of this part (in
 * the first direction from the part's first node), the second end as far as possible from the
 * first.
 */
function spread(own: u32, list: usize, size: u32, direction: u32): void {
  if (direction == 0) {
    search(own, list, size, get(list, 0), distance);
    for (let i: u32 = 0; i < size; i++) set(nearest, get(list, i), NONE);
    takeEnd(list, size, farthest(list, size, distance), own, distance);
  } else {
    takeEnd(list, size, farthest(list, size, nearest), own, distance);
  }
  takeEnd(list, size, farthest(list, size, distance), own, other);
  for (let i: u32 = 0; i < size; i++) {
    const v = get(list, i);
    const number = get(distance, v) - get(other, v) + 0x80000000;
    store<u64>(keys + ((<usize>i) << 3), ((<u64>number) << 32) | <u64>v);
  }
}

/** Fills `table` with the distances to a new end, and lowers `nearest` to them. */
function takeEnd(list: usize, size: u32, end: u32, own: u32, table: usize): void {
  search(own, list, size, end, table);
  for (let i: u32 = 0; i < size; i++) {
    const v = get(list, i);
    set(nearest, v, min(get(nearest, v), get(table, v)));
  }
}

/** The node of the list with the largest word in `table`. */
function farthest(list: usize, size: u32, table: usize): u32 {
  let best = get(list, 0);
  for (let i: u32 = 1; i < size; i++) {
    const v = get(list, i);
    if (get(table, v) > get(table, best)) best = v;
  }
  return best;
}

/** Fills `table` with distances in arcs from `from`, inside a part, which is connected. */
function search(own: u32, list: usize, size: u32, from: u32, table: usize): void {
  for (let i: u32 = 0; i < size; i++) set(table, get(list, i), NONE);
  let tail: u32 = 0;
  set(table, from, 0);
  set(queue, tail++, from);
  for (let at: u32 = 0; at < tail; at++) {
    const v = get(queue, at);
    const next = get(table, v) + 1;
    for (let i = get(coreRows(), v), end = get(coreRows(), v + 1); i < end; i++) {
      const w = get(coreHeads(), i);
      if (get(corePart(), w) != own || get(table, w) != NONE) continue;
      set(table, w, next);
      set(queue, tail++, w);
    }
  }
}

/** Address of the keys. */
export function keysAt(): usize {
  return keys;
}
