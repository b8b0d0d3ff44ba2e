import { NONE } from '@wayfield/graph';
import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';

/**
 * Ranks of a block, inside which ranks are sorted: with 16 lanes, 1024 distances take 64 KiB. The
 * keys have 10 bits for a place in the block.
 */
const BLOCK = 1024;
/** Ranks with more arcs are sorted as if they had MOST_ARCS: the keys have 8 bits for arcs. */
const MOST_ARCS = 255;

/**
 * The ranks in an order for sweeps: each after the upper ends of its arcs of `down`, and soon after
 * them, so that their distances are still in a cache. In the order of levels, which GPUs need, half
 * the reads of a sweep miss a cache of 8000 ranks on NY; in depth-first order 1 % do. The ranks of
 * a block of the depth-first order are sorted by the longest chain of arcs of `down` inside the
 * block that leads to them, and then by the number of their arcs: a sweep then meets many ranks
 * with the same number of arcs in turn, so processors predict where its loop over arcs ends.
 */
export function sweepOrder({ nodeCount, down }: Hierarchy): Uint32Array {
  const order = depthFirst(nodeCount, down);
  const { firstArc, head } = down;
  const places = new Uint32Array(nodeCount);
  order.forEach((r, place) => (places[r] = place));
  for (let start = 0; start < nodeCount; start += BLOCK) {
    const block = order.slice(start, start + BLOCK);
    const chain = new Uint32Array(block.length);
    // 10 bits of chain, 8 of arcs, 10 of place
    const keys = block.map((r, i) => {
      for (let a = firstArc[r]; a < firstArc[r + 1]; a++) {
        const above = places[head[a]];
        if (above >= start) chain[i] = Math.max(chain[i], chain[above - start] + 1);
      }
      return chain[i] * 2 ** 18 + Math.min(firstArc[r + 1] - firstArc[r], MOST_ARCS) * 2 ** 10 + i;
    });
    keys.sort().forEach((key, i) => (order[start + i] = block[key % BLOCK]));
  }
  return order;
}

/**
 * The ranks depth first in a tree. The parent of a rank is the lowest upper end of its arcs of
 * `down`. A rank waits until all these upper ends are placed.
 */
function depthFirst(nodeCount: number, { firstArc, head }: HierarchyArcs): Uint32Array {
  const child = new Uint32Array(nodeCount).fill(NONE);
  const sibling = new Uint32Array(nodeCount).fill(NONE);
  /** Ranks to visit; roots first. */
  const left: number[] = [];
  for (let r = 0; r < nodeCount; r++) {
    if (firstArc[r] === firstArc[r + 1]) {
      left.push(r);
      continue;
    }
    const parent = head[firstArc[r]];
    sibling[r] = child[parent];
    child[parent] = r;
  }
  const order = new Uint32Array(nodeCount);
  const placed = new Uint8Array(nodeCount);
  const waiting: number[] = [];
  let count = 0;
  for (let r = left.pop(); r !== undefined; r = left.pop()) {
    for (let c = child[r]; c !== NONE; c = sibling[c]) left.push(c);
    waiting.push(r);
    for (let w = waiting.at(-1); w !== undefined; w = waiting.at(-1)) {
      const before = waiting.length;
      if (placed[w] === 0) {
        for (let a = firstArc[w]; a < firstArc[w + 1]; a++) {
          if (placed[head[a]] === 0) waiting.push(head[a]);
        }
      }
      if (waiting.length > before) continue;
      waiting.pop();
      if (placed[w] === 1) continue;
      placed[w] = 1;
      order[count++] = w;
    }
  }
  return order;
}

/**
 * `targets`, which are ranks, and all ranks from which paths lead down to them, in an order for
 * sweeps: each after the upper ends of its arcs of `down`.
 */
export function orderTo({ nodeCount, down }: Hierarchy, targets: readonly number[]): Uint32Array {
  const { firstArc, head } = down;
  const placed = new Uint8Array(nodeCount);
  const order = new Uint32Array(nodeCount);
  const waiting: number[] = [];
  let count = 0;
  for (const target of targets) {
    waiting.push(target);
    for (let r = waiting.at(-1); r !== undefined; r = waiting.at(-1)) {
      const before = waiting.length;
      if (placed[r] === 0) {
        for (let a = firstArc[r]; a < firstArc[r + 1]; a++) {
          if (placed[head[a]] === 0) waiting.push(head[a]);
        }
      }
      if (waiting.length > before) continue;
      waiting.pop();
      if (placed[r] === 1) continue;
      placed[r] = 1;
      order[count++] = r;
    }
  }
  return order.slice(0, count);
}
