import { FOUND } from '@wayfield/graph';
import { type Arena, type Blocks, createBlocks, instantiateKernels } from '@wayfield/wasm';
import type { HierarchyLayout } from './hierarchy-map.ts';
import type { HierarchyKernels } from './kernel-exports.ts';

/** One query at a time on a hierarchy in memory: what a solver and each worker of a pool drive. */
export interface HierarchySearcher {
  /** The scratch memory of this searcher. */
  readonly blocks: Blocks;
  readonly kernels: HierarchyKernels;
  /** Searches from node to node; returns a status of `Routes`. */
  search(source: number, target: number, maxSettled: number): number;
  /** Of the path last found: its cost, the number of its nodes, their address, the nodes settled. */
  cost(): number;
  pathLength(): number;
  path(): number;
  settled(): number;
}

/** A searcher with scratch memory of its own, in the arena of the hierarchy. */
export function createHierarchySearcher(
  module: WebAssembly.Module,
  arena: Arena,
  layout: HierarchyLayout,
): HierarchySearcher {
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<HierarchyKernels>(module, arena.memory, blocks.reallocate);
  const { nodeCount, levelCount, rows, arcs, nodes, ranks, exactBelow, zeros } = layout;
  const { parts, partWeights, partOf } = layout;
  kernels.hierarchyBind(nodeCount, rows, arcs, parts, partWeights, partOf, nodes);
  kernels.topBind(layout.topFirst, layout.topTable, layout.topRowBytes);
  kernels.queryCreate(nodeCount - layout.topFirst);
  kernels.unpackCreate(levelCount);
  let places = 0;
  /** Nodes of the path last found; 0 while it is not taken apart. */
  let count = 0;
  let dist = Infinity;

  /** Whether the sum over shortcuts is the sum along the path, which then meets no node twice. */
  const exact = (): boolean => dist < exactBelow;

  function unpack(): void {
    if (count > 0) return;
    const sums = !exact();
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
