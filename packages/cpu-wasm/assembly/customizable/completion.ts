// Lists the arcs of the hierarchy, which serve all weights: two nodes are joined if a path between
// them, whatever the directions of its arcs, leads over lower nodes only. The upper neighbours of a
// node are its upper neighbours in the graph and those of its children in the elimination tree,
// without the node itself.
// Works on the undirected graph (undirected.ts) and the ranks (elimination.ts).

import { orderNode, orderParent, orderRank } from './elimination';
import { undirectedRows, undirectedHeads } from './undirected';
import { countsToStarts, doubled, get, NONE, set, words } from '@wayfield/wasm/assembly/words';

let arcCount: u32 = 0;
/** nodes + 1 words: the arcs between rank r and higher ranks. */
let firstArc: usize = 0;
/** The upper end of each arc; ascending in each row. */
let arcHead: usize = 0;

/**
 * Lists the arcs. `child` and `sibling` chain the children of each rank in the elimination tree,
 * which are all lower. `seen[u]` is the last rank into whose row rank u was put.
 */
export function complete(nodes: u32): void {
  firstArc = words(<u64>nodes + 1);
  let room = max<u32>(64, nodes << 2);
  let heads = words(room);
  const child = words(nodes),
    sibling = words(nodes),
    seen = words(nodes);
  memory.fill(child, 0xff, (<usize>nodes) << 2);
  memory.fill(seen, 0xff, (<usize>nodes) << 2);
  let used: u32 = 0;
  for (let r: u32 = 0; r < nodes; r++) {
    set(firstArc, r, used);
    set(seen, r, r);
    const v = get(orderNode(), r);
    for (let k = get(undirectedRows(), v), end = get(undirectedRows(), v + 1); k < end; k++) {
      const u = get(orderRank(), get(undirectedHeads(), k));
      if (u < r || get(seen, u) == r) continue;
      set(seen, u, r);
      if (used == room) {
        heads = doubled(heads, room);
        room <<= 1;
      }
      set(heads, used++, u);
    }
    for (let c = get(child, r); c != NONE; c = get(sibling, c)) {
      for (let i = get(firstArc, c), end = get(firstArc, c + 1); i < end; i++) {
        const u = get(heads, i);
        if (get(seen, u) == r) continue;
        set(seen, u, r);
        if (used == room) {
          heads = doubled(heads, room);
          room <<= 1;
        }
        set(heads, used++, u);
      }
    }
    const p = get(orderParent(), r);
    if (p == NONE) continue;
    set(sibling, r, get(child, p));
    set(child, p, r);
  }
  set(firstArc, nodes, used);
  arcCount = used;
  sortRows(nodes, heads);
}

/**
 * Sorts the rows by two passes of counting: lists the arcs by their upper ends, then by their lower
 * ends again. Every row comes out ascending.
 */
function sortRows(nodes: u32, heads: usize): void {
  const next = words(<u64>nodes + 1),
    lower = words(arcCount);
  for (let i: u32 = 0; i < arcCount; i++) {
    const u = get(heads, i);
    set(next, u, get(next, u) + 1);
  }
  countsToStarts(next, nodes);
  for (let r: u32 = 0; r < nodes; r++) {
    for (let i = get(firstArc, r), end = get(firstArc, r + 1); i < end; i++) {
      const u = get(heads, i);
      const at = get(next, u);
      set(lower, at, r);
      set(next, u, at + 1);
    }
  }
  const free = words(nodes);
  memory.copy(free, firstArc, (<usize>nodes) << 2);
  let at: u32 = 0;
  for (let u: u32 = 0; u < nodes; u++) {
    for (const end = get(next, u); at < end; at++) {
      const r = get(lower, at);
      const i = get(free, r);
      set(heads, i, u);
      set(free, r, i + 1);
    }
  }
  arcHead = heads;
}

/** Writes for every arc of the graph its place (layout.ts), NONE for a self-loop. */
export function mapArcs(nodes: u32, firstOut: usize, head: usize, arcs: usize): void {
  for (let u: u32 = 0; u < nodes; u++) {
    const from = get(orderRank(), u);
    for (let a = get(firstOut, u), end = get(firstOut, u + 1); a < end; a++) {
      const to = get(orderRank(), get(head, a));
      if (to == from) set(arcs, a, NONE);
      else if (from < to) set(arcs, a, findArc(firstArc, arcHead, from, to) << 1);
      else set(arcs, a, (findArc(firstArc, arcHead, to, from) << 1) | 1);
    }
  }
}

/** The arc from rank `r` to rank `to` above it, which is there. */
export function findArc(rows: usize, heads: usize, r: u32, to: u32): u32 {
  let low = get(rows, r),
    high = get(rows, r + 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (get(heads, middle) <= to) low = middle;
    else high = middle;
  }
  return low;
}

export function completionArcCount(): u32 {
  return arcCount;
}

export function completionFirstArc(): usize {
  return firstArc;
}

export function completionHead(): usize {
  return arcHead;
}
