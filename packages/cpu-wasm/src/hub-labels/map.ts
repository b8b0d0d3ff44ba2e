import { checkGraph, type Graph } from '@wayfield/graph';
import { checkHierarchy, type Hierarchy } from '@wayfield/graph/hierarchy';
import { type KernelHost, openKernels, type SharedHost } from '@wayfield/wasm';
import type { HierarchyLayout } from '../hierarchy/layout.ts';
import { putArcs, putExpansions } from '../hierarchy/put-arcs.ts';
import { unitOf } from '../hierarchy/unit.ts';
import type { Kernels } from '../hub-labels.gen.ts';
import { byteLengthOf, checkHubLabels } from './check.ts';
import type { HubLabels } from './types.ts';

/** What a thread must know of hub labels and their hierarchy: addresses, facts about weights. */
export interface HubLabelLayout extends Omit<
  HierarchyLayout,
  'topFirst' | 'topTable' | 'topRowBytes' | 'nodes' | 'ranks'
> {
  /** The hub of each node. */
  readonly hubs: number;
  /** First groups and groups of both directions: assembly/hub-labels/query.ts. */
  readonly forwardFirst: number;
  readonly forwardGroups: number;
  readonly backwardFirst: number;
  readonly backwardGroups: number;
}

/** The part of the memory that all queries on the same labels share. */
export interface HubLabelMap extends SharedHost {
  readonly layout: HubLabelLayout;
}

/**
 * Bytes at least, beside the labels: per node rows 8; per arc head and weight 8, first word and
 * length of its expansion 8, expansions 4 (proof at LEAST_ARC_BYTES in src/hierarchy/map.ts).
 */
const NODE_BYTES = 8;
const ARC_BYTES = 20;

/**
 * Copies labels and their hierarchy into a WebAssembly memory of its own. Throws what `checkGraph`,
 * `checkHierarchy` and `checkHubLabels` throw, and RangeError when memory ends.
 */
export function createHubLabelMap(
  graph: Graph,
  hierarchy: Hierarchy,
  labels: HubLabels,
  module: WebAssembly.Module,
  shared: boolean,
): HubLabelMap {
  checkGraph(graph);
  const host = openKernels<Kernels>(module, { shared });
  const layout = putHubLabels(host, graph, hierarchy, labels);
  return { module, arena: host.arena, blocks: host.blocks, layout };
}

/** Copies labels and their hierarchy into the memory of a host, once both are checked. */
export function putHubLabels(
  { arena, blocks, put }: Pick<KernelHost<unknown>, 'arena' | 'blocks' | 'put'>,
  graph: Graph,
  hierarchy: Hierarchy,
  labels: HubLabels,
): HubLabelLayout {
  checkHierarchy(hierarchy, graph);
  checkHubLabels(labels, hierarchy);
  const { nodeCount, levelStart, up, down } = hierarchy;
  const { forward, backward } = labels;
  // not `labels.byteLength`, which no check covers
  const byteLength = byteLengthOf(forward, backward);
  const arcCount = up.head.length + down.head.length;
  const least = byteLength + arcCount * ARC_BYTES + nodeCount * NODE_BYTES;
  if (least > 2 ** 32) {
    throw new RangeError(
      `hub labels of ${byteLength} bytes with a hierarchy of ${nodeCount} nodes and ${arcCount} ` +
        `arcs need at least ${least} bytes; WebAssembly memory ends at 4 GiB`,
    );
  }
  const forwardFirst = put(forward.first);
  const forwardGroups = put(forward.groups);
  const { unit, zeros } = unitOf(graph.weight);
  return {
    nodeCount,
    levelCount: levelStart.length - 1,
    ...putArcs({ arena, blocks }, hierarchy),
    ...putExpansions({ arena, blocks }, graph, hierarchy),
    hubs: put(labels.hub),
    forwardFirst,
    forwardGroups,
    backwardFirst: backward === forward ? forwardFirst : put(backward.first),
    backwardGroups: backward === forward ? forwardGroups : put(backward.groups),
    exactBelow: unit * 2 ** 24,
    zeros,
  };
}
