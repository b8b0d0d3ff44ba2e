// Statuses and costs of a wave as they come back: see answers.wgsl.ts.
import { type Step, step } from '@wayfield/gpu-core';
import { STRAIGHT_TICKS } from '@wayfield/graph';
import { ANSWERS_WGSL, COST_KIND, COUNTER } from './answers.wgsl.ts';
import type { CostUnits } from './costs.ts';
import type { WaveMemory } from './wave-memory.ts';

/** Most workgroups of a dispatch; each invocation loops over several queries. */
const MOST_GROUPS = 4096;
/**
 * Factors from 2^-60 to 2^60 move the exponent of a cost and no other bit: the costs of paths of 1
 * to 2^24 steps are then far from both ends of the normal f32 numbers.
 */
const MOST_EXPONENT = 60;

/**
 * How the device makes costs of labels of these units: `kind` is a COST_KIND, 'host' where only the
 * host can; costs are multiplied by 2 to the power of `exponent`.
 */
export function costRuleOf({ integer, factor, ticks, tickScale }: CostUnits): {
  readonly kind: number;
  readonly exponent: number;
} {
  if (!integer) return { kind: COST_KIND.bits, exponent: 0 };
  const exponent = Math.log2(factor);
  const isPower = Number.isInteger(exponent) && 2 ** exponent === factor;
  const [straight] = ticks;
  const isKnown = straight === 1 || straight === STRAIGHT_TICKS;
  if (tickScale !== 1 || !isPower || !isKnown || Math.abs(exponent) > MOST_EXPONENT) {
    return { kind: COST_KIND.host, exponent: 0 };
  }
  return { kind: straight === 1 ? COST_KIND.steps : COST_KIND.ticks, exponent };
}

/** Words at the beginning of the staging memory of a wave: six counters, TOTAL, an unused word. */
export const HEAD_WORDS = 8;
/** The word of the head with the number of nodes of all paths; in compact waves, of their words. */
export const TOTAL = 6;

/** Whether the host has to turn the labels of a wave with this head into costs. */
export const needsLabels = (units: CostUnits, head: Uint32Array): boolean =>
  costRuleOf(units).kind === COST_KIND.host || head[COUNTER.unknown] > 0;

/** The dispatch that fills `statuses` and `costs` of a wave, and counts. */
export function answersStep(
  device: GPUDevice,
  { buffers, packParams }: WaveMemory,
  units: CostUnits,
  count: number,
): Step {
  const { results, statuses, costs, counters } = buffers;
  const { kind, exponent } = costRuleOf(units);
  const kernel = {
    label: 'search: answers',
    code: ANSWERS_WGSL,
    entry: 'answersOf',
    constants: { COST_KIND: kind, EXPONENT: exponent },
  };
  const groups = Math.max(1, Math.min(MOST_GROUPS, Math.ceil(count / 1024)));
  const bound = { 0: packParams, 1: results, 2: statuses, 3: costs, 4: counters };
  return step(device, kernel, bound, groups);
}
