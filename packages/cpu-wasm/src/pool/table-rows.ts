// Tables by a pool: blocks of rows in turn. While the caller uses a block, the threads make the
// next one.
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { HierarchyMap } from '../hierarchy/map.ts';
import { MAX_LANES } from '../hierarchy/lanes.ts';
import { placeArcs, type SweepOrder } from '../hierarchy/place-arcs.ts';
import type { HierarchySolver } from '../hierarchy/solver.ts';
import { orderTo } from '../hierarchy/sweep-order.ts';
import { fillRows } from '../hierarchy/table-ends.ts';
import type { TableEnds, TableRows, TableRowsOptions } from '../hierarchy/types.ts';
import {
  putTable,
  STOP_TABLE,
  tableControl,
  type TableJob,
  type TableMemory,
  TAKEN,
} from './table-job.ts';

/**
 * The most entries of a block: 16 MiB; more only where 16 rows for each thread need more. Chosen:
 * the first rows come early, and threads seldom wait.
 */
const BLOCK = 2 ** 22;
/** Milliseconds of sweeps after which the calling thread is free for other tasks. */
const SLICE_MS = 8;

/** Has all threads make a block of rows; call it when no other work of the pool runs. */
export type TellTable = (job: TableJob, stop: () => void) => Promise<void>;

/** Sources of a block: whole sweeps of 16, at least one sweep per thread, at most all sources. */
function blockSize(height: number, width: number, threads: number): number {
  const sweeps = Math.max(threads, Math.floor(BLOCK / width / MAX_LANES));
  return Math.min(height, sweeps * MAX_LANES);
}

/**
 * The rows of a table by threads. The arguments were checked. Memory is taken when the first block
 * is asked for, and given back at the end, when the caller leaves the loop, and after an error.
 */
export async function* threadedTableRows(
  map: HierarchyMap,
  hierarchy: Hierarchy,
  [sources, targets]: readonly [TableEnds, TableEnds],
  { onProgress, signal }: TableRowsOptions,
  { threads, tell }: { readonly threads: number; readonly tell: TellTable },
): AsyncGenerator<TableRows, void> {
  const height = sources.first.length - 1;
  const width = targets.first.length - 1;
  signal?.throwIfAborted();
  if (height === 0 || width === 0) return;
  const { arena, blocks } = map;
  const { nodeCount } = hierarchy;
  const size = blockSize(height, width, threads);
  // first, because an array this large may be refused
  const results = [0, 1].map(() => new Float32Array(size * width));
  const { order, memory } = prepareTable(map, hierarchy, [sources, targets], size);
  const stops = new Set<() => void>();
  const abort = (): void => stops.forEach((stop) => stop());
  signal?.addEventListener('abort', abort);

  /** Has the threads make the rows from `first` on, and copies them out. */
  async function make(first: number): Promise<TableRows> {
    const k = (first / size) & 1;
    const { control, costs } = memory.banks[k];
    const count = Math.min(size, height - first);
    const words = tableControl(arena, control);
    words[TAKEN] = 0;
    words[STOP_TABLE] = 0;
    const stop = (): void => void Atomics.store(words, STOP_TABLE, 1);
    const { rows, arcs, places, count: covered } = order;
    stops.add(stop);
    const { seeds, ends } = memory;
    const job: TableJob = {
      nodeCount,
      width,
      from: first,
      to: first + count,
      control,
      costs,
      seeds,
      ends,
      order: { rows, arcs, places, count: covered },
      endCount: targets.node.length,
    };
    await tell(job, stop).finally(() => stops.delete(stop));
    const cost = results[k].subarray(0, count * width);
    cost.set(arena.floats().subarray(costs / 4, costs / 4 + cost.length));
    return { first, count, cost };
  }

  let next: Promise<TableRows> | undefined = make(0);
  try {
    while (next !== undefined) {
      const { first, count, cost }: TableRows = await next;
      signal?.throwIfAborted();
      const end: number = first + count;
      next = end < height ? make(end) : undefined;
      // a caller that leaves never asks for this block
      next?.catch(() => undefined);
      onProgress?.(end, height);
      yield { first, count, cost };
      signal?.throwIfAborted();
    }
  } finally {
    abort();
    // threads write into this memory until they have replied
    await next?.catch(() => undefined);
    signal?.removeEventListener('abort', abort);
    memory.free();
    blocks.free(order.block);
  }
}

/** The arcs that lead to the targets, and the ends, in shared memory. */
function prepareTable(
  map: HierarchyMap,
  hierarchy: Hierarchy,
  [sources, targets]: readonly [TableEnds, TableEnds],
  size: number,
): { readonly order: SweepOrder; readonly memory: TableMemory } {
  const { rank } = hierarchy;
  const ranks = Array.from(targets.node, (v) => rank[v]);
  const order = placeArcs(hierarchy, map, orderTo(hierarchy, ranks));
  try {
    const memory = putTable(
      map,
      [sources, Uint32Array.from(sources.node, (v) => rank[v])],
      [targets, Uint32Array.from(targets.node, (v) => order.place[v])],
      size * (targets.first.length - 1),
    );
    return { order, memory };
  } catch (error) {
    map.blocks.free(order.block);
    throw error;
  }
}

/**
 * The same rows by the calling thread, 16 at a time; it is free for other tasks every 8 ms. `check`
 * throws when the pool was destroyed.
 */
export async function* slicedTableRows(
  solver: HierarchySolver,
  check: () => void,
  [sources, targets]: readonly [TableEnds, TableEnds],
  { onProgress, signal }: TableRowsOptions,
): AsyncGenerator<TableRows, void> {
  const height = sources.first.length - 1;
  const width = targets.first.length - 1;
  signal?.throwIfAborted();
  if (height === 0 || width === 0) return;
  const [node, before] = [Array.from(sources.node), Array.from(sources.cost)];
  const ends = { first: Uint32Array.from(targets.first), cost: Float32Array.from(targets.cost) };
  check();
  const rows = new Float32Array(Math.min(MAX_LANES, height) * width);
  const sweeps = solver.sweepsTo(targets.node);
  const columns = { ...ends, width, place: sweeps.place };
  let freed = performance.now();
  try {
    for (let first = 0; first < height; first += MAX_LANES) {
      const count = Math.min(MAX_LANES, height - first);
      const base = sources.first[first];
      const end = sources.first[first + count];
      check();
      const { lanes, dist } = sweeps.run({
        node: node.slice(base, end),
        cost: before.slice(base, end),
        first: Array.from({ length: count + 1 }, (_, i) => sources.first[first + i] - base),
      });
      const cost = rows.subarray(0, count * width);
      fillRows(columns, dist, lanes, count, cost);
      onProgress?.(first + count, height);
      yield { first, count, cost };
      if (performance.now() - freed > SLICE_MS) {
        await new Promise((resume) => setTimeout(resume, 0));
        freed = performance.now();
      }
      signal?.throwIfAborted();
    }
  } finally {
    sweeps.free();
  }
}
