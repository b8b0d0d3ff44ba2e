import { readBuffer } from '@wayfield/gpu-core';

type Record = (target: GPUComputePassEncoder) => void;

/** Milliseconds on the GPU, by timestamps. */
export interface TimedPass {
  /** The time of all that `record` records, as one pass: one entry per repeat. */
  whole(record: Record, repeats: number): Promise<number[]>;
  /** The least time of every kernel by its label; each dispatch in a pass of its own. */
  kernels(record: Record, repeats: number): Promise<{ [label: string]: number }>;
  destroy(): void;
}

const MOST = 64;
const WARM_MS = 150;
const RESOLVE_COPY = 0x0200 | 0x0004;

export function createTimedPass(device: GPUDevice): TimedPass {
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 * MOST });
  const resolved = device.createBuffer({ size: 16 * MOST, usage: RESOLVE_COPY });

  async function times(encoder: GPUCommandEncoder, passes: number): Promise<number[]> {
    encoder.resolveQuerySet(querySet, 0, 2 * passes, resolved, 0);
    device.queue.submit([encoder.finish()]);
    const stamps = await readBuffer(device, resolved, new BigUint64Array(2 * passes));
    return Array.from(
      { length: passes },
      (_, i) => Number(stamps[2 * i + 1] - stamps[2 * i]) / 1e6,
    );
  }
  const writes = (i: number): GPUComputePassTimestampWrites => ({
    querySet,
    beginningOfPassWriteIndex: 2 * i,
    endOfPassWriteIndex: 2 * i + 1,
  });

  return {
    async whole(record, repeats) {
      const all: number[] = [];
      const begun = performance.now();
      // the clock of an idle GPU is slow, so the same work runs for WARM_MS first
      do {
        const encoder = device.createCommandEncoder();
        for (let i = 0; i < 8; i++) {
          const pass = encoder.beginComputePass();
          record(pass);
          pass.end();
        }
        device.queue.submit([encoder.finish()]);
        await device.queue.onSubmittedWorkDone();
      } while (performance.now() - begun < WARM_MS && repeats > 2);
      for (let k = 0; k < repeats; k++) {
        const encoder = device.createCommandEncoder();
        for (let i = 0; i < 4; i++) {
          const pass = encoder.beginComputePass({ timestampWrites: writes(i) });
          record(pass);
          pass.end();
        }
        all.push((await times(encoder, 4))[3]);
      }
      return all;
    },
    async kernels(record, repeats) {
      const least: { [label: string]: number } = {};
      for (let k = 0; k < repeats; k++) {
        const encoder = device.createCommandEncoder();
        const labels: string[] = [];
        let pipeline: GPUComputePipeline;
        let group: GPUBindGroup;
        // looks like a pass to what is recorded, and opens one for each dispatch
        const recorder = {
          setPipeline: (given: GPUComputePipeline) => void (pipeline = given),
          setBindGroup: (_: number, given: GPUBindGroup) => void (group = given),
          dispatchWorkgroups(x: number) {
            const pass = encoder.beginComputePass({ timestampWrites: writes(labels.length) });
            pass.setPipeline(pipeline);
            pass.setBindGroup(0, group);
            pass.dispatchWorkgroups(x);
            pass.end();
            labels.push(`${labels.length} ${pipeline.label.split(': ').at(-1)}`);
          },
        };
        record(recorder as unknown as GPUComputePassEncoder);
        const each = await times(encoder, labels.length);
        labels.forEach((label, i) => (least[label] = Math.min(least[label] ?? Infinity, each[i])));
      }
      return Object.fromEntries(
        Object.entries(least).map(([label, ms]) => [label, +ms.toFixed(4)]),
      );
    },
    destroy() {
      querySet.destroy();
      resolved.destroy();
    },
  };
}

export function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1];
}
