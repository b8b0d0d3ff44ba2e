import { FOUND } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import type { PathSearcher } from '../batch.ts';
import { createFoundPath } from './found-path.ts';
import type { HierarchyLayout } from './layout.ts';
import type { Kernels } from '../hierarchy.gen.ts';

/**
 * One query at a time on a hierarchy in memory: what a solver and each worker of a pool drive. The
 * host's blocks are its scratch memory.
 */
export function createHierarchySearcher(
  { arena, blocks, kernels }: KernelHost<Kernels>,
  layout: HierarchyLayout,
): PathSearcher {
  const { nodeCount, levelCount, rows, arcs, nodes, ranks } = layout;
  const { expansion, expansionWeights, expansionOf } = layout;
  kernels.hierarchyBind(nodeCount, rows, arcs, expansion, expansionWeights, expansionOf, nodes);
  kernels.topBind(layout.topFirst, layout.topTable, layout.topRowBytes);
  kernels.queryCreate(nodeCount - layout.topFirst);
  kernels.unpackCreate(levelCount);
  const { begin, ...path } = createFoundPath(kernels, blocks, layout, (sums, loops) =>
    kernels.hierarchyUnpack(sums, loops),
  );
  return {
    ...path,
    search(source, target, _size, _nearest, maxSettled) {
      const words = arena.words();
      const status = kernels.hierarchySearch(
        words[ranks / 4 + source],
        words[ranks / 4 + target],
        maxSettled,
      );
      begin(status === FOUND ? kernels.hierarchyDist() : Infinity);
      return status;
    },
    settled: () => kernels.hierarchySettled() >>> 0,
  };
}
