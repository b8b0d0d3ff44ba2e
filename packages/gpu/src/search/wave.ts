// One wave: the queries go to the device, a searcher answers them, and the paths are packed in the
// order of the queries. The answers come back by one map of a staging buffer, straight into the
// arrays of the caller; or, where the host has to look at every query, by two: first the results
// and firstNode, which says how many nodes there are, then the nodes.
import { encodeSteps, guarded, type ReadPart, step } from '@wayfield/gpu-core';
import type { Queries } from '@wayfield/graph';
import { answersStep, costsOnHost } from './answers.ts';
import { COUNTER } from './answers.wgsl.ts';
import type { Searcher } from './engine.ts';
import {
  NO_ROOM,
  type Result,
  SECTION,
  SECTIONS_BACK,
  sectionOf,
  STUCK,
  stuckError,
  type WaveResult,
} from './layout.ts';
import type { OrderRule } from './order.ts';
import { PACK_WGSL } from './pack.wgsl.ts';
import { COUNTERS, createWaveMemory, toEight, type WaveMemory } from './wave-memory.ts';

/** Most workgroups that pack paths: each loops over the rest. */
const MOST_PACK_GROUPS = 2048;

/** Arrays for the answers of all queries of a wave, with an entry each. */
export interface AnswersInto {
  readonly status: Uint8Array;
  readonly cost: Float32Array;
  readonly settled: Uint32Array;
  /** One entry more. */
  readonly firstNode: Uint32Array;
}

/** What a wave is run for. */
export interface WaveJob {
  readonly searcher: Searcher;
  readonly queries: Queries;
  readonly result: Result;
  /** Words of paths to use, at most `pathWords` of the wave. */
  readonly room: number;
  /** Takes the nodes of the paths where it is large enough. */
  readonly reuse?: Uint32Array | undefined;
  /** Takes the answers, if every query has one and the device makes the costs. */
  readonly into?: AnswersInto | undefined;
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
      await submit(device, memory, job, false);
      const written = await readAnswers(memory, job);
      if (written) return written;
      const { results, firstNode } = await readSections(memory, job);
      const total = job.result === 'routes' ? firstNode[count] : 0;
      const node = arrayFor(job, total);
      if (total > 0) await back.read({ at: nodesAt, into: node.subarray(0, total) });
      return { count, results, firstNode, node, isWritten: false };
    },
    async hold(job) {
      const { count } = job.queries;
      await submit(device, memory, job, true);
      const { results, firstNode } = await readSections(memory, job);
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

/** The array of the caller if it is large enough for all nodes of the paths. */
const arrayFor = ({ reuse }: WaveJob, total: number): Uint32Array =>
  reuse && reuse.length >= total ? reuse : new Uint32Array(total);

/** Bytes of the staging memory where each part begins. */
function layOut(count: number, result: Result): Record<Part, number> {
  const sections = 4 * COUNTERS;
  const firstNode = sections + toEight(4 * SECTIONS_BACK[result] * count);
  const status = firstNode + toEight(4 * (count + 1));
  return { sections, firstNode, status, cost: status + toEight(count) };
}

type Part = 'sections' | 'firstNode' | 'status' | 'cost';

/** Whether the answers of a job can be read without looking at every query. */
const isPlain = ({ into, result, searcher }: WaveJob): boolean =>
  into !== undefined && result !== 'next' && !searcher.amend && !costsOnHost(searcher.units);

/**
 * Reads the answers into the caller's arrays, by one map. Undefined where the host has to look at
 * every query: some paths found no room, or costs have to be made of labels.
 */
async function readAnswers(
  { back, nodesAt }: WaveMemory,
  job: WaveJob,
): Promise<WaveResult | undefined> {
  const { into, result, queries } = job;
  const { count } = queries;
  if (!into || !isPlain(job)) return undefined;
  const head = new Uint32Array(COUNTERS);
  const none = new Uint32Array(0);
  const isDone = (): boolean =>
    head[COUNTER.noRoom] + head[COUNTER.stuck] + head[COUNTER.unknown] === 0;
  const ifDone = (array: ArrayBufferView) => () => (isDone() ? array : none);
  const at = layOut(count, result);
  const settled = at.sections + 4 * SECTION.settled * count;
  let node: Uint32Array = none;
  const paths: ReadPart[] = [
    { at: at.firstNode, into: ifDone(into.firstNode.subarray(0, count + 1)) },
    {
      at: nodesAt,
      into() {
        if (!isDone()) return none;
        const total = into.firstNode[count];
        node = arrayFor(job, total);
        return node.subarray(0, total);
      },
    },
  ];
  await back.read(
    { at: 0, into: head },
    { at: at.status, into: ifDone(into.status) },
    { at: at.cost, into: ifDone(into.cost) },
    { at: settled, into: ifDone(into.settled) },
    ...(result === 'routes' ? paths : []),
  );
  if (!isDone()) return undefined;
  if (result !== 'routes') into.firstNode.fill(0);
  return { count, results: none, firstNode: into.firstNode, node, isWritten: true };
}

/** Reads everything but the paths: the sections of results and firstNode. */
async function readSections(
  { back, words }: WaveMemory,
  { searcher, queries, result }: WaveJob,
): Promise<{ results: Uint32Array; firstNode: Uint32Array }> {
  const { count } = queries;
  const own = SECTIONS_BACK[result] * count;
  const at = layOut(count, result);
  const results = words.subarray(0, own);
  const firstNode = words.subarray(own, result === 'routes' ? own + count + 1 : own);
  await back.read({ at: at.sections, into: results }, { at: at.firstNode, into: firstNode });
  searcher.amend?.(results, queries);
  return { results, firstNode };
}

/**
 * Submits the searches and the packing. With a signal at most two dispatches are under way, so that
 * an abort is seen soon.
 */
async function submit(
  device: GPUDevice,
  memory: WaveMemory,
  job: WaveJob,
  held: boolean,
): Promise<void> {
  const { searcher, queries, signal } = job;
  const { count } = queries;
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
function submitPacking(device: GPUDevice, memory: WaveMemory, job: WaveJob, held: boolean): void {
  const { queries, result, room, searcher } = job;
  const { count } = queries;
  const { buffers, packParams, scan, back, nodesAt } = memory;
  const { results, statuses, costs, counters, lengths, firstNode, paths, packed } = buffers;
  const encoder = device.createCommandEncoder({ label: 'search: pack' });
  const at = layOut(count, result);
  device.queue.writeBuffer(packParams, 0, Uint32Array.of(count));
  if (result === 'routes') {
    const lengthsKernel = { label: 'search: lengths', code: PACK_WGSL, entry: 'lengthsOf' };
    const packKernel = { label: 'search: pack', code: PACK_WGSL, entry: 'pack' };
    const lengthGroups = Math.min(MOST_PACK_GROUPS, Math.ceil((count + 1) / 256));
    const packGroups = Math.min(MOST_PACK_GROUPS, Math.ceil((count + 1) / 16));
    scan.setLength(count + 1);
    const toLengths = { 0: packParams, 1: results, 5: lengths };
    encodeSteps(encoder, 'search: lengths', [step(device, lengthsKernel, toLengths, lengthGroups)]);
    scan.encode(encoder);
    const toPacked = { 0: packParams, 1: results, 2: firstNode, 3: paths, 4: packed };
    encodeSteps(encoder, 'search: pack', [step(device, packKernel, toPacked, packGroups)]);
    back.encode(encoder, firstNode, 0, at.firstNode, (count + 1) * 4);
    if (!held) back.encode(encoder, packed, 0, nodesAt, room * 4);
  }
  if (isPlain(job)) {
    encodeSteps(encoder, 'search: answers', [answersStep(device, memory, searcher.units, count)]);
    back.encode(encoder, counters, 0, 0, 4 * COUNTERS);
    back.encode(encoder, statuses, 0, at.status, 4 * Math.ceil(count / 4));
    back.encode(encoder, costs, 0, at.cost, 4 * count);
  }
  back.encode(encoder, results, 0, at.sections, 4 * SECTIONS_BACK[result] * count);
  device.queue.submit([encoder.finish()]);
}

/** The array, or a copy where threads share it: not every WebGPU writes from shared memory. */
function unshared(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const { buffer } = array;
  return buffer instanceof ArrayBuffer ? (array as Uint32Array<ArrayBuffer>) : array.slice();
}
