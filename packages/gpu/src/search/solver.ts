import {
  checkGraph,
  checkGrid,
  checkQueries,
  type Graph,
  type Grid,
  isGrid,
  type Queries,
  type Routes,
} from '@wayfield/graph';
import { allocate, uploadWords } from '../buffers.ts';
import { guarded } from '../guard.ts';
import { inWords } from '../memory-plan.ts';
import { AGAIN, createCollector, type Part, queriesOf } from './collect.ts';
import { chooseHeuristic, type GpuAlgorithm, type GpuHeuristic, HEURISTICS } from './heuristic.ts';
import { layOut, type Problem } from './problem.ts';
import { searchWgsl } from './search.wgsl.ts';
import { labelWords, listWords, type SearchShape, type SearchTuning, shapeOf } from './shape.ts';
import {
  clearLabels,
  createWave,
  type Result,
  RESULT_CODE,
  type Wave,
  type WaveContext,
  type WaveResult,
} from './wave.ts';

export interface GpuSolverOptions {
  /** Default 'astar'. 'astar' and 'dijkstra' give shortest paths, 'greedy' paths. */
  readonly algorithm?: GpuAlgorithm;
  /** Default: the best one that does not overestimate. */
  readonly heuristic?: GpuHeuristic;
  /** Take a heuristic that can overestimate. Default false: it throws. */
  readonly allowInadmissible?: boolean;
  /** Bytes of GPU memory to use at most. Default: a share of the device's limits. */
  readonly memoryBudget?: number;
  /** How the kernel is cut to the device; the answers do not depend on it. */
  readonly tuning?: SearchTuning;
}

export interface GpuRunOptions {
  /**
   * Default 'routes': whole paths. 'cost' leaves them out: `node` is empty. 'next': of each path only
   * the node after the source (the source itself where it is the target).
   */
  readonly result?: Result;
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
  /** Bytes of GPU memory held now. */
  readonly memoryBytes: number;
  /**
   * Answers every query. Rejects with RangeError for bad queries, with the reason when the device is
   * lost or out of memory, with the signal's reason when aborted.
   */
  run(queries: Queries, options?: GpuRunOptions): Promise<Routes>;
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
  const problem = layOut(data);
  if (problem.overflows) {
    throw new RangeError(
      `${inWords(problem.nodeCount)} open cells: a path could pass the 2^31 ticks that the GPU adds up`,
    );
  }
  const shape = shapeOf(device, problem, options);
  const map = await guarded(device, 'map', () => uploadWords(device, 'map', problem.words));
  const state: Record<number, GPUBuffer> = {};
  if (shape.smallNodes === undefined) {
    const { labels, lists } = await allocate(device, 'search', {
      labels: shape.slots * labelWords(problem.nodeCount),
      lists: shape.slots * listWords(problem.nodeCount),
    });
    Object.assign(state, { 6: labels, 7: lists });
    await clearLabels(device, labels, problem.nodeCount, shape.slots);
  }
  const context: WaveContext = {
    shape,
    map,
    state,
    kernel: (result) => ({
      label: `search: ${algorithm}`,
      code: searchWgsl({ smallNodes: shape.smallNodes }),
      entry: 'answer',
      constants: {
        LANES: shape.lanes,
        LANES_PER_NODE: shape.lanesPerNode,
        INTEGER: problem.integer && algorithm !== 'greedy' ? 1 : 0,
        TICKS: problem.integer ? 1 : 0,
        HEURISTIC: HEURISTICS.indexOf(heuristic),
        GREEDY: algorithm === 'greedy' ? 1 : 0,
        RESULT: RESULT_CODE[result],
      },
    }),
    params: paramsOf(problem, shape, algorithm),
  };
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
    const made = await createWave(device, context, queries, words);
    if (destroyed) made.destroy();
    return (wave = made);
  }

  async function answer(queries: Queries, runOptions: GpuRunOptions): Promise<Routes> {
    const { count } = queries;
    const { result = 'routes' } = runOptions;
    const paths = result === 'routes';
    if (paths) guess ??= firstGuess(data, queries);
    const collector = createCollector(problem, count, result);
    // queries from `next` on were not asked yet; those of `again` have to be asked once more
    let next = 0;
    let again: number[] = [];
    while (next < count || again.length > 0) {
      runOptions.signal?.throwIfAborted();
      if (destroyed) throw gone();
      const each = (guess ?? 0) * 1.2 + 2;
      const most = Math.min(
        shape.waveQueries,
        paths ? Math.max(1, Math.floor((shape.waveWords - problem.nodeCount) / each)) : Infinity,
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
        ? Math.min(shape.waveWords, Math.ceil(part.count * each) + problem.nodeCount)
        : 0;
      const buffers = await reserve(part.count, words);
      const answers = await buffers.run(queriesOf(queries, part), result);
      const roomless = collector.put(part, answers);
      if (paths) guess = Math.max(4, meanLength(answers));
      again = again.concat(roomless);
      runOptions.onProgress?.(next - again.length, count);
    }
    return collector.finish();
  }

  return {
    backend: 'gpu',
    algorithm,
    heuristic,
    get memoryBytes() {
      const slots = Object.values(state).reduce((sum, buffer) => sum + buffer.size, 0);
      return map.size + slots + (wave?.memoryBytes ?? 0);
    },
    async run(queries, runOptions = {}) {
      if (destroyed) throw gone();
      if (busy) throw new Error('the solver is at work: one run at a time');
      checkQueries(data, queries);
      busy = true;
      try {
        return await answer(queries, runOptions);
      } catch (error) {
        // what fails for want of buffers says so poorly
        throw destroyed ? gone() : error;
      } finally {
        busy = false;
      }
    },
    destroy() {
      if (destroyed) return;
      destroyed = true;
      map.destroy();
      for (const buffer of Object.values(state)) buffer.destroy();
      wave?.destroy();
    },
  };
}

const gone = (): Error => new Error('the solver was destroyed');

/** The words of the kernel's Params. */
function paramsOf(
  problem: Problem,
  shape: SearchShape,
  algorithm: GpuAlgorithm,
): WaveContext['params'] {
  const { offsets, integer } = problem;
  const words = new Uint32Array(20);
  const floats = new Float32Array(words.buffer);
  words.set([problem.nodeCount, offsets.firstOut, offsets.out, offsets.firstIn]);
  words.set([offsets.in, offsets.x, offsets.y, offsets.component], 4);
  words.set([offsets.original, offsets.compact], 8);
  const width = shape.window * problem.meanWeight;
  if (algorithm === 'greedy') floats[13] = shape.window / 4;
  else if (integer) words[13] = Math.ceil(width);
  else floats[13] = width;
  // f32 sums may fall short of the true length: the heuristic must not overtake them
  floats[14] = algorithm === 'greedy' ? 1 : problem.heuristicScale * (1 - 2 ** -18);
  words.set(problem.ticks, 15);
  return (count, limit, pathWords) => {
    words.set([count, limit, pathWords], 10);
    return words;
  };
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
function meanLength({ count, results, node }: WaveResult): number {
  let words = node.length;
  for (let i = 0; i < count; i++) if (results[i] === AGAIN) words += results[3 * count + i];
  return words / count;
}
