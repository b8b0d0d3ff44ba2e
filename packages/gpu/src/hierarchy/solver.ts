import { checkOptions } from '@wayfield/check';
import {
  aCount,
  aDevice,
  aHierarchy,
  aList,
  HIERARCHY_ROWS_RULES,
  HIERARCHY_RULES,
  HIERARCHY_RUN_RULES,
  SIGNAL_RULES,
  someQueries,
} from '../rules.ts';
import { checkNodes, type Queries } from '@wayfield/graph';
import { checkHierarchy, type Hierarchy } from '@wayfield/graph/hierarchy';
import { guarded } from '../guard.ts';
import { inWords, type MemoryPlan, planWaves } from '../memory-plan.ts';
import { createReadBack, type ReadBack, type ReadPart } from '../read-back.ts';
import { createTimer } from '../sssp/timer.ts';
import { createGpuQueries, type GpuQueries, slotsFor, unanswered } from './queries.ts';
import { createGpuSweeps, type GpuSweeps, rowStride } from './sweeps.ts';
import type {
  GpuDistances,
  GpuHierarchyOptions,
  GpuHierarchyRunOptions,
  GpuHierarchySolver,
  GpuHierarchyTrees,
} from './types.ts';

const WHAT = 'hierarchy solver';

/**
 * Many searches at once on a contraction hierarchy: distances from hundreds of sources to all nodes by sweeps,
 * and distances of millions of queries by searches of one workgroup each. Checks and uploads the hierarchy;
 * later changes of its arrays are not seen. The device is the caller's.
 *
 * Rejects with RangeError or TypeError for a hierarchy that is damaged, options out of range and what does not
 * fit into the device's bindings, with Error where memory runs out.
 */
export async function createGpuHierarchySolver(
  device: GPUDevice,
  hierarchy: Hierarchy,
  options: GpuHierarchyOptions = {},
): Promise<GpuHierarchySolver> {
  aDevice(device, 'device');
  aHierarchy(hierarchy, 'hierarchy');
  checkOptions('createGpuHierarchySolver', options, HIERARCHY_RULES);
  checkHierarchy(hierarchy);
  const { nodeCount } = hierarchy;
  const slots = slotsFor(device.limits, options.slots);
  const { wave } = options;
  const timer = createTimer(device, options.timing ?? false);
  // what is not used is not uploaded
  let sweeps: GpuSweeps | undefined;
  let searches: GpuQueries | undefined;
  let back: ReadBack | undefined;
  let destroyed = false;
  /** The calls before; a new one begins when they are over. */
  let calls: Promise<unknown> = Promise.resolve();

  function planFor(count: number, readBack: boolean): MemoryPlan {
    // four sources at a time: an item is a group of them
    const bytesPerItem = Math.max(2, rowStride(nodeCount)) * 16;
    const needs = [{ label: 'distances', bytesPerItem }];
    const rows = [
      { label: 'distances by node', bytesPerItem },
      { label: 'read back', bytesPerItem, unbound: true },
    ];
    const { memoryBudget } = options;
    const plan = planWaves(
      device.limits,
      readBack ? [...needs, ...rows] : needs,
      Math.ceil(count / 4),
      memoryBudget === undefined ? {} : { memoryBudget },
    );
    return { ...plan, count, waveSize: Math.min(count, 4 * plan.waveSize) };
  }

  async function prepareSweeps(lanes: number, rowsByNode: boolean): Promise<GpuSweeps> {
    sweeps ??= await guarded(device, WHAT, () => createGpuSweeps(device, hierarchy));
    await sweeps.reserve(lanes, rowsByNode);
    return sweeps;
  }

  function queued<T>(work: () => Promise<T>): Promise<T> {
    const mine = calls.then(() => {
      if (destroyed) throw new Error(`${WHAT}: destroyed`);
      return work();
    });
    calls = mine.catch(() => {});
    return mine;
  }

  function checkedSources(sources: ArrayLike<number>): Uint32Array {
    aList(sources, 'sources');
    checkNodes(sources, nodeCount, 'sources');
    return Uint32Array.from(sources);
  }

  async function residentNow(
    sources: Uint32Array,
    signal: AbortSignal | undefined,
  ): Promise<GpuHierarchyTrees> {
    signal?.throwIfAborted();
    const { waves, waveSize } = planFor(sources.length, false);
    if (waves > 1) {
      throw new RangeError(
        `${sources.length} sources with ${inWords(nodeCount)} nodes each need ${waves} waves of ${waveSize}`,
      );
    }
    const swept = await prepareSweeps(sources.length, false);
    let lanes = 0;
    await guarded(device, WHAT, async () => {
      const encoder = device.createCommandEncoder({ label: WHAT });
      lanes = swept.encode(encoder, sources, timer);
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
    });
    const deviceMs = (await timer.read())('sweep');
    return { count: sources.length, lanes, dist: swept.dist, deviceMs };
  }

  /** Sweeps in waves; `take` gets the distances of a wave, a row per source, and where they begin. */
  async function sweepWaves(
    sources: Uint32Array,
    { onProgress, signal }: GpuHierarchyRunOptions,
    rowsFor: (from: number, to: number) => Float32Array[],
  ): Promise<void> {
    const count = sources.length;
    const { waveSize } = planFor(count, true);
    const rowBytes = rowStride(nodeCount) * 4;
    for (let from = 0; from < count; from += waveSize) {
      signal?.throwIfAborted();
      const to = Math.min(count, from + waveSize);
      const swept = await prepareSweeps(waveSize, true);
      const bytes = (to - from) * rowBytes;
      if (!back || back.memoryBytes < bytes) {
        back?.destroy();
        back = undefined;
        back = await guarded(device, WHAT, () => createReadBack(device, bytes, 'distances'));
      }
      const into = rowsFor(from, to);
      const parts: ReadPart[] = into.map((row, i) => ({ at: i * rowBytes, into: row }));
      let reading: Promise<void> | undefined;
      await guarded(device, WHAT, () => {
        const encoder = device.createCommandEncoder({ label: WHAT });
        swept.encode(encoder, sources.subarray(from, to), timer);
        back!.encode(encoder, swept.encodeRows(encoder), 0, 0, bytes);
        device.queue.submit([encoder.finish()]);
        reading = back!.read(...parts);
        reading.catch(() => {});
      });
      await reading;
      onProgress?.(to, count);
    }
  }

  async function runNow(
    queries: Queries,
    { reuse, onProgress, signal }: GpuHierarchyRunOptions & { reuse?: Float32Array },
  ): Promise<GpuDistances> {
    const { count } = queries;
    signal?.throwIfAborted();
    const search = (searches ??= await guarded(device, WHAT, () =>
      createGpuQueries(device, hierarchy, wave),
    ));
    const cost = reuse?.length === count ? reuse : new Float32Array(count);
    /** The queries still to be answered, and where their answers belong. */
    let open = queries;
    let places: readonly number[] | undefined;
    for (const size of slots) {
      if (open.count === 0) break;
      const answers = places ? new Float32Array(open.count) : cost;
      // while a wave is answered the next is made ready
      let before: Promise<void> = Promise.resolve();
      for (let from = 0; from < open.count; from += search.wave) {
        const to = Math.min(open.count, from + search.wave);
        let reading: Promise<void>;
        try {
          signal?.throwIfAborted();
          reading = search.run(open, size, from, to, answers, timer);
          reading.catch(() => {});
        } finally {
          await before;
        }
        before = reading;
        try {
          if (!places) onProgress?.(from, count);
        } catch (error) {
          // the wave under way must be over before another call begins
          await before.catch(() => {});
          throw error;
        }
      }
      await before;
      if (!places && count > 0) onProgress?.(count, count);
      places?.forEach((place, i) => (cost[place] = answers[i]!));
      places = unanswered(cost);
      open = {
        count: places.length,
        source: Uint32Array.from(places, (i) => queries.source[i]!),
        target: Uint32Array.from(places, (i) => queries.target[i]!),
      };
    }
    const deviceMs = (await timer.read())('search');
    const rest = places ?? [];
    if (rest.length > 0) await sweepRest(queries, rest, cost, signal);
    return { count, cost, swept: rest.length, deviceMs };
  }

  /** Answers queries by a sweep from each of their sources. */
  async function sweepRest(
    { source, target }: Queries,
    rest: readonly number[],
    cost: Float32Array,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const bySource = new Map<number, number[]>();
    for (const i of rest) {
      const list = bySource.get(source[i]!);
      if (list) list.push(i);
      else bySource.set(source[i]!, [i]);
    }
    const sources = Uint32Array.from(bySource.keys());
    let rows: Float32Array[] = [];
    let first = 0;
    const take = (): void => {
      rows.forEach((row, k) => {
        for (const i of bySource.get(sources[first + k]!)!) cost[i] = row[target[i]!]!;
      });
    };
    await sweepWaves(sources, signal ? { signal } : {}, (from, to) => {
      take();
      first = from;
      rows = Array.from({ length: to - from }, (_, k) => rows[k] ?? new Float32Array(nodeCount));
      return rows;
    });
    take();
    await timer.read();
  }

  return {
    backend: 'gpu',
    get memoryBytes() {
      return (sweeps?.memoryBytes ?? 0) + (searches?.memoryBytes ?? 0) + (back?.memoryBytes ?? 0);
    },
    plan(sources) {
      aCount(sources, 'sources');
      return planFor(sources, true);
    },
    async runResident(sources, residentOptions = {}) {
      checkOptions('runResident', residentOptions, SIGNAL_RULES);
      const { signal } = residentOptions;
      const list = checkedSources(sources);
      return queued(() => residentNow(list, signal));
    },
    async distances(sources, runOptions = {}) {
      checkOptions('distances', runOptions, HIERARCHY_ROWS_RULES);
      const list = checkedSources(sources);
      const reuse = runOptions.reuse ?? [];
      return queued(async () => {
        const rows = Array.from(list, (_, i) =>
          reuse[i]?.length === nodeCount ? reuse[i] : new Float32Array(nodeCount),
        );
        await sweepWaves(list, runOptions, (from, to) => rows.slice(from, to));
        await timer.read();
        return rows;
      });
    },
    async run(queries, runOptions = {}) {
      checkOptions('run', runOptions, HIERARCHY_RUN_RULES);
      someQueries(queries, 'queries');
      checkNodes(queries.source, nodeCount, 'source');
      checkNodes(queries.target, nodeCount, 'target');
      for (const name of ['source', 'target'] as const) {
        if (queries[name].length !== queries.count) {
          throw new RangeError(
            `${name} has ${queries[name].length} entries, expected ${queries.count}`,
          );
        }
      }
      return queued(() => runNow(queries, runOptions));
    },
    destroy() {
      if (destroyed) return;
      destroyed = true;
      sweeps?.destroy();
      searches?.destroy();
      back?.destroy();
      timer.destroy();
    },
  };
}
