// The two kinds of runs: trees in arrays, wave by wave, and trees that stay on the device.
import { grouped, type Timer } from '@wayfield/gpu-core/internal';
import type { Tree } from '@wayfield/graph';
import { type GpuCompactTree, MOST_RANKS } from './compact-trees.ts';
import type { Model } from './model.ts';
import type { ResultReader } from './result-reader.ts';
import type { TreePlan } from './tree-plan.ts';
import type { TreeRows } from './tree-rows.ts';
import type { TreeSearch } from './tree-search.ts';
import type { Finish, Wave, WaveResult } from './tree-wave.ts';
import type {
  CompactTreeOptions,
  CompactTreeRun,
  ResidentTrees,
  TreeRun,
  TreeRunOptions,
  TreeStats,
} from './types.ts';

/** What runs work with. */
export interface RunParts {
  readonly model: Model;
  readonly timer: Timer;
  readonly search: TreeSearch;
  readonly rows: TreeRows;
  readonly reader: ResultReader;
  plan(sources: number, finish: Finish, resident: boolean): TreePlan;
}

const NO_PARENTS = new Uint32Array(0);

/** Where labels can pass their window, distances are counted along the parents. */
export const finishFor = (model: Model, parents: boolean): Finish =>
  parents || model.recount !== undefined ? 'parents' : 'labels';

/** Waves of sources, and what reads their results. */
interface Waves {
  readonly list: Uint32Array;
  readonly finish: Finish;
  readonly signal: AbortSignal | undefined;
  /** Reads the results of the sources `begin` to `end` - 1. */
  read(found: FoundWave, begin: number, end: number): Promise<void>;
}

interface FoundWave {
  readonly bank: number;
  readonly wave: Wave;
  readonly result: WaveResult;
}

/** Searches in waves. The results of one wave are read while the next one is searched. */
async function eachWave(parts: RunParts, waves: Waves): Promise<TreeStats> {
  const { list, finish, signal, read } = waves;
  const { waveSize: size, banks } = parts.plan(list.length, finish, false);
  const sum = emptySum(list.length);
  const begun = performance.now();
  let reading: Promise<void> = Promise.resolve();
  for (let at = 0, bank = 0; at < list.length; bank = (bank + 1) % banks) {
    const sources = list.subarray(at, at + size);
    let found;
    try {
      signal?.throwIfAborted();
      found = await parts.search.search({ sources, bank, size, finish, signal });
    } finally {
      // even if the search fails: nothing may write into the caller's arrays after the rejection
      await reading;
    }
    add(sum, found.result, at);
    sum.searchWall = performance.now() - begun;
    reading = read({ ...found, bank }, at, at + sources.length);
    reading.catch(() => {});
    at += sources.length;
  }
  await reading;
  return statsOf(parts.timer, sum, performance.now() - begun - sum.searchWall);
}

/** The trees of these sources. */
export async function runTrees(
  parts: RunParts,
  list: Uint32Array,
  { parents = true, reuse, onProgress, signal }: TreeRunOptions,
): Promise<TreeRun> {
  const { model, rows, reader } = parts;
  const finish = finishFor(model, parents);
  const trees: Tree[] = [];
  const stats = await eachWave(parts, {
    list,
    finish,
    signal,
    async read({ bank, wave, result }, begin, end) {
      const sources = list.subarray(begin, end);
      const some = rows.treesFor(sources, finish === 'parents', reuse?.slice(begin, end) ?? []);
      await reader.read(bank, wave, result, some);
      for (const tree of some) trees.push(parents ? tree : { ...tree, parent: NO_PARENTS });
      onProgress?.(trees.length, list.length);
    },
  });
  return { trees, ...stats };
}

/**
 * The trees of these sources with the ranks of their arcs alone.
 *
 * @throws RangeError where a rank does not fit into a byte, and for grids.
 */
export async function runCompact(
  parts: RunParts,
  list: Uint32Array,
  { reuse, onProgress, signal }: CompactTreeOptions,
): Promise<CompactTreeRun> {
  const { model, rows, reader } = parts;
  if (model.mostArcsIn === undefined) {
    throw new RangeError('runCompact needs a graph, this is a grid: take run');
  }
  if (model.mostArcsIn > MOST_RANKS) {
    throw new RangeError(
      `a node has ${model.mostArcsIn} arcs into it, compact trees take ${MOST_RANKS}: take run`,
    );
  }
  const trees: GpuCompactTree[] = [];
  const stats = await eachWave(parts, {
    list,
    finish: 'ranks',
    signal,
    async read({ bank, wave }, begin, end) {
      const old = reuse?.slice(begin, end) ?? [];
      const ranks = rows.ranksFor(
        end - begin,
        old.map((tree) => tree?.rank),
      );
      await reader.readRanks(bank, wave, ranks);
      for (const rank of ranks) trees.push({ source: list[trees.length], rank });
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
  { model, timer, search, plan }: RunParts,
  { sources, parents, modulo, signal }: ResidentRequest,
): Promise<ResidentTrees> {
  const planned = plan(sources.length, finishFor(model, parents), true);
  if (planned.waves > 1) {
    throw new RangeError(
      `${sources.length} trees of ${grouped(planned.bytesPerItem)} bytes need ${planned.waves} ` +
        `waves of ${planned.waveSize}, one would have to hold them all`,
    );
  }
  const begun = performance.now();
  const size = Math.max(1, sources.length);
  const asked = finishFor(model, parents);
  const { wave, result } = await search.search({ sources, bank: 0, size, finish: asked, signal });
  if (result.passedWindow && !modulo) {
    throw new RangeError(
      `a path is longer than ${grouped(model.params.window)} ticks, and resident labels are ` +
        `counted modulo that: use run()`,
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
