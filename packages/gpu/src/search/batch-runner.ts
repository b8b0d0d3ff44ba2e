// A batch. Queries that share an end are answered from trees where that is predicted to be faster,
// all others by a search each. Every run adds to the rates of the prediction. solver.ts makes the
// runner.
import { isOutOfMemory } from '@wayfield/gpu-core/internal';
import { NONE, type Queries, type Routes } from '@wayfield/graph';
import { type Chunk, type Collector, createCollector, queriesOf } from './collector.ts';
import type { Engine, Searcher } from './engine.ts';
import type { Result } from './layout.ts';
import { answerWithoutSearch } from './no-search.ts';
import type { Problem } from './problem.ts';
import { quantitiesOf } from './share-choice.ts';
import type { Trial } from './share-trial.ts';
import type { SharedQueries } from './shared-ends.ts';
import { FEWEST_SHARING, type Sharing, type TreeBatch } from './sharing.ts';
import type { GpuRoutes, GpuRunOptions } from './types.ts';
import type { WaveRunner } from './wave-runner.ts';

export interface BatchRunner {
  run(queries: Queries, options: GpuRunOptions): Promise<GpuRoutes>;
}

export interface BatchRunnerParts {
  readonly problem: Problem;
  /** Undefined where no search can count the ticks of the longest paths. */
  readonly engine: Engine | undefined;
  readonly waves: WaveRunner;
  /** Undefined for greedy search, whose paths are not those of trees. */
  readonly sharing: Sharing | undefined;
}

/** Answers queries of a batch; returns the milliseconds. */
type Ask = (
  searcher: Searcher,
  queries: Queries,
  places: Uint32Array | undefined,
) => Promise<number>;

/** The request of a run, and how far the run has come. */
interface RunState {
  readonly queries: Queries;
  readonly options: GpuRunOptions;
  readonly result: Result;
  readonly collector: Collector;
  /** One entry per query; 1: it has a tree. */
  readonly taken: Uint8Array;
  readonly ask: Ask;
  /** Queries answered so far. */
  done: number;
}

/** Runs batches, one at a time. */
export function createBatchRunner(parts: BatchRunnerParts): BatchRunner {
  const { engine, sharing } = parts;
  return {
    async run(queries, options) {
      const { count } = queries;
      const state = begin(parts, queries, options);
      const { result, collector } = state;
      const { share = 'auto' } = options;
      const shares = sharing && (share !== 'never' || !engine);
      const maySearch = engine !== undefined && share === 'auto';
      const shared = shares ? await findShared(parts, sharing, state) : [];
      let trees = 0;
      for (const some of shared) trees += await askTrees(sharing!, state, some, maySearch);
      const sharers = state.done;
      const { list, ms } = await askSearches(parts, state, sharers);
      const begun = performance.now();
      const routes = collector.finish();
      if (sharing && engine) {
        if (collector.isSplit) noteMerge(sharing, result, routes, performance.now() - begun);
        if (count > sharers) learn(sharing, { queries, list, result, routes, ms });
      }
      const distinct = engine ? count - sharers : 0;
      return { ...routes, distinct, shared: { queries: sharers, trees } };
    },
  };
}

function begin({ waves }: BatchRunnerParts, queries: Queries, options: GpuRunOptions): RunState {
  const { count } = queries;
  const { result = 'routes', signal } = options;
  const collector = createCollector(count, result, options.reuse);
  const reuse = options.reuse?.node;
  const state: RunState = {
    queries,
    options,
    result,
    collector,
    taken: new Uint8Array(count),
    done: 0,
    async ask(searcher, asked, places) {
      const onWave = (some: number): void => options.onProgress?.(state.done + some, count);
      const request = { searcher, queries: asked, places, collector, result, signal, reuse };
      const ms = await waves.ask({ ...request, onWave });
      state.done += asked.count;
      return ms;
    },
  };
  return state;
}

/** The queries to answer from trees, where trees leave room for waves. */
async function findShared(
  { engine, waves }: BatchRunnerParts,
  sharing: Sharing,
  state: RunState,
): Promise<readonly SharedQueries[]> {
  const { queries, result, taken, options } = state;
  const { share = 'auto', signal } = options;
  if (!engine || share === 'always') {
    waves.checkRoomBesideTrees();
    const makeRoom = (): void => waves.makeRoomForTrees();
    return sharing.find(queries, engine ? FEWEST_SHARING : 1, taken, makeRoom);
  }
  try {
    waves.checkRoomBesideTrees();
  } catch {
    return [];
  }
  const trial = createTrial(sharing, engine, waves, state);
  return sharing.choose({ queries, result, taken, trial, signal });
}

/**
 * Answers queries that share an end; returns the number of trees. Where memory for trees runs out
 * and searches may answer, takes the queries without a tree out of `taken`.
 */
async function askTrees(
  { works, rates, treeBatches }: Sharing,
  { queries, result, ask, options, taken }: RunState,
  some: SharedQueries,
  maySearch: boolean,
): Promise<number> {
  const { trees: treeRates, answers } = rates(result);
  const { end, roots, treeOf } = some;
  const batches = treeBatches(queries, some, result !== 'cost', options.signal);
  let count = 0;
  for await (const batch of maySearch ? whileMemoryLasts(batches) : batches) {
    count += batch.trees;
    treeRates[end].note([1, batch.trees], batch.ms);
    const { pathNodes } = works.ofAll(queries, batch.places);
    const ms = await ask(batch.searcher, batch.queries, batch.places);
    answers[end].note([1, batch.queries.count, pathNodes], ms);
  }
  if (count < roots.length) {
    treeOf.forEach((tree, q) => {
      if (tree !== NONE && tree >= count) taken[q] = 0;
    });
  }
  return count;
}

/** Ends, instead of rejecting, where memory for the next trees runs out. */
async function* whileMemoryLasts(batches: AsyncIterable<TreeBatch>): AsyncGenerator<TreeBatch> {
  try {
    yield* batches;
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
  }
}

/** Searches for the queries without a tree. */
async function askSearches(
  { problem, engine }: BatchRunnerParts,
  { queries, taken, collector, ask }: RunState,
  sharers: number,
): Promise<{ list: Uint32Array | undefined; ms: number }> {
  if (sharers === 0 && engine) {
    return { list: undefined, ms: await ask(engine, queries, undefined) };
  }
  const list = new Uint32Array(queries.count - sharers);
  for (let q = 0, i = 0; q < queries.count; q++) if (taken[q] === 0) list[i++] = q;
  const chunk: Chunk = { begin: 0, count: list.length, list, places: undefined };
  if (engine) return { list, ms: await ask(engine, queriesOf(queries, chunk), list) };
  // without an engine every query with a path has a tree, so those in the list need no search
  collector.put(chunk, answerWithoutSearch(problem, queries, list), problem);
  return { list, ms: 0 };
}

/** Runs that measure. The answers are lost, and the expected length of paths does not change. */
function createTrial(
  sharing: Sharing,
  engine: Engine,
  waves: WaveRunner,
  { queries, result, options: { signal } }: RunState,
): Trial {
  /** Sets `places`, so that the collector merges the answers and the merge is measured, too. */
  const run = (searcher: Searcher, asked: Queries): Promise<readonly [number, Routes]> =>
    waves.keepingGuess(async () => {
      const places = Uint32Array.from({ length: asked.count }, (_, i) => i);
      const collector = createCollector(asked.count, result);
      const request = { searcher, queries: asked, places, collector, result, signal };
      const ms = await waves.ask(request);
      const begun = performance.now();
      const routes = collector.finish();
      noteMerge(sharing, result, routes, performance.now() - begun);
      return [ms, routes];
    });
  return {
    async search(list) {
      const asked: Queries = {
        count: list.length,
        source: list.map((q) => queries.source[q]),
        target: list.map((q) => queries.target[q]),
      };
      const [ms, routes] = await run(engine, asked);
      learn(sharing, { queries: asked, list: undefined, result, routes, ms });
    },
    makeRoom: () => waves.makeRoomForTrees(),
    answer: async (searcher, asked) => (await run(searcher, asked))[0],
  };
}

/** A search for each query in `list`, or for all queries. */
interface Searched {
  readonly queries: Queries;
  readonly list: Uint32Array | undefined;
  readonly result: Result;
  readonly routes: Routes;
  readonly ms: number;
}

/** Learns what searches settled, and how long they took. */
function learn({ works, rates }: Sharing, { queries, list, result, routes, ms }: Searched): void {
  const paths = result === 'routes' ? routes.firstNode : undefined;
  works.learn(queries, list, routes.settled!, paths);
  rates(result).search.note(quantitiesOf(works.ofAll(queries, list)), ms);
}

/** Learns how long it took to merge the answers of several chunks. */
function noteMerge({ rates }: Sharing, result: Result, { count, node }: Routes, ms: number): void {
  rates(result).merge.note([count, node.length], ms);
}
