import { type Graph, NONE } from '@wayfield/graph';
import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';

const LEAF = 0x80000000;

/** Writes what arcs are made of, from words `parts` and `partRows` on; see assembly/hierarchy/state.ts. */
export function fillParts(
  graph: Graph,
  hierarchy: Hierarchy,
  words: Uint32Array,
  floats: Float32Array,
  parts: number,
  partRows: number,
): void {
  const { up, down } = hierarchy;
  // rank by rank, the part of each arc
  const upPart = new Uint32Array(up.head.length);
  const downPart = new Uint32Array(down.head.length);
  let next = 0;
  for (const r of depthFirst(hierarchy)) {
    words[partRows + 2 * r] = next;
    for (let a = up.firstArc[r]; a < up.firstArc[r + 1]; a++) upPart[a] = next++;
    words[partRows + 2 * r + 1] = next;
    for (let a = down.firstArc[r]; a < down.firstArc[r + 1]; a++) downPart[a] = next++;
  }
  const fill = ({ weight, first, second }: HierarchyArcs, part: Uint32Array): void => {
    for (let a = 0; a < part.length; a++) {
      const at = parts + 2 * part[a];
      if (second[a] !== NONE) {
        words[at] = downPart[first[a]];
        words[at + 1] = upPart[second[a]];
      } else {
        // an arc that is no way is on no path
        words[at] = LEAF + (first[a] === NONE ? 0 : graph.head[first[a]]);
        floats[at + 1] = weight[a];
      }
    }
  };
  fill(up, upPart);
  fill(down, downPart);
}

/**
 * All ranks, those with the same ranks above them together: depth first in the tree in which the parent of a
 * rank is the lowest that an arc joins it to. Nodes that follow one another on a path are near each other.
 */
function depthFirst({ nodeCount, up, down }: Hierarchy): Uint32Array {
  const child = new Uint32Array(nodeCount).fill(NONE);
  const sibling = new Uint32Array(nodeCount).fill(NONE);
  const order = new Uint32Array(nodeCount);
  const stack = new Uint32Array(nodeCount);
  const lowest = ({ firstArc, head }: HierarchyArcs, r: number): number =>
    firstArc[r] < firstArc[r + 1] ? head[firstArc[r]] : NONE;
  let top = 0;
  for (let r = 0; r < nodeCount; r++) {
    const parent = Math.min(lowest(up, r), lowest(down, r));
    if (parent === NONE) stack[top++] = r;
    else {
      sibling[r] = child[parent];
      child[parent] = r;
    }
  }
  for (let count = 0; top > 0;) {
    const r = stack[--top];
    order[count++] = r;
    for (let c = child[r]; c !== NONE; c = sibling[c]) stack[top++] = c;
  }
  return order;
}
