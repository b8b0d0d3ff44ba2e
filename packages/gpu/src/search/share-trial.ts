// Measures searches, trees and answers from trees with some queries of a batch, before 'auto'
// chooses.
import { NONE, type Queries } from '@wayfield/graph';
import type { Searcher, TreeEngine } from './engine.ts';
import type { Result } from './layout.ts';
import { isBlocked } from './no-search.ts';
import type { Problem } from './problem.ts';
import type { ShareRates } from './share-choice.ts';
import type { SharedQueries } from './shared-ends.ts';
import type { Workloads } from './workload.ts';

// All constants here are chosen, not measured.

/**
 * Searches are measured in at most three runs, after a run of one query that compiles the kernel.
 * Rates leave out their first measurement, so that run counts only if there were others before. The
 * first of the three takes SPREAD queries, spread over the batch, and searches the FEW of them
 * whose estimated number of settled nodes is largest. The other two search as many queries as MORE
 * says, but at most a quarter of the batch. The few long searches and the many usual ones separate
 * the rate of the longest search from the rate of all settled nodes. SPREAD is at most
 * MEASURED_QUERIES of sharing.ts, so its queries are distinct.
 */
const SPREAD = 512;
const FEW = 32;
const MORE = [256, 1024] as const;
/** Milliseconds after which no larger sample of searches is measured. */
const ENOUGH_MS = 50;
/**
 * Trees that are measured together, where one takes less than SLOW_TREE_MS. A slower tree keeps the
 * device busy by itself. Its time is then multiplied, because measuring SOME_TREES of them twice
 * would take 0.6 s and more.
 */
const SOME_TREES = 32;
const SLOW_TREE_MS = 10;
/** Answers from trees that are measured together, at most. */
const SOME_ANSWERS = 1024;

/** Runs some queries to measure them. The answers are lost. */
export interface Trial {
  /** Runs a search for each query in `list`, and learns from what these settle. */
  search(list: Uint32Array): Promise<void>;
  /** Called before trees are made: frees the memory that they need. */
  makeRoom(): void;
  /** Answers queries from trees; returns milliseconds. */
  answer(searcher: Searcher, queries: Queries): Promise<number>;
}

/** Measures searches: first the longest of a sample, then queries spread over the batch. */
export async function measureSearches(
  queries: Queries,
  works: Workloads,
  trial: Trial,
  now: () => number,
): Promise<void> {
  const spread = (count: number): Uint32Array =>
    Uint32Array.from({ length: count }, (_, i) => Math.floor((i * queries.count) / count));
  const long = [...spread(SPREAD)]
    .map((q) => ({ q, settled: works.of(queries, q).settled }))
    .sort((a, b) => b.settled - a.settled)
    .slice(0, FEW);
  const few = Uint32Array.from(long, ({ q }) => q);
  // the first run compiles and makes memory
  await trial.search(few.subarray(0, 1));
  const begun = now();
  await trial.search(few);
  for (const count of MORE) {
    if (now() - begun > ENOUGH_MS) break;
    await trial.search(spread(Math.min(count, queries.count >> 2)));
  }
}

/** What trees are measured with. */
export interface TreeTrial {
  readonly problem: Problem;
  readonly works: Workloads;
  readonly rates: ShareRates;
  readonly engine: TreeEngine;
  readonly queries: Queries;
  readonly shared: SharedQueries;
  readonly result: Result;
  readonly trial: Trial;
  readonly now: () => number;
  readonly signal: AbortSignal | undefined;
}

/** Measures the trees with the most queries, and answers from them. */
export async function measureTrees(given: TreeTrial): Promise<void> {
  const { works, rates, engine, queries, shared, trial } = given;
  const { end, sizes, roots } = shared;
  const order = Uint32Array.from(roots.keys()).sort((a, b) => sizes[b] - sizes[a]);
  const measured = await timeTrees(given, rootsToTime(given, order));
  const list = queriesOfTrees(shared, order.subarray(0, measured));
  const leaves = end === 'source' ? queries.target : queries.source;
  for (const count of [1, 1, SOME_ANSWERS]) {
    const some = list.slice(0, count);
    const { pathNodes } = works.ofAll(
      queries,
      some.map(({ q }) => q),
    );
    const asked: Queries = {
      count: some.length,
      source: Uint32Array.from(some, ({ q }) => leaves[q]),
      target: Uint32Array.from(some, ({ tree }) => tree),
    };
    const ms = await trial.answer(engine.searcher, asked);
    rates.answers[end].note([1, asked.count, pathNodes], ms);
  }
}

/**
 * Roots of trees to time: those with the most queries, then other ends where there are few, because
 * the time of a tree hardly depends on its root.
 */
function rootsToTime({ problem, queries, shared }: TreeTrial, order: Uint32Array): number[] {
  const roots = Array.from(order.subarray(0, SOME_TREES), (tree) => shared.roots[tree]);
  const other = shared.end === 'source' ? queries.target : queries.source;
  const every = Math.ceil(queries.count / SOME_TREES);
  for (let q = 0; q < queries.count && roots.length < SOME_TREES; q += every) {
    if (!isBlocked(problem, other[q])) roots.push(other[q]);
  }
  return roots;
}

/** Times trees of these roots; returns how many trees the engine holds afterwards. */
async function timeTrees(
  { rates, engine, shared: { end }, result, now, signal }: TreeTrial,
  roots: readonly number[],
): Promise<number> {
  const size = Math.min(engine.waveSize(roots.length), roots.length);
  const walks = result !== 'cost';
  const solve = async (count: number): Promise<number> => {
    const begun = now();
    await engine.solve({ roots: Uint32Array.from(roots.slice(0, count)), end, walks, signal });
    const ms = now() - begun;
    rates.trees[end].note([1, count], ms);
    return ms;
  };
  // the first run compiles and makes memory
  await solve(1);
  const one = await solve(1);
  if (one < SLOW_TREE_MS) {
    await solve(size);
    await solve(size);
    return size;
  }
  // one tree keeps the device busy, so SOME_TREES trees take SOME_TREES times as long
  rates.trees[end].note([1, SOME_TREES], SOME_TREES * one);
  return 1;
}

/** Queries of these trees, at most SOME_ANSWERS, each with the place of its tree in `trees`. */
function queriesOfTrees(
  { roots, treeOf }: SharedQueries,
  trees: Uint32Array,
): { q: number; tree: number }[] {
  const placeOf = new Uint32Array(roots.length).fill(NONE);
  trees.forEach((tree, place) => (placeOf[tree] = place));
  const list: { q: number; tree: number }[] = [];
  for (let q = 0; q < treeOf.length && list.length < SOME_ANSWERS; q++) {
    if (treeOf[q] === NONE || placeOf[treeOf[q]] === NONE) continue;
    list.push({ q, tree: placeOf[treeOf[q]] });
  }
  return list;
}
