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
import type { Graph, Grid } from '@wayfield/graph';
import type { AnySolver, Backends } from './backends.ts';
import type { Calibration } from './choose.ts';
import type { FastestAlgorithm, FastestBackend, FastestOptions, FastestSolver } from './types.ts';

/** Settled nodes of a batch below which one thread ends before a worker starts: about 1 ms. */
const FEW_NODES = 50_000;
/** Settled nodes of a batch below which no GPU is asked for: about 20 ms of one thread. */
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

/** Measurements, by device and then by kind of map, algorithm and threads. */
const measured = new WeakMap<GPUDevice, Map<string, Promise<Calibration>>>();

const words = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const say = (n: number): string => words.format(n);

/** `createFastestSolver` with given backends. */
export async function fastestOf(
  map: Graph | Grid,
  options: FastestOptions,
  backends: Backends,
): Promise<FastestSolver> {
  aMap(map, 'map');
  checkOptions('createFastestSolver', options, optionRules);
  const { algorithm = 'astar', queries = 1000, threads, device: given } = options;
  const { chooseBackend, describeProblem } = await import('./choose.ts');
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
    const [gpu, cpu] = [say(choice.gpuMs), say(choice.cpuMs)];
    const times = `${gpu} ms predicted on the GPU, ${cpu} ms on the CPU`;
    if (choice.backend === 'cpu') {
      free();
      return await onCpu(times);
    }
    const solver = await backends.gpu(device, map, algorithm);
    return solverOf('gpu', times, algorithm, solver, free);
  } catch (error) {
    free();
    if (error instanceof TypeError) throw error;
    // a map that is too large for the device, or a lost device: the CPU solver still works
    return onCpu(`no GPU: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Measures a device and the CPU on maps of a kind, once per device. */
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
