// The parts of a tick that all crowds share: see assembly/index.ts for their order.
import type { Kernels } from './kernels.gen.ts';

/** Ticks of `dt` seconds in a second, rounded, from 1 to 4096: what counts time in the kernels. */
export function ticksPerSecond(dt: number): number {
  return Math.max(1, Math.min(4096, Math.round(1 / dt)));
}

/** Sorts the agents of all slots below `end`; returns how many they are. */
export function sortAgents(kernels: Kernels, end: number): number {
  kernels.measure(0, end, 0);
  const count = kernels.planGrid() >>> 0;
  kernels.countCells(0, end);
  kernels.startCells();
  kernels.scatter(0, end, 0);
  kernels.beginRuns(0);
  return count;
}
