import { FOUND } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import type { PathSearcher } from '../batch.ts';
import { createFoundPath } from './found-path.ts';
import type { HierarchyLayout } from './layout.ts';
import { NO_LIMIT } from '../marks.ts';
import type { HierarchyRouteOptions, RouteEnds } from './types.ts';
import type { Kernels } from '../hierarchy.gen.ts';

/** Searches of one pair of nodes, and of the cheapest pair among several. */
export interface HierarchySearcher extends PathSearcher {
  /** The status of the cheapest path from any source to any target; `cost` is that of the path. */
  searchAmong(sources: RouteEnds, targets: RouteEnds, options: HierarchyRouteOptions): number;
}

/**
 * One query at a time on a hierarchy in memory: what a solver and each worker of a pool drive. The
 * host's blocks are its scratch memory.
 */
export function createHierarchySearcher(
  { arena, blocks, kernels }: KernelHost<Kernels>,
  layout: HierarchyLayout,
): HierarchySearcher {
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
    searchAmong(sources, targets, { maxSettled = NO_LIMIT }) {
      kernels.hierarchyBegin();
      [sources, targets].forEach(({ node, cost }, direction) => {
        const words = arena.words();
        for (let k = 0; k < node.length; k++) {
          // + 0: no -0, because keys order like their bits
          kernels.hierarchySeed(words[ranks / 4 + node[k]], direction, cost[k] + 0);
        }
      });
      const status = kernels.hierarchyRun(maxSettled);
      // the sum that the search found includes the costs of the ends: `cost` adds up the path
      begin(Infinity);
      return status;
    },
    settled: () => kernels.hierarchySettled() >>> 0,
  };
}
