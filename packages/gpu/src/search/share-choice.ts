// Whether trees for queries that share an end are sooner done than a search for each: by rates that were
// measured on this device and this map, and are measured again with every run.
import { NONE, type Queries } from '@wayfield/graph';
import { createRates, type Rates } from './rates.ts';
import { type Shared, type Side, withTrees } from './shared-goals.ts';
import type { Workload, Workloads } from './workload.ts';

/** Members by which a tree's queries are judged, and of all trees together. */
const MEMBERS = 16;
const ALL_MEMBERS = 8192;

/** Milliseconds of one kind of result. */
export interface ShareRates {
  /** Searches: by queries, nodes of their paths, settled nodes, settled nodes of the longest search. */
  readonly search: Rates;
  /** Answers put together out of parts: by queries and nodes of their paths. */
  readonly merge: Rates;
  /** Trees, by side: by waves and trees. */
  readonly trees: Readonly<Record<Side, Rates>>;
  /** Answers from trees, by side: by waves, queries and nodes of their paths. */
  readonly answers: Readonly<Record<Side, Rates>>;
}

/** Rates of which nothing is known yet; `same`: trees of either side are one another's. */
export function createShareRates(same: boolean): ShareRates {
  const target = createRates(2);
  const answers = createRates(3);
  return {
    search: createRates(4),
    merge: createRates(2),
    trees: { target, source: same ? target : createRates(2) },
    answers: { target: answers, source: same ? answers : createRates(3) },
  };
}

export const quantitiesOf = ({ queries, pathNodes, settled, longest }: Workload): number[] => [
  queries,
  pathNodes,
  settled,
  longest,
];

/** Milliseconds of searches for all of these. */
export const searchMs = ({ search }: ShareRates, work: Workload): number =>
  work.queries === 0 ? 0 : search.predict(quantitiesOf(work));

/** The least that trees could take for these queries: one tree for all of them. */
export function leastTreeMs({ trees, answers }: ShareRates, side: Side, work: Workload): number {
  if (trees[side].count === 0) return 0;
  return trees[side].predict([1, 1]) + answers[side].predict([1, work.queries, work.pathNodes]);
}

/** A choice of trees, what all of the batch takes with it, and what is left for searches. */
export interface ShareChoice {
  readonly shared: Shared | undefined;
  readonly ms: number;
  readonly rest: Workload;
}

/**
 * The best choice out of the trees of one side: all of them, those that save more than they take, or none.
 *
 * @param all what searches would have to do for the queries of the batch that have no tree yet
 * @param partly whether other queries of the batch have trees, so that answers are put together anyway
 */
export function chooseTrees(
  rates: ShareRates,
  works: Workloads,
  queries: Queries,
  shared: Shared,
  all: Workload,
  partly: boolean,
  wavesOf: (trees: number) => number,
): ShareChoice {
  const { side } = shared;
  const loads = loadsOf(works, queries, shared);
  const trees = shared.roots.length;
  const none: ShareChoice = {
    shared: undefined,
    ms: searchMs(rates, all) + (partly ? mergeMs(rates, all) : 0),
    rest: all,
  };
  const perTree = rates.trees[side].predict([0, 1]);

  /** What a tree saves once there are others. */
  const saves = (tree: number): number => {
    const { settled, pathNodes } = loads;
    const size = shared.sizes[tree];
    const search = rates.search.predict([size, pathNodes[tree], settled[tree], 0]);
    const answer = rates.answers[side].predict([0, size, pathNodes[tree]]);
    return search - answer - perTree;
  };

  function choiceOf(keeps: (tree: number) => boolean): ShareChoice {
    let [count, members, pathNodes, settled] = [0, 0, 0, 0];
    for (let tree = 0; tree < trees; tree++) {
      if (!keeps(tree)) continue;
      count++;
      members += shared.sizes[tree];
      pathNodes += loads.pathNodes[tree];
      settled += loads.settled[tree];
    }
    if (count === 0) return none;
    const left = all.queries - members;
    const rest: Workload = {
      queries: left,
      pathNodes: Math.max(0, left > 0 ? all.pathNodes - pathNodes : 0),
      settled: Math.max(0, left > 0 ? all.settled - settled : 0),
      longest: left > 0 ? all.longest : 0,
    };
    const waves = wavesOf(count);
    const parts = partly || left > 0 || waves > 1;
    const ms =
      rates.trees[side].predict([waves, count]) +
      rates.answers[side].predict([waves, members, pathNodes]) +
      searchMs(rates, rest) +
      (parts ? mergeMs(rates, all) : 0);
    return { shared: count === trees ? shared : withTrees(shared, keeps), ms, rest };
  }

  const choices = [choiceOf(() => true), choiceOf((tree) => saves(tree) > 0)];
  return choices.reduce((best, choice) => (choice.ms < best.ms ? choice : best), none);
}

const mergeMs = ({ merge }: ShareRates, { queries, pathNodes }: Workload): number =>
  merge.predict([queries, pathNodes]);

/** What searches for the queries of each tree would have to do. */
function loadsOf(
  works: Workloads,
  queries: Queries,
  { roots, sizes, treeOf, queries: members }: Shared,
): { settled: Float64Array; pathNodes: Float64Array } {
  const trees = roots.length;
  const settled = new Float64Array(trees);
  const pathNodes = new Float64Array(trees);
  if (trees > ALL_MEMBERS) {
    // too many to look at each: a mean query for all of them
    const list: number[] = [];
    const every = Math.max(1, Math.floor(members / ALL_MEMBERS));
    for (let q = 0, m = 0; q < treeOf.length; q++) {
      if (treeOf[q] !== NONE && m++ % every === 0) list.push(q);
    }
    const mean = works.ofAll(queries, list);
    for (let tree = 0; tree < trees; tree++) {
      settled[tree] = (mean.settled * sizes[tree]) / mean.queries;
      pathNodes[tree] = (mean.pathNodes * sizes[tree]) / mean.queries;
    }
    return { settled, pathNodes };
  }
  const most = Math.max(1, Math.min(MEMBERS, Math.floor(ALL_MEMBERS / trees)));
  const looked = new Uint32Array(trees);
  let open = trees;
  for (let q = 0; open > 0 && q < treeOf.length; q++) {
    const tree = treeOf[q];
    if (tree === NONE || looked[tree] === most) continue;
    const work = works.of(queries, q);
    settled[tree] += work.settled;
    pathNodes[tree] += work.pathNodes;
    if (++looked[tree] === Math.min(most, sizes[tree])) open--;
  }
  for (let tree = 0; tree < trees; tree++) {
    settled[tree] *= sizes[tree] / looked[tree];
    pathNodes[tree] *= sizes[tree] / looked[tree];
  }
  return { settled, pathNodes };
}
