// Statuses and costs of a wave as they come back: see answers.wgsl.ts.
import { type Step, step } from '@wayfield/gpu-core';
import { STRAIGHT_TICKS } from '@wayfield/graph';
import { ANSWERS_WGSL, COST_KIND, COUNTER } from './answers.wgsl.ts';
import type { CostUnits } from './costs.ts';
import type { WaveMemory } from './wave-memory.ts';

/** Most workgroups: each loops over the rest. */
const MOST_GROUPS = 4096;
/** Factors from 2^-60 to 2^60 move the exponent of a cost and no other bit. */
const MOST_EXPONENT = 60;

/** How the device makes costs of labels of these units. */
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

/**
 * Words at the beginning of the staging memory of a wave: the counters, then the words or the nodes
 * of all paths.
 */
export const HEAD_WORDS = 8;
export const TOTAL = 6;

/** Whether the host has to make the costs of a wave with this head, of labels. */
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
