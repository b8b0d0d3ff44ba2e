// Sweeps for many sources: the plan, the memory, results on the device or wave by wave in arrays.
import {
  createReadBack,
  guarded,
  type MemoryPlan,
  planWaves,
  type ReadBack,
  type ReadPart,
} from '@wayfield/gpu-core';
import { grouped, type Timer } from '@wayfield/gpu-core/internal';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { createGpuSweeps, type GpuSweeps, rowStride } from './sweeps.ts';
import type { GpuHierarchyRunOptions, GpuHierarchyTrees } from './types.ts';

const WHAT = 'hierarchy solver';

/** The row of each source `from` to `to` - 1 of a wave, to be filled. */
export type RowsFor = (from: number, to: number) => Float32Array[];

export interface SweepRunner {
  readonly memoryBytes: number;
  /** How sources are cut into waves; with `readBack` for results in arrays. */
  plan(sources: number, readBack: boolean): MemoryPlan;
  /** A row for the distances of one source. */
  newRow(): Float32Array;
  /** The sweeps, with memory for this number of sources, also for their rows by node. */
  prepare(sources: number, rowsByNode: boolean): Promise<GpuSweeps>;
  /** Distances of one wave, left on the device. */
  runResident(sources: Uint32Array, signal: AbortSignal | undefined): Promise<GpuHierarchyTrees>;
  /** Sweeps in waves, and fills the rows that `rowsFor` gives. */
  runWaves(sources: Uint32Array, options: GpuHierarchyRunOptions, rowsFor: RowsFor): Promise<void>;
  destroy(): void;
}

interface SweepPlanOptions {
  readonly count: number;
  readonly readBack: boolean;
  readonly memoryBudget: number | undefined;
}

/** Cuts `count` sources into waves. */
function planSweeps(
  limits: GPUSupportedLimits,
  nodeCount: number,
  { count, readBack, memoryBudget }: SweepPlanOptions,
): MemoryPlan {
  // an item of the plan is a group of four sources, which a sweep takes together
  const bytesPerItem = Math.max(2, rowStride(nodeCount)) * 16;
  const needs = [{ label: 'distances', bytesPerItem }];
  const rows = [
    { label: 'distances by node', bytesPerItem },
    { label: 'read back', bytesPerItem, unbound: true },
  ];
  const planned = planWaves(
    limits,
    readBack ? [...needs, ...rows] : needs,
    Math.ceil(count / 4),
    memoryBudget === undefined ? {} : { memoryBudget },
  );
  return { ...planned, count, waveSize: Math.min(count, 4 * planned.waveSize) };
}

/** Nothing is uploaded before the first sweep. */
export function createSweepRunner(
  device: GPUDevice,
  hierarchy: Hierarchy,
  memoryBudget: number | undefined,
  timer: Timer,
): SweepRunner {
  const { nodeCount } = hierarchy;
  const rowBytes = rowStride(nodeCount) * 4;
  let sweeps: GpuSweeps | undefined;
  const staging = createStaging(device);

  const plan = (count: number, readBack: boolean): MemoryPlan =>
    planSweeps(device.limits, nodeCount, { count, readBack, memoryBudget });

  async function prepare(sources: number, rowsByNode: boolean): Promise<GpuSweeps> {
    sweeps ??= await guarded(device, WHAT, () => createGpuSweeps(device, hierarchy));
    await sweeps.reserve(sources, rowsByNode);
    return sweeps;
  }

  return {
    get memoryBytes() {
      return (sweeps?.memoryBytes ?? 0) + staging.bytes;
    },
    plan,
    prepare,
    newRow: () => new Float32Array(nodeCount),
    async runResident(sources, signal) {
      signal?.throwIfAborted();
      const { waves, waveSize } = plan(sources.length, false);
      if (waves > 1) {
        throw new RangeError(
          `${sources.length} sources with ${grouped(nodeCount)} nodes each need ${waves} waves ` +
            `of ${waveSize}`,
        );
      }
      const swept = await prepare(sources.length, false);
      let stride = 0;
      await guarded(device, WHAT, async () => {
        const encoder = device.createCommandEncoder({ label: WHAT });
        stride = swept.encode(encoder, sources, timer);
        device.queue.submit([encoder.finish()]);
        await device.queue.onSubmittedWorkDone();
      });
      const deviceMs = (await timer.read())('sweep');
      return { count: sources.length, stride, dist: swept.dist, deviceMs };
    },
    async runWaves(sources, { onProgress, signal }, rowsFor) {
      const count = sources.length;
      const { waveSize } = plan(count, true);
      for (let from = 0; from < count; from += waveSize) {
        signal?.throwIfAborted();
        const to = Math.min(count, from + waveSize);
        const swept = await prepare(waveSize, true);
        const bytes = (to - from) * rowBytes;
        const back = await staging.take(bytes);
        const parts: ReadPart[] = rowsFor(from, to).map((row, i) => ({
          at: i * rowBytes,
          into: row,
        }));
        let reading: Promise<void> | undefined;
        await guarded(device, WHAT, () => {
          const encoder = device.createCommandEncoder({ label: WHAT });
          swept.encode(encoder, sources.subarray(from, to), timer);
          back.encode(encoder, swept.encodeRows(encoder), 0, 0, bytes);
          device.queue.submit([encoder.finish()]);
          reading = back.read(...parts);
          reading.catch(() => {});
        });
        await reading;
        onProgress?.(to, count);
      }
    },
    destroy() {
      sweeps?.destroy();
      staging.destroy();
    },
  };
}

/** Staging memory that grows with the waves. */
interface Staging {
  readonly bytes: number;
  take(bytes: number): Promise<ReadBack>;
  destroy(): void;
}

function createStaging(device: GPUDevice): Staging {
  let back: ReadBack | undefined;
  return {
    get bytes() {
      return back?.memoryBytes ?? 0;
    },
    async take(bytes) {
      if (back && back.memoryBytes >= bytes) return back;
      back?.destroy();
      back = undefined;
      return (back = await guarded(device, WHAT, () => createReadBack(device, bytes, 'distances')));
    },
    destroy: () => back?.destroy(),
  };
}
