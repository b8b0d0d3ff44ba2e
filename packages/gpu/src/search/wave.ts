import type { Queries } from '@wayfield/graph';
import { COPY_DST, UNIFORM } from '../buffer-usage.ts';
import { allocate } from '../buffers.ts';
import { guarded } from '../guard.ts';
import { encodeSteps, step } from '../pipeline.ts';
import { createReadBack, type ReadBack } from '../read-back.ts';
import type { Primitive } from '../primitive.ts';
import { createOrder, type Order } from './order.ts';
import { createScan } from '../scan/scan.ts';
import { PACK_WGSL } from './pack.wgsl.ts';
import { PARAM_WORDS, type Searcher } from './engine.ts';
import type { OrderRule } from './order.ts';
import { AGAIN, STUCK, stuckError } from './status.ts';

/**
 * Sections of the results on the GPU, of one word per query: status, label, settled nodes, offset of
 * the path (or the next node, or the length of a path without room), length. Of these come back:
 */
const SECTIONS = 5;
const BACK = { cost: 3, next: 4, routes: 4 } as const;

/** What a run is asked for. */
export type Result = keyof typeof BACK;
/** The kernels' number for it. */
export const RESULT_CODE: Readonly<Record<Result, number>> = { cost: 0, next: 1, routes: 2 };
const PACK_GROUPS = 2048;

/** What a wave brought back: but for `node` views that the next run writes over. */
export interface WaveResult {
  readonly count: number;
  /** The first sections of the results, `count` words each, all but the length. */
  readonly results: Uint32Array;
  /** 'routes' only: count + 1 words. */
  readonly firstNode: Uint32Array;
  /** 'routes' only: the paths. */
  readonly node: Uint32Array;
}

/** Paths that stay on the GPU, until the next run of the wave. */
export interface HeldPaths {
  readonly count: number;
  readonly status: Uint8Array;
  /** Nodes of all paths, and of the longest one. */
  readonly total: number;
  readonly longest: number;
  /** Queries whose paths found no room, and the nodes that all paths have together with those. */
  readonly roomless: number;
  readonly wanted: number;
  readonly firstNode: GPUBuffer;
  readonly node: GPUBuffer;
}

/** Buffers for batches of up to `capacity` queries whose paths have up to `pathWords` nodes together. */
export interface Wave {
  readonly capacity: number;
  readonly pathWords: number;
  readonly memoryBytes: number;
  /**
   * One run at a time, by whatever answers, with room for so many words of paths, at most pathWords.
   * They go into `reuse` where it is large enough. Rejects with the reason of `signal` when that is aborted.
   */
  run(
    by: Searcher,
    queries: Queries,
    result: Result,
    room: number,
    options?: { readonly reuse?: Uint32Array; readonly signal?: AbortSignal },
  ): Promise<WaveResult>;
  /** The same without bringing the paths back. */
  hold(
    by: Searcher,
    queries: Queries,
    room: number,
    signal: AbortSignal | undefined,
  ): Promise<HeldPaths>;
  destroy(): void;
}

type Names =
  | 'keys'
  | 'order'
  | 'queries'
  | 'results'
  | 'counters'
  | 'lengths'
  | 'firstNode'
  | 'paths'
  | 'packed';

/** `rule` is that of the searchers that take queries in an order, if there are such. */
export async function createWave(
  device: GPUDevice,
  rule: OrderRule | undefined,
  capacity: number,
  pathWords: number,
): Promise<Wave> {
  const buffers: Record<Names, GPUBuffer> = await allocate(device, 'search', {
    keys: rule ? capacity : 0,
    order: rule ? capacity : 0,
    queries: capacity * 2,
    results: capacity * SECTIONS,
    counters: 4,
    lengths: capacity + 1,
    firstNode: capacity + 1,
    paths: Math.max(1, pathWords),
    packed: Math.max(1, pathWords),
  });
  const uniform = (words: number, label: string): GPUBuffer =>
    device.createBuffer({ label, size: words * 4, usage: UNIFORM | COPY_DST });
  const params = uniform(PARAM_WORDS, 'search: params');
  const packParams = uniform(4, 'search: pack params');
  const nodesAt = Math.ceil(((SECTIONS + 1) * capacity + 1) / 2) * 8;
  const back: ReadBack = await guarded(device, 'search results', () =>
    createReadBack(device, nodesAt + pathWords * 4, 'search results'),
  );
  const scan: Primitive = createScan(device, {
    input: buffers.lengths,
    output: buffers.firstNode,
    length: capacity + 1,
    label: 'search: first nodes',
  });
  const order: Order | undefined = rule ? createOrder(device, rule, buffers, capacity) : undefined;
  /** What comes back first; the next run writes over it. */
  const words = new Uint32Array((SECTIONS + 1) * capacity + 1);

  /** Submits searches `from` to `to`, one dispatch after another, so that none of them lasts long. */
  function submitSearches(
    by: Searcher,
    count: number,
    result: Result,
    room: number,
    from: number,
    to: number,
  ): void {
    const ordered = by.order && order;
    const { queries, results, counters, paths } = buffers;
    const searches = step(
      device,
      by.kernel(result),
      {
        0: params,
        2: queries,
        3: results,
        4: counters,
        5: paths,
        ...by.resources,
        ...(ordered && { 8: buffers.order }),
      },
      by.workgroups(count),
    );
    for (let begin = from; begin < to; begin += by.perDispatch) {
      const limit = Math.min(to, begin + by.perDispatch);
      const encoder = device.createCommandEncoder({ label: 'search' });
      if (begin === 0) ordered?.encode(encoder, count);
      by.prepare?.(encoder, limit - begin);
      device.queue.writeBuffer(params, 0, by.params(count, begin, limit, room));
      // the first dispatch empties the paths as well
      const start = begin === 0 ? Uint32Array.of(0, 0) : Uint32Array.of(begin);
      device.queue.writeBuffer(counters, 0, start);
      encodeSteps(encoder, 'search', [searches]);
      device.queue.submit([encoder.finish()]);
    }
  }

  function submitPacking(count: number, result: Result, room: number, held: boolean): void {
    const encoder = device.createCommandEncoder({ label: 'search: pack' });
    if (result === 'routes') {
      const lengthsKernel = { label: 'search: lengths', code: PACK_WGSL, entry: 'lengthsOf' };
      const packKernel = { label: 'search: pack', code: PACK_WGSL, entry: 'pack' };
      const { results, lengths, firstNode, paths: traced, packed } = buffers;
      const lengthGroups = Math.min(PACK_GROUPS, Math.ceil((count + 1) / 256));
      const packGroups = Math.min(PACK_GROUPS, Math.ceil((count + 1) / 16));
      device.queue.writeBuffer(packParams, 0, Uint32Array.of(count));
      scan.setLength(count + 1);
      encodeSteps(encoder, 'search: lengths', [
        step(device, lengthsKernel, { 0: packParams, 1: results, 5: lengths }, lengthGroups),
      ]);
      scan.encode(encoder);
      encodeSteps(encoder, 'search: pack', [
        step(
          device,
          packKernel,
          { 0: packParams, 1: results, 2: firstNode, 3: traced, 4: packed },
          packGroups,
        ),
      ]);
      back.encode(encoder, buffers.firstNode, 0, BACK.routes * count * 4, (count + 1) * 4);
      if (!held) back.encode(encoder, buffers.packed, 0, nodesAt, room * 4);
    }
    back.encode(encoder, buffers.results, 0, 0, BACK[result] * count * 4);
    device.queue.submit([encoder.finish()]);
  }

  /**
   * Searches, and brings back everything but the paths: the results and firstNode. With a signal at most two
   * dispatches are on the device at a time, and none follows an abort.
   */
  async function search(
    by: Searcher,
    queries: Queries,
    result: Result,
    room: number,
    held: boolean,
    signal: AbortSignal | undefined,
  ): Promise<{ results: Uint32Array; firstNode: Uint32Array }> {
    const { count, source, target } = queries;
    const own = BACK[result] * count;
    const results = words.subarray(0, result === 'routes' ? own + count + 1 : own);
    const most = signal ? by.perDispatch : Math.max(1, count);
    let before: Promise<void> | undefined;
    let from = 0;
    do {
      signal?.throwIfAborted();
      const begin = from;
      from = Math.min(count, from + most);
      const submitted = guarded(device, 'search', () => {
        if (begin === 0) {
          device.queue.writeBuffer(buffers.queries, 0, unshared(source));
          device.queue.writeBuffer(buffers.queries, count * 4, unshared(target));
        }
        submitSearches(by, count, result, room, begin, from);
        if (from < count) return device.queue.onSubmittedWorkDone().then(() => {});
        submitPacking(count, result, room, held);
      });
      submitted.catch(() => {});
      await before;
      before = submitted;
    } while (from < count);
    await before;
    await back.read({ at: 0, into: results });
    by.amend?.(results, queries);
    return { results, firstNode: results.subarray(own) };
  }

  return {
    capacity,
    pathWords,
    memoryBytes:
      Object.values(buffers).reduce((sum, buffer) => sum + buffer.size, 0) +
      params.size +
      packParams.size +
      back.memoryBytes +
      (order?.memoryBytes ?? 0) +
      scan.memoryBytes,
    async run(by, queries, result, room, { reuse, signal } = {}) {
      const { count } = queries;
      const { results, firstNode } = await search(by, queries, result, room, false, signal);
      const total = result === 'routes' ? firstNode[count] : 0;
      const node = reuse && reuse.length >= total ? reuse : new Uint32Array(total);
      if (total > 0) await back.read({ at: nodesAt, into: node.subarray(0, total) });
      return { count, results, firstNode, node };
    },
    async hold(by, queries, room, signal) {
      const { count } = queries;
      const { results, firstNode } = await search(by, queries, 'routes', room, true, signal);
      const total = firstNode[count];
      let [longest, roomless, wanted] = [0, 0, total];
      for (let i = 0; i < count; i++) {
        longest = Math.max(longest, firstNode[i + 1] - firstNode[i]);
        if (results[i] === STUCK) throw stuckError();
        if (results[i] !== AGAIN) continue;
        roomless++;
        wanted += results[3 * count + i];
      }
      const status = Uint8Array.from(results.subarray(0, count));
      const { firstNode: first, packed: node } = buffers;
      return { count, status, total, longest, roomless, wanted, firstNode: first, node };
    },
    destroy() {
      for (const buffer of Object.values(buffers)) buffer.destroy();
      params.destroy();
      packParams.destroy();
      back.destroy();
      scan.destroy();
      order?.destroy();
    },
  };
}

/** The array itself, or a copy where threads share it: not every WebGPU writes from such memory. */
function unshared(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const { buffer } = array;
  return buffer instanceof ArrayBuffer ? (array as Uint32Array<ArrayBuffer>) : array.slice();
}

/** Fills the labels of all slots with INF and their bits with 0, once. */
export async function clearLabels(
  device: GPUDevice,
  labels: GPUBuffer,
  nodes: number,
  slots: number,
): Promise<void> {
  const kernel = { label: 'search: clear', code: CLEAR_WGSL, entry: 'clear' };
  const params = device.createBuffer({ size: 16, usage: UNIFORM | COPY_DST });
  device.queue.writeBuffer(params, 0, Uint32Array.of(nodes, slots));
  await guarded(device, 'search: clear', () => {
    const encoder = device.createCommandEncoder();
    encodeSteps(encoder, 'search: clear', [step(device, kernel, { 0: params, 1: labels }, 4096)]);
    device.queue.submit([encoder.finish()]);
  });
  params.destroy();
}

const CLEAR_WGSL = /* wgsl */ `
struct Params { nodes: u32, slots: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> labels: array<u32>;

@compute @workgroup_size(256)
fn clear(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let each = params.nodes + (params.nodes + 31u) / 32u;
  for (var i = id.x; i < each * params.slots; i += groups.x * 256u) {
    labels[i] = select(0u, 0xffffffffu, i % each < params.nodes);
  }
}
`;
