import { type BufferNeed, type MemoryPlan, planWaves } from '../memory-plan.ts';
import { wordsPerSource } from './engine.ts';
import type { Model } from './model.ts';
import type { TreeRule } from './types.ts';

/** How the sources of a call are cut into waves. */
export interface TreePlan extends MemoryPlan {
  /** Waves whose memory is there at once: while one is searched, the results of the other are read. */
  readonly sides: 1 | 2;
}

/**
 * Waves bring back at most so many bytes, or one source: then reading overlaps with searching. Not much less:
 * copies above about 200 MB run at twice the speed of smaller ones.
 */
const RESULT_BYTES = 256 * 2 ** 20;
/** Every source has its row of workgroups, and a dispatch has no more rows. */
const MOST_SOURCES = 65535;

/** Bytes that one source brings back. */
export function resultBytes({ params }: Model, parents: boolean): number {
  return 4 * params.stride * (parents ? 2 : 1);
}

/**
 * Cuts `count` sources into waves. Results that are read back take staging memory, and with more than
 * one wave everything is there twice, if that fits.
 *
 * @throws RangeError, with the numbers, where one source does not fit.
 */
export function planTrees(
  limits: GPUSupportedLimits,
  model: Model,
  rule: TreeRule,
  count: number,
  parents: boolean,
  resident: boolean,
  memoryBudget: number | undefined,
): TreePlan {
  const words = Object.entries(wordsPerSource(model, rule, parents));
  const result = resultBytes(model, parents);
  const budget = memoryBudget === undefined ? {} : { memoryBudget };
  const plan = (sides: 1 | 2, most: number): TreePlan => {
    const needs: BufferNeed[] = [];
    for (let side = 0; side < sides; side++) {
      for (const [name, each] of words) {
        needs.push({ label: `tree solver: ${name}`, bytesPerItem: 4 * each });
      }
      if (!resident) {
        needs.push({ label: 'tree solver: results', bytesPerItem: result, unbound: true });
      }
    }
    const fits = planWaves(limits, needs, Math.min(count, most), budget);
    const { waveSize } = fits;
    return { ...fits, count, waves: count === 0 ? 0 : Math.ceil(count / waveSize), sides };
  };
  const most = resident
    ? MOST_SOURCES
    : Math.min(MOST_SOURCES, Math.max(1, Math.floor(RESULT_BYTES / result)));
  const one = plan(1, most);
  const twice = 2 * one.bytesPerItem <= one.memoryBudget;
  return one.waves > 1 && !resident && twice ? plan(2, most) : one;
}
