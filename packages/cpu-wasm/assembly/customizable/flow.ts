// Separators of a part by maximum flow (Ford and Fulkerson 1956): every node carries at most one
// path from a set of sources to a set of sinks, so the largest number of disjoint paths equals the
// smallest number of nodes in a separator, which may contain sources and sinks (Menger 1927).
// Paths are found in rounds. A round is one breadth-first search from all sources at once; it adds
// at most one augmenting path per source.
//
// A node that carries a path, a node in flow, has a node before and one after it. It is searched as
// two states: IN, where a path arrives, and OUT, where one leaves. A path that arrives at a node in
// flow can only push its flow back, to the OUT of the node before. All arrays have a word per core
// node, the queue two.

import { coreRows, coreHeads, corePart } from './core';
import { get, NONE, set, words } from '@wayfield/wasm/assembly/words';

/** In `before` and `after`: a path begins here, at a source; a path ends here, at a sink. */
const OUTSIDE: u32 = 0xfffffffe;

/** The nodes before and after a node in flow, OUTSIDE at the ends of its path; else NONE. */
let before: usize = 0;
let after: usize = 0;
// of the current or last round, for the states IN and OUT of each node: the round it was seen in,
// the node it was reached from, and the source whose tree it belongs to
let seenIn: usize = 0;
let seenOut: usize = 0;
let fromIn: usize = 0;
let fromOut: usize = 0;
let rootIn: usize = 0;
let rootOut: usize = 0;
/** Per source: the last round in which its tree found a path. */
let spent: usize = 0;
/** Per node a word that equals `sinkMark` if the node is a sink of the current round. */
let sink: usize = 0;
let sinkMark: u32 = 0;
/** States to search: node << 1, plus 1 for OUT. */
let queue: usize = 0;
/** Number of the current or last round. */
let round: u32 = 0;

/** Allocates the arrays for a core of `nodes` nodes. */
export function flowBind(nodes: u32): void {
  before = words(nodes);
  after = words(nodes);
  seenIn = words(nodes);
  seenOut = words(nodes);
  fromIn = words(nodes);
  fromOut = words(nodes);
  rootIn = words(nodes);
  rootOut = words(nodes);
  spent = words(nodes);
  sink = words(nodes);
  queue = words(2 * <u64>nodes);
  round = 0;
  sinkMark = 0;
}

/**
 * The largest number of disjoint paths inside part `own` from the `count` nodes at `sources` to as
 * many at `sinks`. As soon as the number exceeds `limit` it is returned: `sideOf` is then invalid.
 * `list` has all `size` nodes of the part.
 */
export function maximumFlow(
  own: u32,
  list: usize,
  size: u32,
  sources: usize,
  sinks: usize,
  count: u32,
  limit: u32,
): u32 {
  for (let i: u32 = 0; i < size; i++) {
    const v = get(list, i);
    set(before, v, NONE);
    set(after, v, NONE);
  }
  let flow: u32 = 0,
    found: u32 = 0;
  do {
    found = search(own, sources, sinks, count);
    flow += found;
  } while (found > 0 && flow <= limit);
  return flow;
}

/**
 * Of the cut nearest to the sources of the last search: 0 = v is on their side, 1 = in the
 * separator, 2 = beyond it.
 */
export function sideOf(v: u32): u32 {
  if (get(seenIn, v) != round) return 2;
  return get(seenOut, v) == round ? 0 : 1;
}

/**
 * Finds the cut nearest to the sinks instead, by a search from them against all paths: `sideOf` is
 * then 0 on the side of the sinks.
 */
export function turnRound(own: u32, sources: usize, sinks: usize, count: u32): void {
  const swapped = before;
  before = after;
  after = swapped;
  search(own, sinks, sources, count);
}

/** One round of search from `sources`; returns how many paths it added. */
function search(own: u32, sources: usize, sinks: usize, count: u32): u32 {
  round++;
  sinkMark++;
  for (let i: u32 = 0; i < count; i++) set(sink, get(sinks, i), sinkMark);
  let tail: u32 = 0,
    found: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const s = get(sources, i);
    set(seenIn, s, round);
    if (get(before, s) == OUTSIDE) continue;
    set(fromIn, s, OUTSIDE);
    set(rootIn, s, s);
    set(queue, tail++, s << 1);
  }
  for (let at: u32 = 0; at < tail; at++) {
    const state = get(queue, at);
    const v = state >> 1;
    const out = state & 1;
    const root = out ? get(rootOut, v) : get(rootIn, v);
    if (get(spent, root) == round) continue;
    if (!out) {
      const previous = get(before, v);
      if (previous != NONE) {
        // push the flow that arrives here back
        if (previous != OUTSIDE && get(seenOut, previous) != round) {
          set(seenOut, previous, round);
          set(fromOut, previous, v);
          set(rootOut, previous, root);
          set(queue, tail++, (previous << 1) | 1);
        }
        continue;
      }
      set(seenOut, v, round);
      set(fromOut, v, v);
      set(rootOut, v, root);
    } else if (get(seenIn, v) != round) {
      // OUT was reached by pushing back the flow that leaves v. If the search goes on over IN, the
      // flow into v is pushed back too, and v is on no path any more
      set(seenIn, v, round);
      set(fromIn, v, v);
      set(rootIn, v, root);
      set(queue, tail++, v << 1);
    }
    if (get(sink, v) == sinkMark && get(after, v) != OUTSIDE) {
      augment(v);
      set(spent, root, round);
      found++;
      continue;
    }
    const used = get(after, v);
    for (let i = get(coreRows(), v), end = get(coreRows(), v + 1); i < end; i++) {
      const w = get(coreHeads(), i);
      if (get(corePart(), w) != own || get(seenIn, w) == round || w == used) continue;
      set(seenIn, w, round);
      set(fromIn, w, v);
      set(rootIn, w, root);
      set(queue, tail++, w << 1);
    }
  }
  return found;
}

/** Adds the path that was found to leave at sink `v`. */
function augment(v: u32): void {
  set(after, v, OUTSIDE);
  for (;;) {
    // OUT of v was reached from IN of v, where x = v, or from x, where the path arrives and pushes
    // back the flow v -> x
    const x = get(fromOut, v);
    if (x != v) v = x;
    // IN of v was reached from u
    let u = get(fromIn, v);
    while (u == v) {
      // u = v: IN was reached from OUT, so v is taken out of its path
      set(before, v, NONE);
      set(after, v, NONE);
      v = get(fromOut, v);
      u = get(fromIn, v);
    }
    set(before, v, u);
    if (u == OUTSIDE) return;
    set(after, u, v);
    v = u;
  }
}
