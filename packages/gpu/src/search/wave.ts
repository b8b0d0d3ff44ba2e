// One wave: the queries go to the device, a searcher answers them, and the paths are packed in the
// order of the queries. wave-turns.ts calls `answer`, which reads the answers straight into the
// caller's arrays, by one map of a staging buffer. wave-runner.ts calls `run`, which takes two
// maps: first the results and firstNode, which says how many nodes there are, then the nodes.
import { encodeSteps, guarded, type ReadPart, step } from '@wayfield/gpu-core';
import type { Queries } from '@wayfield/graph';
import { awaitSubmit } from '../await-submit.ts';
import { answersStep, HEAD_WORDS, needsLabels, TOTAL } from './answers.ts';
import { COUNTER } from './answers.wgsl.ts';
import { costsOf } from './costs.ts';
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

/** Most workgroups that pack paths; each loops over several paths. */
const MOST_PACK_GROUPS = 2048;

/** Arrays for the answers of the queries of a wave, with an entry each. */
export interface AnswersInto {
  readonly status: Uint8Array;
  readonly cost: Float32Array;
  readonly settled: Uint32Array;
  /** Counts from the first node of the wave. */
  readonly firstNode: Uint32Array;
  /** An array for the `total` nodes of all paths; called only for result 'routes'. */
  node(total: number): Uint32Array;
}

/** What `answer` found. */
export interface Answered {
  /** Queries whose paths found no room: if there are any, no array was written. */
  readonly withoutRoom: number;
  /** Nodes of all paths, also of those that found no room; 0 with result 'cost'. */
  readonly wanted: number;
}

/** A job whose answers are read straight into arrays: result 'routes' or 'cost'. */
export interface AnswerJob extends WaveJob {
  readonly into: AnswersInto;
}

/** What a wave is run for. */
export interface WaveJob {
  readonly searcher: Searcher;
  readonly queries: Queries;
  readonly result: Result;
  /** Words of paths to use, at most `pathWords` of the wave. */
  readonly room: number;
  readonly signal?: AbortSignal | undefined;
}

/** Paths that stay on the device until the next job of the wave. */
export interface HeldPaths {
  readonly count: number;
  readonly status: Uint8Array;
  /** Nodes of all paths that found room, and of the longest of these. */
  readonly total: number;
  readonly longest: number;
  /** Queries whose paths found no room, and the nodes of all paths, of these too. */
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
  /** Reads results and paths. Rejects with the reason of `signal` when that is aborted. */
  run(job: WaveJob): Promise<WaveResult>;
  /** Reads the answers into the arrays of the job, by one map. Submits before it returns. */
  answer(job: AnswerJob): Promise<Answered>;
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
      await submit(device, memory, job, { paths: true, answers: false });
      const { results, firstNode } = await readSections(memory, job);
      const total = job.result === 'routes' ? firstNode[count] : 0;
      const node = new Uint32Array(total);
      if (total > 0) await back.read({ at: nodesAt, into: node });
      return { count, results, firstNode, node };
    },
    async answer(job) {
      let reading: Promise<Answered> | undefined;
      const begin = (): void => {
        // mapping begins with the submit; if it fails, the promise returned below rejects
        reading = readAnswers(memory, job);
        reading.catch(() => {});
      };
      const submitted = submit(device, memory, job, { paths: true, answers: true, begin });
      await awaitSubmit(submitted, () => reading);
      return reading!;
    },
    async hold(job) {
      const { count } = job.queries;
      await submit(device, memory, job, { paths: false, answers: false });
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

type Part = 'sections' | 'firstNode' | 'status' | 'cost';

/** Bytes of the staging memory where each part begins. */
function stagingLayout(count: number, result: Result): Record<Part, number> {
  const sections = 4 * HEAD_WORDS;
  const firstNode = sections + toEight(4 * SECTIONS_BACK[result] * count);
  const status = firstNode + toEight(4 * (count + 1));
  return { sections, firstNode, status, cost: status + toEight(count) };
}

/** Reads the answers into the arrays of the job, unless some paths found no room. */
async function readAnswers(
  { back, nodesAt }: WaveMemory,
  { into, result, queries: { count }, searcher }: AnswerJob,
): Promise<Answered> {
  const head = new Uint32Array(HEAD_WORDS);
  const none = new Uint32Array(0);
  const isDone = (): boolean => head[COUNTER.noRoom] + head[COUNTER.stuck] === 0;
  const ifDone = (array: ArrayBufferView) => () => (isDone() ? array : none);
  const at = stagingLayout(count, result);
  const sectionAt = (name: keyof typeof SECTION): number => at.sections + 4 * SECTION[name] * count;
  // A read must begin at a multiple of 8 bytes. The labels of an odd number of queries begin at an
  // odd word, so the read begins one word early.
  const early = count % 2;
  let labels: Uint32Array | undefined;
  function labelsIfNeeded(): Uint32Array {
    if (!isDone() || !needsLabels(searcher.units, head)) return none;
    const words = new Uint32Array(early + count);
    labels = words.subarray(early);
    return words;
  }
  const paths: ReadPart[] = [
    { at: at.firstNode, into: ifDone(into.firstNode) },
    { at: nodesAt, into: () => (isDone() ? into.node(head[TOTAL]) : none) },
  ];
  await back.read(
    { at: 0, into: head },
    { at: at.status, into: ifDone(into.status) },
    { at: at.cost, into: ifDone(into.cost) },
    { at: sectionAt('label') - 4 * early, into: labelsIfNeeded },
    { at: sectionAt('settled'), into: ifDone(into.settled) },
    ...(result === 'routes' ? paths : []),
  );
  if (head[COUNTER.stuck] > 0) throw stuckError();
  if (labels) costsOf(searcher.units, into.status, labels, into.cost);
  const wanted = result === 'routes' ? head[TOTAL] + head[COUNTER.wanted] : 0;
  return { withoutRoom: head[COUNTER.noRoom], wanted };
}

/** Reads everything but the paths: the sections of results and firstNode. */
async function readSections(
  { back, words }: WaveMemory,
  { searcher, queries, result }: WaveJob,
): Promise<{ results: Uint32Array; firstNode: Uint32Array }> {
  const { count } = queries;
  const own = SECTIONS_BACK[result] * count;
  const at = stagingLayout(count, result);
  const results = words.subarray(0, own);
  const firstNode = words.subarray(own, result === 'routes' ? own + count + 1 : own);
  await back.read({ at: at.sections, into: results }, { at: at.firstNode, into: firstNode });
  searcher.amend?.(results, queries);
  return { results, firstNode };
}

/** What is copied to staging memory beside the sections and firstNode. */
interface Copied {
  readonly paths: boolean;
  /** Statuses and costs. */
  readonly answers: boolean;
  /** Called after the last submit. */
  begin?(): void;
}

/**
 * Submits the searches and the packing. With a signal at most two dispatches are under way, so that
 * an abort is seen soon.
 */
async function submit(
  device: GPUDevice,
  memory: WaveMemory,
  job: WaveJob,
  copied: Copied,
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
      submitPacking(device, memory, job, copied);
      copied.begin?.();
    });
    submitted.catch(() => searcher.submitFailed?.());
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
  { searcher, queries: { count }, result, room }: Omit<WaveJob, 'signal'>,
  [from, to]: readonly [from: number, to: number],
): void {
  // without queries the searcher may have no memory
  if (count === 0) return;
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
    // the first dispatch clears all counters, which also empties `paths`; later ones set NEXT_QUERY
    const start = begin === 0 ? new Uint32Array(COUNTERS) : Uint32Array.of(begin);
    device.queue.writeBuffer(counters, 0, start);
    encodeSteps(encoder, 'search', [searches]);
    device.queue.submit([encoder.finish()]);
  }
}

/** Packs the paths in the order of the queries and copies what is read back. */
function submitPacking(device: GPUDevice, memory: WaveMemory, job: WaveJob, copied: Copied): void {
  const { queries, result, room, searcher } = job;
  const { count } = queries;
  const { buffers, packParams, scan, back, nodesAt } = memory;
  const { results, statuses, costs, counters, lengths, firstNode, paths, packed } = buffers;
  const encoder = device.createCommandEncoder({ label: 'search: pack' });
  const at = stagingLayout(count, result);
  device.queue.writeBuffer(packParams, 0, Uint32Array.of(count));
  if (result === 'routes') {
    const lengthsKernel = { label: 'search: lengths', code: PACK_WGSL, entry: 'lengthsOf' };
    const packKernel = { label: 'search: pack', code: PACK_WGSL, entry: 'pack' };
    const lengthGroups = Math.min(MOST_PACK_GROUPS, Math.ceil((count + 1) / 256));
    // a workgroup of 256 invocations packs the paths of 16 queries, by TEAM = 16 invocations each
    const packGroups = Math.min(MOST_PACK_GROUPS, Math.ceil((count + 1) / 16));
    scan.setLength(count + 1);
    const toLengths = { 0: packParams, 1: results, 5: lengths };
    encodeSteps(encoder, 'search: lengths', [step(device, lengthsKernel, toLengths, lengthGroups)]);
    scan.encode(encoder);
    const toPacked = { 0: packParams, 1: results, 2: firstNode, 3: paths, 4: packed };
    encodeSteps(encoder, 'search: pack', [step(device, packKernel, toPacked, packGroups)]);
    back.encode(encoder, firstNode, 0, at.firstNode, (count + 1) * 4);
    if (copied.paths) back.encode(encoder, packed, 0, nodesAt, room * 4);
  }
  if (copied.answers) {
    encodeSteps(encoder, 'search: answers', [answersStep(device, memory, searcher.units, count)]);
    back.encode(encoder, counters, 0, 0, 4 * TOTAL);
    if (result === 'routes') back.encode(encoder, firstNode, 4 * count, 4 * TOTAL, 4);
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
