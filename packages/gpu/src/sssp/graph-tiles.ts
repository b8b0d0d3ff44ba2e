// Renumbers a graph tile by tile: rows of arcs, packed arcs.
// partition.ts chooses the tiles; graph-model.ts uploads the arrays.
import { type Graph, NONE } from '@wayfield/graph';
import { HAS_LEAVING, HAS_MORE, LEAVES } from './graph-tile.wgsl.ts';
import { partitionGraph, reverseRows } from './partition.ts';

/**
 * A graph with its nodes renumbered tile by tile; tile t has the slots from t * slotsPerTile on.
 */
export interface GraphTiles {
  readonly tiles: number;
  readonly slotsPerTile: number;
  /** tiles * slotsPerTile; the last ones of a tile may hold no node. */
  readonly slots: number;
  /** One entry per slot: its node, or NONE. */
  readonly nodeOfSlot: Uint32Array;
  /** One entry per node. */
  readonly slotOfNode: Uint32Array;
  /** slots + 1 entries: rows of arcs out. */
  readonly firstArc: Uint32Array;
  /**
   * Two words per arc: head slot, with LEAVES added where the arc leaves the tile, and bits of the
   * weight. Arcs that leave the tile are the last of their row.
   */
  readonly arcs: Uint32Array;
  /**
   * Three planes of two words per slot: the first four arcs inside the tile; see
   * graph-tile.wgsl.ts.
   */
  readonly packed: Uint32Array;
  /** slots + 1 entries: rows of arcs in. */
  readonly firstIn: Uint32Array;
  /** Two words per arc: tail slot, bits of the weight. Rows keep the order of the graph's arcs. */
  readonly arcsIn: Uint32Array;
  /** Arcs from one tile to another. */
  readonly leaving: number;
  /** Arcs out of, and into, the node that has most of them. */
  readonly mostArcs: number;
  readonly mostArcsIn: number;
}

/** Cuts a graph into tiles of at most `slotsPerTile` nodes. */
export function tileGraph(graph: Graph, slotsPerTile: number): GraphTiles {
  const { nodeCount, arcCount, firstOut, head, weight } = graph;
  const reverse = reverseRows(graph);
  const { order, first } = partitionGraph(graph, reverse, slotsPerTile);
  const tiles = Math.max(1, first.length - 1);
  const slots = tiles * slotsPerTile;
  const nodeOfSlot = new Uint32Array(slots).fill(NONE);
  const slotOfNode = new Uint32Array(nodeCount);
  for (let t = 0; t + 1 < first.length; t++) {
    for (let i = first[t]; i < first[t + 1]; i++) {
      const slot = t * slotsPerTile + i - first[t];
      nodeOfSlot[slot] = order[i];
      slotOfNode[order[i]] = slot;
    }
  }

  const firstArc = new Uint32Array(slots + 1);
  const firstIn = new Uint32Array(slots + 1);
  const arcs = new Uint32Array(2 * arcCount);
  const arcsIn = new Uint32Array(2 * arcCount);
  const weightOf = new Float32Array(arcs.buffer);
  const weightIn = new Float32Array(arcsIn.buffer);
  let out = 0;
  let into = 0;
  let leaving = 0;
  let mostArcs = 0;
  let mostArcsIn = 0;
  for (let slot = 0; slot < slots; slot++) {
    const u = nodeOfSlot[slot];
    if (u !== NONE) {
      const tile = Math.floor(slot / slotsPerTile);
      const begin = firstOut[u];
      const end = firstOut[u + 1];
      if (end - begin > mostArcs) mostArcs = end - begin;
      // arcs that stay fill the row from its front, arcs that leave the tile from its end
      let back = out + end - begin;
      for (let a = begin; a < end; a++) {
        const there = slotOfNode[head[a]];
        const stays = Math.floor(there / slotsPerTile) === tile;
        const i = stays ? out++ : --back;
        arcs[2 * i] = stays ? there : there + LEAVES;
        weightOf[2 * i + 1] = weight[a] + 0; // + 0: no -0
      }
      const next = firstArc[slot] + end - begin;
      leaving += next - out;
      out = next;
      for (let i = reverse.first[u]; i < reverse.first[u + 1]; i++) {
        arcsIn[2 * into] = slotOfNode[reverse.tail[i]];
        weightIn[2 * into + 1] = weight[reverse.arc[i]] + 0;
        into++;
      }
    }
    firstArc[slot + 1] = out;
    firstIn[slot + 1] = into;
    mostArcsIn = Math.max(mostArcsIn, into - firstIn[slot]);
  }
  return {
    tiles,
    slotsPerTile,
    slots,
    nodeOfSlot,
    slotOfNode,
    firstArc,
    arcs,
    packed: packArcs(slots, slotsPerTile, firstArc, arcs),
    firstIn,
    arcsIn,
    leaving,
    mostArcs,
    mostArcsIn,
  };
}

/** Bits of the f32 Infinity: the weight of an arc that is not there. */
const INFINITY_BITS = 0x7f800000;

function packArcs(
  slots: number,
  slotsPerTile: number,
  firstArc: Uint32Array,
  arcs: Uint32Array,
): Uint32Array {
  const packed = new Uint32Array(6 * slots);
  packed.fill(INFINITY_BITS, 2 * slots);
  for (let slot = 0; slot < slots; slot++) {
    const own = slot % slotsPerTile;
    let low = own | (own << 16);
    let high = low;
    const begin = firstArc[slot];
    const end = firstArc[slot + 1];
    if (end > begin && arcs[2 * end - 2] >= LEAVES) low |= HAS_LEAVING;
    for (let a = begin; a < end && arcs[2 * a] < LEAVES; a++) {
      const k = a - begin;
      if (k === 4) {
        low |= HAS_MORE;
        break;
      }
      // replaces the node's own position by that of the head
      const change = (own ^ (arcs[2 * a] % slotsPerTile)) << (16 * (k & 1));
      if (k < 2) low ^= change;
      else high ^= change;
      packed[2 * ((1 + (k >> 1)) * slots + slot) + (k & 1)] = arcs[2 * a + 1];
    }
    packed[2 * slot] = low;
    packed[2 * slot + 1] = high;
  }
  return packed;
}
