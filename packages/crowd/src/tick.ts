// Parts of a tick that several backends share. assembly/index.ts has their order.
import { refuse } from '@wayfield/check';
import type { Kernels } from './kernels.gen.ts';
import type { CrowdAgents } from './types.ts';

/**
 * Ticks of `dt` seconds in a second, rounded, from 1 to 4,096: `perSecond` of the kernels, in which
 * intents count time. The upper limit keeps 2 s, their longest time, far below the largest `stall`.
 */
export function ticksPerSecond(dt: number): number {
  return Math.max(1, Math.min(4096, Math.round(1 / dt)));
}

/** Sorts the agents of all slots below `end` into places, on one thread; returns their number. */
export function sortAgents(kernels: Kernels, end: number): number {
  kernels.measure(0, end, 0);
  const count = kernels.planGrid() >>> 0;
  kernels.countCells(0, end);
  kernels.startCells();
  kernels.scatter(0, end, 0);
  kernels.beginRuns(0);
  return count;
}

/** Throws RangeError for an agent below `end` whose preferred velocity is not finite. */
export function checkPreferred(
  kernels: Pick<Kernels, 'firstUnfit'>,
  { preferredX, preferredY }: Pick<CrowdAgents, 'preferredX' | 'preferredY'>,
  end: number,
): void {
  const slot = kernels.firstUnfit(end);
  if (slot < 0) return;
  const isX = !Number.isFinite(preferredX[slot]);
  refuse(
    `${isX ? 'preferredX' : 'preferredY'}[${slot}]`,
    (isX ? preferredX : preferredY)[slot],
    'a finite number',
  );
}
