import { checkGraph, type Graph } from '@wayfield/graph';
import { checkHierarchy, type Hierarchy, type HierarchyArcs } from '@wayfield/graph/hierarchy';
import {
  type Arena,
  type Blocks,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import type { HierarchyKernels } from './kernel-exports.ts';
import { buildParts } from './parts.ts';

/**
 * The distances between the highest 2 sqrt(n) of n ranks take 16 bytes per rank, as much as its labels, up to 64 MiB.
 * On rome that makes queries two to three times as fast; four times the memory is worth another 20 %.
 */
const MOST_TOP = 4096;

/** What a thread must know of a hierarchy: addresses, see assembly/hierarchy/state.ts, and facts. */
export interface HierarchyLayout {
  readonly nodeCount: number;
  readonly levelCount: number;
  readonly rows: number;
  readonly arcs: number;
  readonly parts: number;
  readonly partWeights: number;
  readonly partOf: number;
  /** The node of each rank, the rank of each node. */
  readonly nodes: number;
  readonly ranks: number;
  /** The lowest rank of the top and the distances between its ranks, see assembly/hierarchy/top.ts. */
  readonly topFirst: number;
  readonly topTable: number;
  readonly topRowBytes: number;
  /** A sum below this is exact, in whatever order it is made; one that is it may have been rounded down to it. */
  readonly exactBelow: number;
  /** Arcs of weight 0 can lead a shortest path round. */
  readonly zeros: boolean;
}

/** The part of the memory that all searches on a hierarchy share. */
export interface HierarchyMap {
  readonly arena: Arena;
  readonly blocks: Blocks;
  readonly layout: HierarchyLayout;
}

/**
 * Copies a hierarchy into a WebAssembly memory of its own. Throws what `checkGraph` and `checkHierarchy`
 * throw, and RangeError when memory ends.
 */
export function createHierarchyMap(
  graph: Graph,
  hierarchy: Hierarchy,
  module: WebAssembly.Module,
  shared: boolean,
): HierarchyMap {
  checkGraph(graph);
  checkHierarchy(hierarchy, graph);
  const { nodeCount, rank, node, levelStart, up, down } = hierarchy;
  const arcCount = up.head.length + down.head.length;
  const least = arcCount * 20 + nodeCount * 56;
  if (least > 2 ** 32) {
    throw new RangeError(
      `a hierarchy of ${nodeCount} nodes and ${arcCount} arcs needs at least ${least} bytes; WebAssembly memory ends at 4 GiB`,
    );
  }
  const arena = createArena(createMemory(shared));
  const blocks = createBlocks(arena);
  const rows = blocks.allocate((2 * nodeCount + 1) * 4);
  const arcs = blocks.allocate(arcCount * 8);
  const made = buildParts(graph, hierarchy);
  const parts = blocks.allocate(made.count * 4);
  const partWeights = blocks.allocate(made.count * 4);
  const partOf = blocks.allocate(arcCount * 8);
  const nodes = blocks.allocate(nodeCount * 4);
  const ranks = blocks.allocate(nodeCount * 4);
  const words = arena.words();
  const floats = arena.floats();
  words.set(node, nodes / 4);
  words.set(rank, ranks / 4);

  // the rows of `up` and `down` of a rank follow one another
  let place = 0;
  const copyArcs = ({ firstArc, head, weight }: HierarchyArcs, r: number, base: number): void => {
    for (let a = firstArc[r]; a < firstArc[r + 1]; a++) {
      words[arcs / 4 + 2 * place] = head[a];
      floats[arcs / 4 + 2 * place + 1] = weight[a] + 0; // no -0: weights order like their bits
      words[partOf / 4 + 2 * place] = made.first[base + a];
      words[partOf / 4 + 2 * place + 1] = made.length[base + a];
      place++;
    }
  };
  for (let r = 0; r < nodeCount; r++) {
    words[rows / 4 + 2 * r] = place;
    copyArcs(up, r, 0);
    words[rows / 4 + 2 * r + 1] = place;
    copyArcs(down, r, up.head.length);
  }
  words[rows / 4 + 2 * nodeCount] = place;
  words.set(made.words.subarray(0, made.count), parts / 4);
  floats.set(made.weights.subarray(0, made.count), partWeights / 4);

  // in fours, as vectors take them
  const topCount = Math.min(MOST_TOP, Math.floor(Math.sqrt(nodeCount) / 2) * 4);
  const topFirst = nodeCount - topCount;
  const topRowBytes = topCount * 4;
  const topTable = blocks.allocate(topCount * topRowBytes);
  // as large as the labels of a searcher, which take its place
  const turned = blocks.allocate(nodeCount * 16);
  const kernels = instantiateKernels<HierarchyKernels>(module, arena.memory, blocks.reallocate);
  kernels.topBind(topFirst, topTable, topRowBytes);
  kernels.topFill(nodeCount, rows, arcs, turned);
  blocks.free(turned);

  const { unit, zeros } = unitOf(graph.weight);
  const layout: HierarchyLayout = {
    nodeCount,
    levelCount: levelStart.length - 1,
    rows,
    arcs,
    parts,
    partWeights,
    partOf,
    nodes,
    ranks,
    topFirst,
    topTable,
    topRowBytes,
    exactBelow: unit * 2 ** 24,
    zeros,
  };
  return { arena, blocks, layout };
}

/** The largest power of two that all weights are multiples of, `Infinity` where all are 0; whether one is 0. */
export function unitOf(weight: Float32Array): { unit: number; zeros: boolean } {
  const bits = new Uint32Array(weight.buffer, weight.byteOffset, weight.length);
  let least = Infinity;
  let zeros = false;
  for (let a = 0; a < bits.length; a++) {
    const word = bits[a] & 0x7fffffff;
    if (word === 0) {
      zeros = true;
      continue;
    }
    const exponent = word >>> 23;
    const mantissa = exponent === 0 ? word : (word & 0x7fffff) | 0x800000;
    const trailing = 31 - Math.clz32(mantissa & -mantissa);
    least = Math.min(least, Math.max(exponent, 1) - 150 + trailing);
  }
  return { unit: 2 ** least, zeros };
}
