import type { Primitive } from '@wayfield/gpu-core';
import { median } from '../../run/statistics/summary.ts';
import { readIntervals } from './meter.ts';

/** Times in microseconds. */
export interface Timing {
  /** On the GPU, from the first dispatch to the end of the last, by timestamp queries. */
  readonly deviceMin: number;
  readonly deviceMedian: number;
  /** From the start of encoding until the queue is done. */
  readonly wallMin: number;
  readonly wallMedian: number;
}

/** Puts the input back before each run; not timed on the GPU. */
export type Restore = (encoder: GPUCommandEncoder) => void;

/**
 * Keeps the GPU busy for a while: after a pause its clock is slow, on some devices by a factor of
 * 4.
 */
export async function warmUp(
  device: GPUDevice,
  primitive: Primitive,
  restore: Restore,
  milliseconds: number,
): Promise<void> {
  const start = performance.now();
  do {
    const encoder = device.createCommandEncoder();
    for (let r = 0; r < 10; r++) {
      restore(encoder);
      primitive.encode(encoder);
    }
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  } while (performance.now() - start < milliseconds);
}

/** Device time of `repeats` runs, in microseconds; NaN where the device has no timestamps. */
export async function deviceTimes(
  device: GPUDevice,
  primitive: Primitive,
  restore: Restore,
  repeats: number,
): Promise<number[]> {
  if (!device.features.has('timestamp-query')) return [NaN];
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 * repeats });
  for (let r = 0; r < repeats; r++) {
    const encoder = device.createCommandEncoder();
    restore(encoder);
    const timestampWrites = {
      querySet,
      beginningOfPassWriteIndex: 2 * r,
      endOfPassWriteIndex: 2 * r + 1,
    };
    const pass = encoder.beginComputePass({ timestampWrites });
    primitive.encode(pass);
    pass.end();
    device.queue.submit([encoder.finish()]);
  }
  const times = await readIntervals(device, querySet, repeats);
  querySet.destroy();
  return times;
}

/** Device and wall time of a primitive. */
export async function measure(
  device: GPUDevice,
  primitive: Primitive,
  restore: Restore,
  repeats: number,
): Promise<Timing> {
  const onDevice = await deviceTimes(device, primitive, restore, repeats);
  const wall: number[] = [];
  for (let r = 0; r < Math.min(repeats, 7); r++) {
    const ready = device.createCommandEncoder();
    restore(ready);
    device.queue.submit([ready.finish()]);
    await device.queue.onSubmittedWorkDone();
    const start = performance.now();
    const encoder = device.createCommandEncoder();
    primitive.encode(encoder);
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
    wall.push((performance.now() - start) * 1000);
  }
  return {
    deviceMin: Math.min(...onDevice),
    deviceMedian: median(onDevice),
    wallMin: Math.min(...wall),
    wallMedian: median(wall),
  };
}

/** Median microseconds of each dispatch on its own, by a pass of its own. */
export async function measureDispatches(
  device: GPUDevice,
  primitive: Primitive,
  restore: Restore,
  repeats: number,
): Promise<number[]> {
  if (!device.features.has('timestamp-query')) return [];
  const count = primitive.dispatches;
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 * count });
  const perDispatch: number[][] = Array.from({ length: count }, () => []);
  for (let r = 0; r < repeats; r++) {
    const encoder = device.createCommandEncoder();
    restore(encoder);
    let index = 0;
    let pipeline: GPUComputePipeline;
    let group: GPUBindGroup;
    // looks like a pass, and opens a pass of its own around every dispatch
    const target = {
      setPipeline: (p: GPUComputePipeline) => (pipeline = p),
      setBindGroup: (_: number, g: GPUBindGroup) => (group = g),
      dispatchWorkgroups(workgroups: number, rows: number) {
        const timestampWrites = {
          querySet,
          beginningOfPassWriteIndex: 2 * index,
          endOfPassWriteIndex: 2 * index + 1,
        };
        const pass = encoder.beginComputePass({ timestampWrites });
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(workgroups, rows);
        pass.end();
        index++;
      },
    };
    primitive.encode(target as unknown as GPUComputePassEncoder);
    device.queue.submit([encoder.finish()]);
    const times = await readIntervals(device, querySet, count);
    for (let i = 0; i < count; i++) perDispatch[i].push(times[i]);
  }
  querySet.destroy();
  return perDispatch.map((times) => median(times));
}
