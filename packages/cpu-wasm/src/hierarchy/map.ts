import { checkGraph, type Graph } from '@wayfield/graph';
import { checkHierarchy, type Hierarchy } from '@wayfield/graph/hierarchy';
import { type KernelHost, openKernels, type SharedHost } from '@wayfield/wasm';
import type { Kernels } from '../hierarchy.gen.ts';
import type { HierarchyLayout } from './layout.ts';
import { putArcs, putExpansions } from './put-arcs.ts';
import { unitOf } from './unit.ts';

/**
 * The most ranks of the top, which is the highest 2 sqrt(n) of n ranks. The distances between them
 * take 4 bytes for each pair, at most 16 n, as much as the labels of a search, and at most 64 MiB.
 * On rome that makes queries two to three times as fast; four times the memory is worth another
 * 20 %.
 */
const MOST_TOP = 4096;
/**
 * Bytes per arc, at least: head and weight 8, first word and length of its expansion 8, expansions
 * 4. Expansions take 8 bytes a word, and have at least one word per two arcs. Proof, for G arcs of
 * the graph and S shortcuts: each of the G arcs takes a word. The shortcuts have 2 S halves, of
 * which at most G + S are written for the first time; each of the others is copied or referred to,
 * in at least one word more. So there are at least max(G, S) words.
 */
const LEAST_ARC_BYTES = 20;
/**
 * Bytes per rank, at least: rows 8, node and rank 8, and in the scratch of the first searcher
 * labels 16 and the list of touched labels 8.
 */
const LEAST_NODE_BYTES = 40;

/** Ranks of the top, in fours, as vectors take them. */
const topCountOf = (nodeCount: number): number =>
  Math.min(MOST_TOP, Math.floor(Math.sqrt(nodeCount) / 2) * 4);

/** Bytes that a hierarchy and one searcher on it take at least. */
export function leastHierarchyBytes(nodeCount: number, arcCount: number): number {
  const top = topCountOf(nodeCount) ** 2 * 4;
  return arcCount * LEAST_ARC_BYTES + nodeCount * LEAST_NODE_BYTES + top;
}

/** The part of the memory that all searches on a hierarchy share. */
export interface HierarchyMap extends SharedHost {
  readonly layout: HierarchyLayout;
}

/**
 * Copies a hierarchy into a WebAssembly memory of its own. Throws what `checkGraph` and
 * `checkHierarchy` throw, and RangeError when memory ends.
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
  const least = leastHierarchyBytes(nodeCount, arcCount);
  if (least > 2 ** 32) {
    throw new RangeError(
      `a hierarchy of ${nodeCount} nodes and ${arcCount} arcs needs at least ${least} bytes; ` +
        'WebAssembly memory ends at 4 GiB',
    );
  }
  const host = openKernels<Kernels>(module, { shared });
  const { arena, blocks } = host;
  const arcs = putArcs(host, hierarchy);
  const expansions = putExpansions(host, graph, hierarchy);
  const [nodes, ranks] = [host.put(node), host.put(rank)];
  const top = fillTop(host, nodeCount, arcs.rows, arcs.arcs);
  const { unit, zeros } = unitOf(graph.weight);
  const layout: HierarchyLayout = {
    nodeCount,
    levelCount: levelStart.length - 1,
    ...arcs,
    ...expansions,
    nodes,
    ranks,
    ...top,
    exactBelow: unit * 2 ** 24,
    zeros,
  };
  return { module, arena, blocks, layout };
}

/** Computes the distances between all ranks of the top. */
function fillTop(
  { blocks, kernels }: KernelHost<Kernels>,
  nodeCount: number,
  rows: number,
  arcs: number,
): Pick<HierarchyLayout, 'topFirst' | 'topTable' | 'topRowBytes'> {
  const topCount = topCountOf(nodeCount);
  const topFirst = nodeCount - topCount;
  const topRowBytes = topCount * 4;
  const topTable = blocks.allocate(topCount * topRowBytes);
  // scratch of the size of a searcher's labels, so that the first searcher takes this block
  const scratch = blocks.allocate(nodeCount * 16);
  kernels.topBind(topFirst, topTable, topRowBytes);
  kernels.topFill(nodeCount, rows, arcs, scratch);
  blocks.free(scratch);
  return { topFirst, topTable, topRowBytes };
}
