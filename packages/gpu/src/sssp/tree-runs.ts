// The three kinds of runs: trees in arrays and compact trees, both wave by wave, and trees that
// stay on the device. tree-solver.ts calls them, one at a time.
import { grouped, type Timer } from '@wayfield/gpu-core/internal';
import type { Tree } from '@wayfield/graph';
import { type GpuCompactTree, MOST_RANKS } from './compact-trees.ts';
import type { CallMemory } from './kept-memory.ts';
import type { Model } from './model.ts';
import type { ResultReader } from './result-reader.ts';
import type { TreePlan } from './tree-plan.ts';
import type { OldRows, ResultRows, TreeRows } from './tree-rows.ts';
import type { TreeSearch } from './tree-search.ts';
import type { EarlyRead, Finish, TreeWave, WaveResult } from './tree-wave.ts';
import type {
  CompactTreeOptions,
  CompactTreeRun,
  ResidentTrees,
  TreeRun,
  TreeRunOptions,
  TreeStats,
} from './types.ts';

/** The parts of a solver that its runs use. */
export interface RunParts {
  readonly model: Model;
  readonly timer: Timer;
  readonly search: TreeSearch;
  readonly rows: TreeRows;
  readonly reader: ResultReader;
  plan(sources: number, finish: Finish, resident: boolean): TreePlan;
  /** Called ahead of each call: see kept-memory.ts. */
  makeRoom(next: CallMemory): void;
}

const NO_PARENTS = new Uint32Array(0);

/**
 * What a run makes of labels. Where labels can reach the window, parents are found even if they are
 * not asked for, because distances are counted along them.
 */
export const finishFor = (model: Model, parents: boolean): Finish =>
  parents || model.recount !== undefined ? 'parents' : 'labels';

/** Waves of sources, and where their results go. */
interface Waves {
  readonly list: Uint32Array;
  readonly finish: Finish;
  readonly signal: AbortSignal | undefined;
  /** One entry per source of `list`. */
  readonly reuse: readonly (OldRows | undefined)[];
  /** Takes the results of a wave after they were read: its sources begin at `list[begin]`. */
  take(result: WaveResult, rows: ResultRows, begin: number): void;
}

/**
 * Searches in waves. The results of one wave are read while the next one is searched. The copies of
 * results to staging memory are submitted with the search: the host may be busy with the results of
 * the wave before, and the device would wait until the host has looked at the state.
 */
async function eachWave(
  { timer, search, rows, reader, plan, makeRoom }: RunParts,
  { list, finish, signal, reuse, take }: Waves,
): Promise<TreeStats> {
  const planned = plan(list.length, finish, false);
  makeRoom({ plan: planned, finish, resident: false });
  const { waveSize: size, banks } = planned;
  // with one bank and several waves, staging memory is still read while the next wave is searched
  const readsEarly = banks === 2 || list.length <= size;
  const sum = emptySum(list.length);
  const begun = performance.now();
  let reading: Promise<void> = Promise.resolve();
  for (let at = 0, bank = 0; at < list.length; bank = (bank + 1) % banks) {
    const begin = at;
    const sources = list.subarray(begin, begin + size);
    let read: EarlyRead | undefined;
    let into: ResultRows;
    let found;
    try {
      signal?.throwIfAborted();
      into = rows.rowsFor(sources.length, finish, reuse.slice(begin, begin + size));
      const early = readsEarly
        ? (wave: TreeWave) => (read = reader.early(bank, wave, into))
        : undefined;
      await reader.reserve(bank, into);
      found = await search.search({ sources, bank, size, finish, signal, early });
    } finally {
      // Also if the search fails, or there is no memory for arrays: nothing may write into the
      // caller's arrays after the rejection.
      await Promise.allSettled([reading, read?.done]);
    }
    await reading;
    const { wave, result } = found;
    add(sum, result, begin);
    sum.searchWall = performance.now() - begun;
    if (result.isRead) read!.begin();
    const inTime = result.isRead ? read!.done : reader.read(bank, wave, into);
    reading = inTime.then(() => take(result, into, begin));
    reading.catch(() => {});
    at += sources.length;
  }
  await reading;
  return statsOf(timer, sum, performance.now() - begun - sum.searchWall);
}

/** The trees of these sources. */
export async function runTrees(
  parts: RunParts,
  list: Uint32Array,
  { parents = true, reuse, onProgress, signal }: TreeRunOptions,
): Promise<TreeRun> {
  const { model } = parts;
  const finish = finishFor(model, parents);
  const trees: Tree[] = [];
  const stats = await eachWave(parts, {
    list,
    finish,
    signal,
    reuse: reuse ?? [],
    take(result, rows, begin) {
      rows.dist.forEach((dist, i) => {
        const source = list[begin + i];
        toCosts(model, dist);
        if (result.passedWindow) model.recount!(rows.parent[i], source, dist);
        trees.push({ source, dist, parent: parents ? rows.parent[i] : NO_PARENTS });
      });
      onProgress?.(trees.length, list.length);
    },
  });
  return { trees, ...stats };
}

/** Turns labels into costs, in place. */
function toCosts(model: Model, dist: Float32Array): void {
  model.toCosts(new Uint32Array(dist.buffer, dist.byteOffset, dist.length), dist);
}

/**
 * The trees of these sources with the ranks of their arcs, and with distances if asked for.
 *
 * @throws RangeError where a rank does not fit into a byte, and for grids.
 */
export async function runCompact(
  parts: RunParts,
  list: Uint32Array,
  { distances = false, reuse, onProgress, signal }: CompactTreeOptions,
): Promise<CompactTreeRun> {
  const { mostArcsIn } = parts.model;
  if (mostArcsIn === undefined) {
    throw new RangeError('runCompact needs a graph, this is a grid: take run');
  }
  if (mostArcsIn > MOST_RANKS) {
    throw new RangeError(
      `a node has ${mostArcsIn} arcs into it, compact trees take ${MOST_RANKS}: take run`,
    );
  }
  const trees: GpuCompactTree[] = [];
  const stats = await eachWave(parts, {
    list,
    finish: distances ? 'labels and ranks' : 'ranks',
    signal,
    reuse: reuse ?? [],
    take(_, rows, begin) {
      rows.rank.forEach((rank, i) => {
        const source = list[begin + i];
        const dist = rows.dist[i];
        if (dist) toCosts(parts.model, dist);
        trees.push(dist ? { source, rank, dist } : { source, rank });
      });
      onProgress?.(trees.length, list.length);
    },
  });
  return { trees, ...stats };
}

/** Trees to leave on the device. */
export interface ResidentRequest {
  readonly sources: Uint32Array;
  readonly parents: boolean;
  /** Labels may be counted modulo the window. */
  readonly modulo: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Trees of one wave that stay on the device. */
export async function runResident(
  { model, timer, search, plan, makeRoom }: RunParts,
  { sources, parents, modulo, signal }: ResidentRequest,
): Promise<ResidentTrees> {
  const planned = plan(sources.length, finishFor(model, parents), true);
  if (planned.waves > 1) {
    throw new RangeError(
      `${sources.length} trees of ${grouped(planned.bytesPerItem)} bytes need ${planned.waves} ` +
        `waves of ${planned.waveSize}, one would have to hold them all`,
    );
  }
  const asked = finishFor(model, parents);
  makeRoom({ plan: planned, finish: asked, resident: true });
  const begun = performance.now();
  const size = Math.max(1, sources.length);
  const only = { sources, bank: 0, size, finish: asked, signal, early: undefined };
  const { wave, result } = await search.search(only);
  if (result.passedWindow && !modulo) {
    throw new RangeError(
      `a path has ${grouped(model.params.window)} ticks or more, and resident labels are counted ` +
        `modulo that: use run()`,
    );
  }
  const sum = emptySum(sources.length);
  add(sum, result, 0);
  sum.searchWall = performance.now() - begun;
  const label = new Uint32Array(1);
  const cost = new Float32Array(label.buffer);
  return {
    sources: sources.length,
    labels: wave.labels,
    parents: parents ? wave.parents : undefined,
    stride: model.params.stride,
    unreached: model.params.unreached,
    toCost(value) {
      label[0] = value;
      model.toCosts(label, cost);
      return cost[0];
    },
    ...(await statsOf(timer, sum, 0)),
  };
}

/** What the waves of a run took together. */
interface Sum {
  rounds: number;
  relaxedTiles: number;
  searchWall: number;
  readonly iterations: Uint32Array;
  waves: number;
}

function emptySum(sources: number): Sum {
  const iterations = new Uint32Array(sources);
  return { rounds: 0, relaxedTiles: 0, searchWall: 0, iterations, waves: 0 };
}

function add(sum: Sum, result: WaveResult, at: number): void {
  sum.waves++;
  sum.rounds += result.rounds;
  sum.relaxedTiles = (sum.relaxedTiles + result.relaxedTiles) >>> 0;
  sum.iterations.set(result.iterations, at);
}

async function statsOf(timer: Timer, sum: Sum, readWall: number): Promise<TreeStats> {
  const measured = await timer.read();
  const { rounds, iterations, relaxedTiles, waves, searchWall } = sum;
  const timing = {
    searchDevice: measured('search'),
    finishDevice: measured('finish'),
    searchWall,
    readWall,
  };
  return { rounds, iterations, relaxedTiles, waves, timing };
}
