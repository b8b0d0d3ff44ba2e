// Customisation alone, without searches: checks, one call at a time. customise.ts runs it;
// memory.ts has its buffers and dispatches.
import { checkOptions } from '@wayfield/check';
import { aDevice, createTimer, makeGuarded } from '@wayfield/gpu-core/internal';
import { createCallQueue } from '../call-queue.ts';
import { aCustomizable, CUSTOMIZER_RULES, CUSTOMIZER_RUN_RULES } from '../rules.ts';
import { copyWeights, createCustomisation, type WeightCopy } from './customise.ts';
import { createCustomizerMemory } from './memory.ts';
import { checkedTriangles } from './triangles.ts';
import type {
  GpuArcWeights,
  GpuCustomizable,
  GpuCustomizer,
  GpuCustomizerOptions,
} from './types.ts';

const WHAT = 'customizer';

/**
 * Customises a hierarchy on the device: gives its arcs the weights of the lightest paths over lower
 * nodes, for one set of weights of the graph after another. Lists all lower triangles once, 12
 * bytes each. The device is the caller's. The arrays are copied; later changes are not seen.
 *
 * Rejects with RangeError or TypeError for a hierarchy with numbers out of range and for more
 * triangles than a binding of the device holds, with Error where memory runs out. That each lower
 * triangle has its third arc is not checked: weights are wrong where one is missing.
 *
 * @example
 * const customizer = await createGpuCustomizer(device, buildCustomizable(graph));
 * const { up, down } = await customizer.run(graph.weight);
 * customizer.destroy();
 */
export async function createGpuCustomizer(
  device: GPUDevice,
  customizable: GpuCustomizable,
  options: GpuCustomizerOptions = {},
): Promise<GpuCustomizer> {
  aDevice(device, 'device');
  aCustomizable(customizable, 'customizable');
  checkOptions('createGpuCustomizer', options, CUSTOMIZER_RULES);
  const { firstTriangle, triangles } = checkedTriangles(customizable);
  const { arcCount } = customizable;
  const memory = await createCustomizerMemory(device, customizable, firstTriangle, true);
  const timer = await makeGuarded(device, WHAT, (keep) => {
    keep(memory);
    return keep(createTimer(device, options.timing ?? false));
  });
  const calls = createCallQueue(WHAT, timer);
  const customisation = createCustomisation(device, customizable, memory, timer, calls);

  async function customise(weight: WeightCopy, into: readonly Float32Array[]): Promise<number> {
    const deviceMs = await customisation.run(weight, { into });
    calls.check();
    return deviceMs;
  }

  return {
    backend: 'gpu',
    triangles,
    get memoryBytes() {
      return calls.destroyed ? 0 : customisation.memoryBytes;
    },
    async run(weight, given = {}): Promise<GpuArcWeights> {
      const copy = copyWeights(weight);
      checkOptions('run', given, CUSTOMIZER_RUN_RULES);
      return calls.run(async () => {
        const { reuse } = given;
        const fits = (array: Float32Array | undefined): Float32Array =>
          array?.length === arcCount ? array : new Float32Array(arcCount);
        const [up, down] = [fits(reuse?.up), fits(reuse?.down)];
        return { up, down, deviceMs: await customise(copy, [up, down]) };
      });
    },
    async runResident(weight) {
      const copy = copyWeights(weight);
      return calls.run(async () => {
        const deviceMs = await customise(copy, []);
        return { weights: memory.byDirection, deviceMs };
      });
    },
    destroy() {
      if (!calls.destroy()) return;
      customisation.destroy();
      timer.destroy();
    },
  };
}
