import { sameArray } from '@wayfield/testing';
import { cellFactor } from '../src/model/cell-factor.ts';
import { sortGoals } from '../src/model/check-input.ts';
import { createGpuDiffusion, type GpuDiffusionOptions } from '../src/gpu/index.ts';
import { referenceField, referenceStep, referenceValues } from '../src/step/reference.ts';
import { resolveOptions } from '../src/model/resolve-options.ts';
import type { DiffusionMap, DiffusionOptions, Goals } from '../src/types.ts';
import { device } from './gpu-device.ts';

/**
 * A model on the device against the reference, bit for bit, after each of these numbers of steps.
 */
export async function agree(
  map: DiffusionMap,
  options: DiffusionOptions,
  goals: Goals,
  steps: readonly number[],
  what: string,
  tuning: NonNullable<GpuDiffusionOptions['tuning']>,
): Promise<void> {
  const resolved = resolveOptions(map, options);
  const sorted = sortGoals(map.terrain.length, goals);
  const factor = map.terrain.map((t) => cellFactor(t, 1, resolved.rate));
  let field = referenceField(map, resolved, sorted);
  const model = await createGpuDiffusion(device, map, { ...options, tuning });
  model.setGoals('goal', goals);
  let done = 0;
  for (const until of steps) {
    await model.step(until - done);
    for (; done < until; done++) {
      field = referenceStep(map, resolved, sorted, factor, field);
    }
    sameArray(
      await model.field('goal'),
      referenceValues(resolved, field),
      `${what}, step ${until}`,
    );
  }
  await model.destroy();
}
