import {
  callback,
  checkOptions,
  either,
  flag,
  list,
  listOf,
  object,
  oneOf,
  optional,
  signal,
  typed,
  whole,
} from '@wayfield/check';
import { checkQueries, type Graph, type Grid } from '@wayfield/graph';
import type { AnySolver, Backends, PoolSolver, UpdatingSolver } from './backends.ts';
import type { Calibration } from './choose.ts';
import { aCalibration } from './choose/calibration-rule.ts';
import { aDeviceOrNone, aMap, FEW_NODES, GPU_NODES, grouped, messageOf } from './rules.ts';
import { createTurns, destroyedError } from './turns.ts';
import type { BestAlgorithm, BestBackend, BestOptions, BestSolver } from './types.ts';

const someQueries = object({ count: whole(), source: list, target: list }, 'Queries');
const runOptionRules = {
  result: oneOf('routes', 'cost'),
  nearest: either(oneOf('source', 'target', 'both'), flag),
  reuse: object(
    {
      status: typed(Uint8Array),
      cost: typed(Float32Array),
      firstNode: typed(Uint32Array),
      node: typed(Uint32Array),
      settled: optional(typed(Uint32Array)),
    },
    'Routes',
  ),
  signal,
  onProgress: callback,
};
const optionRules = {
  algorithm: oneOf('astar', 'dijkstra', 'greedy'),
  queries: either(whole(), someQueries),
  changes: flag,
  threads: whole(1, 64),
  device: aDeviceOrNone,
  calibration: aCalibration,
};

/** Calibrations of this process, by device, then by kind of map, algorithm and threads. */
const measured = new WeakMap<GPUDevice, Map<string, Promise<Calibration>>>();

/** A solver that was chosen. */
interface Choice {
  readonly backend: BestBackend;
  readonly reason: string;
  readonly solver: AnySolver | UpdatingSolver;
  /** Destroys a device that was asked for here. */
  readonly free?: () => void;
}

/** What chooses: the map, the options with defaults, and how solvers are made. */
interface Chooser {
  readonly map: Graph | Grid;
  readonly algorithm: BestAlgorithm;
  readonly options: BestOptions;
  readonly backends: Backends;
}

/** `createBestSolver` with given backends. */
export async function bestOf(
  map: Graph | Grid,
  options: BestOptions,
  backends: Backends,
): Promise<BestSolver> {
  aMap(map, 'map');
  checkOptions('createBestSolver', options, optionRules);
  const { algorithm = 'astar' } = options;
  const chooser: Chooser = { map, algorithm, options, backends };
  return solverOf(chooser, await choose(chooser));
}

async function choose(chooser: Chooser): Promise<Choice> {
  const { map, algorithm, options, backends } = chooser;
  const { queries = 1000, threads, device: given, changes = false } = options;
  const { chooseBackend, describeProblem } = await import('./choose.ts');
  const problem = describeProblem(map, algorithm, queries);
  const nodes = problem.count * problem.work;
  const size = `${grouped(problem.count)} queries settle about ${grouped(nodes)} nodes`;
  // the size first: a small batch needs no pool, even where the map changes
  if (nodes < FEW_NODES) return onThread(chooser, `${size}, which one thread does at once`);
  if (given === false) return onCpu(chooser, 'no GPU is asked for');
  if (changes) return onCpu(chooser, 'no GPU: the map will change');
  if (!given && nodes < GPU_NODES) return onCpu(chooser, `${size}, too few for a GPU`);
  let device: GPUDevice;
  try {
    device = given ?? (await backends.device());
  } catch (error) {
    return onCpu(chooser, `no GPU: ${messageOf(error)}`);
  }
  const free = (): void => {
    if (!given) device.destroy();
  };
  let why: string;
  try {
    const calibration =
      options.calibration ??
      (await calibrationFor(device, problem.map, algorithm, threads, backends));
    const choice = chooseBackend(problem, calibration);
    const [gpu, cpu] = [grouped(choice.gpuMs), grouped(choice.cpuMs)];
    why = `${gpu} ms predicted on the GPU, ${cpu} ms on the CPU`;
    if (choice.backend === 'gpu') {
      const solver = await backends.gpu(device, map, algorithm);
      return { backend: 'gpu', reason: why, solver, free };
    }
  } catch (error) {
    if (error instanceof TypeError) {
      free();
      throw error;
    }
    // a map that is too large for the device, or a lost device: the CPU solver still works
    why = `no GPU: ${messageOf(error)}`;
  }
  free();
  // outside of the try block: what the pool throws is no error of the GPU
  return onCpu(chooser, why);
}

async function onThread(
  { map, algorithm, backends }: Chooser,
  reason: string,
): Promise<Choice & { readonly solver: UpdatingSolver }> {
  return { backend: 'thread', reason, solver: await backends.thread(map, algorithm) };
}

/** A pool, or one thread where there is none. */
async function onCpu(
  chooser: Chooser,
  why: string,
): Promise<Choice & { readonly solver: UpdatingSolver }> {
  const { map, algorithm, options, backends } = chooser;
  const { threads } = options;
  if (threads === 1) return onThread(chooser, `one thread is asked for; ${why}`);
  let pool: PoolSolver;
  try {
    pool = await backends.pool(map, algorithm, threads);
  } catch (error) {
    // A RangeError of the GPU may mean that the map is too large for the device, and the CPU still
    // works. One of the pool means a wrong argument or too little memory: the caller gets it.
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    return onThread(chooser, `no pool: ${messageOf(error)}; ${why}`);
  }
  if (pool.fallback === undefined && pool.threads > 1) {
    return { backend: 'pool', reason: `${pool.threads} threads; ${why}`, solver: pool };
  }
  await pool.destroy();
  return onThread(chooser, `no pool: ${pool.fallback ?? 'there is one core'}; ${why}`);
}

/**
 * Measures a device and the CPU on maps of a kind, once per device, algorithm and `threads`. A
 * device that was asked for here is a new one, so its measurement serves no later solver.
 */
function calibrationFor(
  device: GPUDevice,
  map: 'uniform' | 'weighted' | 'graph',
  algorithm: BestAlgorithm,
  threads: number | undefined,
  backends: Backends,
): Promise<Calibration> {
  let known = measured.get(device);
  if (!known) measured.set(device, (known = new Map()));
  const key = `${map} ${algorithm} ${threads}`;
  let promise = known.get(key);
  if (!promise) {
    promise = (async () => {
      const { calibrate } = await import('./choose.ts');
      const openers = {
        cpu: (data: Graph | Grid) =>
          threads === 1
            ? backends.thread(data, algorithm)
            : backends.pool(data, algorithm, threads),
        gpu: (data: Graph | Grid) => backends.gpu(device, data, algorithm),
      };
      return calibrate(openers, { tasks: [algorithm], maps: [map] });
    })();
    known.set(key, promise);
    promise.catch(() => known.delete(key));
  }
  return promise;
}

/** A chosen solver, which leaves the GPU for the CPU when a call needs that. */
function solverOf(chooser: Chooser, first: Choice): BestSolver {
  const { map, algorithm } = chooser;
  let choice = first;
  const changedRule = listOf(whole(0, ('cost' in map ? map.cost : map.weight).length - 1));
  const turns = createTurns();

  /** The current solver on the CPU; one on the GPU is replaced by a new one on the CPU first. */
  async function updating(why: string): Promise<UpdatingSolver> {
    const { solver, free } = choice;
    if ('update' in solver) return solver;
    const next = await onCpu(chooser, why);
    if (turns.destroyed) {
      await next.solver.destroy();
      throw destroyedError();
    }
    choice = next;
    await solver.destroy();
    free?.();
    return next.solver;
  }

  return {
    get backend() {
      return choice.backend;
    },
    get reason() {
      return choice.reason;
    },
    algorithm,
    get memoryBytes() {
      return choice.solver.memoryBytes;
    },
    async run(queries, options) {
      someQueries(queries, 'queries');
      checkOptions('run', options, runOptionRules);
      const { nearest = false } = options ?? {};
      return turns.take(async () => {
        const needsCpu = nearest !== false && nearest !== 'source' && 'firstOut' in map;
        if (needsCpu && choice.backend === 'gpu') {
          // the errors of the solvers on the CPU, before a move to the CPU that would stay
          checkQueries(map, queries);
          if (!map.x) throw new RangeError('nearest needs coordinates, the graph has no x and y');
          options?.signal?.throwIfAborted();
        }
        const why = 'the GPU finds nearest nodes on grids only';
        const solver = needsCpu ? await updating(why) : choice.solver;
        return solver.run(queries, options);
      });
    },
    async update(changed) {
      if (changed !== undefined) changedRule(changed, 'changed');
      await turns.take(async () => (await updating('the map changed')).update(changed));
    },
    async destroy() {
      if (!turns.destroy()) return;
      // a run under way on the GPU or in a pool rejects at once
      await choice.solver.destroy();
      choice.free?.();
      await turns.over();
    },
  };
}
