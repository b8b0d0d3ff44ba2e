// The graph that is left to be dissected, its nodes numbered anew, and which part of it each node is in.

import { left, rows } from './reduce';
import { firstNeighbour } from './undirected';
import { get, NONE, set, words } from './words';

export let coreCount: u32 = 0;
/** coreCount words: the node of the graph. */
export let coreNode: usize = 0;
/** coreCount + 1 words, and the neighbours in core numbers. */
export let coreFirst: usize = 0;
export let coreHead: usize = 0;
/** The part that a core node is in; NONE once its place in the order is final. */
export let part: usize = 0;

export function buildCore(nodes: u32): void {
  const number = words(nodes);
  let count: u32 = 0;
  let arcs: u32 = 0;
  for (let u: u32 = 0; u < nodes; u++) {
    const degree = get(left, u);
    if (degree == NONE) continue;
    set(number, u, count++);
    arcs += degree;
  }
  coreCount = count;
  coreNode = words(count);
  coreFirst = words(<u64>count + 1);
  coreHead = words(arcs);
  part = words(count);
  let core: u32 = 0,
    used: u32 = 0;
  for (let u: u32 = 0; u < nodes; u++) {
    const degree = get(left, u);
    if (degree == NONE) continue;
    set(coreNode, core, u);
    set(coreFirst, core, used);
    const row = get(firstNeighbour, u);
    for (let i = row; i < row + degree; i++) {
      set(coreHead, used++, get(number, get(rows, i)));
    }
    core++;
  }
  set(coreFirst, count, used);
}
