// Contracts the nodes that come first in the order: those with at most two neighbours, whose
// contraction adds no more arcs than it removes. A round contracts no two neighbours, so a chain or
// a tree of such nodes becomes an elimination tree of logarithmic height (rake and compress: Miller
// and Reif 1985). On roads that leaves a fifth of the nodes to be dissected.

import { undirectedRows, undirectedHeads } from './undirected';
import { doubled, get, NONE, set, words } from '@wayfield/wasm/assembly/words';

/**
 * The most neighbours of a node whose row is searched, which takes time per neighbour. A node with
 * more is left to dissection, and so are its neighbours. Roads have no such node. A choice.
 */
const LONG: u32 = 64;

/** One word per node: how many neighbours are left; a contracted node has NONE. */
let left: usize = 0;
/** The neighbours that are left, in rows that begin where those of undirected.ts do. */
let rows: usize = 0;

/**
 * Contracts nodes of at most two neighbours until there are no more. Leaves those beside a node of
 * more than LONG neighbours. Writes the contracted nodes in the order of their contraction at
 * `order`, and returns how many. Call `buildNeighbours` before.
 */
export function reduce(nodes: u32, order: usize): u32 {
  left = words(nodes);
  const total = get(undirectedRows(), nodes);
  rows = words(total);
  memory.copy(rows, undirectedHeads(), (<usize>total) << 2);
  // the nodes to look at in this round and in the next; both lists are doubled
  let now = words(1024),
    later = words(1024);
  let nowRoom: u32 = 1024,
    laterRoom: u32 = 1024;
  let waiting: u32 = 0;
  for (let u: u32 = 0; u < nodes; u++) {
    const degree = get(undirectedRows(), u + 1) - get(undirectedRows(), u);
    set(left, u, degree);
    if (degree > 2) continue;
    if (waiting == nowRoom) {
      now = doubled(now, nowRoom);
      nowRoom <<= 1;
    }
    set(now, waiting++, u);
  }
  // per node the last round in which a neighbour was contracted
  const touched = words(nodes);
  let done: u32 = 0;
  for (let round: u32 = 1; waiting > 0; round++) {
    let next: u32 = 0;
    for (let i: u32 = 0; i < waiting; i++) {
      const v = get(now, i);
      const row = get(undirectedRows(), v);
      const degree = get(left, v);
      // a node adds at most itself, or its two neighbours
      if (next + 3 > laterRoom) {
        later = doubled(later, laterRoom);
        laterRoom <<= 1;
      }
      if (get(touched, v) == round) {
        set(later, next++, v);
        continue;
      }
      const u = degree > 0 ? get(rows, row) : NONE,
        w = degree > 1 ? get(rows, row + 1) : NONE;
      if ((u != NONE && get(left, u) > LONG) || (w != NONE && get(left, w) > LONG)) continue;
      set(order, done++, v);
      set(left, v, NONE);
      if (u == NONE) continue;
      set(touched, u, round);
      const before = get(left, u);
      if (w == NONE) {
        remove(u, v);
      } else {
        set(touched, w, round);
        const beforeW = get(left, w);
        if (find(u, w) != NONE) {
          remove(u, v);
          remove(w, v);
        } else {
          set(rows, find(u, v), w);
          set(rows, find(w, v), u);
        }
        if (beforeW > 2 && get(left, w) <= 2) set(later, next++, w);
      }
      if (before > 2 && get(left, u) <= 2) set(later, next++, u);
    }
    const list = now,
      room = nowRoom;
    now = later;
    nowRoom = laterRoom;
    later = list;
    laterRoom = room;
    waiting = next;
  }
  return done;
}

/** Where node v stands in the row of u, or NONE. */
function find(u: u32, v: u32): u32 {
  const row = get(undirectedRows(), u),
    end = row + get(left, u);
  for (let i = row; i < end; i++) {
    if (get(rows, i) == v) return i;
  }
  return NONE;
}

/** Takes node v out of the row of u. */
function remove(u: u32, v: u32): void {
  const last = get(left, u) - 1;
  set(rows, find(u, v), get(rows, get(undirectedRows(), u) + last));
  set(left, u, last);
}

/** One word per node: how many neighbours are left, NONE for contracted nodes. */
export function reducedLeft(): usize {
  return left;
}

/** The neighbours that are left, in rows that begin where those of `undirectedRows` do. */
export function reducedRows(): usize {
  return rows;
}
