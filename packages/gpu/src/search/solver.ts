import {
  checkGraph,
  checkGrid,
  checkQueries,
  type Graph,
  type Grid,
  isGrid,
  nodeCountOf,
  type Queries,
  type Routes,
} from '@wayfield/graph';
import { defaultMemoryBudget, inWords } from '../memory-plan.ts';
import { createAgents, type GpuAgents, type GpuAgentsOptions } from './agents.ts';
import { createCollector, type Part, queriesOf } from './collect.ts';
import type { Engine, SearchTuning } from './engine.ts';
import { chooseHeuristic, type GpuAlgorithm, type GpuHeuristic } from './heuristic.ts';
import { createInvocationEngine } from './invocation-engine.ts';
import { layOut, type Problem } from './problem.ts';
import { type WaveShape, waveShapeOf } from './shape.ts';
import { AGAIN, createWave, type Result, type Wave, type WaveResult } from './wave.ts';
import { createWorkgroupEngine } from './workgroup-engine.ts';

const VARIANTS: readonly string[] = ['auto', 'workgroup', 'invocation'];
export type GpuVariant = 'workgroup' | 'invocation';

export interface GpuSolverOptions {
  /** Default 'astar'. 'astar' and 'dijkstra' give shortest paths, 'greedy' paths. */
  readonly algorithm?: GpuAlgorithm;
  /** Default: the best one that does not overestimate. */
  readonly heuristic?: GpuHeuristic;
  /** Take a heuristic that can overestimate. Default false: it throws. */
  readonly allowInadmissible?: boolean;
  /** Bytes of GPU memory to use at most. Default: a share of the device's limits. */
  readonly memoryBudget?: number;
  /**
   * 'workgroup': many invocations share a search. 'invocation': each has one of its own, best for
   * small maps and very many queries. Default 'auto': by the map.
   */
  readonly variant?: GpuVariant | 'auto';
  /** How the kernel is cut to the device; costs do not depend on it. */
  readonly tuning?: SearchTuning;
}

export interface GpuRunOptions {
  /**
   * Default 'routes': whole paths. 'cost' leaves them out: `node` is empty. 'next': of each path only
   * the node after the source (the source itself where it is the target).
   */
  readonly result?: Result;
  /** Write into the arrays of this earlier result where they are large enough; its content is lost. */
  readonly reuse?: Routes;
  /** Looked at between waves. */
  readonly signal?: AbortSignal;
  /** Called after each wave with the number of answered queries. */
  readonly onProgress?: (done: number, count: number) => void;
}

/** Answers batches of queries on one map, one independent search per query. */
export interface GpuSolver {
  readonly backend: 'gpu';
  readonly algorithm: GpuAlgorithm;
  readonly heuristic: GpuHeuristic;
  readonly variant: GpuVariant;
  /** Bytes of GPU memory held now. */
  readonly memoryBytes: number;
  /**
   * Answers every query. Rejects with RangeError for bad queries, with the reason when the device is
   * lost or out of memory, with the signal's reason when aborted.
   */
  run(queries: Queries, options?: GpuRunOptions): Promise<Routes>;
  /**
   * Searches a path for an agent per query and leaves it on the GPU, where agents advance step by step
   * and a renderer can draw their positions. The caller destroys the agents; they outlive the solver.
   * Rejects as `run` does, and with RangeError where the batch exceeds one wave.
   */
  agents(queries: Queries, options?: GpuAgentsOptions): Promise<GpuAgents>;
  destroy(): void;
}

/**
 * A solver for a grid or a graph on the caller's device. Rejects with RangeError for a map that is not
 * valid or does not fit the memory, with the numbers.
 */
export async function createGpuSolver(
  device: GPUDevice,
  data: Graph | Grid,
  options: GpuSolverOptions = {},
): Promise<GpuSolver> {
  if (isGrid(data)) checkGrid(data);
  else checkGraph(data);
  const { algorithm = 'astar' } = options;
  const heuristic = chooseHeuristic(data, options);
  if (!VARIANTS.includes(options.variant ?? 'auto')) {
    throw new RangeError(`variant '${options.variant}' is none of ${VARIANTS.join(', ')}`);
  }
  const problem = layOut(data);
  if (problem.overflows) {
    throw new RangeError(
      `${inWords(problem.nodeCount)} open cells: a path could pass the 2^31 ticks that the GPU adds up`,
    );
  }
  const budget = options.memoryBudget ?? defaultMemoryBudget(device.limits);
  const engineOptions = { algorithm, heuristic, budget, tuning: options.tuning ?? {} };
  const engine =
    (options.variant ?? 'auto') === 'workgroup' || !suitsInvocations(data, problem, options)
      ? await createWorkgroupEngine(device, problem, engineOptions)
      : await createInvocationEngine(device, data, problem, engineOptions);
  const shape = shapeOr(engine, () =>
    waveShapeOf(device, budget, engine.memoryBytes, problem.nodeCount),
  );
  let wave: Wave | undefined;
  /** Nodes of a path, on average. */
  let guess: number | undefined;
  let busy = false;
  let destroyed = false;

  /** Buffers for so many queries and words: those of the last wave where they are large enough. */
  async function reserve(queries: number, words: number): Promise<Wave> {
    if (wave && wave.capacity >= queries && wave.pathWords >= words) return wave;
    wave?.destroy();
    wave = undefined;
    const made = await createWave(device, engine, queries, words);
    if (destroyed) made.destroy();
    return (wave = made);
  }

  async function answer(queries: Queries, runOptions: GpuRunOptions): Promise<Routes> {
    const { count } = queries;
    const { result = 'routes' } = runOptions;
    const paths = result === 'routes';
    if (paths) guess ??= firstGuess(data, queries);
    const collector = createCollector(problem, count, result, runOptions.reuse);
    // queries from `next` on were not asked yet; those of `again` have to be asked once more
    let next = 0;
    let again: number[] = [];
    while (next < count || again.length > 0) {
      runOptions.signal?.throwIfAborted();
      if (destroyed) throw gone();
      const each = (guess ?? 0) * 1.2 + 2;
      const most = Math.min(
        shape.queries,
        paths ? Math.max(1, Math.floor((shape.words - problem.nodeCount) / each)) : Infinity,
      );
      const fresh = Math.min(most, count - next);
      const part: Part =
        fresh > 0
          ? { begin: next, count: fresh, list: undefined }
          : {
              begin: 0,
              count: Math.min(most, again.length),
              list: Uint32Array.from(again.splice(0, most)),
            };
      next += fresh;
      // room for any one path at least
      const words = paths
        ? Math.min(shape.words, Math.ceil(part.count * each) + problem.nodeCount)
        : 0;
      const buffers = await reserve(part.count, words);
      const whole = part.count === count;
      const into = whole ? runOptions.reuse?.node : undefined;
      const answers = await buffers.run(queriesOf(queries, part), result, into);
      const roomless = collector.put(part, answers);
      if (paths) guess = Math.max(4, meanLength(answers, roomless.length > 0));
      again = again.concat(roomless);
      runOptions.onProgress?.(next - again.length, count);
    }
    return collector.finish();
  }

  async function settle(queries: Queries, agentsOptions: GpuAgentsOptions): Promise<GpuAgents> {
    const { count } = queries;
    guess ??= firstGuess(data, queries);
    if (count > shape.queries) tooMany(count, shape.queries);
    for (;;) {
      agentsOptions.signal?.throwIfAborted();
      const needed = Math.ceil(count * (guess * 1.2 + 2)) + problem.nodeCount;
      const words = Math.min(shape.words, needed);
      const buffers = await reserve(count, words);
      const paths = await buffers.hold(queries);
      guess = Math.max(4, paths.wanted / Math.max(1, count));
      if (paths.roomless === 0) return createAgents(device, queries, paths, agentsOptions);
      if (words === shape.words) {
        throw new RangeError(
          `${inWords(count)} paths have ${inWords(paths.wanted)} nodes, there is room for ` +
            `${inWords(words)}: memoryBudget is ${inWords(budget)}`,
        );
      }
    }
  }

  /** One job at a time, on queries that are right, with one reason for what a destroyed solver fails by. */
  async function alone<T>(queries: Queries, job: () => Promise<T>): Promise<T> {
    if (destroyed) throw gone();
    if (busy) throw new Error('the solver is at work: one run at a time');
    checkAll(data, queries);
    busy = true;
    try {
      return await job();
    } catch (error) {
      // what fails for want of buffers says so poorly
      throw destroyed ? gone() : error;
    } finally {
      busy = false;
    }
  }

  return {
    backend: 'gpu',
    algorithm,
    heuristic,
    variant: engine.variant,
    get memoryBytes() {
      return engine.memoryBytes + (wave?.memoryBytes ?? 0);
    },
    run: (queries, runOptions = {}) => alone(queries, () => answer(queries, runOptions)),
    agents: (queries, agentsOptions = {}) => alone(queries, () => settle(queries, agentsOptions)),
    destroy() {
      if (destroyed) return;
      destroyed = true;
      engine.destroy();
      wave?.destroy();
    },
  };
}

function tooMany(count: number, most: number): never {
  throw new RangeError(
    `${inWords(count)} agents at once, there is room for ${inWords(most)}: raise memoryBudget`,
  );
}

const gone = (): Error => new Error('the solver was destroyed');

/**
 * Cells up to which one invocation per search is faster than a workgroup, measured on an H200 with
 * 100,000 queries. Greedy search, which follows one way, gains nothing from a workgroup.
 */
const INVOCATION_CELLS = 3072;
const INVOCATION_CELLS_GREEDY = 2 ** 14;

function suitsInvocations(
  data: Graph | Grid,
  { integer }: Problem,
  { variant = 'auto', algorithm }: GpuSolverOptions,
): boolean {
  if (variant === 'invocation') return true;
  if (!isGrid(data)) return false;
  const cells = data.cost.length;
  if (algorithm === 'greedy') return cells <= INVOCATION_CELLS_GREEDY;
  return integer && cells <= INVOCATION_CELLS;
}

/** The shape; where there is none, the engine goes. */
function shapeOr(engine: Engine, shape: () => WaveShape): WaveShape {
  try {
    return shape();
  } catch (error) {
    engine.destroy();
    throw error;
  }
}

/** Nodes of a path, on average: before anything was searched, by the distance of some pairs. */
function firstGuess(data: Graph | Grid, { count, source, target }: Queries): number {
  if (!isGrid(data)) return 2 * Math.sqrt(data.nodeCount);
  const every = Math.ceil(count / 1000);
  let steps = 0;
  for (let q = 0; q < count; q += every) {
    const dx = Math.abs((source[q] % data.width) - (target[q] % data.width));
    const dy = Math.abs(Math.floor(source[q] / data.width) - Math.floor(target[q] / data.width));
    steps += data.neighbours === 4 ? dx + dy : Math.max(dx, dy);
  }
  return 4 + (1.5 * steps * every) / Math.max(1, count);
}

/** Nodes of a path in this wave, on average, those without room included. */
function meanLength({ count, results, firstNode }: WaveResult, roomless: boolean): number {
  let words = firstNode[count];
  for (let i = 0; roomless && i < count; i++) {
    if (results[i] === AGAIN) words += results[3 * count + i];
  }
  return words / count;
}

/** Whether every entry is a node: a quick look, without saying which is not. */
function inRange(nodes: Uint32Array, nodeCount: number): boolean {
  for (let i = 0; i < nodes.length; i++) if (nodes[i] >= nodeCount) return false;
  return true;
}

/** `checkQueries`, in less time where nothing is wrong. */
function checkAll(data: Graph | Grid, queries: Queries): void {
  const { count, source, target } = queries;
  const nodes = nodeCountOf(data);
  for (const list of [source, target]) {
    const right = list instanceof Uint32Array && list.length === count && inRange(list, nodes);
    if (!right) checkQueries(data, queries);
  }
}
