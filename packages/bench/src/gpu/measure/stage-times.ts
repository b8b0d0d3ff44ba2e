// Device time of commands in a compute pass: as a whole, and kernel by kernel.
import { readIntervals } from './meter.ts';

/** Records commands into a pass. */
type RecordPass = (pass: GPUComputePassEncoder) => void;

/** The most dispatches that can be timed one by one. */
const MOST = 256;

/** Milliseconds on the device, by timestamps; needs the feature `timestamp-query`. */
export interface StageTimes {
  /**
   * Times of all commands as one pass. A pass that does not count precedes each pass that counts.
   * With three repeats or more the same work runs for WARM_MS before all of them, because the clock
   * of an idle GPU begins at about a third of its speed.
   */
  whole(record: RecordPass, repeats: number): Promise<Float64Array>;
  /**
   * The least time of each kernel by its label, in order. Each dispatch is a pass of its own, so
   * the sum is more than the whole. Kernels of one label are added up. Dispatches after the first
   * 256 run and are not timed.
   */
  stages(record: RecordPass, repeats: number): Promise<{ readonly [label: string]: number }>;
  destroy(): void;
}

/** Milliseconds of work before the first time. */
const WARM_MS = 200;

async function warmUp(device: GPUDevice, record: RecordPass): Promise<void> {
  for (const start = performance.now(); performance.now() - start < WARM_MS;) {
    const encoder = device.createCommandEncoder();
    for (let i = 0; i < 8; i++) {
      const pass = encoder.beginComputePass();
      record(pass);
      pass.end();
    }
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  }
}

export function createStageTimes(device: GPUDevice): StageTimes {
  const set = device.createQuerySet({ type: 'timestamp', count: 2 * MOST });
  const stamps = (i: number): GPUComputePassTimestampWrites => ({
    querySet: set,
    beginningOfPassWriteIndex: 2 * i,
    endOfPassWriteIndex: 2 * i + 1,
  });
  return {
    async whole(record, repeats) {
      const times = new Float64Array(repeats);
      if (repeats > 2) await warmUp(device, record);
      for (let k = -1; k < repeats; k++) {
        const encoder = device.createCommandEncoder();
        for (let i = 0; i < 2; i++) {
          const pass = encoder.beginComputePass({ timestampWrites: stamps(i) });
          record(pass);
          pass.end();
        }
        device.queue.submit([encoder.finish()]);
        const [, second] = await readIntervals(device, set, 2);
        if (k >= 0) times[k] = second / 1000;
      }
      return times;
    },
    async stages(record, repeats) {
      const least = new Map<string, number>();
      for (let k = 0; k < repeats; k++) {
        const encoder = device.createCommandEncoder();
        const labels: string[] = [];
        let pipeline: GPUComputePipeline | undefined;
        let groups: [index: number, group: GPUBindGroup | null][] = [];
        const timed = (dispatch: (pass: GPUComputePassEncoder) => void): void => {
          const i = labels.length;
          const pass = encoder.beginComputePass(i < MOST ? { timestampWrites: stamps(i) } : {});
          pass.setPipeline(pipeline!);
          for (const [index, group] of groups) pass.setBindGroup(index, group);
          dispatch(pass);
          pass.end();
          if (i < MOST) labels.push(pipeline!.label);
        };
        // looks like a pass to the recorded code, and opens one for each dispatch
        const recorder = {
          setPipeline: (given: GPUComputePipeline) => void (pipeline = given),
          setBindGroup(index: number, group: GPUBindGroup | null) {
            groups = [...groups.filter(([other]) => other !== index), [index, group]];
          },
          dispatchWorkgroups: (x: number, y?: number, z?: number) =>
            timed((pass) => pass.dispatchWorkgroups(x, y, z)),
          dispatchWorkgroupsIndirect: (buffer: GPUBuffer, offset: number) =>
            timed((pass) => pass.dispatchWorkgroupsIndirect(buffer, offset)),
        };
        record(recorder as unknown as GPUComputePassEncoder);
        device.queue.submit([encoder.finish()]);
        const each = await readIntervals(device, set, labels.length);
        const sums = new Map<string, number>();
        labels.forEach((label, i) => sums.set(label, (sums.get(label) ?? 0) + each[i] / 1000));
        for (const [label, ms] of sums) least.set(label, Math.min(least.get(label) ?? ms, ms));
      }
      return Object.fromEntries(least);
    },
    destroy: () => set.destroy(),
  };
}
