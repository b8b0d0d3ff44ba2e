// Sweeps for many sources: the plan, the memory, results on the device or wave by wave in arrays.
// solver.ts and ../customizable/solver.ts call the runner; table-runner.ts calls `prepare`.
import {
  createReadBack,
  defaultMemoryBudget,
  guarded,
  type MemoryPlan,
  planWaves,
  type ReadBack,
  type ReadPart,
} from '@wayfield/gpu-core';
import { grouped, makeGuarded, type Timer } from '@wayfield/gpu-core/internal';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { CallQueue } from '../call-queue.ts';
import { createLoneSweep, type LoneSweep } from './lone-sweep.ts';
import { createGpuSweeps, type GpuSweeps, type Reserved, roomFor, rowStride } from './sweeps.ts';
import type { GpuHierarchyRunOptions, GpuHierarchyTrees } from './types.ts';

const WHAT = 'hierarchy solver';

/** The rows to fill with the distances of one wave: from the sources `from` to `to` - 1. */
export type RowsFor = (from: number, to: number) => Float32Array[];

export interface SweepRunner {
  readonly memoryBytes: number;
  /** How sources are cut into waves; with `readBack` for results in arrays. */
  plan(sources: number, readBack: boolean): MemoryPlan;
  /** A row for the distances of one source. */
  newRow(): Float32Array;
  /**
   * The sweeps, with memory for this number of sources; with `rowsByNode` also for rows by node.
   * `beside`: other bytes that the call plans. First frees what earlier calls left, if that and
   * this call together would exceed the budget.
   */
  prepare(sources: number, rowsByNode: boolean, beside?: number): Promise<GpuSweeps>;
  /** Distances of one wave, left on the device. */
  runResident(sources: Uint32Array, signal: AbortSignal | undefined): Promise<GpuHierarchyTrees>;
  /** Sweeps in waves, and fills the rows that `rowsFor` gives. */
  runWaves(sources: Uint32Array, options: GpuHierarchyRunOptions, rowsFor: RowsFor): Promise<void>;
  /** A row of distances per source, in the arrays of `reuse` where they fit. */
  rows(
    sources: Uint32Array,
    options: GpuHierarchyRunOptions,
    reuse: readonly Float32Array[],
  ): Promise<Float32Array[]>;
  destroy(): void;
}

export interface SweepRunnerOptions {
  readonly calls: CallQueue;
  /**
   * The weights on the device are not those of the hierarchy, so no part of a sweep runs on the
   * CPU. Default false.
   */
  readonly weightsChange?: boolean;
}

/** Bytes of the distances from one source, by rank or by node. */
const bytesPerSource = (nodeCount: number): number => 4 * Math.max(2, rowStride(nodeCount));

interface SweepPlanOptions {
  readonly count: number;
  readonly readBack: boolean;
  readonly memoryBudget: number | undefined;
}

/** Cuts `count` sources into waves; `bytesPerItem` counts four sources. */
function planSweeps(
  limits: GPUSupportedLimits,
  nodeCount: number,
  { count, readBack, memoryBudget }: SweepPlanOptions,
): MemoryPlan {
  // an item of the plan is a group of four sources, which a sweep takes together
  const bytesPerItem = 4 * bytesPerSource(nodeCount);
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

/** Makes buffers; frees them and rejects where the solver was destroyed meanwhile. */
async function make<T extends { destroy(): void }>(
  device: GPUDevice,
  calls: CallQueue,
  work: () => T,
): Promise<T> {
  return calls.keep(await makeGuarded(device, WHAT, (keep) => keep(work())));
}

/** Nothing is uploaded before the first sweep. */
export function createSweepRunner(
  device: GPUDevice,
  hierarchy: Hierarchy,
  memoryBudget: number | undefined,
  timer: Timer,
  { calls, weightsChange = false }: SweepRunnerOptions,
): SweepRunner {
  const { nodeCount } = hierarchy;
  const rowBytes = rowStride(nodeCount) * 4;
  let sweeps: GpuSweeps | undefined;
  let lone: LoneSweep | undefined;
  const staging = createStaging(device, calls);

  const plan = (count: number, readBack: boolean): MemoryPlan =>
    planSweeps(device.limits, nodeCount, { count, readBack, memoryBudget });

  async function opened(): Promise<GpuSweeps> {
    return (sweeps ??= await make(device, calls, () => createGpuSweeps(device, hierarchy)));
  }

  const budget = memoryBudget ?? defaultMemoryBudget(device.limits);
  const makeRoom = (next: NextCall): void => freeFor(next, { budget, nodeCount, sweeps, staging });

  async function prepare(sources: number, rowsByNode: boolean, beside = 0): Promise<GpuSweeps> {
    const room = roomFor(sources);
    const staged = rowsByNode ? sources * rowBytes : 0;
    makeRoom({ sources: room, rows: rowsByNode ? room : 0, bytes: { staged, beside } });
    const found = await opened();
    await found.reserve(sources, rowsByNode);
    // after `destroy`, frees what was reserved since
    return calls.keep(found);
  }

  async function prepareLone(): Promise<LoneSweep> {
    makeRoom({ sources: 0, rows: 0, bytes: { staged: rowBytes, beside: 0 } });
    const { fixed } = await opened();
    return (lone ??= await make(device, calls, () => createLoneSweep(device, hierarchy, fixed)));
  }

  const parts: RunParts = { device, nodeCount, timer, rowBytes, staging, plan, prepare };

  return {
    get memoryBytes() {
      return (sweeps?.memoryBytes ?? 0) + (lone?.memoryBytes ?? 0) + staging.bytes;
    },
    plan,
    prepare,
    newRow: () => new Float32Array(nodeCount),
    runResident: (sources, signal) => runResident(parts, sources, signal),
    runWaves: (sources, options, rowsFor) => runWaves(parts, sources, options, rowsFor),
    async rows(sources, options, reuse) {
      const rows = Array.from(sources, (_, i) =>
        reuse[i]?.length === nodeCount ? reuse[i] : new Float32Array(nodeCount),
      );
      if (sources.length === 1 && !weightsChange) {
        const one = await prepareLone();
        await runLone(parts, one, hierarchy.rank[sources[0]], options, rows[0]);
      } else await runWaves(parts, sources, options, (from, to) => rows.slice(from, to));
      await timer.read();
      return rows;
    },
    destroy() {
      sweeps?.destroy();
      lone?.destroy();
      staging.release();
    },
  };
}

/** What a call needs: sources, rows by node, and other bytes. */
interface NextCall extends Reserved {
  readonly bytes: { readonly staged: number; readonly beside: number };
}

/** What earlier calls left. */
interface Held {
  readonly budget: number;
  readonly nodeCount: number;
  readonly sweeps: GpuSweeps | undefined;
  readonly staging: Staging;
}

/**
 * Frees the memory of earlier calls if that memory, grown to what the next call needs, would exceed
 * the budget. A wave by itself is within the budget, by its plan.
 */
function freeFor(next: NextCall, { budget, nodeCount, sweeps, staging }: Held): void {
  const { sources, rows } = sweeps?.reserved() ?? { sources: 0, rows: 0 };
  const { staged, beside } = next.bytes;
  const most = Math.max(next.sources, sources) + Math.max(next.rows, rows);
  const bytes = most * bytesPerSource(nodeCount) + Math.max(staged, staging.bytes) + beside;
  if (bytes <= budget) return;
  sweeps?.release();
  staging.release();
}

/** The parts of a sweep runner that its calls use. */
interface RunParts extends Pick<SweepRunner, 'plan' | 'prepare'> {
  readonly device: GPUDevice;
  readonly nodeCount: number;
  readonly timer: Timer;
  /** From one row of a read-back to the next. */
  readonly rowBytes: number;
  readonly staging: Staging;
}

async function runResident(
  { device, nodeCount, timer, plan, prepare }: RunParts,
  sources: Uint32Array,
  signal: AbortSignal | undefined,
): Promise<GpuHierarchyTrees> {
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
}

async function runWaves(
  { device, timer, rowBytes, staging, plan, prepare }: RunParts,
  sources: Uint32Array,
  { onProgress, signal }: GpuHierarchyRunOptions,
  rowsFor: RowsFor,
): Promise<void> {
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
    await guarded(device, WHAT, () => {
      const encoder = device.createCommandEncoder({ label: WHAT });
      swept.encode(encoder, sources.subarray(from, to), timer);
      back.encode(encoder, swept.encodeRows(encoder), 0, 0, bytes);
      device.queue.submit([encoder.finish()]);
      // `guarded` waits for the read also if the submit failed
      return back.read(...parts);
    });
    onProgress?.(to, count);
  }
}

/** A sweep from one source, whose upward half is done on the CPU. */
async function runLone(
  { device, timer, rowBytes, staging }: RunParts,
  lone: LoneSweep,
  rank: number,
  { onProgress, signal }: GpuHierarchyRunOptions,
  row: Float32Array,
): Promise<void> {
  signal?.throwIfAborted();
  const back = await staging.take(rowBytes);
  await guarded(device, WHAT, () => {
    const encoder = device.createCommandEncoder({ label: WHAT });
    lone.encode(encoder, rank, timer);
    back.encode(encoder, lone.byNode, 0, 0, row.byteLength);
    device.queue.submit([encoder.finish()]);
    return back.read({ at: 0, into: row });
  });
  onProgress?.(1, 1);
}

/** Staging memory, made again where a wave needs more than there is. */
interface Staging {
  readonly bytes: number;
  take(bytes: number): Promise<ReadBack>;
  /** Frees the memory; the next `take` makes it again. */
  release(): void;
}

function createStaging(device: GPUDevice, calls: CallQueue): Staging {
  let back: ReadBack | undefined;
  function release(): void {
    back?.destroy();
    back = undefined;
  }
  return {
    get bytes() {
      return back?.memoryBytes ?? 0;
    },
    async take(bytes) {
      if (back && back.memoryBytes >= bytes) return back;
      release();
      return (back = await make(device, calls, () => createReadBack(device, bytes, 'distances')));
    },
    release,
  };
}
