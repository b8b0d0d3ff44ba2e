// Turns an order of contraction into ranks: makes the elimination tree (Liu 1986) and levels, and
// sorts ranks by level, so that no arc joins two nodes of a level. Nodes of a level are in the
// order of a walk through the tree, which keeps together what is searched together.

import { undirectedRows, undirectedHeads } from './undirected';
import { countsToStarts, endsToStarts, get, NONE, set, words } from '@wayfield/wasm/assembly/words';

/** One word per rank: its lowest upper neighbour in the hierarchy, or NONE. */
let parent: usize = 0;
/** One word per node: its rank. */
let rank: usize = 0;
/** One word per rank: its node. */
let node: usize = 0;
/** Where the ranks of each level begin, and one word more. */
let levelStart: usize = 0;
let levelCount: u32 = 0;

/**
 * Ranks the nodes from an order in which they may be contracted: by level, and within a level in
 * the order of the walk. With `keep` a node's rank is its place in the order; the result is false,
 * and nothing is ranked, if the order is not sorted by level. Else the result is true.
 */
export function rankNodes(nodes: u32, order: usize, keep: bool): bool {
  const place = words(nodes);
  for (let i: u32 = 0; i < nodes; i++) set(place, get(order, i), i);
  const above = eliminationTree(nodes, order, place);

  const level = words(nodes),
    size = words(nodes);
  levelCount = nodes > 0 ? 1 : 0;
  for (let i: u32 = 0; i < nodes; i++) {
    set(size, i, get(size, i) + 1);
    const p = get(above, i);
    if (p == NONE) continue;
    set(level, p, max(get(level, p), get(level, i) + 1));
    set(size, p, get(size, p) + get(size, i));
    levelCount = max(levelCount, get(level, p) + 1);
  }
  if (keep) {
    for (let i: u32 = 1; i < nodes; i++) {
      if (get(level, i) < get(level, i - 1)) return false;
    }
  }
  // a walk through the tree, parents first: each takes its place, then its children in turn
  const walk = words(nodes),
    free = words(nodes);
  let roots: u32 = 0;
  for (let k = nodes; k > 0; k--) {
    const i = k - 1;
    const p = get(above, i);
    let at = roots;
    if (p == NONE) {
      roots += get(size, i);
    } else {
      at = get(free, p);
      set(free, p, at + get(size, i));
    }
    set(walk, at, i);
    set(free, i, at + 1);
  }
  levelStart = words(<u64>levelCount + 1);
  for (let i: u32 = 0; i < nodes; i++) {
    const l = get(level, i);
    set(levelStart, l, get(levelStart, l) + 1);
  }
  countsToStarts(levelStart, levelCount);
  rank = words(nodes);
  node = words(nodes);
  parent = words(nodes);
  for (let k: u32 = 0; k < nodes; k++) {
    const i = keep ? k : get(walk, k);
    const l = get(level, i);
    const r = get(levelStart, l);
    set(levelStart, l, r + 1);
    const v = get(order, i);
    set(rank, v, r);
    set(node, r, v);
  }
  endsToStarts(levelStart, levelCount);
  for (let i: u32 = 0; i < nodes; i++) {
    const p = get(above, i);
    set(parent, get(rank, get(order, i)), p == NONE ? NONE : get(rank, get(order, p)));
  }
  return true;
}

/** The parent of each place in the order. */
function eliminationTree(nodes: u32, order: usize, place: usize): usize {
  const above = words(nodes),
    // shortens climbs to the root for later nodes (path compression)
    ancestor = words(nodes);
  for (let i: u32 = 0; i < nodes; i++) {
    set(above, i, NONE);
    set(ancestor, i, NONE);
    const v = get(order, i);
    for (let k = get(undirectedRows(), v), end = get(undirectedRows(), v + 1); k < end; k++) {
      let j = get(place, get(undirectedHeads(), k));
      if (j >= i) continue;
      for (;;) {
        const next = get(ancestor, j);
        if (next == i) break;
        set(ancestor, j, i);
        if (next == NONE) {
          set(above, j, i);
          break;
        }
        j = next;
      }
    }
  }
  return above;
}

export function orderParent(): usize {
  return parent;
}

export function orderRank(): usize {
  return rank;
}

export function orderNode(): usize {
  return node;
}

export function orderLevelStart(): usize {
  return levelStart;
}

export function orderLevelCount(): u32 {
  return levelCount;
}
