import { checkOptions, type OptionRules } from '@wayfield/check';
import { aDevice, AGENTS_RULES, aMap, RUN_RULES, SOLVER_RULES } from '../rules.ts';
import {
  checkGraph,
  checkGrid,
  type Graph,
  type Grid,
  isGrid,
  type Queries,
  type Routes,
} from '@wayfield/graph';
import { defaultMemoryBudget, inWords } from '../memory-plan.ts';
import { createAgents, type GpuAgents, type GpuAgentsOptions } from './agents.ts';
import { answerBarred } from './barred.ts';
import { checkBatch } from './check-batch.ts';
import { createEngine, type GpuVariant } from './choose-engine.ts';
import { type Collector, createCollector, type Part, queriesOf } from './collect.ts';
import type { Engine, Internals, Searcher, SearchTuning } from './engine.ts';
import { chooseHeuristic, type GpuAlgorithm, type GpuHeuristic } from './heuristic.ts';
import { firstGuess, meanLength } from './length-guess.ts';
import { layOut } from './problem.ts';
import { type WaveShape, waveShapeOf } from './shape.ts';
import { quantitiesOf } from './share-choice.ts';
import type { GpuShare, Shared } from './shared-goals.ts';
import { createSharing, type Sharing, type Trial } from './sharing.ts';
import { createWave, type Result, type Wave } from './wave.ts';

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
  /**
   * Whether queries that share a goal are answered from one tree of shortest paths, rooted there; on
   * weighted grids and graphs: queries that share a source. 'auto' (default): where that is faster.
   * 'always': where two do. 'never': every query has a search of its own. Greedy search never shares.
   */
  readonly share?: GpuShare;
  /** Write into the arrays of this earlier result where they are large enough; its content is lost. */
  readonly reuse?: Routes;
  /** Looked at between dispatches: an aborted run rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after each wave with the number of answered queries. */
  readonly onProgress?: (done: number, count: number) => void;
}

/** Routes, and how they were found. `settled` is 0 where a shared tree had the answer. */
export interface GpuRoutes extends Routes {
  /** How many queries had a search of their own. */
  readonly distinct: number;
  /** How many were answered from trees that they shared with others, and how many trees these are. */
  readonly shared: { readonly queries: number; readonly trees: number };
}

/** Answers batches of queries on one map. */
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
  run(queries: Queries, options?: GpuRunOptions): Promise<GpuRoutes>;
  /**
   * Searches a path for an agent per query and leaves it on the GPU, where agents advance step by step
   * and a renderer can draw their positions. The caller destroys the agents; they outlive the solver.
   * Rejects as `run` does, and with RangeError where the batch exceeds one wave.
   */
  agents(queries: Queries, options?: GpuAgentsOptions): Promise<GpuAgents>;
  destroy(): void;
}

/**
 * A solver for a grid or a graph on the caller's device. The arrays must not change while it is used:
 * they are read once more when queries first share a goal. Rejects with RangeError for a map that is not
 * valid or does not fit the memory, with the numbers.
 */
export function createGpuSolver(
  device: GPUDevice,
  data: Graph | Grid,
  options: GpuSolverOptions = {},
): Promise<GpuSolver> {
  return createSolver(device, data, options, {});
}

/** The same, with what only tests change. */
export async function createSolver(
  device: GPUDevice,
  data: Graph | Grid,
  options: GpuSolverOptions,
  internals: Internals,
): Promise<GpuSolver> {
  aDevice(device, 'device');
  aMap(data, 'data');
  checkOptions('createGpuSolver', options, SOLVER_RULES);
  if (isGrid(data)) checkGrid(data);
  else checkGraph(data);
  const { algorithm = 'astar' } = options;
  const heuristic = chooseHeuristic(data, options);
  const problem = layOut(data, internals);
  const budget = options.memoryBudget ?? defaultMemoryBudget(device.limits);
  // undefined where no search can count the ticks of the longest paths: then all is left to trees
  const engine = await createEngine(device, data, problem, options.variant ?? 'auto', {
    algorithm,
    heuristic,
    budget,
    tuning: options.tuning ?? {},
    loose: options.allowInadmissible ?? false,
    internals,
  });
  const held = engine?.mostBytes ?? 0;
  const treeBytes = (budget - held) / 2;
  const shapeBeside = (bytes: number): WaveShape =>
    waveShapeOf(device, budget, bytes, problem.nodeCount);
  let shape = shapeOr(engine, () => shapeBeside(engine ? held : treeBytes));
  const sharing: Sharing | undefined =
    algorithm === 'greedy'
      ? undefined
      : createSharing(device, data, problem, {
          algorithm,
          heuristic,
          budget: treeBytes,
          internals,
          map: engine && (() => engine.map),
        });
  let wave: Wave | undefined;
  /** Nodes of a path, on average. */
  let guess: number | undefined;
  let busy = false;
  let destroyed = false;

  /** Buffers for so many queries and words: those of the last wave where they are large enough. */
  async function reserve(by: Searcher, queries: number, words: number): Promise<Wave> {
    await by.reserve?.(queries);
    if (wave && wave.capacity >= queries && wave.pathWords >= words) return wave;
    // what was needed before will be again: the parts of a batch take turns
    const capacity = Math.max(queries, wave?.capacity ?? 0);
    const room = Math.max(words, wave?.pathWords ?? 0);
    wave?.destroy();
    wave = undefined;
    const made = await createWave(device, engine?.order, capacity, room);
    if (destroyed) made.destroy();
    return (wave = made);
  }

  /** Waves beside trees: there is less room. Throws where there is none. */
  const shapeBesideTrees = (): WaveShape => shapeBeside(held + treeBytes);

  function makeRoom(): void {
    const beside = shapeBesideTrees();
    if (shape.words <= beside.words) return;
    shape = beside;
    wave?.destroy();
    wave = undefined;
  }

  /** The queries that share, where their trees leave room for waves. */
  async function findShared(
    queries: Queries,
    { share = 'auto', result = 'routes', signal }: GpuRunOptions,
    taken: Uint8Array,
  ): Promise<readonly Shared[]> {
    if (!engine || share === 'always') {
      shapeBesideTrees();
      const shared = await sharing!.find(queries, engine ? 2 : 1, taken);
      if (shared.length > 0) makeRoom();
      return shared;
    }
    try {
      shapeBesideTrees();
    } catch {
      return [];
    }
    return sharing!.choose(queries, result, taken, trialOf(queries, result, signal), signal);
  }

  /**
   * Asks for all of them, wave by wave, and gives the answers to a collector. Returns the milliseconds that
   * this took, without those for making memory.
   */
  async function ask(
    by: Searcher,
    asked: Queries,
    places: Uint32Array | undefined,
    collector: Collector,
    { result = 'routes', signal, reuse }: GpuRunOptions,
    onWave?: (done: number) => void,
  ): Promise<number> {
    const paths = result === 'routes';
    if (paths) guess ??= firstGuess(data, asked);
    let ms = 0;
    // queries from `next` on were not asked yet; those of `again` have to be asked once more
    let next = 0;
    let again: number[] = [];
    while (next < asked.count || again.length > 0) {
      signal?.throwIfAborted();
      if (destroyed) throw gone();
      const each = (guess ?? 0) * 1.2 + 2;
      const most = Math.min(
        shape.queries,
        paths ? Math.max(1, Math.floor((shape.words - problem.nodeCount) / each)) : Infinity,
      );
      const fresh = Math.min(most, asked.count - next);
      const list = fresh > 0 ? undefined : Uint32Array.from(again.splice(0, most));
      const part: Part = { begin: next, count: list?.length ?? fresh, list, places };
      next += fresh;
      // room for any one path at least
      const words = paths
        ? Math.min(shape.words, Math.ceil(part.count * each) + problem.nodeCount)
        : 0;
      const buffers = await reserve(by, part.count, words);
      const begun = performance.now();
      const into = part.count === collector.count ? reuse?.node : undefined;
      const answers = await buffers.run(by, queriesOf(asked, part), result, words, {
        ...(into && { reuse: into }),
        ...(signal && { signal }),
      });
      const roomless = collector.put(part, answers, by.units);
      ms += performance.now() - begun;
      if (paths) guess = Math.max(4, meanLength(answers, roomless.length > 0));
      again = again.concat(roomless);
      onWave?.(next - again.length);
    }
    return ms;
  }

  /** Runs that measure; what they answer is lost, and how long paths are is as it was. */
  function trialOf(queries: Queries, result: Result, signal: AbortSignal | undefined): Trial {
    const { rates } = sharing!;
    const trialOptions: GpuRunOptions = { result, ...(signal && { signal }) };
    /** In parts, as answers are put together where some have trees. */
    async function run(by: Searcher, asked: Queries): Promise<readonly [number, Routes]> {
      const before = guess;
      const places = Uint32Array.from({ length: asked.count }, (_, i) => i);
      const collector = createCollector(asked.count, result);
      const ms = await ask(by, asked, places, collector, trialOptions);
      const begun = performance.now();
      const routes = collector.finish();
      rates(result).merge.note([asked.count, routes.node.length], performance.now() - begun);
      guess = before;
      return [ms, routes];
    }
    return {
      async search(list) {
        const asked: Queries = {
          count: list.length,
          source: list.map((q) => queries.source[q]),
          target: list.map((q) => queries.target[q]),
        };
        const [ms, routes] = await run(engine!, asked);
        learn(asked, undefined, result, routes, ms);
      },
      makeRoom,
      answer: async (by, asked) => (await run(by, asked))[0],
    };
  }

  /** Takes over what searches settled, and how long that took. */
  function learn(
    queries: Queries,
    list: Uint32Array | undefined,
    result: Result,
    routes: Routes,
    ms: number,
  ): void {
    const { works, rates } = sharing!;
    const paths = result === 'routes' ? routes.firstNode : undefined;
    works.learn(queries, list, routes.settled!, paths);
    rates(result).search.note(quantitiesOf(works.ofAll(queries, list)), ms);
  }

  async function answer(queries: Queries, runOptions: GpuRunOptions): Promise<GpuRoutes> {
    const { count } = queries;
    const { result = 'routes', share = 'auto', signal } = runOptions;
    const collector = createCollector(count, result, runOptions.reuse);
    let done = 0;
    /** Asks for some of the batch. */
    async function askSome(
      by: Searcher,
      asked: Queries,
      places: Uint32Array | undefined,
    ): Promise<number> {
      const ms = await ask(by, asked, places, collector, runOptions, (some) =>
        runOptions.onProgress?.(done + some, count),
      );
      done += asked.count;
      return ms;
    }

    let trees = 0;
    const taken = new Uint8Array(count);
    const shared =
      sharing && (share !== 'never' || !engine) ? await findShared(queries, runOptions, taken) : [];
    for (const some of shared) {
      const { side } = some;
      const { works, rates } = sharing!;
      for await (const errand of sharing!.errands(queries, some, result !== 'cost', signal)) {
        trees += errand.trees;
        rates(result).trees[side].note([1, errand.trees], errand.ms);
        const { pathNodes } = works.ofAll(queries, errand.places);
        const ms = await askSome(errand.by, errand.queries, errand.places);
        rates(result).answers[side].note([1, errand.queries.count, pathNodes], ms);
      }
    }
    const sharers = done;
    let own: Uint32Array | undefined;
    let searchTime = 0;
    if (sharers > 0 || !engine) {
      own = new Uint32Array(count - done);
      for (let q = 0, i = 0; q < count; q++) if (taken[q] === 0) own[i++] = q;
      const part: Part = { begin: 0, count: own.length, list: own, places: undefined };
      if (engine) searchTime = await askSome(engine, queriesOf(queries, part), own);
      else collector.put(part, answerBarred(problem, queries, own), problem);
    } else searchTime = await askSome(engine, queries, undefined);
    const begun = performance.now();
    const routes = collector.finish();
    if (sharing && engine) {
      if (collector.isSplit) {
        const merged = performance.now() - begun;
        sharing.rates(result).merge.note([count, routes.node.length], merged);
      }
      if (count > sharers) learn(queries, own, result, routes, searchTime);
    }
    const distinct = engine ? count - sharers : 0;
    return { ...routes, distinct, shared: { queries: sharers, trees } };
  }

  async function settle(queries: Queries, agentsOptions: GpuAgentsOptions): Promise<GpuAgents> {
    const { count } = queries;
    if (!engine) {
      throw new RangeError(
        `agents: a path could have ${inWords(problem.longest)} ticks, more than 2^32`,
      );
    }
    guess ??= firstGuess(data, queries);
    if (count > shape.queries) tooMany(count, shape.queries);
    for (;;) {
      agentsOptions.signal?.throwIfAborted();
      const needed = Math.ceil(count * (guess * 1.2 + 2)) + problem.nodeCount;
      const words = Math.min(shape.words, needed);
      const buffers = await reserve(engine, count, words);
      const paths = await buffers.hold(engine, queries, words, agentsOptions.signal);
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
  async function alone<T>(
    where: string,
    queries: Queries,
    given: object,
    rules: OptionRules,
    job: () => Promise<T>,
  ): Promise<T> {
    checkOptions(where, given, rules);
    if (destroyed) throw gone();
    if (busy) throw new Error('the solver is at work: one run at a time');
    checkBatch(data, queries);
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
    variant: engine?.variant ?? 'workgroup',
    get memoryBytes() {
      const trees = sharing?.memoryBytes ?? 0;
      return (engine?.memoryBytes ?? 0) + (wave?.memoryBytes ?? 0) + trees;
    },
    run: (queries, runOptions = {}) =>
      alone('run', queries, runOptions, RUN_RULES, () => answer(queries, runOptions)),
    agents: (queries, agentsOptions = {}) =>
      alone('agents', queries, agentsOptions, AGENTS_RULES, () => settle(queries, agentsOptions)),
    destroy() {
      if (destroyed) return;
      destroyed = true;
      engine?.destroy();
      wave?.destroy();
      sharing?.destroy();
    },
  };
}

function tooMany(count: number, most: number): never {
  throw new RangeError(
    `${inWords(count)} agents at once, there is room for ${inWords(most)}: raise memoryBudget`,
  );
}

const gone = (): Error => new Error('the solver was destroyed');

/** The shape; where there is none, the engine goes. */
function shapeOr(engine: Engine | undefined, shape: () => WaveShape): WaveShape {
  try {
    return shape();
  } catch (error) {
    engine?.destroy();
    throw error;
  }
}
