import { checkOptions } from '@wayfield/check';
import {
  aCount,
  aDevice,
  aList,
  aMap,
  RESIDENT_RULES,
  TREE_PLAN_RULES,
  TREE_RUN_RULES,
  TREE_SOLVER_RULES,
} from '../rules.ts';
import {
  checkGraph,
  checkGrid,
  type Graph,
  type Grid,
  isGrid,
  nodeCountOf,
  type Tree,
} from '@wayfield/graph';
import { guarded } from '../guard.ts';
import { inWords } from '../memory-plan.ts';
import { graphModel, graphTilesFor, tilesWell } from './graph-model.ts';
import { gridModel } from './grid-model.ts';
import type { Model } from './model.ts';
import { createResultReader } from './result-reader.ts';
import { createTimer } from './timer.ts';
import { createTreeArrays } from './tree-arrays.ts';
import { planTrees, type TreePlan } from './tree-plan.ts';
import { resolveTuning } from './tuning.ts';
import type {
  GpuTreeSolver,
  ResidentTrees,
  TreeRule,
  TreeRun,
  TreeRunOptions,
  TreeSolverOptions,
  TreeStats,
} from './types.ts';
import { createWave, type Wave, type WaveResult } from './wave.ts';

const WHAT = 'tree solver';

/**
 * Shortest paths from one or many sources to all nodes, on the device. The distances are those of every
 * other solver of Wayfield, bit for bit: f32 sums rounded at every step, on uniform grids ticks. The
 * parent of a node is the tail of the first arc (on grids: the lowest direction E W S N SE SW NE NW)
 * that its distance is a sum of and that does not close a cycle of zero weights.
 *
 * Checks and uploads the graph; later changes of its arrays are not seen. Graphs are cut into tiles here
 * on the CPU: half a microsecond per arc, once.
 *
 * Rejects with RangeError or TypeError for an invalid graph or grid and for options out of range, with
 * RangeError for graphs that do not fit into the device's bindings, with Error where memory runs out.
 */
export async function createGpuTreeSolver(
  device: GPUDevice,
  data: Graph | Grid,
  options: TreeSolverOptions = {},
): Promise<GpuTreeSolver> {
  aDevice(device, 'device');
  aMap(data, 'data');
  checkOptions('createGpuTreeSolver', options, TREE_SOLVER_RULES);
  if (isGrid(data)) checkGrid(data);
  else checkGraph({ ...data, heuristicScale: 0 }); // which no tree needs
  return openTreeSolver(device, data, options);
}

/** The same for a map that was checked. */
export async function openTreeSolver(
  device: GPUDevice,
  data: Graph | Grid,
  options: TreeSolverOptions,
): Promise<GpuTreeSolver> {
  const { rule: wish, diagonals = 'length', delta: wished, memoryBudget } = options;
  const tuned = resolveTuning(device.limits, options.tuning ?? {});
  const nodeCount = nodeCountOf(data);

  const [rule, model] = await guarded(device, WHAT, (): [TreeRule, Model] => {
    if (isGrid(data)) return [wish ?? 'tiled', gridModel(device, data, diagonals, tuned)];
    const tiles = graphTilesFor(data, tuned);
    const suits = tilesWell(data, tiles) ? 'tiled' : 'near-far';
    return [wish ?? suits, graphModel(device, data, tiles, tuned)];
  });
  const delta = rule === 'mcmillan' ? 1 : (wished ?? model.defaultDelta);
  const timer = createTimer(device, options.timing ?? false);
  const arrays = createTreeArrays(nodeCount, model.params.stride);
  const reader = createResultReader(device, model, arrays);
  const waves = new Map<string, Wave>();
  let destroyed = false;
  /** The runs before; a new one begins when they are over. */
  let runs: Promise<unknown> = Promise.resolve();

  /** Where labels can pass their window, parents are what distances are counted along. */
  const needsParents = (parents: boolean): boolean => parents || model.recount !== undefined;

  const plan = (sources: number, parents: boolean, resident: boolean): TreePlan =>
    planTrees(device.limits, model, rule, sources, needsParents(parents), resident, memoryBudget);

  /** Memory for `size` sources, kept for the next run; an earlier, smaller wave is freed first. */
  async function waveFor(
    waveRule: TreeRule,
    side: number,
    size: number,
    parents: boolean,
  ): Promise<Wave> {
    if (destroyed) throw new Error(`${WHAT}: destroyed`);
    const name = `${waveRule} ${side}`;
    const known = waves.get(name);
    if (known && known.size >= size && known.withParents >= parents) return known;
    known?.destroy();
    waves.delete(name);
    const wave = await createWave(device, model, waveRule, delta, tuned, timer, size, parents);
    if (destroyed) {
      wave.destroy();
      throw new Error(`${WHAT}: destroyed`);
    }
    waves.set(name, wave);
    return wave;
  }

  async function search(
    sources: Uint32Array,
    side: number,
    size: number,
    parents: boolean,
    signal: AbortSignal | undefined,
  ): Promise<{ wave: Wave; result: WaveResult }> {
    const seeds = sources.map((source) => model.slotOf(source));
    let wave = await waveFor(rule, side, size, parents);
    let result = await wave.run(seeds, parents, signal);
    if (result.unfinished) {
      // ticks beyond the window need epochs, which only the tiled rule has
      wave = await waveFor('tiled', side, size, parents);
      result = await wave.run(seeds, parents, signal);
    }
    return { wave, result };
  }

  function checked(sources: ArrayLike<number>): Uint32Array {
    aList(sources, 'sources');
    const list = new Uint32Array(sources.length);
    for (let i = 0; i < sources.length; i++) {
      const node = sources[i];
      if (!(node < nodeCount) || node >>> 0 !== node) {
        throw new RangeError(`sources[${i}] is ${node}, the graph has ${nodeCount} nodes`);
      }
      list[i] = node;
    }
    return list;
  }

  /** Runs `work` once all earlier runs are over. */
  function queued<T>(work: () => Promise<T>): Promise<T> {
    const mine = runs.then(() => {
      if (destroyed) throw new Error(`${WHAT}: destroyed`);
      return work();
    });
    runs = mine.catch(() => {});
    return mine;
  }

  async function runNow(list: Uint32Array, runOptions: TreeRunOptions): Promise<TreeRun> {
    const { parents = true, reuse, onProgress, signal } = runOptions;
    const asked = needsParents(parents);
    const { waveSize, sides } = plan(list.length, parents, false);
    const sum = emptySum(list.length);
    const trees: Tree[] = [];
    const begun = performance.now();
    const take = async (
      side: number,
      wave: Wave,
      result: WaveResult,
      some: readonly Tree[],
    ): Promise<void> => {
      await reader.read(side, wave, result, some);
      for (const tree of some) trees.push(parents ? tree : { ...tree, parent: NO_PARENTS });
      onProgress?.(trees.length, list.length);
    };
    /** The results of the wave before are read while this one is searched. */
    let reading: Promise<void> = Promise.resolve();
    for (let at = 0, side = 0; at < list.length; side = (side + 1) % sides) {
      const sources = list.subarray(at, at + waveSize);
      let found;
      try {
        signal?.throwIfAborted();
        found = await search(sources, side, waveSize, asked, signal);
      } finally {
        // whatever became of the search: nothing may write into the caller's arrays afterwards
        await reading;
      }
      const some = arrays.treesFor(sources, asked, reuse?.slice(at, at + sources.length) ?? []);
      add(sum, found.result, at);
      at += sources.length;
      sum.searchWall = performance.now() - begun;
      reading = take(side, found.wave, found.result, some);
      reading.catch(() => {});
    }
    await reading;
    const readWall = performance.now() - begun - sum.searchWall;
    return { trees, ...(await statsOf(sum, readWall)) };
  }

  async function runResidentNow(
    list: Uint32Array,
    parents: boolean,
    modulo: boolean,
    signal: AbortSignal | undefined,
  ): Promise<ResidentTrees> {
    const planned = plan(list.length, parents, true);
    if (planned.waves > 1) {
      throw new RangeError(
        `${list.length} trees of ${inWords(planned.bytesPerItem)} bytes need ${planned.waves} waves ` +
          `of ${planned.waveSize}, one would have to hold them all`,
      );
    }
    const begun = performance.now();
    const size = Math.max(1, list.length);
    const { wave, result } = await search(list, 0, size, needsParents(parents), signal);
    if (result.passedWindow && !modulo) {
      throw new RangeError(
        `a path is longer than ${inWords(model.params.window)} ticks, and resident labels are counted ` +
          `modulo that: use run()`,
      );
    }
    const sum = emptySum(list.length);
    add(sum, result, 0);
    sum.searchWall = performance.now() - begun;
    const label = new Uint32Array(1);
    const cost = new Float32Array(label.buffer);
    return {
      sources: list.length,
      labels: wave.labels,
      parents: parents ? wave.parents : undefined,
      stride: model.params.stride,
      unreached: model.params.unreached,
      toCost(value) {
        label[0] = value;
        model.toCosts(label, cost);
        return cost[0];
      },
      ...(await statsOf(sum, 0)),
    };
  }

  async function statsOf(sum: Sum, readWall: number): Promise<TreeStats> {
    const measured = await timer.read();
    const { rounds, iterations, relaxedTiles, waves: count, searchWall } = sum;
    const timing = {
      searchDevice: measured('search'),
      finishDevice: measured('finish'),
      searchWall,
      readWall,
    };
    return { rounds, iterations, relaxedTiles, waves: count, timing };
  }

  async function run(
    sources: ArrayLike<number>,
    runOptions: TreeRunOptions = {},
  ): Promise<TreeRun> {
    checkOptions('run', runOptions, TREE_RUN_RULES);
    const list = checked(sources);
    return queued(() => runNow(list, runOptions));
  }

  return {
    backend: 'gpu',
    rule,
    delta: rule === 'near-far' || rule === 'mcmillan' ? delta : NaN,
    get memoryBytes() {
      let bytes = model.memoryBytes + reader.memoryBytes;
      for (const wave of waves.values()) bytes += wave.memoryBytes;
      return bytes;
    },
    plan(sources, planOptions = {}) {
      aCount(sources, 'sources');
      checkOptions('plan', planOptions, TREE_PLAN_RULES);
      const { parents = true, resident = false } = planOptions;
      return plan(sources, parents, resident);
    },
    run,
    async tree(source, runOptions = {}) {
      aCount(source, 'source');
      return (await run([source], runOptions)).trees[0]!;
    },
    async runResident(sources, residentOptions = {}) {
      checkOptions('runResident', residentOptions, RESIDENT_RULES);
      const { parents = true, modulo = false, signal } = residentOptions;
      const list = checked(sources);
      return queued(() => runResidentNow(list, parents, modulo, signal));
    },
    destroy() {
      if (destroyed) return;
      destroyed = true;
      for (const wave of waves.values()) wave.destroy();
      reader.destroy();
      timer.destroy();
      model.destroy();
    },
  };
}

const NO_PARENTS = new Uint32Array(0);

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
