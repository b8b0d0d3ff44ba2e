import { checkOptions } from '@wayfield/check';
import { createReadBack, guarded, type ReadBack } from '@wayfield/gpu-core';
import { aDevice, createTimer } from '@wayfield/gpu-core/internal';
import { createCallQueue } from '../call-queue.ts';
import { aCustomizable, CUSTOMIZER_RULES, CUSTOMIZER_RUN_RULES, someWeights } from '../rules.ts';
import { FLAG, FLAGS } from './customizer.wgsl.ts';
import { createMemory, record } from './memory.ts';
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
 * bytes each. The device and the arrays are the caller's; they are read here alone.
 *
 * Rejects with RangeError or TypeError for a hierarchy that is damaged and for more triangles than
 * a binding of the device holds, with Error where memory runs out.
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
  const { arcCount, graphArcCount } = customizable;
  const timer = createTimer(device, options.timing ?? false);
  const calls = createCallQueue(WHAT);
  const memory = await createMemory(device, customizable, firstTriangle);
  let back: ReadBack | undefined;

  /** Customises; with `halves` reads them too. */
  async function customise(weight: Float32Array, halves: readonly Float32Array[]): Promise<number> {
    someWeights(weight, 'weight');
    if (weight.length !== graphArcCount) {
      throw new RangeError(`weight has ${weight.length} entries, expected ${graphArcCount}`);
    }
    const flags = new Uint32Array(FLAGS);
    const at = 4 * FLAGS;
    const half = 4 * arcCount;
    let reading: Promise<void> | undefined;
    await guarded(device, WHAT, () => {
      back ??= createReadBack(device, at + 2 * half, WHAT);
      device.queue.writeBuffer(memory.graphWeights, 0, unshared(weight));
      const encoder = device.createCommandEncoder({ label: WHAT });
      record(encoder, memory.steps, timer.both('customise'));
      back.encode(encoder, memory.flags, 0, 0, at);
      if (halves.length > 0) back.encode(encoder, memory.halves, 0, at, 2 * half);
      device.queue.submit([encoder.finish()]);
      const parts = halves.map((into, i) => ({ at: at + i * half, into }));
      reading = back.read({ at: 0, into: flags }, ...parts);
      reading.catch(() => {});
    });
    await reading;
    calls.check();
    if (flags[FLAG.invalid] !== 0 || flags[FLAG.tiny] !== 0) throw weightError(weight);
    return (await timer.read())('customise');
  }

  return {
    backend: 'gpu',
    triangles,
    get memoryBytes() {
      return memory.bytes + (back?.memoryBytes ?? 0);
    },
    async run(weight, given = {}): Promise<GpuArcWeights> {
      someWeights(weight, 'weight');
      checkOptions('run', given, CUSTOMIZER_RUN_RULES);
      return calls.run(async () => {
        const { reuse } = given;
        const fits = (array: Float32Array | undefined): Float32Array =>
          array?.length === arcCount ? array : new Float32Array(arcCount);
        const [up, down] = [fits(reuse?.up), fits(reuse?.down)];
        return { up, down, deviceMs: await customise(weight, [up, down]) };
      });
    },
    async runResident(weight) {
      someWeights(weight, 'weight');
      return calls.run(async () => {
        const deviceMs = await customise(weight, []);
        return { weights: memory.halves, deviceMs };
      });
    },
    destroy() {
      if (!calls.destroy()) return;
      memory.destroy();
      back?.destroy();
      timer.destroy();
    },
  };
}

/** Names the first weight that cannot be taken. */
function weightError(weight: Float32Array): RangeError {
  const a = weight.findIndex((w) => !(w >= 0 && w < Infinity) || (w > 0 && w < 2 ** -126));
  const kind = weight[a] > 0 && weight[a] < Infinity ? '0 or at least 2^-126' : 'finite and >= 0';
  return new RangeError(`weight[${a}] is ${weight[a]}, expected ${kind}`);
}

/** The array, or a copy where threads share it: not every WebGPU writes from shared memory. */
function unshared(array: Float32Array): Float32Array<ArrayBuffer> {
  const { buffer } = array;
  return buffer instanceof ArrayBuffer ? (array as Float32Array<ArrayBuffer>) : array.slice();
}
