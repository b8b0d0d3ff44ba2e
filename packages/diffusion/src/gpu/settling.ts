// `step` and `settle` of a model on the device.
import { RESIDUAL_INTERVAL } from '../constants.ts';
import { checkSteps } from '../model/check-input.ts';
import { checkSettleOptions } from '../model/rules.ts';
import { type LayerReport, type SettleEnd, settleEnd, summaryOf } from '../step/settle.ts';
import { checkHalfSettle } from './memory/half.ts';
import type { GpuParts } from './parts.ts';
import type { LayerFacts } from './pursuers/layer-facts.ts';
import type { Marks } from './pursuers/marks.ts';
import type { Settled } from './step/settle.ts';
import { MOST_CYCLES } from './steady/steady.ts';
import type { GpuDiffusion } from './types.ts';
import { type SettleWatch, watchOf } from './watch.ts';

export function createSettling(parts: GpuParts): Pick<GpuDiffusion, 'step' | 'settle'> {
  const { options, held, settler, steady, marks, calls, inOrder } = parts;
  const { layers } = options;
  const { alive } = calls;
  const all = layers.map((_, l) => l);

  /** Steps the chosen layers until `end`. */
  async function stepUntil(
    chosen: readonly number[],
    { until, limit, tolerance }: SettleEnd,
    watch: SettleWatch,
  ): Promise<Settled> {
    if (chosen.length === 0) return { steps: [], reason: [], changes: [] };
    if (until === 'front') return settler.front(chosen, limit, watch);
    if (until === 'residual') {
      const interval = RESIDUAL_INTERVAL;
      return settler.residual(chosen, { limit, interval, tolerance }, watch);
    }
    const steps = Math.min(until, limit);
    await settler.count(chosen, steps, watch);
    return {
      steps: chosen.map(() => steps),
      reason: chosen.map(() => (steps === until ? 'steps' : 'limit')),
      changes: chosen.map(() => NaN),
    };
  }

  return {
    async step(count = 1) {
      alive();
      checkSteps(count, 'count');
      const watch = watchOf(calls, {});
      if (steady === undefined) return inOrder(() => settler.count(all, count, watch));
      const stale = steady.stale();
      const findFacts = factsOf(marks, all);
      return inOrder(async () => {
        const facts = findFacts();
        const chosen = all.filter((l) => facts[l].active);
        await steady.settle(chosen, { stale, limit: count, tolerance: 0 }, watch);
      });
    },
    async settle(settleOptions = {}) {
      alive();
      checkSettleOptions(settleOptions);
      const end = settleEnd(layers, settleOptions, 2 ** -10);
      const { until, limit, tolerance, layers: asked } = end;
      if (held === 'f16') checkHalfSettle(until);
      settleOptions.signal?.throwIfAborted();
      const findFacts = factsOf(marks, asked);
      const stale = steady?.stale();
      return inOrder(async () => {
        const facts = findFacts();
        const chosen = asked.filter((_, i) => facts[i].active);
        const watch = watchOf(calls, settleOptions);
        const most = Math.min(limit, typeof until === 'number' ? until : MOST_CYCLES);
        const settled = steady
          ? await steady.settle(chosen, { stale, limit: most, tolerance }, watch)
          : await stepUntil(chosen, end, watch);
        const reports = chosen.map((_, i): LayerReport => {
          const { steps, reason, changes } = settled;
          return { steps: steps[i], reason: reason[i], residual: changes[i] };
        });
        return summaryOf(reports, Math.max(0, ...facts.map(({ unreachable }) => unreachable)));
      });
    },
  };
}

/**
 * Notes the facts of layers for a call that is made now. The returned function is called in the
 * turn of the call: only then does the host know where pursuers stand. For layers in which pursuers
 * emit, the function returns current facts. For all other layers it returns the facts noted at the
 * call, without later changes of the host.
 */
function factsOf({ facts }: Marks, asked: readonly number[]): () => LayerFacts[] {
  const known = asked.map(facts);
  return () =>
    known.map((before, i) => {
      const now = facts(asked[i]);
      return now.emitted ? { ...now, active: now.active || before.active } : before;
    });
}
