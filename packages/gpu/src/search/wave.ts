// One wave: the queries go to the device, a searcher answers them, and the paths are packed in the
// order of the queries. The answers come back by two maps of one staging buffer: first the results
// and firstNode, which says how many nodes there are, then the nodes.
import { encodeSteps, guarded, step } from '@wayfield/gpu-core';
import type { Queries } from '@wayfield/graph';
import type { Searcher } from './engine.ts';
import {
  NO_ROOM,
  type Result,
  SECTIONS_BACK,
  sectionOf,
  STUCK,
  stuckError,
  type WaveResult,
} from './layout.ts';
import type { OrderRule } from './order.ts';
import { PACK_WGSL } from './pack.wgsl.ts';
import { COUNTERS, createWaveMemory, type WaveMemory } from './wave-memory.ts';

/** Most workgroups that pack paths: each loops over the rest. */
const MOST_PACK_GROUPS = 2048;

/** What a wave is run for. */
export interface WaveJob {
  readonly searcher: Searcher;
  readonly queries: Queries;
  readonly result: Result;
  /** Words of paths to use, at most `pathWords` of the wave. */
  readonly room: number;
  /** Takes the nodes of the paths where it is large enough. */
  readonly reuse?: Uint32Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Paths that stay on the device until the next job of the wave. */
export interface HeldPaths {
  readonly count: number;
  readonly status: Uint8Array;
  /** Nodes of all paths, and of the longest one. */
  readonly total: number;
  readonly longest: number;
  /** Queries whose paths found no room, and the nodes of all paths with those. */
  readonly withoutRoom: number;
  readonly wanted: number;
  readonly firstNode: GPUBuffer;
  readonly node: GPUBuffer;
}

/** Runs jobs, one at a time, in the same buffers. */
export interface Wave {
  /** Most queries, and most nodes of their paths together. */
  readonly capacity: number;
  readonly pathWords: number;
  readonly memoryBytes: number;
  /** Rejects with the reason of `signal` when that is aborted. */
  run(job: WaveJob): Promise<WaveResult>;
  /** `run` for result 'routes', without reading the paths back. */
  hold(job: WaveJob): Promise<HeldPaths>;
  destroy(): void;
}

/** Makes the buffers of a wave; see `createWaveMemory`. */
export async function createWave(
  device: GPUDevice,
  rule: OrderRule | undefined,
  capacity: number,
  pathWords: number,
): Promise<Wave> {
  const memory = await createWaveMemory(device, rule, capacity, pathWords);
  const { back, buffers, nodesAt } = memory;
  return {
    capacity,
    pathWords,
    memoryBytes: memory.bytes,
    async run(job) {
      const { count } = job.queries;
      const { results, firstNode } = await search(device, memory, job, false);
      const total = job.result === 'routes' ? firstNode[count] : 0;
      const { reuse } = job;
      const node = reuse && reuse.length >= total ? reuse : new Uint32Array(total);
      if (total > 0) await back.read({ at: nodesAt, into: node.subarray(0, total) });
      return { count, results, firstNode, node };
    },
    async hold(job) {
      const { count } = job.queries;
      const { results, firstNode } = await search(device, memory, job, true);
      const total = firstNode[count];
      const nodesOf = sectionOf(results, count, 'pathAt');
      let [longest, withoutRoom, wanted] = [0, 0, total];
      for (let i = 0; i < count; i++) {
        longest = Math.max(longest, firstNode[i + 1] - firstNode[i]);
        if (results[i] === STUCK) throw stuckError();
        if (results[i] !== NO_ROOM) continue;
        withoutRoom++;
        wanted += nodesOf[i];
      }
      const status = Uint8Array.from(sectionOf(results, count, 'status'));
      const { firstNode: first, packed: node } = buffers;
      return { count, status, total, longest, withoutRoom, wanted, firstNode: first, node };
    },
    destroy: () => memory.destroy(),
  };
}

/**
 * Searches and brings back everything but the paths: the results and firstNode. With a signal at
 * most two dispatches are under way, so that an abort is seen soon.
 */
async function search(
  device: GPUDevice,
  memory: WaveMemory,
  job: WaveJob,
  held: boolean,
): Promise<{ results: Uint32Array; firstNode: Uint32Array }> {
  const { searcher, queries, result, signal } = job;
  const { count } = queries;
  const { back, words } = memory;
  const own = SECTIONS_BACK[result] * count;
  const results = words.subarray(0, result === 'routes' ? own + count + 1 : own);
  const most = signal ? searcher.perDispatch : Math.max(1, count);
  let before: Promise<void> | undefined;
  let from = 0;
  do {
    signal?.throwIfAborted();
    const begin = from;
    from = Math.min(count, from + most);
    const submitted = guarded(device, 'search', () => {
      if (begin === 0) writeQueries(device, memory, queries);
      submitSearches(device, memory, job, [begin, from]);
      if (from < count) return device.queue.onSubmittedWorkDone().then(() => {});
      submitPacking(device, memory, job, held);
    });
    submitted.catch(() => {});
    await before;
    before = submitted;
  } while (from < count);
  await before;
  await back.read({ at: 0, into: results });
  searcher.amend?.(results, queries);
  return { results, firstNode: results.subarray(own) };
}

/** Writes the ends of the queries of a wave. */
export function writeQueries(
  device: GPUDevice,
  { buffers }: WaveMemory,
  { count, source, target }: Queries,
): void {
  device.queue.writeBuffer(buffers.queries, 0, unshared(source));
  device.queue.writeBuffer(buffers.queries, count * 4, unshared(target));
}

/** Submits searches `from` to `to` - 1, one dispatch after another, so that none lasts long. */
export function submitSearches(
  device: GPUDevice,
  { buffers, order, params }: WaveMemory,
  { searcher, queries: { count }, result, room }: Omit<WaveJob, 'reuse' | 'signal'>,
  [from, to]: readonly [from: number, to: number],
): void {
  const ordered = searcher.order && order;
  const { queries, results, counters, paths } = buffers;
  const bound = { 0: params, 2: queries, 3: results, 4: counters, 5: paths };
  const resources = {
    ...bound,
    ...searcher.resources,
    ...(ordered && { 8: buffers.order }),
  };
  const searches = step(device, searcher.kernel(result), resources, searcher.workgroups(count));
  for (let begin = from; begin < to; begin += searcher.perDispatch) {
    const limit = Math.min(to, begin + searcher.perDispatch);
    const encoder = device.createCommandEncoder({ label: 'search' });
    if (begin === 0) ordered?.encode(encoder, count);
    searcher.prepare?.(encoder, limit - begin);
    const range = { count, begin, limit, pathWords: room };
    device.queue.writeBuffer(params, 0, searcher.params(range));
    // the first dispatch also empties the paths
    const start = begin === 0 ? new Uint32Array(COUNTERS) : Uint32Array.of(begin);
    device.queue.writeBuffer(counters, 0, start);
    encodeSteps(encoder, 'search', [searches]);
    device.queue.submit([encoder.finish()]);
  }
}

/** Packs the paths in the order of the queries and copies what is read back. */
function submitPacking(
  device: GPUDevice,
  memory: WaveMemory,
  { queries: { count }, result, room }: WaveJob,
  held: boolean,
): void {
  const { buffers, packParams, scan, back, nodesAt } = memory;
  const { results, lengths, firstNode, paths: traced, packed } = buffers;
  const encoder = device.createCommandEncoder({ label: 'search: pack' });
  const sectionBytes = SECTIONS_BACK[result] * count * 4;
  if (result === 'routes') {
    const lengthsKernel = { label: 'search: lengths', code: PACK_WGSL, entry: 'lengthsOf' };
    const packKernel = { label: 'search: pack', code: PACK_WGSL, entry: 'pack' };
    const lengthGroups = Math.min(MOST_PACK_GROUPS, Math.ceil((count + 1) / 256));
    const packGroups = Math.min(MOST_PACK_GROUPS, Math.ceil((count + 1) / 16));
    device.queue.writeBuffer(packParams, 0, Uint32Array.of(count));
    scan.setLength(count + 1);
    const toLengths = { 0: packParams, 1: results, 5: lengths };
    encodeSteps(encoder, 'search: lengths', [step(device, lengthsKernel, toLengths, lengthGroups)]);
    scan.encode(encoder);
    const toPacked = { 0: packParams, 1: results, 2: firstNode, 3: traced, 4: packed };
    encodeSteps(encoder, 'search: pack', [step(device, packKernel, toPacked, packGroups)]);
    back.encode(encoder, firstNode, 0, sectionBytes, (count + 1) * 4);
    if (!held) back.encode(encoder, packed, 0, nodesAt, room * 4);
  }
  back.encode(encoder, results, 0, 0, sectionBytes);
  device.queue.submit([encoder.finish()]);
}

/** The array, or a copy where threads share it: not every WebGPU writes from shared memory. */
function unshared(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const { buffer } = array;
  return buffer instanceof ArrayBuffer ? (array as Uint32Array<ArrayBuffer>) : array.slice();
}
