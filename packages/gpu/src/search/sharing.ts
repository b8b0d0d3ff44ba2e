// Answers queries that share a goal, or a source, from one tree for all of them.
import {
  forEachStep,
  type Graph,
  type Grid,
  isGrid,
  NONE,
  type Queries,
  reverseGraph,
  uniformCost,
} from '@wayfield/graph';
import { isBarred } from './barred.ts';
import type { Internals, Searcher } from './engine.ts';
import type { GpuAlgorithm, GpuHeuristic } from './heuristic.ts';
import type { Problem } from './problem.ts';
import {
  chooseTrees,
  createShareRates,
  leastTreeMs,
  type ShareChoice,
  type ShareRates,
  searchMs,
} from './share-choice.ts';
import { createSharedGoals, type Shared, type Side } from './shared-goals.ts';
import { createTreeField, type TreeField } from './tree-field.ts';
import type { Result } from './wave.ts';
import { createWorkloads, type Workloads } from './workload.ts';

/** Ticks that labels of trees count without help. */
const TREE_TICKS = 2 ** 31;

/** Fewest queries that share a tree. */
const LEAST = 2;
/** Fewest queries of a batch that is worth a measurement of searches. */
const MEASURED_QUERIES = 512;
/** Queries that searches are measured by: the longest of some by themselves, then more and more of all. */
const FEW_SEARCHES = 32;
const MORE_SEARCHES = [256, 1024] as const;
/** No further measurement once they have taken so many milliseconds. */
const ENOUGH_MS = 50;
/**
 * Milliseconds that the searches of queries with shared ends have taken before trees are measured, which
 * takes about as long; and for each arc that the CPU has to cut into tiles.
 */
const MEASURE_MS = 15;
const ARC_MS = 6e-4;
/** Trees that their rates are measured by, where one takes few milliseconds, and answers from them. */
const SOME_TREES = 32;
const SLOW_TREE_MS = 10;
const SOME_ANSWERS = 1024;

/** Queries of a batch that one set of trees answers. */
export interface Errand {
  readonly by: Searcher;
  /** The other end of each query, then the number of its tree. */
  readonly queries: Queries;
  /** The query in the batch; undefined: they are all of it. */
  readonly places: Uint32Array | undefined;
  readonly trees: number;
  /** Milliseconds that the trees took. */
  readonly ms: number;
}

/** Runs some queries to measure them; the answers are lost. */
export interface Trial {
  /** By searches of their own: learns from what they settle. */
  search(list: Uint32Array): Promise<void>;
  /** Called before there are trees: the memory for them must be free. */
  makeRoom(): void;
  /** From trees: milliseconds. */
  answer(by: Searcher, queries: Queries): Promise<number>;
}

/** What belongs to the trees of a solver. */
export interface Sharing {
  readonly works: Workloads;
  rates(result: Result): ShareRates;
  /** All that share an end with `least` or more, by side, and marks them in `taken`. Rejects with RangeError where not even a tree fits. */
  find(queries: Queries, least: number, taken: Uint8Array): Promise<readonly Shared[]>;
  /** Those for whom trees are sooner done than searches, as far as is known, and marks them in `taken`. */
  choose(
    queries: Queries,
    result: Result,
    taken: Uint8Array,
    trial: Trial,
    signal: AbortSignal | undefined,
  ): Promise<readonly Shared[]>;
  /**
   * Finds the trees, as many at once as there is room for, and gives what they answer; `walks`: more than
   * costs.
   */
  errands(
    queries: Queries,
    shared: Shared,
    walks: boolean,
    signal: AbortSignal | undefined,
  ): AsyncIterable<Errand>;
  readonly memoryBytes: number;
  destroy(): void;
}

export interface SharingOptions {
  readonly algorithm: GpuAlgorithm;
  readonly heuristic: GpuHeuristic;
  /** Bytes for the trees. */
  readonly budget: number;
  readonly internals: Internals;
  /** The map of the engine, if there is one. */
  readonly map: (() => GPUBuffer) | undefined;
}

/** The trees of one side. */
interface Field {
  /** They are those of the reverse graph. */
  readonly reversed: boolean;
  /** Milliseconds that it takes to begin. */
  readonly price: number;
  /** What searches have taken that trees might have saved: once it is the price, trees are measured. */
  spent: number;
  trees: TreeField | undefined;
}

/** For shortest paths on this map. */
export function createSharing(
  device: GPUDevice,
  data: Graph | Grid,
  problem: Problem,
  { algorithm, heuristic, budget, internals, map }: SharingOptions,
): Sharing {
  const now = internals.now ?? (() => performance.now());
  const goals = createSharedGoals(data, problem);
  const works = createWorkloads(data, problem, algorithm !== 'dijkstra' && heuristic !== 'zero');
  const uniform = isGrid(data) && uniformCost(data) > 0;
  const counts = uniform && problem.longest >= (internals.window ?? TREE_TICKS);
  // costs on other maps are sums from the source on: only trees from there have the bits of Dijkstra's;
  // those of A* are as good as the sum along the path
  const sides: readonly Side[] = uniform
    ? ['target', 'source']
    : algorithm === 'astar'
      ? ['source', 'target']
      : ['source'];
  const fields: Field[] = sides.map((side) => {
    const reversed = side === 'target' && !uniform;
    // the CPU cuts graphs into tiles
    const arcs = reversed || !isGrid(data) ? problem.arcCount : 0;
    return { reversed, price: MEASURE_MS + ARC_MS * arcs, spent: 0, trees: undefined };
  });
  // those of a uniform grid do for either side
  const fieldOf = (side: Side): Field => fields[uniform ? 0 : sides.indexOf(side)]!;
  const fieldBudget = uniform ? budget : budget / sides.length;
  const ratesBy = new Map<Result, ShareRates>();
  let fits = true;
  let destroyed = false;

  function ratesOf(result: Result): ShareRates {
    let rates = ratesBy.get(result);
    if (!rates) ratesBy.set(result, (rates = createShareRates(uniform)));
    return rates;
  }

  /** Makes the trees' memory unless it is there. */
  async function treesOf(side: Side): Promise<TreeField> {
    const field = fieldOf(side);
    if (field.trees) return field.trees;
    const reverse = field.reversed ? { graph: reversedGraph(data), map: () => map!() } : undefined;
    const options = { budget: fieldBudget, counts, internals, ...(reverse && { reverse }) };
    field.trees = await (internals.makeTrees?.() ??
      createTreeField(device, data, problem, options));
    if (destroyed) field.trees.destroy();
    return field.trees;
  }

  function take({ treeOf }: Shared, taken: Uint8Array): void {
    for (let q = 0; q < treeOf.length; q++) if (treeOf[q] !== NONE) taken[q] = 1;
  }

  /** Measures searches by some queries of a batch: the longest ones by themselves, then some of all. */
  async function measureSearches(queries: Queries, trial: Trial): Promise<void> {
    const spread = (count: number): Uint32Array =>
      Uint32Array.from({ length: count }, (_, i) => Math.floor((i * queries.count) / count));
    const long = [...spread(MEASURED_QUERIES)]
      .map((q) => ({ q, settled: works.of(queries, q).settled }))
      .sort((a, b) => b.settled - a.settled)
      .slice(0, FEW_SEARCHES);
    const few = Uint32Array.from(long, ({ q }) => q);
    // the first run compiles and makes memory
    await trial.search(few.subarray(0, 1));
    const begun = now();
    await trial.search(few);
    for (const count of MORE_SEARCHES) {
      if (now() - begun > ENOUGH_MS) break;
      await trial.search(spread(Math.min(count, queries.count >> 2)));
    }
  }

  /** Measures trees with the largest ones of these, and answers from them. */
  async function measureTrees(
    queries: Queries,
    shared: Shared,
    result: Result,
    trial: Trial,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { side, sizes, roots, treeOf } = shared;
    const rates = ratesOf(result);
    trial.makeRoom();
    const field = await treesOf(side);
    const order = Uint32Array.from(roots.keys()).sort((a, b) => sizes[b] - sizes[a]);
    const trees = Array.from(order.subarray(0, SOME_TREES), (tree) => roots[tree]);
    // others where there are few: how long a tree takes hardly depends on its root
    const other = side === 'source' ? queries.target : queries.source;
    const every = Math.ceil(queries.count / SOME_TREES);
    for (let q = 0; q < queries.count && trees.length < SOME_TREES; q += every) {
      if (!isBarred(problem, other[q])) trees.push(other[q]);
    }
    const size = Math.min(field.waveSize(trees.length), trees.length);
    const leaves = side === 'source' ? queries.target : queries.source;
    const walks = result !== 'cost';
    // the first run compiles and makes memory
    const solve = async (count: number): Promise<number> => {
      const begun = now();
      await field.solve(Uint32Array.from(trees.slice(0, count)), side, walks, signal);
      const ms = now() - begun;
      rates.trees[side].note([1, count], ms);
      return ms;
    };
    await solve(1);
    const one = await solve(1);
    if (one < SLOW_TREE_MS) {
      await solve(size);
      await solve(size);
    } else {
      // a device that one tree keeps busy: more take as much longer
      rates.trees[side].note([1, SOME_TREES], SOME_TREES * one);
    }
    const measured = one < SLOW_TREE_MS ? size : 1;
    const placeOf = new Uint32Array(roots.length).fill(NONE);
    for (let i = 0; i < Math.min(measured, order.length); i++) placeOf[order[i]] = i;
    const list: number[] = [];
    for (let q = 0; q < treeOf.length && list.length < SOME_ANSWERS; q++) {
      if (treeOf[q] !== NONE && placeOf[treeOf[q]] !== NONE) list.push(q);
    }
    const asked = (count: number): Queries => {
      const part = list.slice(0, count);
      return {
        count: part.length,
        source: Uint32Array.from(part, (q) => leaves[q]),
        target: Uint32Array.from(part, (q) => placeOf[treeOf[q]]),
      };
    };
    for (const count of [1, 1, SOME_ANSWERS]) {
      const { pathNodes } = works.ofAll(queries, list.slice(0, count));
      const some = asked(count);
      const ms = await trial.answer(field.searcher, some);
      rates.answers[side].note([1, some.count, pathNodes], ms);
    }
  }

  return {
    works,
    rates: ratesOf,
    async find(queries, least, taken) {
      const all: Shared[] = [];
      for (const side of sides) {
        const shared = goals.find(queries, side, taken, least);
        if (!shared) continue;
        await treesOf(side);
        take(shared, taken);
        all.push(shared);
      }
      return all;
    },
    async choose(queries, result, taken, trial, signal) {
      const { count } = queries;
      if (!fits || count < LEAST) return [];
      const rates = ratesOf(result);
      if (count >= MEASURED_QUERIES && (rates.search.count < 1 || !works.knows(queries))) {
        await measureSearches(queries, trial);
      }
      if (rates.search.count === 0) return [];
      let work = works.ofAll(queries);
      const alone = searchMs(rates, work);
      if (sides.every((side) => leastTreeMs(rates, side, work) >= alone)) return [];
      let expected = alone;
      const open = new Set(sides);
      const chosen: Shared[] = [];
      while (open.size > 0) {
        let best: ShareChoice | undefined;
        for (const side of open) {
          const shared = goals.find(queries, side, taken, LEAST);
          if (!shared) {
            open.delete(side);
            continue;
          }
          try {
            if (rates.trees[side].count === 0) {
              const field = fieldOf(side);
              field.spent += (alone * shared.queries) / count;
              if (field.spent < field.price) {
                open.delete(side);
                continue;
              }
              await measureTrees(queries, shared, result, trial, signal);
            }
          } catch {
            signal?.throwIfAborted();
            // not even one tree fits: searches do without; if the device is lost, they say so
            fits = false;
            return chosen;
          }
          const { waveSize } = fieldOf(side).trees!;
          const wavesOf = (trees: number): number => Math.ceil(trees / waveSize(trees));
          const partly = chosen.length > 0;
          const choice = chooseTrees(rates, works, queries, shared, work, partly, wavesOf);
          if (!choice.shared) open.delete(side);
          else if (!best || choice.ms < best.ms) best = choice;
        }
        if (!best) break;
        chosen.push(best.shared!);
        open.delete(best.shared!.side);
        take(best.shared!, taken);
        work = best.rest;
        expected = best.ms;
      }
      internals.told?.({ search: alone, chosen: expected });
      return chosen;
    },
    async *errands(batch, { side, roots, treeOf, queries: members }, walks, signal) {
      const field = await treesOf(side);
      const size = field.waveSize(roots.length);
      const leaves = side === 'source' ? batch.target : batch.source;
      const whole = members === batch.count && size >= roots.length;
      const lists = whole ? undefined : listsOf(treeOf, members, roots.length, size);
      for (let begin = 0, wave = 0; begin < roots.length; begin += size, wave++) {
        signal?.throwIfAborted();
        const some = roots.subarray(begin, begin + size);
        const begun = now();
        await field.solve(some, side, walks, signal);
        const ms = now() - begun;
        const places = lists?.[wave];
        const queries: Queries = places
          ? {
              count: places.length,
              source: places.map((q) => leaves[q]),
              target: places.map((q) => treeOf[q] - begin),
            }
          : { count: batch.count, source: leaves, target: treeOf };
        yield { by: field.searcher, queries, places, trees: some.length, ms };
      }
    },
    get memoryBytes() {
      return fields.reduce((sum, { trees }) => sum + (trees?.memoryBytes ?? 0), 0);
    },
    destroy() {
      destroyed = true;
      for (const { trees } of fields) trees?.destroy();
    },
  };
}

/**
 * The arcs of a graph, or the steps of a grid, turned around; nodes are cells. Diagonal steps into the
 * dearest cells are longer than what `buildGraph` takes, so the rows are made here.
 */
function reversedGraph(data: Graph | Grid): Graph {
  if (!isGrid(data)) return reverseGraph(data);
  const nodeCount = data.cost.length;
  const firstOut = new Uint32Array(nodeCount + 1);
  for (let u = 0; u < nodeCount; u++) forEachStep(data, u, (v) => firstOut[v + 1]++);
  for (let v = 0; v < nodeCount; v++) firstOut[v + 1] += firstOut[v];
  const arcCount = firstOut[nodeCount];
  const next = firstOut.slice();
  const head = new Uint32Array(arcCount);
  const weight = new Float32Array(arcCount);
  for (let u = 0; u < nodeCount; u++) {
    forEachStep(data, u, (v, w) => {
      head[next[v]] = u;
      weight[next[v]++] = w;
    });
  }
  return { nodeCount, arcCount, firstOut, head, weight, heuristicScale: 0, buffer: head.buffer };
}

/** The numbers of the queries that have a tree, in order, for each wave of so many trees. */
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
