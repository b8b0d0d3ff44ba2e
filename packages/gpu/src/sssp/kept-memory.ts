// Memory that earlier calls of a tree solver left on the device. The memory stays if the next call
// can use it, or if it and the plan of the next call fit into `memoryBudget` together. tree-runs.ts
// asks before each call.
import type { TreePlan } from './tree-plan.ts';
import type { Finish } from './tree-wave.ts';

/** What the memory of a call is made from. */
export interface CallMemory {
  readonly plan: Pick<TreePlan, 'banks' | 'waveSize' | 'totalBytes' | 'memoryBudget'>;
  readonly finish: Finish;
  readonly resident: boolean;
}

/** What holds memory from call to call. */
interface Holder {
  readonly memoryBytes: number;
  release(): void;
}

/**
 * Returns a function to call before each call of the solver. The function frees the memory of all
 * holders if that memory and the plan of the call exceed the budget together. A call that needs no
 * buffer beyond those of an earlier plan (`serves`) frees nothing, because its buffers are in that
 * plan. Any other call makes at most the bytes of its own plan.
 */
export function createMakeRoom(holders: readonly Holder[]): (next: CallMemory) => void {
  let last: CallMemory | undefined;
  return (next) => {
    if (last && serves(last, next)) return;
    const { totalBytes, memoryBudget } = next.plan;
    const held = holders.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
    if (held + totalBytes > memoryBudget) for (const holder of holders) holder.release();
    last = next;
  };
}

/** Whether all buffers that the call `next` needs are in the plan of `last`. */
const serves = (last: CallMemory, next: CallMemory): boolean =>
  next.plan.banks <= last.plan.banks &&
  next.plan.waveSize <= last.plan.waveSize &&
  next.finish === last.finish &&
  (next.resident || !last.resident);
