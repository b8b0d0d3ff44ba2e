// The undirected graph, from which the building files start: the neighbours of every node over arcs
// in either direction, sorted, each once, never the node itself.

import { countsToStarts, endsToStarts, get, set, words } from '@wayfield/wasm/assembly/words';

/** nodes + 1 words: u has the neighbours firstNeighbour[u] .. firstNeighbour[u + 1] - 1. */
let firstNeighbour: usize = 0;
let neighbours: usize = 0;

/** Builds the undirected graph from the rows and heads of a graph. */
export function buildNeighbours(nodes: u32, firstOut: usize, head: usize): void {
  const starts = words(<u64>nodes + 1);
  for (let u: u32 = 0; u < nodes; u++) {
    for (let a = get(firstOut, u), end = get(firstOut, u + 1); a < end; a++) {
      const v = get(head, a);
      if (v == u) continue;
      set(starts, u, get(starts, u) + 1);
      set(starts, v, get(starts, v) + 1);
    }
  }
  const total = countsToStarts(starts, nodes);
  const unsorted = words(total),
    sorted = words(total);
  for (let u: u32 = 0; u < nodes; u++) {
    for (let a = get(firstOut, u), end = get(firstOut, u + 1); a < end; a++) {
      const v = get(head, a);
      if (v == u) continue;
      append(starts, unsorted, u, v);
      append(starts, unsorted, v, u);
    }
  }
  endsToStarts(starts, nodes);
  // every pair is listed in both directions, so transposing sorts the rows and changes nothing else
  const next = words(<u64>nodes + 1);
  memory.copy(next, starts, (<usize>nodes + 1) << 2);
  for (let u: u32 = 0; u < nodes; u++) {
    for (let i = get(starts, u), end = get(starts, u + 1); i < end; i++) {
      append(next, sorted, get(unsorted, i), u);
    }
  }
  let used: u32 = 0;
  for (let u: u32 = 0; u < nodes; u++) {
    const begin = get(starts, u),
      end = get(starts, u + 1);
    set(starts, u, used);
    const own = used;
    for (let i = begin; i < end; i++) {
      const v = get(sorted, i);
      if (used > own && get(sorted, used - 1) == v) continue;
      set(sorted, used, v);
      used++;
    }
  }
  set(starts, nodes, used);
  firstNeighbour = starts;
  neighbours = sorted;
}

function append(starts: usize, list: usize, row: u32, value: u32): void {
  const at = get(starts, row);
  set(list, at, value);
  set(starts, row, at + 1);
}

export function undirectedRows(): usize {
  return firstNeighbour;
}

export function undirectedHeads(): usize {
  return neighbours;
}
