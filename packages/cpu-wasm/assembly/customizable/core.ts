// The core: the graph that reduction leaves to be dissected, its nodes renumbered, and the part
// that each node is in. A part is a set of core nodes between separators; parts are numbered from
// 1.

import { reducedLeft, reducedRows } from './reduce';
import { undirectedRows } from './undirected';
import { get, NONE, set, words } from '@wayfield/wasm/assembly/words';

let coreCount: u32 = 0;
/** coreCount words: the node of the graph. */
let coreNode: usize = 0;
/** Rows, coreCount + 1 words, and the neighbours in them, by their numbers in the core. */
let coreFirst: usize = 0;
let coreHead: usize = 0;
/** A word per core node: the part that it is in; NONE once its place in the order is final. */
let part: usize = 0;

/** Builds the core of a graph of `nodes` nodes; call `reduce` before. */
export function buildCore(nodes: u32): void {
  const number = words(nodes);
  let count: u32 = 0;
  let arcs: u32 = 0;
  for (let u: u32 = 0; u < nodes; u++) {
    const degree = get(reducedLeft(), u);
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
    const degree = get(reducedLeft(), u);
    if (degree == NONE) continue;
    set(coreNode, core, u);
    set(coreFirst, core, used);
    const row = get(undirectedRows(), u);
    for (let i = row; i < row + degree; i++) {
      set(coreHead, used++, get(number, get(reducedRows(), i)));
    }
    core++;
  }
  set(coreFirst, count, used);
}

export function coreNodeCount(): u32 {
  return coreCount;
}

export function coreNodes(): usize {
  return coreNode;
}

export function coreRows(): usize {
  return coreFirst;
}

export function coreHeads(): usize {
  return coreHead;
}

export function corePart(): usize {
  return part;
}
