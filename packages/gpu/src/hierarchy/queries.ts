import { NONE, type Queries } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { COPY_DST, UNIFORM } from '../buffer-usage.ts';
import { allocate, filledBuffer, uploadWords } from '../buffers.ts';
import { guarded } from '../guard.ts';
import { type Kernel, step, type Step } from '../pipeline.ts';
import { createReadBack, type ReadBack } from '../read-back.ts';
import type { Timer } from '../sssp/timer.ts';
import { queryWgsl } from './query.wgsl.ts';
import { rowsOf } from './upload.ts';

/** Queries of a submit: enough to fill the device, few enough to be aborted in between. */
const WAVE = 1 << 18;
const MOST_WORKGROUPS = 65535;
/** Bytes of workgroup memory beside the tables. */
const REST = 320;

/** Searches from both ends, a workgroup each. */
export interface GpuQueries {
  readonly memoryBytes: number;
  /** Queries of one wave at most. */
  readonly wave: number;
  /**
   * Answers queries `from` to `to`, at most a wave, into `cost`, at the same places. A query for which there
   * were too few slots gets the bits NONE.
   */
  run(
    queries: Queries,
    slots: number,
    from: number,
    to: number,
    cost: Float32Array,
    timer: Timer,
  ): Promise<void>;
  destroy(): void;
}

/**
 * Slots of a side, first for all queries and then, as far as workgroup memory allows, for those that need more.
 * Twice as many slots take more than twice the time: all of them are looked at in every step, and fewer
 * workgroups run at a time. 256 are enough for nearly all queries on roads.
 */
export function slotsFor(
  limits: GPUSupportedLimits,
  wish: readonly number[] | undefined,
): readonly number[] {
  const most = limits.maxComputeWorkgroupStorageSize;
  const fits = (slots: number): boolean => 16 * slots + REST <= most;
  for (const slots of wish ?? []) {
    if (slots >= 64 && Number.isInteger(Math.log2(slots)) && fits(slots)) continue;
    throw new RangeError(
      `slots is ${slots}, expected a power of two from 64 that takes at most ${most} bytes at 16 each`,
    );
  }
  return wish ?? (fits(1024) ? [256, 1024] : [256, 512]);
}

/** Uploads what queries need; call it guarded. */
export function createGpuQueries(device: GPUDevice, hierarchy: Hierarchy): GpuQueries {
  const kernelOf = (slots: number): Kernel => ({
    label: 'hierarchy: search',
    code: queryWgsl,
    entry: 'search',
    constants: { SLOTS: slots },
  });
  const { rows, arcs } = rowsOf(hierarchy.nodeCount, hierarchy.up, hierarchy.down);
  const fixed = {
    rows: uploadWords(device, 'hierarchy: rows', rows),
    arcs: uploadWords(device, 'hierarchy: arcs', arcs),
    ranks: uploadWords(device, 'hierarchy: ranks', hierarchy.rank),
    batch: filledBuffer(device, 'hierarchy: count', new Uint32Array(4), UNIFORM | COPY_DST),
  };
  let memory: { ends: GPUBuffer; costs: GPUBuffer } | undefined;
  let back: ReadBack | undefined;
  let pairs = new Uint32Array(0);
  const steps = new Map<number, Step>();

  async function reserve(count: number): Promise<void> {
    if (pairs.length >= 2 * count) return;
    for (const buffer of Object.values(memory ?? {})) buffer.destroy();
    back?.destroy();
    memory = back = undefined;
    steps.clear();
    pairs = new Uint32Array(0);
    memory = await allocate(device, 'hierarchy queries', { ends: 2 * count, costs: count });
    back = createReadBack(device, 4 * count, 'hierarchy costs');
    pairs = new Uint32Array(2 * count);
  }

  function stepFor(slots: number): Step {
    const known = steps.get(slots);
    if (known) return known;
    const { ends, costs } = memory!;
    const { batch, rows: row, arcs: arc, ranks } = fixed;
    const made = step(
      device,
      kernelOf(slots),
      { 0: batch, 1: row, 2: arc, 3: ranks, 4: ends, 5: costs },
      0,
    );
    steps.set(slots, made);
    return made;
  }

  return {
    get memoryBytes() {
      let bytes = back?.memoryBytes ?? 0;
      for (const buffer of Object.values({ ...fixed, ...memory })) bytes += buffer.size;
      return bytes;
    },
    wave: WAVE,
    async run({ source, target }, slots, from, to, cost, timer) {
      const count = to - from;
      await reserve(count);
      for (let i = 0; i < count; i++) {
        pairs[2 * i] = source[from + i]!;
        pairs[2 * i + 1] = target[from + i]!;
      }
      let reading: Promise<void> | undefined;
      await guarded(device, 'hierarchy queries', () => {
        device.queue.writeBuffer(fixed.batch, 0, Uint32Array.of(count, 0, 0, 0));
        device.queue.writeBuffer(memory!.ends, 0, pairs, 0, 2 * count);
        const encoder = device.createCommandEncoder({ label: 'hierarchy queries' });
        const timestampWrites = timer.both('search');
        const pass = encoder.beginComputePass({
          label: 'hierarchy queries',
          ...(timestampWrites && { timestampWrites }),
        });
        const { pipeline, group } = stepFor(slots);
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, count));
        pass.end();
        back!.encode(encoder, memory!.costs, 0, 0, 4 * count);
        device.queue.submit([encoder.finish()]);
        // the map begins now; its failure is seen below
        reading = back!.read({ at: 0, into: cost.subarray(from, to) });
        reading.catch(() => {});
      });
      await reading;
    },
    destroy() {
      back?.destroy();
      for (const buffer of Object.values({ ...fixed, ...memory })) buffer.destroy();
    },
  };
}

/** The queries whose answer is NONE. */
export function unanswered(cost: Float32Array): number[] {
  const bits = new Uint32Array(cost.buffer, cost.byteOffset, cost.length);
  const list: number[] = [];
  for (let i = 0; i < bits.length; i++) if (bits[i] === NONE) list.push(i);
  return list;
}
