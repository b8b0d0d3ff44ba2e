import {
  callback,
  checkOptions,
  either,
  list,
  object,
  oneOf,
  optional,
  rule,
  signal,
  typed,
  whole,
} from '@wayfield/check';
import type { Graph, Grid, Queries, Routes } from '@wayfield/graph';
import type { AnySolver, Backends } from './backends.ts';
import type { Calibration } from '@wayfield/graph/choose';

export type FastestAlgorithm = 'astar' | 'dijkstra' | 'greedy';
/** 'gpu': WebGPU. 'pool': worker threads. 'thread': the calling thread. */
export type FastestBackend = 'gpu' | 'pool' | 'thread';

export interface FastestOptions {
  /** Default 'astar'. 'astar' and 'dijkstra' give shortest paths, 'greedy' paths. */
  readonly algorithm?: FastestAlgorithm;
  /** How many queries a call of `run` will have, or such a batch: its distances count. Default 1,000. */
  readonly queries?: number | Queries;
  /** Threads of the pool; 1: no pool. Default: what the machine runs at the same time. */
  readonly threads?: number;
  /** A device of the caller, who destroys it; false: no GPU. Default: asks for one, which `destroy` frees. */
  readonly device?: GPUDevice | false;
  /** What `calibrate` of `@wayfield/graph/choose` measured on this machine. Default: measured where it counts. */
  readonly calibration?: Calibration;
}

export interface FastestRunOptions {
  /** 'cost' leaves the paths out: `node` is empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost';
  /** Write into the arrays of this earlier result where they are large enough. */
  readonly reuse?: Routes;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, count: number) => void;
}

export interface FastestSolver {
  readonly backend: FastestBackend;
  /** Why it is this backend, with numbers, and what kept the others out. */
  readonly reason: string;
  readonly algorithm: FastestAlgorithm;
  /** Bytes that the solver holds now, on whichever side. */
  readonly memoryBytes: number;
  /** Answers every query, as `run` of `@wayfield/cpu-wasm` and `@wayfield/gpu` do. */
  run(queries: Queries, options?: FastestRunOptions): Promise<Routes>;
  /** Frees the memory, ends the threads, and destroys a device that was asked for here. */
  destroy(): Promise<void>;
}

/** Nodes that a batch settles: below, one thread is done before another is awake. About 1 ms. */
const FEW_NODES = 50_000;
/** Nodes that a batch settles: below, no GPU is asked for. About 20 ms of one thread. */
const GPU_NODES = 1_000_000;

const someQueries = object({ count: whole(), source: list, target: list }, 'Queries');
const aMap = rule<object>(
  'a Grid or a Graph',
  (value) =>
    typeof value === 'object' && value !== null && ('cost' in value || 'firstOut' in value),
);
const runOptionRules = {
  result: oneOf('routes', 'cost'),
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
  threads: whole(1, 64),
  device: rule(
    'a GPUDevice or false',
    (value) =>
      value === false || (typeof value === 'object' && value !== null && 'limits' in value),
  ),
  calibration: object({ version: whole(1, 1), curves: list }, 'a Calibration'),
};

/** What was measured, by device and by task and kind of map. */
const measured = new WeakMap<GPUDevice, Map<string, Promise<Calibration>>>();

const words = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const say = (n: number): string => words.format(n);

/** `createFastestSolver` on these backends. */
export async function fastestOf(
  map: Graph | Grid,
  options: FastestOptions,
  backends: Backends,
): Promise<FastestSolver> {
  aMap(map, 'map');
  checkOptions('createFastestSolver', options, optionRules);
  const { algorithm = 'astar', queries = 1000, threads, device: given } = options;
  const { chooseBackend, describeProblem } = await import('@wayfield/graph/choose');
  const problem = describeProblem(map, algorithm, queries);
  const nodes = problem.count * problem.work;
  const size = `${say(problem.count)} queries settle about ${say(nodes)} nodes`;

  const onThread = async (why: string): Promise<FastestSolver> =>
    solverOf('thread', why, algorithm, await backends.thread(map, algorithm));

  /** A pool, or one thread where there is none. */
  async function onCpu(why: string): Promise<FastestSolver> {
    if (threads === 1) return onThread(`one thread is asked for; ${why}`);
    let pool;
    try {
      pool = await backends.pool(map, algorithm, threads);
    } catch (error) {
      if (error instanceof TypeError || error instanceof RangeError) throw error;
      return onThread(`no pool: ${messageOf(error)}; ${why}`);
    }
    if (pool.fallback === undefined && pool.threads > 1) {
      return solverOf('pool', `${pool.threads} threads; ${why}`, algorithm, pool);
    }
    await pool.destroy();
    return onThread(`no pool: ${pool.fallback ?? 'there is one core'}; ${why}`);
  }

  if (nodes < FEW_NODES) return onThread(`${size}, which one thread does at once`);
  if (given === false) return onCpu('no GPU is asked for');
  if (!given && nodes < GPU_NODES) return onCpu(`${size}, too few for a GPU`);
  let device: GPUDevice;
  try {
    device = given ?? (await backends.device());
  } catch (error) {
    return onCpu(`no GPU: ${messageOf(error)}`);
  }
  const free = (): void => {
    if (!given) device.destroy();
  };
  try {
    const calibration =
      options.calibration ??
      (await calibrationFor(device, problem.map, algorithm, threads, backends));
    const choice = chooseBackend(problem, calibration);
    const times = `${say(choice.gpuMs)} ms predicted on the GPU, ${say(choice.cpuMs)} ms on the CPU`;
    if (choice.backend === 'cpu') {
      free();
      return await onCpu(times);
    }
    const solver = await backends.gpu(device, map, algorithm);
    return solverOf('gpu', times, algorithm, solver, free);
  } catch (error) {
    free();
    if (error instanceof TypeError) throw error;
    // a map too large for the device, a lost device: the CPU has the last word
    return onCpu(`no GPU: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Measures a device and the CPU beside it on maps of a kind, once. */
function calibrationFor(
  device: GPUDevice,
  map: 'uniform' | 'weighted' | 'graph',
  algorithm: FastestAlgorithm,
  threads: number | undefined,
  backends: Backends,
): Promise<Calibration> {
  let known = measured.get(device);
  if (!known) measured.set(device, (known = new Map()));
  const key = `${map} ${algorithm} ${threads}`;
  let promise = known.get(key);
  if (!promise) {
    promise = (async () => {
      const { calibrate } = await import('@wayfield/graph/choose');
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

function solverOf(
  backend: FastestBackend,
  reason: string,
  algorithm: FastestAlgorithm,
  solver: AnySolver,
  free?: () => void,
): FastestSolver {
  return {
    backend,
    reason,
    algorithm,
    get memoryBytes() {
      return solver.memoryBytes;
    },
    async run(queries, options) {
      someQueries(queries, 'queries');
      checkOptions('run', options, runOptionRules);
      return solver.run(queries, options);
    },
    async destroy() {
      await solver.destroy();
      free?.();
    },
  };
}
