import { FOUND, NEAREST, type Queries, type Routes } from '@wayfield/graph';
import type { Arena } from '@wayfield/wasm';
import type { Searcher } from './searcher.ts';
import type { RunOptions } from './types.ts';

const PROGRESS_MS = 50;
const EMPTY = new Uint32Array(0);

/** What a batch asks of a searcher; `path` is only asked for after `pathLength`. */
export type PathSearcher = Pick<Searcher, 'search' | 'cost' | 'settled' | 'pathLength' | 'path'>;

/** The arrays of a result while it grows. */
export interface RouteWriter {
  readonly status: Uint8Array;
  readonly cost: Float32Array;
  readonly settled: Uint32Array;
  /** Takes over the answer of query `i` from a searcher; queries come in order. */
  put(i: number, status: number, searcher: PathSearcher): void;
  /** The paths of all queries: so many nodes at these addresses in WebAssembly memory. */
  appendAll(address: Uint32Array, length: Uint32Array): void;
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
      : paths
        ? new Uint32Array(Math.min(count * 64, 65536))
        : EMPTY;
  let used = 0;
  firstNode[0] = 0;
  function append(i: number, address: number, length: number): void {
    if (paths && length > 0) {
      if (used + length > node.length) node = grown(node, used, used + length);
      const words = arena.words();
      const from = address / 4;
      for (let k = 0; k < length; k++) node[used + k] = words[from + k];
      used += length;
    }
    firstNode[i + 1] = used;
  }
  return {
    status,
    cost,
    settled,
    put(i, code, searcher) {
      const found = code === FOUND || code === NEAREST;
      status[i] = code;
      settled[i] = searcher.settled();
      cost[i] = found ? searcher.cost() : Infinity;
      const length = found && paths ? searcher.pathLength() : 0;
      append(i, length > 0 ? searcher.path() : 0, length);
    },
    appendAll(address, length) {
      for (let i = 0; i < count; i++) firstNode[i + 1] = firstNode[i] + length[i];
      used = firstNode[count];
      if (used > node.length) node = new Uint32Array(used);
      // of a shared memory each look at its views takes as long as a short path
      const words = arena.words();
      for (let i = 0; i < count; i++) {
        const from = address[i] / 4;
        const to = firstNode[i];
        for (let k = length[i]; k-- > 0;) node[to + k] = words[from + k];
      }
    },
    // a view made by `subarray` takes three times as long
    finish: () => ({
      count,
      status,
      cost,
      firstNode,
      node: new Uint32Array(node.buffer, 0, used),
      settled,
    }),
  };
}

/** A batch under way on the calling thread. */
export interface Batch {
  /** Goes on for about `ms` milliseconds. True when every query is answered. */
  advance(ms: number): boolean;
  finish(): Routes;
}

/** Starts a batch of checked queries. `settle` runs after each search. */
export function startBatch(
  searcher: PathSearcher,
  arena: Arena,
  queries: Queries,
  sizes: (i: number) => number,
  options: RunOptions,
  settle: () => void,
): Batch {
  const { count, source, target } = queries;
  const { onProgress, signal } = options;
  const writer = createRouteWriter(arena, count, options);
  const nearest = options.nearest === true;
  const limit = options.maxSettled ?? 0xffffffff;
  const watched = onProgress !== undefined || signal !== undefined;
  let i = 0;
  let reported = watched ? performance.now() : 0;
  signal?.throwIfAborted();
  return {
    advance(ms) {
      signal?.throwIfAborted();
      const timed = watched || ms < Infinity;
      const end = timed ? performance.now() + ms : 0;
      while (i < count) {
        writer.put(i, searcher.search(source[i], target[i], sizes(i), nearest, limit), searcher);
        settle();
        i++;
        if (!timed) continue;
        const now = performance.now();
        if (watched && now - reported >= PROGRESS_MS) {
          reported = now;
          onProgress?.(i, count);
          signal?.throwIfAborted();
        }
        if (now >= end) break;
      }
      return i === count;
    },
    finish() {
      onProgress?.(count, count);
      return writer.finish();
    },
  };
}

interface Constructor<T> {
  new (length: number): T;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
}

function fitting<T extends { buffer: ArrayBufferLike; byteOffset: number; length: number }>(
  type: Constructor<T>,
  old: T | undefined,
  length: number,
): T {
  if (old === undefined || !(old.buffer instanceof ArrayBuffer)) return new type(length);
  if (old.length === length) return old;
  const bytes = (old as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT;
  const fits = old.byteOffset + length * bytes <= old.buffer.byteLength;
  return fits ? new type(old.buffer, old.byteOffset, length) : new type(length);
}

function grown(node: Uint32Array, used: number, needed: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(needed, node.length * 2));
  larger.set(node.subarray(0, used));
  return larger;
}
