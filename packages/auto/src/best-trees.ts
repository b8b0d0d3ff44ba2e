import {
  callback,
  checkOptions,
  flag,
  list,
  listOf,
  object,
  signal,
  typed,
  whole,
} from '@wayfield/check';
import { checkNodes, type Graph, type Grid, nodeCountOf, type Tree } from '@wayfield/graph';
import type { Backends, TreeBackend, TreeThread } from './backends.ts';
import { aCalibration } from './choose/calibration-rule.ts';
import { aDeviceOrNone, aMap, FEW_NODES, GPU_NODES, grouped, messageOf } from './rules.ts';
import { type PredictTrees, probeTrees } from './probe-trees.ts';
import { createTurns, destroyedError, type Turns } from './turns.ts';
import type { BestTreeOptions, BestTreeRunOptions, BestTreeSolver } from './types.ts';

/** The GPU is taken where it is predicted to take at most this share of one thread's time. */
const SHARE = 0.8;
/** Most nodes that are looked at for sources of a measurement, and most sources. */
const PROBED = 32;
const PROBE_SOURCES = 8;
/** Milliseconds after which a run on the calling thread lets the event loop turn. */
const YIELD_MS = 50;

const optionRules = {
  sources: whole(1),
  changes: flag,
  device: aDeviceOrNone,
  calibration: aCalibration,
};
const aCount = whole(1);
const runRules = {
  reuse: listOf(object({ dist: typed(Float32Array), parent: typed(Uint32Array) }, 'a Tree')),
  signal,
  onProgress: callback,
};

/** What answers calls: one thread alone, or beside a GPU. */
interface Choice {
  readonly reason: string;
  readonly gpu?: TreeBackend;
  readonly predict?: PredictTrees;
  /** Destroys a device that was asked for here. */
  readonly free?: () => void;
}

/** What chooses. */
interface Chooser {
  readonly map: Graph | Grid;
  readonly options: BestTreeOptions;
  readonly backends: Backends;
  readonly thread: TreeThread;
  readonly now: () => number;
}

const pays = ({ threadMs, gpuMs }: ReturnType<PredictTrees>): boolean => gpuMs <= SHARE * threadMs;

/** `createBestTreeSolver` with given backends and clock. */
export async function bestTreesOf(
  map: Graph | Grid,
  options: BestTreeOptions,
  backends: Backends,
  now: () => number = () => performance.now(),
): Promise<BestTreeSolver> {
  aMap(map, 'map');
  checkOptions('createBestTreeSolver', options, optionRules);
  const thread = await backends.treeThread(map);
  try {
    const chooser: Chooser = { map, options, backends, thread, now };
    return solverOf(chooser, await choose(chooser));
  } catch (error) {
    thread.destroy();
    throw error;
  }
}

async function choose(chooser: Chooser): Promise<Choice> {
  const { map, options, backends } = chooser;
  const { sources = 1, device: given, changes = false } = options;
  const nodes = nodeCountOf(map) * sources;
  const trees = `${grouped(sources)} tree${sources > 1 ? 's' : ''}`;
  const size = `${trees} of ${grouped(nodeCountOf(map))} nodes`;
  if (nodes < FEW_NODES) return { reason: `${size}: one thread is done at once` };
  if (given === false) return { reason: `${size}; no GPU is asked for` };
  if (changes) return { reason: `${size}; no GPU: the map will change` };
  if (!given && nodes < GPU_NODES) return { reason: `${size}: too few to ask for a GPU` };
  let device: GPUDevice;
  try {
    device = given ?? (await backends.device());
  } catch (error) {
    return { reason: `no GPU: ${messageOf(error)}` };
  }
  const free = (): void => {
    if (!given) device.destroy();
  };
  let gpu: TreeBackend | undefined;
  const ofThread = new Set<unknown>();
  try {
    gpu = await backends.treeGpu(device, map);
    const predict = await predictionOf(chooser, gpu, ofThread);
    const reason = reasonOf(predict, sources, options.calibration ? 'predicted' : 'measured');
    if (pays(predict(sources)) || pays(predict(1))) return { reason, gpu, predict, free };
    gpu.destroy();
    free();
    return { reason };
  } catch (error) {
    gpu?.destroy();
    free();
    if (error instanceof TypeError || ofThread.has(error)) throw error;
    // a map that is too large for the device, or a lost device: one thread still works
    return { reason: `no GPU: ${messageOf(error)}` };
  }
}

function reasonOf(predict: PredictTrees, sources: number, how: string): string {
  const { threadMs, gpuMs } = predict(sources);
  const [gpu, thread] = [grouped(gpuMs), grouped(threadMs)];
  const what = `${gpu} ms ${how} on the GPU, ${thread} ms on one thread`;
  return sources > 1 ? `${grouped(sources)} sources: ${what}` : what;
}

/**
 * From the calibration that is given, else by a measurement on the map. `ofThread` takes what the
 * thread throws meanwhile: such an error is not one of the GPU.
 */
async function predictionOf(
  { map, options, thread, now }: Chooser,
  gpu: TreeBackend,
  ofThread: Set<unknown>,
): Promise<PredictTrees> {
  const { calibration, sources = 1 } = options;
  if (calibration) {
    const { describeProblem, predictMs } = await import('./choose.ts');
    // looks at every cell, so once
    const one = describeProblem(map, 'tree', 1);
    return (count) => {
      const problem = { ...one, count };
      return {
        threadMs: predictMs(problem, 'cpu', calibration),
        gpuMs: predictMs(problem, 'gpu', calibration),
      };
    };
  }
  const byGpu = async (chosen: readonly number[], reuse: Tree[]): Promise<Tree[]> =>
    gpu.run(chosen, { reuse });
  const treeOf = (source: number, reuse?: Tree): Tree => {
    try {
      return thread.tree(source, reuse);
    } catch (error) {
      ofThread.add(error);
      throw error;
    }
  };
  const byThread = (chosen: readonly number[], reuse: Tree[]): Tree[] =>
    chosen.map((source, i) => treeOf(source, reuse[i]));
  const nodes = usualSources(map, treeOf);
  return probeTrees(byThread, byGpu, { sources: nodes, count: sources, now });
}

/** Nodes spread over the map whose trees reach at least half as many nodes as the largest one. */
function usualSources(map: Graph | Grid, treeOf: TreeThread['tree']): number[] {
  const nodeCount = nodeCountOf(map);
  const open = (v: number): boolean => !('cost' in map) || map.cost[v] > 0;
  const reached: [number, number][] = [];
  let tree: Tree | undefined;
  for (let i = 0; i < PROBED; i++) {
    // an irrational share of the map: no pattern of the nodes' order fits it
    const source = Math.floor(nodeCount * (((i + 1) * 0.618_033_988) % 1));
    if (!open(source)) continue;
    tree = treeOf(source, tree);
    let count = 0;
    for (const dist of tree.dist) if (dist < Infinity) count++;
    reached.push([source, count]);
    if (reached.length === PROBE_SOURCES) break;
  }
  const most = Math.max(...reached.map(([, count]) => count));
  const usual = reached.filter(([, count]) => 2 * count >= most).map(([source]) => source);
  return usual.length > 0 ? usual : [0];
}

/** The solver; it leaves the GPU at the first `update`. */
function solverOf({ map, options, thread, now }: Chooser, first: Choice): BestTreeSolver {
  const { sources = 1 } = options;
  const nodeCount = nodeCountOf(map);
  const changedRule = listOf(whole(0, ('cost' in map ? map.cost : map.weight).length - 1));
  const turns = createTurns();
  let choice = first;

  const backendFor = (count: number): 'gpu' | 'thread' =>
    choice.predict && pays(choice.predict(Math.max(1, count))) ? 'gpu' : 'thread';

  function leaveGpu(reason: string): void {
    const { gpu, free } = choice;
    if (!gpu) return;
    choice = { reason };
    gpu.destroy();
    free?.();
  }

  return {
    get backend() {
      return backendFor(sources);
    },
    get reason() {
      return choice.reason;
    },
    get memoryBytes() {
      return thread.memoryBytes + (choice.gpu?.memoryBytes ?? 0);
    },
    backendFor(count) {
      aCount(count, 'count');
      return backendFor(count);
    },
    async run(given, runOptions = {}) {
      list(given, 'sources');
      checkOptions('run', runOptions, runRules);
      checkNodes(given, nodeCount, 'sources');
      const chosen = Array.from(given);
      return turns.take(() => {
        runOptions.signal?.throwIfAborted();
        return backendFor(chosen.length) === 'gpu'
          ? choice.gpu!.run(chosen, runOptions)
          : onThread({ thread, now, turns }, chosen, runOptions);
      });
    },
    async update(changed) {
      if (changed !== undefined) changedRule(changed, 'changed');
      await turns.take(() => {
        thread.update(changed);
        leaveGpu('the map changed');
      });
    },
    async destroy() {
      if (!turns.destroy()) return;
      // a run under way on the GPU rejects at once
      choice.gpu?.destroy();
      await turns.over();
      choice.free?.();
      thread.destroy();
    },
  };
}

/** Makes trees on the calling thread; the event loop turns every `YIELD_MS`. */
async function onThread(
  { thread, now, turns }: Pick<Chooser, 'thread' | 'now'> & { readonly turns: Turns },
  sources: readonly number[],
  { reuse = [], signal: watched, onProgress }: BestTreeRunOptions,
): Promise<Tree[]> {
  const trees: Tree[] = [];
  let begun = now();
  for (const [i, source] of sources.entries()) {
    watched?.throwIfAborted();
    if (turns.destroyed) throw destroyedError();
    trees.push(thread.tree(source, reuse[i]));
    onProgress?.(i + 1, sources.length);
    if (now() - begun < YIELD_MS) continue;
    // lets messages, aborts and `destroy` come through
    await new Promise((done) => setTimeout(done));
    begun = now();
  }
  return trees;
}
