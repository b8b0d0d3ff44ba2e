import { SOURCE_BLOCKED, TARGET_BLOCKED, ticksToLength } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import type { PathSearcher } from '../batch.ts';
import type { Kernels } from '../subgoals.gen.ts';
import { bindSubgoals } from './layer.ts';
import type { SubgoalLayout } from './map.ts';

/**
 * One query at a time on a grid and its subgoals in memory: what a solver and each worker of a pool
 * drive. The host's blocks are its scratch memory.
 */
export function createSubgoalSearcher(
  { arena, blocks, kernels }: KernelHost<Kernels>,
  { grid, labels }: SubgoalLayout,
): PathSearcher {
  const { agentSize, clearance, factor } = grid;
  const { nodeCount, rows, arcs, expansion, expansionWeights, expansionOf } = labels;
  bindSubgoals({ blocks, kernels }, grid);
  kernels.hierarchyArcsBind(nodeCount, rows, arcs, expansion, expansionWeights, expansionOf, 0);
  kernels.hubLabelsBind(
    labels.hubs,
    labels.forwardFirst,
    labels.forwardGroups,
    labels.backwardFirst,
    labels.backwardGroups,
  );
  kernels.hubLabelsPathCreate(labels.levelCount);
  kernels.subgoalsQueryBind(grid.moves, nodeCount);
  return {
    search(source, target) {
      const bytes = arena.bytes();
      if (bytes[clearance + source] < agentSize) return SOURCE_BLOCKED;
      if (bytes[clearance + target] < agentSize) return TARGET_BLOCKED;
      return kernels.subgoalsSearch(source, target);
    },
    settled: () => 0,
    cost: () => factor * ticksToLength(kernels.subgoalsTicks()),
    pathLength() {
      const count = kernels.subgoalsPath() >>> 0;
      if (count === 0) {
        throw new RangeError('the labels are damaged: no arc leads to a hub of theirs');
      }
      return count;
    },
    path: () => kernels.subgoalsPathAddress() >>> 0,
  };
}
