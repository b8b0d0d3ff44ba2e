// Predicts whether trees for queries that share an end take less time than a search for each query,
// from rates measured on this device and this map. Every run is such a measurement.
import { createRates, type Rates } from './rates.ts';
import type { RootEnd } from './engine.ts';
import type { EndCounts } from './shared-ends.ts';
import type { Workload, WorkSample } from './workload.ts';

/** Milliseconds of each kind of work, for one kind of result. */
export interface ShareRates {
  /** Searches: by queries, path nodes, settled nodes, settled nodes of the longest search. */
  readonly search: Rates;
  /** Answers of several waves merged into one result: by queries and path nodes. */
  readonly merge: Rates;
  /** Trees rooted at an end: by waves and trees. */
  readonly trees: Readonly<Record<RootEnd, Rates>>;
  /** Answers from trees: by waves, queries and path nodes. */
  readonly answers: Readonly<Record<RootEnd, Rates>>;
}

/** Rates without measurements. @param same trees of both ends cost the same, and share rates */
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

/** The quantities that `search` rates are for. */
export const quantitiesOf = ({ queries, pathNodes, settled, longest }: Workload): number[] => [
  queries,
  pathNodes,
  settled,
  longest,
];

/** Predicted milliseconds of a search for each query. */
export const searchMs = ({ search }: ShareRates, work: Workload): number =>
  work.queries === 0 ? 0 : search.predict(quantitiesOf(work));

/**
 * Rates of trees rooted at an end and of answers from them. Until they were measured, those of the
 * other end stand in: a tree takes about as long on the reverse graph.
 */
function treeRates({ trees, answers }: ShareRates, end: RootEnd): readonly [Rates, Rates] {
  const other = end === 'source' ? 'target' : 'source';
  const by = trees[end].count === 0 && trees[other].count > 0 ? other : end;
  return [trees[by], answers[by].count > 0 ? answers[by] : answers[end]];
}

/** Whether there are rates for trees of this end, its own or those of the other end. */
export const knowsTrees = (rates: ShareRates, end: RootEnd): boolean =>
  treeRates(rates, end)[0].count > 0;

/** A lower bound on the milliseconds that trees take for these queries: one tree for all. */
export function leastTreeMs(rates: ShareRates, end: RootEnd, work: Workload): number {
  const [tree, answer] = treeRates(rates, end);
  if (tree.count === 0) return 0;
  return tree.predict([1, 1]) + answer.predict([1, work.queries, work.pathNodes]);
}

/** A choice of trees of one end. */
export interface ShareChoice {
  readonly end: RootEnd;
  /** Fewest queries of a group that gets a tree. */
  readonly least: number;
  /** Predicted milliseconds of all queries that have no tree yet. */
  readonly ms: number;
  /** The part of `ms` that trees and answers from them take. */
  readonly treeMs: number;
  /** The work of the queries that are left for searches. */
  readonly rest: Workload;
}

/** What trees are chosen by. */
export interface ShareCandidates {
  readonly rates: ShareRates;
  readonly end: RootEnd;
  /** Groups of the queries that have no tree yet. */
  readonly counts: EndCounts;
  /** What searches would have to do for these queries. */
  readonly sample: WorkSample;
  /** Other queries of the batch have trees, so answers are merged in any case. */
  readonly partly: boolean;
  /** Waves that this number of trees takes. */
  wavesOf(trees: number): number;
}

/**
 * The least size of a group from which trees are predicted to be fastest. Undefined where searches
 * alone are fastest. A tree costs the same for every group, so if a tree pays for one group, trees
 * pay for all larger groups.
 */
export function chooseTrees(candidates: ShareCandidates): ShareChoice | undefined {
  const { rates, end, counts, sample, partly, wavesOf } = candidates;
  const { all } = sample;
  const [tree, answer] = treeRates(rates, end);
  let best: ShareChoice | undefined;
  let bestMs = searchMs(rates, all) + (partly ? mergeMs(rates, all) : 0);
  counts.least.forEach((least, at) => {
    const [trees, members] = [counts.trees[at], counts.queries[at]];
    if (trees === 0 || (at > 0 && trees === counts.trees[at - 1])) return;
    const shared = workOf(sample, counts.sizeOf, least, members);
    const left = all.queries - members;
    const rest: Workload = {
      queries: left,
      pathNodes: left > 0 ? Math.max(0, all.pathNodes - shared.pathNodes) : 0,
      settled: left > 0 ? Math.max(0, all.settled - shared.settled) : 0,
      longest: left > 0 ? all.longest : 0,
    };
    const waves = wavesOf(trees);
    const merges = partly || left > 0 || waves > 1;
    const treeMs =
      tree.predict([waves, trees]) + answer.predict([waves, members, shared.pathNodes]);
    const ms = treeMs + searchMs(rates, rest) + (merges ? mergeMs(rates, all) : 0);
    if (ms >= bestMs) return;
    bestMs = ms;
    best = { end, least, ms, treeMs, rest };
  });
  return best;
}

/** What searches for the queries in groups of at least `least` would have to do. */
function workOf(
  { pathNodes, settled, all }: WorkSample,
  sizeOf: Uint32Array,
  least: number,
  members: number,
): { readonly pathNodes: number; readonly settled: number } {
  let [nodes, sum, looked] = [0, 0, 0];
  for (let i = 0; i < sizeOf.length; i++) {
    if (sizeOf[i] < least) continue;
    looked++;
    nodes += pathNodes[i];
    sum += settled[i];
  }
  // no member was sampled, so the members are few: each counts as a mean query
  if (looked === 0) {
    const share = members / all.queries;
    return { pathNodes: all.pathNodes * share, settled: all.settled * share };
  }
  return { pathNodes: (nodes * members) / looked, settled: (sum * members) / looked };
}

const mergeMs = ({ merge }: ShareRates, { queries, pathNodes }: Workload): number =>
  merge.predict([queries, pathNodes]);
