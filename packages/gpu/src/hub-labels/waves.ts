// Queries on hub labels in waves: while the device answers one wave, the next one is copied to it.
import { guarded } from '@wayfield/gpu-core';
import type { Timer } from '@wayfield/gpu-core/internal';
import { type Bank, createBank, type LabelBuffers } from './banks.ts';
import type { GpuHubLabelRunOptions } from './types.ts';

const WORKGROUP = 64;
const MOST_WORKGROUPS = 65535;

/** Queries whose nodes are checked. */
export interface Ends {
  readonly count: number;
  readonly source: Uint32Array<ArrayBuffer>;
  readonly target: Uint32Array<ArrayBuffer>;
}

export interface LabelWaves {
  readonly memoryBytes: number;
  /** Answers all queries, wave by wave, into `cost`. */
  run(ends: Ends, cost: Float32Array, options: GpuHubLabelRunOptions): Promise<void>;
  destroy(): void;
}

/** Waves of at most `wave` queries. */
export function createLabelWaves(
  device: GPUDevice,
  labels: LabelBuffers,
  wave: number,
  timer: Timer,
): LabelWaves {
  const banks: Bank[] = [];
  /** Queries that each bank has room for. */
  let room = 0;

  async function makeRoom(count: number): Promise<void> {
    if (count <= room) return;
    room = 0;
    for (const bank of banks.splice(0)) bank.destroy();
    for (let i = 0; i < 2; i++) banks.push(await createBank(device, labels, count));
    room = count;
  }

  return {
    get memoryBytes() {
      return banks.reduce((sum, bank) => sum + bank.bytes, labels.bytes);
    },
    async run(ends, cost, { onProgress, signal }) {
      const { count } = ends;
      if (count === 0) return;
      await makeRoom(Math.min(count, wave));
      let before: Promise<void> = Promise.resolve();
      let turn = 0;
      for (let from = 0; from < count; from += wave) {
        const to = Math.min(count, from + wave);
        let reading: Promise<void>;
        try {
          signal?.throwIfAborted();
          reading = runWave(device, banks[turn], timer, { ends, cost, from, to });
          reading.catch(() => {});
        } finally {
          await before;
        }
        before = reading;
        turn ^= 1;
        try {
          onProgress?.(from, count);
        } catch (error) {
          // the wave under way must be over before another call begins
          await before.catch(() => {});
          throw error;
        }
      }
      await before;
      onProgress?.(count, count);
    },
    destroy() {
      for (const bank of banks) bank.destroy();
      labels.destroy();
    },
  };
}

/** Queries `from` to `to` - 1, and where their distances go. */
interface Wave {
  readonly ends: Ends;
  readonly cost: Float32Array;
  readonly from: number;
  readonly to: number;
}

/** Submits a wave; resolves when its distances are in `cost`. */
async function runWave(
  device: GPUDevice,
  { sources, targets, costs, batch, back, kernel }: Bank,
  timer: Timer,
  { ends, cost, from, to }: Wave,
): Promise<void> {
  const count = to - from;
  let reading: Promise<void> | undefined;
  await guarded(device, 'hub label queries', () => {
    device.queue.writeBuffer(batch, 0, Uint32Array.of(count, 0, 0, 0));
    device.queue.writeBuffer(sources, 0, ends.source, from, count);
    device.queue.writeBuffer(targets, 0, ends.target, from, count);
    const encoder = device.createCommandEncoder({ label: 'hub label queries' });
    const timestampWrites = timer.both('distances');
    const pass = encoder.beginComputePass({
      label: 'hub label queries',
      ...(timestampWrites && { timestampWrites }),
    });
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, kernel.group);
    pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, Math.ceil(count / WORKGROUP)));
    pass.end();
    back.encode(encoder, costs, 0, 0, 4 * count);
    device.queue.submit([encoder.finish()]);
    // the map begins with the submit; its failure is seen below
    reading = back.read({ at: 0, into: cost.subarray(from, to) });
    reading.catch(() => {});
  });
  await reading;
}
