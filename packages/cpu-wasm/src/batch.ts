import { FOUND, NEAREST, NO_PATH, type Queries, type Routes } from '@wayfield/graph';
import type { Arena, DestroyGuard } from '@wayfield/wasm';
import { NO_LIMIT } from './marks.ts';
import { nearestBits } from './nearest.ts';
import type { AgentSizes } from './options.ts';
import { PROGRESS_MS } from './progress.ts';
import type { BlockAnswers, BlockWriter, Searcher } from './searcher.ts';
import type { RouteOptions, RunOptions, SettledRoute } from './types.ts';

/** Room for path nodes that a batch begins with: this many per query, at most MOST_GUESSED. */
const NODES_PER_QUERY = 64;
const MOST_GUESSED = 65536;
/**
 * The least number of queries that are answered as a block. A block is copied in and out array by
 * array, which costs as much as it saves at about 14 short queries.
 */
const LEAST_BLOCK = 16;
const EMPTY = new Uint32Array(0);

/** What a batch needs of a searcher. `path` is only called after `pathLength` of one search. */
export type PathSearcher = Pick<
  Searcher,
  'search' | 'answerBlock' | 'cost' | 'settled' | 'pathLength' | 'path'
>;

/**
 * The arrays of a result while it grows: new ones, or those of an earlier result where they are
 * large enough. A class, because the closures of a factory would take as long as a short search.
 */
export class RouteWriter implements BlockWriter {
  readonly status: Uint8Array;
  readonly cost: Float32Array;
  readonly settled: Uint32Array;
  private readonly arena: Arena;
  private readonly count: number;
  readonly paths: boolean;
  private readonly firstNode: Uint32Array;
  private node: Uint32Array;
  /** Nodes of all paths so far. */
  private used = 0;

  constructor(arena: Arena, count: number, options: RunOptions) {
    const { reuse } = options;
    this.arena = arena;
    this.count = count;
    this.paths = options.result !== 'cost';
    if (reuse === undefined) {
      this.status = new Uint8Array(count);
      this.cost = new Float32Array(count);
      this.settled = new Uint32Array(count);
      this.firstNode = new Uint32Array(count + 1);
      this.node = EMPTY;
    } else {
      this.status = fitting(Uint8Array, reuse.status, count);
      this.cost = fitting(Float32Array, reuse.cost, count);
      this.settled = fitting(Uint32Array, reuse.settled, count);
      this.firstNode = fitting(Uint32Array, reuse.firstNode, count + 1);
      this.node = this.paths ? reuse.node : EMPTY;
    }
    this.firstNode[0] = 0;
  }

  /** Copies the answer of query `i` from a searcher; queries come in order. */
  put(i: number, code: number, searcher: PathSearcher): void {
    const found = code === FOUND || code === NEAREST;
    this.status[i] = code;
    this.settled[i] = searcher.settled();
    this.cost[i] = found ? searcher.cost() : Infinity;
    const length = found && this.paths ? searcher.pathLength() : 0;
    if (length > 0) {
      const { used } = this;
      const node = this.reserve(used + length, i + 1);
      const words = this.arena.words();
      const from = searcher.path() / 4;
      for (let k = 0; k < length; k++) node[used + k] = words[from + k];
      this.used = used + length;
    }
    this.firstNode[i + 1] = this.used;
  }

  pathEnd(): number {
    return this.used;
  }

  /** Copies the answers of a block of queries; queries come in order. */
  putBlock(i: number, count: number, answers: BlockAnswers): void {
    const { statuses, costs, settled, ends, paths } = answers;
    const words = this.arena.words();
    this.status.set(this.arena.bytes().subarray(statuses, statuses + count), i);
    this.cost.set(this.arena.floats().subarray(costs / 4, costs / 4 + count), i);
    this.settled.set(words.subarray(settled / 4, settled / 4 + count), i);
    this.firstNode.set(words.subarray(ends / 4, ends / 4 + count), i + 1);
    const { used } = this;
    const end = this.firstNode[i + count];
    if (end === used) return;
    const node = this.reserve(end, i + count);
    node.set(words.subarray(paths / 4, paths / 4 + end - used), used);
    this.used = end;
  }

  /** Copies all paths: that of query i has length[i] nodes at address[i] in WebAssembly memory. */
  appendAll(address: Uint32Array, length: Uint32Array): void {
    const { firstNode, count } = this;
    for (let i = 0; i < count; i++) firstNode[i + 1] = firstNode[i] + length[i];
    this.used = firstNode[count];
    const node = this.reserve(this.used, count);
    // fetching a view of shared memory takes as long as copying a short path: fetch it once
    const words = this.arena.words();
    for (let i = 0; i < count; i++) {
      const from = address[i] / 4;
      const to = firstNode[i];
      for (let k = length[i]; k-- > 0;) node[to + k] = words[from + k];
    }
  }

  finish(): Routes {
    const { count, status, cost, firstNode, settled, used } = this;
    // a caller may transfer the buffer, so no two results share one
    const node = this.node === EMPTY ? new Uint32Array(0) : viewOf(this.node, used);
    return { count, status, cost, firstNode, node, settled };
  }

  /**
   * The node array with room for `needed` nodes, those of the first `queries` queries. If only the
   * last query needs an array, the array has exactly this length: an array of up to 16 nodes lies
   * inside V8's heap and is made 20 times as fast as a longer one. An array that is full is
   * doubled.
   */
  private reserve(needed: number, queries: number): Uint32Array {
    const { node, used, count } = this;
    if (needed <= node.length) return node;
    const isLast = queries === count;
    const room = node === EMPTY ? 0 : roomOf(node);
    if (needed <= room) {
      return (this.node = new Uint32Array(node.buffer, node.byteOffset, isLast ? needed : room));
    }
    const spare = isLast ? 0 : Math.min(count * NODES_PER_QUERY, MOST_GUESSED);
    const larger = new Uint32Array(Math.max(needed, spare, 2 * room));
    for (let k = 0; k < used; k++) larger[k] = node[k];
    return (this.node = larger);
  }
}

/** Answers one query whose nodes and options are checked. */
export function answerOne(
  searcher: PathSearcher,
  arena: Arena,
  source: number,
  target: number,
  { agentSize = 1, nearest, maxSettled = NO_LIMIT }: RouteOptions,
): SettledRoute {
  const ends = nearestBits(nearest);
  return takeRoute(searcher, arena, searcher.search(source, target, agentSize, ends, maxSettled));
}

/** The answer of the last search, whose status is `status`. */
export function takeRoute(searcher: PathSearcher, arena: Arena, status: number): SettledRoute {
  const settled = searcher.settled();
  if (status !== FOUND && status !== NEAREST) return { status, cost: Infinity, path: [], settled };
  const cost = Math.fround(searcher.cost());
  const length = searcher.pathLength();
  const path: number[] = [];
  const words = arena.words();
  const from = searcher.path() / 4;
  for (let k = 0; k < length; k++) path.push(words[from + k]);
  return { status, cost, path, settled };
}

/** Work under way on the calling thread. */
export interface SlicedWork<Result> {
  /** Goes on for about `ms` milliseconds, at least one step. True when all is done. */
  advance(ms: number): boolean;
  /** The result, once `advance` returned true. */
  finish(): Result;
}

/** A batch under way on the calling thread. */
export type Batch = SlicedWork<Routes>;

/** What answers the queries of a batch. */
export interface BatchSearch {
  readonly searcher: PathSearcher;
  readonly arena: Arena;
  /** Checked after every `onProgress`, which may destroy the solver. */
  readonly guard: DestroyGuard;
  /**
   * Takes over updates of the map, and prepares it for agents of these sizes. Called when a slice
   * begins and after every `onProgress`: both may follow an update.
   */
  prepare?(sizes: AgentSizes, nearest: number): void;
  /** Called after each search that found no path. */
  afterNoPath?(): void;
}

/** Starts a batch of checked queries. */
export function startBatch(
  search: BatchSearch,
  queries: Queries,
  sizes: AgentSizes,
  options: RunOptions,
): Batch {
  options.signal?.throwIfAborted();
  return new RunningBatch(search, queries, sizes, options);
}

class RunningBatch implements Batch {
  private readonly search: BatchSearch;
  private readonly queries: Queries;
  private readonly sizes: AgentSizes;
  private readonly options: RunOptions;
  private readonly writer: RouteWriter;
  /** Whether the options have `onProgress` or `signal`. */
  private readonly watched: boolean;
  /** The first query without an answer. */
  private next = 0;
  /** When progress was last reported, in milliseconds of `performance.now`. */
  private reported: number;

  constructor(search: BatchSearch, queries: Queries, sizes: AgentSizes, options: RunOptions) {
    this.search = search;
    this.queries = queries;
    this.sizes = sizes;
    this.options = options;
    this.writer = new RouteWriter(search.arena, queries.count, options);
    this.watched = options.onProgress !== undefined || options.signal !== undefined;
    this.reported = this.watched ? performance.now() : 0;
  }

  advance(ms: number): boolean {
    const { sizes, writer, watched } = this;
    const { searcher, guard, prepare, afterNoPath } = this.search;
    const { count, source, target } = this.queries;
    const { onProgress, signal, maxSettled = NO_LIMIT } = this.options;
    const ends = nearestBits(this.options.nearest);
    signal?.throwIfAborted();
    prepare?.(sizes, ends);
    const timed = watched || ms < Infinity;
    const end = timed ? performance.now() + ms : 0;
    let inBlocks = searcher.answerBlock !== undefined && ends === 0 && sizes.distinct.length === 1;
    while (this.next < count) {
      const i = this.next;
      if (inBlocks && count - i >= LEAST_BLOCK) {
        const block = { queries: this.queries, first: i, maxSettled, writer };
        const answered = searcher.answerBlock?.(sizes.of(i), block) ?? 0;
        this.next += answered;
        inBlocks = answered > 0;
        if (!inBlocks) continue;
      } else {
        const status = searcher.search(source[i], target[i], sizes.of(i), ends, maxSettled);
        writer.put(i, status, searcher);
        this.next++;
      }
      if (writer.status[this.next - 1] === NO_PATH) afterNoPath?.();
      if (!timed) continue;
      const now = performance.now();
      if (watched && now - this.reported >= PROGRESS_MS) {
        this.reported = now;
        // `finish` tells the end
        if (this.next < count) onProgress?.(this.next, count);
        guard.check();
        signal?.throwIfAborted();
        prepare?.(sizes, ends);
      }
      if (now >= end) break;
    }
    return this.next === count;
  }

  finish(): Routes {
    const { count } = this.queries;
    this.options.onProgress?.(count, count);
    return this.writer.finish();
  }
}

interface Constructor<T> {
  new (length: number): T;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
}

type Kept = Uint8Array | Uint32Array | Float32Array;

/**
 * `old` if it has `length` entries. Else a view of its buffer of that length, or a new array if the
 * buffer is too small.
 */
function fitting<T extends Kept>(type: Constructor<T>, old: T | undefined, length: number): T {
  if (old === undefined) return new type(length);
  if (old.length === length) return old;
  if (!(old.buffer instanceof ArrayBuffer) || length > roomOf(old)) return new type(length);
  return new type(old.buffer, old.byteOffset, length);
}

/** The first `length` entries, without `subarray`, which takes three times as long. */
function viewOf(array: Uint32Array, length: number): Uint32Array {
  if (array.length === length) return array;
  return new Uint32Array(array.buffer, array.byteOffset, length);
}

/**
 * How many entries an array of an earlier result can grow to inside its buffer. An array that does
 * not begin at the buffer's first byte lies among other data of the caller, so it cannot grow.
 */
function roomOf(array: Kept): number {
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = array;
  return byteOffset === 0 ? Math.floor(buffer.byteLength / BYTES_PER_ELEMENT) : array.length;
}
