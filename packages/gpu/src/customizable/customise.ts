// A run of the customisation: weights to the device, dispatches, errors of weights. customizer.ts
// and solver.ts call it.
import { createReadBack, guarded, type ReadBack } from '@wayfield/gpu-core';
import { makeGuarded, type Timer } from '@wayfield/gpu-core/internal';
import type { CallQueue } from '../call-queue.ts';
import { someWeights } from '../rules.ts';
import { FLAG, FLAGS } from './customizer.wgsl.ts';
import { type CustomizerMemory, encodePass } from './memory.ts';
import type { GpuCustomizable } from './types.ts';

const WHAT = 'customizer';

/** Weights that no caller can change, on memory that no other thread shares. */
export type WeightCopy = Float32Array<ArrayBuffer>;

/** Checks and copies weights at the call: a run reads them when the queue reaches the call. */
export function copyWeights(weight: Float32Array): WeightCopy {
  someWeights(weight, 'weight');
  return weight.slice();
}

/** What follows the customisation in the same submit. */
export interface CustomisationRun {
  /** Arrays for the weights up and down; none: the weights stay on the device. */
  readonly into?: readonly Float32Array[];
  /** Encodes commands that are to follow the customisation. */
  readonly after?: (encoder: GPUCommandEncoder) => void;
}

/** Owns the memory that it was made with. */
export interface Customisation {
  readonly memoryBytes: number;
  /**
   * Customises for these weights of the graph; resolves to the milliseconds on the device. Rejects
   * with RangeError for another number of weights, before anything runs, and for a weight that is
   * refused: the device then holds no weights that can be used. Reads `weight` again after the
   * device has answered, so the caller passes a copy.
   */
  run(weight: WeightCopy, options?: CustomisationRun): Promise<number>;
  /** Customises again for the weights in `graphWeights`, which an earlier `run` has taken. */
  again(after: (encoder: GPUCommandEncoder) => void): Promise<void>;
  destroy(): void;
}

/** Runs with this memory. Owns it from here on: `destroy` frees it. */
export function createCustomisation(
  device: GPUDevice,
  { arcCount, graphArcCount }: GpuCustomizable,
  memory: CustomizerMemory,
  timer: Timer,
  calls: CallQueue,
): Customisation {
  let back: ReadBack | undefined;

  /** Staging memory; a smaller one is freed first. */
  async function stagingFor(bytes: number): Promise<ReadBack> {
    if (back && back.memoryBytes >= bytes) return back;
    back?.destroy();
    back = undefined;
    const make = (): ReadBack => createReadBack(device, bytes, WHAT);
    return (back = calls.keep(await makeGuarded(device, WHAT, (keep) => keep(make()))));
  }

  return {
    get memoryBytes() {
      return memory.bytes + (back?.memoryBytes ?? 0);
    },
    async run(weight, { into = [], after } = {}) {
      if (weight.length !== graphArcCount) {
        throw new RangeError(`weight has ${weight.length} entries, expected ${graphArcCount}`);
      }
      const flags = new Uint32Array(FLAGS);
      const at = 4 * FLAGS;
      const bytes = 4 * arcCount;
      const staging = await stagingFor(at + into.length * bytes);
      await guarded(device, WHAT, () => {
        device.queue.writeBuffer(memory.graphWeights, 0, weight);
        const encoder = device.createCommandEncoder({ label: WHAT });
        encodePass(encoder, memory.steps, timer.both('customise'));
        after?.(encoder);
        staging.encode(encoder, memory.flags, 0, 0, at);
        if (into.length > 0) staging.encode(encoder, memory.byDirection, 0, at, 2 * bytes);
        device.queue.submit([encoder.finish()]);
        const parts = into.map((array, i) => ({ at: at + i * bytes, into: array }));
        // `guarded` waits for the read also if the submit failed
        return staging.read({ at: 0, into: flags }, ...parts);
      });
      const deviceMs = (await timer.read())('customise');
      if (flags[FLAG.invalid] !== 0 || flags[FLAG.tiny] !== 0) throw weightError(weight);
      return deviceMs;
    },
    async again(after) {
      await guarded(device, WHAT, () => {
        const encoder = device.createCommandEncoder({ label: WHAT });
        encodePass(encoder, memory.steps, undefined);
        after(encoder);
        device.queue.submit([encoder.finish()]);
      });
    },
    destroy() {
      memory.destroy();
      back?.destroy();
    },
  };
}

/** The error that names the first weight that is refused. */
function weightError(weight: Float32Array): RangeError {
  const a = weight.findIndex((w) => !(w >= 0 && w < Infinity) || (w > 0 && w < 2 ** -126));
  const kind = weight[a] > 0 && weight[a] < Infinity ? '0 or at least 2^-126' : 'finite and >= 0';
  return new RangeError(`weight[${a}] is ${weight[a]}, expected ${kind}`);
}
