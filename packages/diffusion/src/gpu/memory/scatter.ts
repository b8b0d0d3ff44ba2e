// Writes single words, or halves of words, at any places of a buffer. The engines of step/ and
// distance/ bring the changes of the host to the device by this.
import { encodeSteps, type Kernel, step, type Step, storageBuffer } from '@wayfield/gpu-core';
import type { Attempts } from '../attempts.ts';
import type { Writes } from '../step/writes.ts';
import { scatterHalvesWgsl, scatterWgsl } from '../step/edit.wgsl.ts';

const LABEL = 'diffusion: changes';

export interface Scatter {
  readonly memoryBytes: number;
  /**
   * Submits the writes to a buffer. `halves`: of halves of words; the same in all calls for one
   * buffer.
   */
  write(target: GPUBuffer, list: Writes, halves?: boolean): void;
  destroy(): void;
}

/** The kernel that writes words, or halves of words. */
export function scatterKernel(halves: boolean): Kernel {
  return { label: LABEL, code: halves ? scatterHalvesWgsl : scatterWgsl, entry: 'scatter' };
}

export function createScatter(device: GPUDevice, attempts: Attempts): Scatter {
  let writes: GPUBuffer | undefined;
  let bound = new WeakMap<GPUBuffer, Step>();

  function drop(): void {
    writes?.destroy();
    writes = undefined;
    bound = new WeakMap();
  }

  return {
    get memoryBytes() {
      return writes?.size ?? 0;
    },
    write(target, list, halves = false) {
      if (list.length === 0) return;
      attempts.note(drop);
      const words = new Uint32Array(list.length + 2);
      words[0] = list.length / 2;
      words.set(list, 2);
      if (!writes || writes.size < words.byteLength) {
        drop();
        writes = storageBuffer(device, LABEL, 2 * words.length);
      }
      device.queue.writeBuffer(writes, 0, words);
      let known = bound.get(target);
      if (!known) {
        known = step(device, scatterKernel(halves), { 0: writes, 1: target }, 1);
        bound.set(target, known);
      }
      const workgroups = Math.min(1024, Math.ceil(words[0] / 256));
      const encoder = device.createCommandEncoder({ label: LABEL });
      encodeSteps(encoder, LABEL, [{ ...known, workgroups }]);
      device.queue.submit([encoder.finish()]);
    },
    destroy() {
      writes?.destroy();
    },
  };
}
