import { NONE } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { KernelHost } from '@wayfield/wasm';
import { allocateAll } from '../allocate-all.ts';
import type { Kernels } from '../hierarchy.gen.ts';

/** The order in which a sweep meets the nodes. */
export interface SweepOrder {
  /** One entry per node: its place in the order. */
  readonly place: Uint32Array;
  /** The places that a sweep covers; the other nodes follow in any order. */
  readonly count: number;
  /** Address of the one block of all arrays that follow: freeing it frees them. */
  readonly block: number;
  /**
   * Addresses: rows and arcs by place, an arc being u32 place and f32 weight; the place of each
   * rank; the node of each place.
   */
  readonly rows: number;
  readonly arcs: number;
  readonly places: number;
  readonly nodes: number;
}

/**
 * Copies the arcs of `down` into memory, rank by rank of `order`. `order` comes from
 * sweep-order.ts: each rank follows the upper ends of its arcs of `down`. Ranks that `order` lacks
 * get the places behind it, and no arcs.
 */
export function placeArcs(
  { nodeCount, node, down }: Hierarchy,
  { arena, blocks }: Pick<KernelHost<Kernels>, 'arena' | 'blocks'>,
  order: Uint32Array,
): SweepOrder {
  const { firstArc } = down;
  let arcCount = 0;
  for (let p = 0; p < order.length; p++) arcCount += firstArc[order[p] + 1] - firstArc[order[p]];
  const [rows, arcs, places, nodes] = allocateAll(blocks, [
    (order.length + 1) * 4,
    arcCount * 8,
    nodeCount * 4,
    nodeCount * 4,
  ]);
  const words = arena.words();
  const floats = arena.floats();
  const place = new Uint32Array(nodeCount);
  const placeOf = words.subarray(places / 4, places / 4 + nodeCount).fill(NONE);
  const put = (r: number, p: number): void => {
    placeOf[r] = p;
    words[nodes / 4 + p] = node[r];
    place[node[r]] = p;
  };
  order.forEach(put);
  if (order.length < nodeCount) {
    let next = order.length;
    for (let r = 0; r < nodeCount; r++) if (placeOf[r] === NONE) put(r, next++);
  }
  let next = 0;
  words[rows / 4] = 0;
  order.forEach((r, p) => {
    for (let a = firstArc[r]; a < firstArc[r + 1]; a++, next++) {
      words[arcs / 4 + 2 * next] = placeOf[down.head[a]];
      floats[arcs / 4 + 2 * next + 1] = down.weight[a] + 0;
    }
    words[rows / 4 + p + 1] = next;
  });
  return { place, count: order.length, block: rows, rows, arcs, places, nodes };
}
