import { FOUND } from '@wayfield/graph';
import type { Blocks, KernelHost } from '@wayfield/wasm';
import type { PathSearcher } from '../batch.ts';
import type { Kernels } from '../hub-labels.gen.ts';
import type { HubLabelLayout } from './map.ts';

/** One query at a time on labels in memory: what a solver and each worker of a pool drive. */
export interface HubLabelSearcher extends PathSearcher {
  /** The scratch memory of this searcher. */
  readonly blocks: Blocks;
}

/** Binds kernels to labels in memory, with the host's blocks as scratch memory. */
export function createHubLabelSearcher(
  { blocks, kernels }: KernelHost<Kernels>,
  layout: HubLabelLayout,
): HubLabelSearcher {
  const { nodeCount, rows, arcs, exactBelow, zeros } = layout;
  const { expansion, expansionWeights, expansionOf } = layout;
  kernels.hierarchyArcsBind(nodeCount, rows, arcs, expansion, expansionWeights, expansionOf, 0);
  kernels.labelsBind(
    layout.hubs,
    layout.forwardFirst,
    layout.forwardGroups,
    layout.backwardFirst,
    layout.backwardGroups,
  );
  kernels.labelsPathCreate(layout.levelCount);
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
    count = kernels.labelsUnpack(sums ? 1 : 0, loops ? 1 : 0);
    if (count === 0)
      throw new RangeError('the labels are damaged: no arc leads to a hub of theirs');
  }

  return {
    blocks,
    search(source, target) {
      count = 0;
      const status = kernels.labelsSearch(source, target);
      dist = status === FOUND ? kernels.labelsDist() : Infinity;
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
    settled: () => 0,
  };
}
