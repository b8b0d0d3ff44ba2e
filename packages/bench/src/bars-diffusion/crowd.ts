import type { DiffusionBarContext } from './diffusion-bar.ts';

export interface CrowdTicks {
  /** Device time of one tick, the median. */
  readonly tickMs: number;
  readonly ticks: number;
  /** Pursuers that changed their cell in the last tick. */
  readonly moved: number;
  /** Whether they stand on the same cells as on the CPU. */
  readonly same: boolean;
}

/** Pursuers on the GPU, a tick at a time, on a settled field of n x n cells; a text says why there are none. */
export async function climbTicks(
  context: DiffusionBarContext,
  n: number,
  count: number,
): Promise<CrowdTicks | string> {
  void [n, count];
  if (context.device === undefined) return context.noDevice;
  return 'pursuers on the GPU are not in this version';
}
