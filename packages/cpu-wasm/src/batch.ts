import { FOUND, NEAREST, type Queries, type Routes } from '@wayfield/graph';
import type { Arena } from './arena.ts';
import type { Searcher } from './searcher.ts';
import type { RunOptions } from './types.ts';

const PROGRESS_MS = 50;

/** The arrays of a result while it grows. */
export interface RouteWriter {
  readonly status: Uint8Array;
  readonly cost: Float32Array;
  readonly settled: Uint32Array;
  /** Takes over the answer of query `i` from a searcher; queries come in order. */
  put(i: number, status: number, searcher: Searcher): void;
  finish(): Routes;
}

/** Collects `count` answers, in the arrays of an earlier result where they are large enough. */
export function createRouteWriter(arena: Arena, count: number, options: RunOptions): RouteWriter {
  const { reuse } = options;
  const paths = options.result !== 'cost';
  const status = fitting(Uint8Array, reuse?.status, count);
  const cost = fitting(Float32Array, reuse?.cost, count);
  const settled = fitting(Uint32Array, reuse?.settled, count);
  const firstNode = fitting(Uint32Array, reuse?.firstNode, count + 1);
  let node: Uint32Array<ArrayBuffer> =
    paths && reuse !== undefined
      ? new Uint32Array(reuse.node.buffer as ArrayBuffer)
      : new Uint32Array(paths ? Math.min(count * 64, 65536) : 0);
  let used = 0;
  firstNode[0] = 0;
  return {
    status,
    cost,
    settled,
    put(i, code, searcher) {
      status[i] = code;
      settled[i] = searcher.settled();
      const found = code === FOUND || code === NEAREST;
      cost[i] = found ? searcher.cost() : Infinity;
      if (found && paths) {
        const length = searcher.pathLength();
        if (used + length > node.length) node = grown(node, used, used + length);
        const from = searcher.path() / 4;
        const words = arena.words();
        for (let k = 0; k < length; k++) node[used + k] = words[from + k];
        used += length;
      }
      firstNode[i + 1] = used;
    },
    finish: () => ({ count, status, cost, firstNode, node: node.subarray(0, used), settled }),
  };
}

/** Answers the queries one after another on the calling thread. `settle` runs after each search. */
export function runBatch(
  searcher: Searcher,
  arena: Arena,
  queries: Queries,
  sizes: (i: number) => number,
  options: RunOptions,
  settle: () => void,
): Routes {
  const { count, source, target } = queries;
  const writer = createRouteWriter(arena, count, options);
  const nearest = options.nearest === true;
  const limit = options.maxSettled ?? 0xffffffff;
  const check = progressCheck(options, count);
  for (let i = 0; i < count; i++) {
    const code = searcher.search(source[i], target[i], sizes(i), nearest, limit);
    writer.put(i, code, searcher);
    settle();
    check?.(i + 1);
  }
  options.onProgress?.(count, count);
  return writer.finish();
}

/** Reports progress and looks at the signal, every 50 ms; undefined when nobody wants to know. */
export function progressCheck(
  options: RunOptions,
  count: number,
): ((done: number) => void) | undefined {
  const { onProgress, signal } = options;
  signal?.throwIfAborted();
  if (onProgress === undefined && signal === undefined) return undefined;
  let last = performance.now();
  return (done) => {
    const now = performance.now();
    if (now - last < PROGRESS_MS || done === count) return;
    last = now;
    onProgress?.(done, count);
    signal?.throwIfAborted();
  };
}

interface Constructor<T> {
  new (length: number): T;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
}

function fitting<T extends { buffer: ArrayBufferLike; byteOffset: number }>(
  type: Constructor<T>,
  old: T | undefined,
  length: number,
): T {
  if (old === undefined || !(old.buffer instanceof ArrayBuffer)) return new type(length);
  const bytes = (old as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT;
  const fits = old.byteOffset + length * bytes <= old.buffer.byteLength;
  return fits ? new type(old.buffer, old.byteOffset, length) : new type(length);
}

function grown(node: Uint32Array, used: number, needed: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(needed, node.length * 2));
  larger.set(node.subarray(0, used));
  return larger;
}
