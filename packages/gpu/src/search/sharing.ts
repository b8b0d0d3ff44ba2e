// Answers queries that share an end from one tree. shared-ends.ts finds the groups of such queries,
// share-choice.ts predicts which groups save time, and end-trees.ts holds the trees. The
// predictions use rates (rates.ts) that share-trial.ts and every run measure.
import { isLasting, isOutOfMemory } from '@wayfield/gpu-core/internal';
import { type Graph, type Grid, NONE, type Queries } from '@wayfield/graph';
import { createEndTrees, type EndTreeOptions, type EndTrees } from './end-trees.ts';
import type { RootEnd, Searcher, TreeEngine } from './engine.ts';
import type { GpuHeuristic } from './heuristic.ts';
import type { Result } from './layout.ts';
import type { Problem } from './problem.ts';
import {
  chooseTrees,
  createShareRates,
  knowsTrees,
  leastTreeMs,
  type ShareChoice,
  type ShareRates,
  searchMs,
} from './share-choice.ts';
import { createSharedEnds, type SharedEnds, type SharedQueries } from './shared-ends.ts';
import { measureSearches, measureTrees, type TreeTrial, type Trial } from './share-trial.ts';
import { createWorkloads, type WorkSample, type Workloads } from './workload.ts';

/** Fewest queries that share a tree; 1 where no search can answer them. */
export const FEWEST_SHARING = 2;
/** Fewest queries of a batch that is worth a measurement of searches. Chosen, not measured. */
const MEASURED_QUERIES = 512;

/** The queries of a batch that one wave of trees answers. */
export interface TreeBatch {
  readonly searcher: Searcher;
  /** The leaf of each query, then the number of its tree. */
  readonly queries: Queries;
  /** The number of each query in the batch; undefined: all queries of the batch. */
  readonly places: Uint32Array | undefined;
  readonly trees: number;
  /** Milliseconds that the trees took. */
  readonly ms: number;
}

/** A batch for which 'auto' chooses. */
export interface ShareRequest {
  readonly queries: Queries;
  readonly result: Result;
  /** One entry per query; 1: the query has a tree. `choose` sets it for those that it chose. */
  readonly taken: Uint8Array;
  readonly trial: Trial;
  readonly signal: AbortSignal | undefined;
}

/** The trees of a solver, and what it knows about their cost. */
export interface Sharing {
  readonly works: Workloads;
  rates(result: Result): ShareRates;
  /**
   * Groups of at least `fewest` queries with the same end; marks these queries in `taken`. Calls
   * `makeRoom` before trees are made. Rejects with RangeError where not even one tree fits.
   */
  find(
    queries: Queries,
    fewest: number,
    taken: Uint8Array,
    makeRoom: () => void,
  ): Promise<readonly SharedQueries[]>;
  /**
   * The queries for which trees are predicted to take less time than searches. Once the budget had
   * no room for one tree, all later calls return none. If the device has no memory for the map of
   * the trees or for measured trees, this call chooses no trees of that end, and the next call
   * tries again.
   */
  choose(request: ShareRequest): Promise<readonly SharedQueries[]>;
  /**
   * Finds the trees, as many at a time as there is room for, and gives the queries of each wave.
   */
  treeBatches(
    queries: Queries,
    shared: SharedQueries,
    walks: boolean,
    signal: AbortSignal | undefined,
  ): AsyncIterable<TreeBatch>;
  readonly memoryBytes: number;
  destroy(): void;
}

export interface SharingOptions extends EndTreeOptions {
  readonly heuristic: GpuHeuristic;
}

/** Sharing for one map; the algorithm finds shortest paths. */
export function createSharing(
  device: GPUDevice,
  data: Graph | Grid,
  problem: Problem,
  options: SharingOptions,
): Sharing {
  const { algorithm, heuristic, internals } = options;
  const now = internals.now ?? (() => performance.now());
  const shares = createSharedEnds(data, problem);
  const works = createWorkloads(data, problem, algorithm !== 'dijkstra' && heuristic !== 'zero');
  const trees = createEndTrees(device, data, problem, options);

  const ratesOf = ratesByResult(trees.same);
  const chooser = createChooser({ problem, shares, works, trees, now });

  return {
    works,
    rates: ratesOf,
    async find(queries, fewest, taken, makeRoom) {
      const all: SharedQueries[] = [];
      for (const end of trees.ends) {
        const shared = shares.find(queries, end, taken, fewest);
        if (!shared) continue;
        makeRoom();
        await trees.engineFor(end);
        markTaken(shared, taken);
        all.push(shared);
      }
      return all;
    },
    async choose(request) {
      const { queries, trial } = request;
      const { count } = queries;
      if (!chooser.fits || count < FEWEST_SHARING) return [];
      const rates = ratesOf(request.result);
      let sample = works.sample(queries, request.taken, count);
      if (count >= MEASURED_QUERIES && (rates.search.count < 1 || !sample.isKnown)) {
        await measureSearches(queries, works, trial, now);
        sample = works.sample(queries, request.taken, count);
      }
      if (rates.search.count === 0) return [];
      const search = searchMs(rates, sample.all);
      if (trees.ends.every((end) => leastTreeMs(rates, end, sample.all) >= search)) return [];
      const { chosen, ms } = await chooser.choose(request, rates, sample, search);
      if (chooser.fits) internals.onChoice?.({ search, chosen: ms });
      return chosen;
    },
    async *treeBatches(batch, { end, roots, treeOf, queries: members }, walks, signal) {
      const engine = await trees.engineFor(end);
      const size = engine.waveSize(roots.length);
      const leaves = end === 'source' ? batch.target : batch.source;
      const whole = members === batch.count && size >= roots.length;
      const lists = whole ? undefined : listsOf(treeOf, members, roots.length, size);
      for (let begin = 0, wave = 0; begin < roots.length; begin += size, wave++) {
        signal?.throwIfAborted();
        const some = roots.subarray(begin, begin + size);
        const begun = now();
        await engine.solve({ roots: some, end, walks, signal });
        const ms = now() - begun;
        const places = lists?.[wave];
        const queries: Queries = places
          ? {
              count: places.length,
              source: places.map((q) => leaves[q]),
              target: places.map((q) => treeOf[q] - begin),
            }
          : { count: batch.count, source: leaves, target: treeOf };
        yield { searcher: engine.searcher, queries, places, trees: some.length, ms };
      }
    },
    get memoryBytes() {
      return trees.memoryBytes;
    },
    destroy: () => trees.destroy(),
  };
}

/** The rates of each kind of result. @param same one tree serves both ends, see EndTrees */
function ratesByResult(same: boolean): (result: Result) => ShareRates {
  const ratesBy = new Map<Result, ShareRates>();
  return (result) => {
    let rates = ratesBy.get(result);
    if (!rates) ratesBy.set(result, (rates = createShareRates(same)));
    return rates;
  };
}

interface ChooserParts {
  readonly problem: Problem;
  readonly shares: SharedEnds;
  readonly works: Workloads;
  readonly trees: EndTrees;
  readonly now: () => number;
}

interface Chooser {
  /** False once not even one tree fitted: from then on there are only searches. */
  readonly fits: boolean;
  /** Chooses greedily: the end that saves the most, then the other for the queries left. */
  choose(
    request: ShareRequest,
    rates: ShareRates,
    sample: WorkSample,
    searchTime: number,
  ): Promise<{ readonly chosen: readonly SharedQueries[]; readonly ms: number }>;
}

function createChooser({ problem, shares, works, trees, now }: ChooserParts): Chooser {
  let fits = true;

  /**
   * Whether trees of this end have a known cost. `savableMs`: time of searches that they could save
   * in this batch. Once its sum over all batches pays for a measurement, trees are made, and
   * measured unless the rates of the other end stand in.
   */
  async function known(
    { queries, result, taken, trial, signal }: ShareRequest,
    rates: ShareRates,
    end: RootEnd,
    savableMs: number,
  ): Promise<boolean> {
    if (trees.madeFor(end) && rates.trees[end].count > 0) return true;
    if (!trees.spend(end, savableMs)) return false;
    const engine = await engineBesideSearches(trees, end, trial);
    if (engine instanceof Error) {
      // a budget or a binding that is too small stays so; after any other error, such as a full
      // device or a host without memory, the next call tries again
      fits = !isLasting(engine);
      return false;
    }
    if (knowsTrees(rates, end)) return true;
    const shared = shares.find(queries, end, taken, FEWEST_SHARING)!;
    const given = { problem, works, rates, engine, queries, shared, result, trial, now, signal };
    return couldMeasure(given);
  }

  /** The best trees of an end; undefined where searches are faster, or nothing is known yet. */
  async function choiceOf(
    request: ShareRequest,
    rates: ShareRates,
    end: RootEnd,
    sample: WorkSample,
    partly: boolean,
  ): Promise<ShareChoice | undefined> {
    const counts = shares.count(request.queries, end, request.taken, sample.numbers);
    if (!counts) return undefined;
    const savableMs = (searchMs(rates, sample.all) * counts.queries[0]) / sample.all.queries;
    if (!(await known(request, rates, end, savableMs))) return undefined;
    const engine = trees.madeFor(end)!;
    const wavesOf = (count: number): number => Math.ceil(count / engine.waveSize(count));
    return chooseTrees({ rates, end, counts, sample, partly, wavesOf });
  }

  return {
    get fits() {
      return fits;
    },
    async choose(request, rates, first, searchTime) {
      const { queries, taken } = request;
      const open = new Set<RootEnd>(trees.ends);
      const chosen: SharedQueries[] = [];
      const total = totalOf(rates, searchTime);
      let sample = first;
      while (open.size > 0) {
        let best: ShareChoice | undefined;
        for (const end of open) {
          if (isTooSlow(rates, end, sample, best)) continue;
          const choice = await choiceOf(request, rates, end, sample, chosen.length > 0);
          if (!fits) return { chosen, ms: total.ms };
          if (!choice) open.delete(end);
          else if (!best || choice.ms < best.ms) best = choice;
        }
        if (!best) break;
        const shared = shares.find(queries, best.end, taken, best.least)!;
        chosen.push(shared);
        open.delete(best.end);
        markTaken(shared, taken);
        total.add(best);
        if (best.rest.queries < FEWEST_SHARING) break;
        sample = works.sample(queries, taken, best.rest.queries);
      }
      return { chosen, ms: total.ms };
    },
  };
}

/** Measures trees; false where memory for them ran out. */
async function couldMeasure(given: TreeTrial): Promise<boolean> {
  try {
    await measureTrees(given);
    return true;
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    return false;
  }
}

/** The tree engine of an end, or the error of making room for it or making it. */
async function engineBesideSearches(
  trees: EndTrees,
  end: RootEnd,
  trial: Trial,
): Promise<TreeEngine | Error> {
  try {
    trial.makeRoom();
    return await trees.engineFor(end);
  } catch (error) {
    return error as Error;
  }
}

/** Whether not even one tree for all queries that are left would be faster than the best choice. */
function isTooSlow(
  rates: ShareRates,
  end: RootEnd,
  { all }: WorkSample,
  best: ShareChoice | undefined,
): boolean {
  return leastTreeMs(rates, end, all) >= (best?.ms ?? searchMs(rates, all));
}

/** Predicted milliseconds of a batch: those of searches alone, until a choice of trees is added. */
interface Total {
  readonly ms: number;
  add(choice: ShareChoice): void;
}

function totalOf(rates: ShareRates, searchTime: number): Total {
  /** Time of the chosen trees, and of merging all answers. */
  let chosenMs: number | undefined;
  let restMs = searchTime;
  return {
    get ms() {
      return (chosenMs ?? 0) + restMs;
    },
    add({ ms, treeMs, rest }) {
      restMs = searchMs(rates, rest);
      // the time of the first choice includes the merge of all answers
      chosenMs = chosenMs === undefined ? ms - restMs : chosenMs + treeMs;
    },
  };
}

function markTaken({ treeOf }: SharedQueries, taken: Uint8Array): void {
  for (let q = 0; q < treeOf.length; q++) if (treeOf[q] !== NONE) taken[q] = 1;
}

/** The numbers of the queries that have a tree, in order, one list per wave of `waveSize` trees. */
function listsOf(
  treeOf: Uint32Array,
  members: number,
  trees: number,
  waveSize: number,
): Uint32Array[] {
  const lists: Uint32Array[] = [];
  const counts = new Uint32Array(Math.ceil(trees / waveSize));
  if (counts.length > 1) {
    for (const tree of treeOf) if (tree !== NONE) counts[Math.floor(tree / waveSize)]++;
  } else {
    counts[0] = members;
  }
  for (const count of counts) lists.push(new Uint32Array(count));
  counts.fill(0);
  for (let q = 0; q < treeOf.length; q++) {
    if (treeOf[q] === NONE) continue;
    const wave = Math.floor(treeOf[q] / waveSize);
    lists[wave][counts[wave]++] = q;
  }
  return lists;
}
