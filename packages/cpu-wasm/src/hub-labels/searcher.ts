import { FOUND } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import type { PathSearcher } from '../batch.ts';
import { createFoundPath } from '../hierarchy/found-path.ts';
import type { Kernels } from '../hub-labels.gen.ts';
import type { HubLabelLayout } from './map.ts';

/**
 * One query at a time on hub labels in memory: what a solver and each worker of a pool drive. The
 * host's blocks are its scratch memory.
 */
export function createHubLabelSearcher(
  { blocks, kernels }: KernelHost<Kernels>,
  layout: HubLabelLayout,
): PathSearcher {
  const { nodeCount, rows, arcs } = layout;
  const { expansion, expansionWeights, expansionOf } = layout;
  kernels.hierarchyArcsBind(nodeCount, rows, arcs, expansion, expansionWeights, expansionOf, 0);
  kernels.hubLabelsBind(
    layout.hubs,
    layout.forwardFirst,
    layout.forwardGroups,
    layout.backwardFirst,
    layout.backwardGroups,
  );
  kernels.hubLabelsPathCreate(layout.levelCount);
  const { begin, ...path } = createFoundPath(kernels, blocks, layout, (sums, loops) => {
    const count = kernels.hubLabelsUnpack(sums, loops);
    if (count === 0)
      throw new RangeError('the labels are damaged: no arc leads to a hub of theirs');
    return count;
  });
  return {
    ...path,
    search(source, target) {
      const status = kernels.hubLabelsSearch(source, target);
      begin(status === FOUND ? kernels.hubLabelsDist() : Infinity);
      return status;
    },
    settled: () => 0,
  };
}
