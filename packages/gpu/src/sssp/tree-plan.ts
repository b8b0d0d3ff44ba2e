// How many sources fit into a wave, and whether there are two banks. tree-solver.ts plans each
// call.
import { type BufferNeed, type MemoryPlan, planWaves } from '@wayfield/gpu-core';
import type { Model } from './model.ts';
import { bytesOfNode } from './tree-rows.ts';
import { type Finish, hasRanks } from './tree-wave.ts';
import type { TreeRule } from './types.ts';
import { wordsPerSource } from './wave-buffers.ts';

/** How the sources of a call are cut into waves. `bytesPerItem` counts both banks. */
export interface TreePlan extends MemoryPlan {
  /**
   * Sets of buffers for waves. With two, the results of one wave are read while the next one is
   * searched.
   */
  readonly banks: 1 | 2;
}

/**
 * Most bytes that a wave of several sources brings back. Several waves of this size let reading
 * overlap with searching. A much smaller limit would be slower, because copies above about 200 MB
 * run at twice the speed of smaller ones.
 */
const RESULT_BYTES = 256 * 2 ** 20;
/** Every source has a row of workgroups, and a dispatch has at most this many rows. */
const MOST_SOURCES = 65535;

/** Bytes that one source brings back. */
export function resultBytes({ params }: Model, finish: Finish): number {
  return params.stride * bytesOfNode(finish);
}

export interface TreePlanOptions {
  /** Number of sources. */
  readonly count: number;
  readonly finish: Finish;
  /** Results stay on the device: no staging memory. */
  readonly resident: boolean;
  readonly memoryBudget: number | undefined;
}

/**
 * Cuts sources into waves. Results that are read back take staging memory, and with more than one
 * wave there are two banks, if both fit.
 *
 * @throws RangeError, with the numbers, where one source does not fit.
 */
export function planTrees(
  limits: GPUSupportedLimits,
  model: Model,
  rule: TreeRule,
  { count, finish, resident, memoryBudget }: TreePlanOptions,
): TreePlan {
  const words = Object.entries(wordsPerSource(model, rule, finish !== 'labels'));
  const result = resultBytes(model, finish);
  const budget = memoryBudget === undefined ? {} : { memoryBudget };
  const plan = (banks: 1 | 2, most: number): TreePlan => {
    const needs: BufferNeed[] = [];
    for (let bank = 0; bank < banks; bank++) {
      for (const [name, each] of words) {
        needs.push({ label: `tree solver: ${name}`, bytesPerItem: 4 * each });
      }
      if (hasRanks(finish)) {
        needs.push({ label: 'tree solver: ranks', bytesPerItem: model.params.stride });
      }
      if (!resident) {
        needs.push({ label: 'tree solver: results', bytesPerItem: result, unbound: true });
      }
    }
    const fits = planWaves(limits, needs, Math.min(count, most), budget);
    const { waveSize } = fits;
    return { ...fits, count, waves: count === 0 ? 0 : Math.ceil(count / waveSize), banks };
  };
  const most = resident
    ? MOST_SOURCES
    : Math.min(MOST_SOURCES, Math.max(1, Math.floor(RESULT_BYTES / result)));
  const one = plan(1, most);
  const twice = 2 * one.bytesPerItem <= one.memoryBudget;
  return one.waves > 1 && !resident && twice ? plan(2, most) : one;
}
