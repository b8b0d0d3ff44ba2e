import { checkGraph, type Graph } from '@wayfield/graph';
import { checkHierarchy, type Hierarchy } from '@wayfield/graph/hierarchy';
import { type KernelHost, openKernels, type SharedHost } from '@wayfield/wasm';
import type { Kernels } from '../hierarchy.gen.ts';
import type { HierarchyLayout } from './layout.ts';
import { putArcs, putExpansions } from './put-arcs.ts';
import { unitOf } from './unit.ts';

/**
 * The top: the highest 2 sqrt(n) of n ranks. The distances between them take 16 bytes per rank, as
 * much as the rank's labels, up to 64 MiB. On rome that makes queries two to three times as fast;
 * four times the memory is worth another 20 %.
 */
const MOST_TOP = 4096;
/**
 * At least, per arc: head and weight 8, place of its expansion 8, expansions 4. Expansions take 8
 * bytes a word, and have at least one word per two arcs. Proof, for G arcs of the graph and S
 * shortcuts: each of the G arcs takes a word. The shortcuts have 2 S halves, of which at most G + S
 * are written for the first time; each of the others is copied or referred to, in at least one word
 * more. So there are at least max(G, S) words.
 */
const LEAST_ARC_BYTES = 20;
/** At least, per rank: rows 8, node and rank 8, top 16, and 24 of labels and queues of a search. */
const LEAST_NODE_BYTES = 56;

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
  const least = arcCount * LEAST_ARC_BYTES + nodeCount * LEAST_NODE_BYTES;
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

/** The distances between the highest ranks. */
function fillTop(
  { blocks, kernels }: KernelHost<Kernels>,
  nodeCount: number,
  rows: number,
  arcs: number,
): Pick<HierarchyLayout, 'topFirst' | 'topTable' | 'topRowBytes'> {
  // in fours, as vectors take them
  const topCount = Math.min(MOST_TOP, Math.floor(Math.sqrt(nodeCount) / 2) * 4);
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
