import { FOUND } from '@wayfield/graph';
import type { Blocks, KernelHost } from '@wayfield/wasm';
import type { PathSearcher } from '../batch.ts';
import type { HierarchyLayout } from './layout.ts';
import type { Kernels } from '../hierarchy.gen.ts';

/** One query at a time on a hierarchy in memory: what a solver and each worker of a pool drive. */
export interface HierarchySearcher {
  /** The scratch memory of this searcher. */
  readonly blocks: Blocks;
  readonly kernels: Kernels;
  /** Searches from node to node; returns a status of `Routes`. */
  search(source: number, target: number, maxSettled: number): number;
  /**
   * Of the path last found: its cost, the number of its nodes, their address, the nodes settled.
   */
  cost(): number;
  pathLength(): number;
  path(): number;
  settled(): number;
}

/** The searcher in the shape in which batches ask: hierarchies know no agent sizes. */
export function asPathSearcher(searcher: HierarchySearcher): PathSearcher {
  return {
    ...searcher,
    search: (source, target, _size, _nearest, maxSettled) =>
      searcher.search(source, target, maxSettled),
  };
}

/** A searcher on a hierarchy, with the host's blocks as its scratch memory. */
export function createHierarchySearcher(
  { arena, blocks, kernels }: KernelHost<Kernels>,
  layout: HierarchyLayout,
): HierarchySearcher {
  const { nodeCount, levelCount, rows, arcs, nodes, ranks, exactBelow, zeros } = layout;
  const { expansion, expansionWeights, expansionOf } = layout;
  kernels.hierarchyBind(nodeCount, rows, arcs, expansion, expansionWeights, expansionOf, nodes);
  kernels.topBind(layout.topFirst, layout.topTable, layout.topRowBytes);
  kernels.queryCreate(nodeCount - layout.topFirst);
  kernels.unpackCreate(levelCount);
  let places = 0;
  /** Nodes of the path last found; 0 until it is unpacked. */
  let count = 0;
  let dist = Infinity;

  /** Whether the sum over shortcuts equals the f32 sum along the path. */
  const exact = (): boolean => dist < exactBelow;

  function unpack(): void {
    if (count > 0) return;
    const sums = !exact();
    // only arcs of weight 0, or rounding, let a shortest path meet a node twice
    const loops = zeros || sums;
    if (loops && places === 0) {
      places = blocks.allocate(nodeCount * 4);
      kernels.unpackPlaces(places);
    }
    count = kernels.hierarchyUnpack(sums ? 1 : 0, loops ? 1 : 0);
  }

  return {
    blocks,
    kernels,
    search(source, target, maxSettled) {
      const words = arena.words();
      count = 0;
      const status = kernels.hierarchySearch(
        words[ranks / 4 + source],
        words[ranks / 4 + target],
        maxSettled,
      );
      dist = status === FOUND ? kernels.hierarchyDist() : Infinity;
      return status;
    },
    cost() {
      if (exact()) return dist;
      unpack();
      return kernels.pathCost();
    },
    pathLength() {
      unpack();
      return count;
    },
    path: () => kernels.pathAddress() >>> 0,
    settled: () => kernels.hierarchySettled() >>> 0,
  };
}
