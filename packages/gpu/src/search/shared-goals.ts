// Which queries of a batch share a goal (or a source), and whether a tree for all of them is cheaper
// than a search for each. Work is counted in nodes looked at.
import { type Graph, type Grid, isGrid, NONE, nodeCountOf, type Queries } from '@wayfield/graph';
import { barOf, isBarred } from './barred.ts';
import type { GpuAlgorithm, GpuHeuristic } from './heuristic.ts';
import type { Problem } from './problem.ts';

/** Whether queries of a run that share an end are answered from one tree. */
export type GpuShare = 'auto' | 'never' | 'always';

/** The end of queries that a tree is rooted at. */
export type Side = 'source' | 'target';

/** Queries that are answered from trees. */
export interface Shared {
  readonly side: Side;
  /** One node per tree. */
  readonly roots: Uint32Array;
  /** Of each query of the batch the number of its tree, NONE where it has none. */
  readonly treeOf: Uint32Array;
  /** How many have one. */
  readonly queries: number;
  /** Nodes that searches of their own would have looked at more, as far as that shows before. */
  readonly saved: number;
}

/** Fewest queries of a tree: with 'always', and with 'auto'. */
const LEAST_ALWAYS = 2;
const LEAST_AUTO = 8;
/** Nodes that a GPU looks at while a further launch comes and goes. */
const LAUNCH = 1e6;
/**
 * And while a query that shares is sorted out. Measured beside an H200: 35 ns, where each invocation has a search of its own and
 * a node takes 0.14 ns, maps of 30 x 30 to 200 x 200 cells.
 */
const PER_QUERY = 250;
/** And while an answer is put in its place because not all of the batch have a tree: 80 ns of a cost, 460 ns of a path. */
const SPLIT = 1400;
/** Queries of a tree by which all of them are judged, and of a batch. */
const SAMPLE = 32;
const BATCH_SAMPLE = 1024;
/** A tree must save as much again as it costs, and all trees this share of the batch. */
const MARGIN = 2;
const SHARE = 0.25;

/** Finds such queries, again and again. */
export interface SharedGoals {
  /**
   * Those of the queries that are not `taken` which share this end with enough others; takes them.
   * None is taken whose root is blocked. Undefined where there are none, or it does not pay.
   */
  find(queries: Queries, side: Side, taken: Uint8Array, least: number | 'auto'): Shared | undefined;
}

/** The fewest queries of a tree. */
export const leastOf = (share: GpuShare): number | 'auto' =>
  share === 'always' ? LEAST_ALWAYS : 'auto';

/** `treesAtOnce`: how many trees there is memory for, about. */
export function createSharedGoals(
  data: Graph | Grid,
  problem: Problem,
  algorithm: GpuAlgorithm,
  heuristic: GpuHeuristic,
  treesAtOnce: number,
): SharedGoals {
  const nodes = nodeCountOf(data);
  // all zeros between calls: how many queries end at a node, one more than the number of its tree
  const sizeAt = new Uint32Array(nodes);
  const treeAt = new Uint32Array(nodes);
  const guided = algorithm !== 'dijkstra' && heuristic !== 'zero';
  const costOfSearch = workOf(data, problem, guided);
  const costOfTree =
    (isGrid(data) ? 2 * problem.nodeCount + data.cost.length / 4 : 3 * nodes) +
    LAUNCH / Math.max(1, treesAtOnce);

  /** Work of a query: none where its ends say that there is no path. */
  const workFor = ({ source, target }: Queries, q: number): number =>
    barOf(problem, source[q], target[q]) === 0 ? costOfSearch(source[q], target[q]) : 0;

  /** No tree of fewer queries pays. */
  const leastThatPays = Math.max(
    LEAST_AUTO,
    (MARGIN * costOfTree) / Math.max(1, mostWork(data, problem, guided) - PER_QUERY),
  );

  return {
    find(queries, side, taken, asked) {
      const { count } = queries;
      const auto = asked === 'auto';
      const least = auto ? leastThatPays : asked;
      if (count < least || (auto && !couldPay(queries))) return undefined;
      const ends = queries[side];
      let most = 0;
      for (let q = 0; q < count; q++) {
        if (taken[q] !== 0) continue;
        const size = ++sizeAt[ends[q]];
        if (size > most) most = size;
      }
      const roots: number[] = [];
      const sizes: number[] = [];
      // of each tree what some of its queries cost
      const works: number[] = [];
      const treeOf = new Uint32Array(most < least ? 0 : count).fill(NONE);
      for (let q = 0; most >= least && q < count; q++) {
        const end = ends[q];
        if (taken[q] !== 0 || sizeAt[end] < least) continue;
        if (treeAt[end] === 0) {
          treeAt[end] = isBarred(problem, end) ? NONE : roots.push(end);
          if (treeAt[end] !== NONE) sizes.push(0);
        }
        if (treeAt[end] === NONE) continue;
        const tree = treeAt[end] - 1;
        treeOf[q] = tree;
        if (auto && sizes[tree] < SAMPLE) works[tree] = (works[tree] ?? 0) + workFor(queries, q);
        sizes[tree]++;
      }
      if (nodes < count) {
        sizeAt.fill(0);
        treeAt.fill(0);
      } else {
        for (let q = 0; q < count; q++) sizeAt[ends[q]] = treeAt[ends[q]] = 0;
      }

      const grouped = sizes.reduce((sum, size) => sum + size, 0);
      // then answers stay where they are found, and a tree that does not pay by itself costs less than to put them in place
      const whole = grouped === count;
      const kept: number[] = [];
      const newNumber = new Uint32Array(roots.length).fill(NONE);
      let saved = whole ? 0 : -SPLIT * count;
      let members = 0;
      for (let tree = 0; tree < roots.length; tree++) {
        const size = sizes[tree];
        const work = auto ? (works[tree] / Math.min(SAMPLE, size)) * size : 0;
        const gain = work - PER_QUERY * size;
        if (auto && !whole && gain < MARGIN * costOfTree) continue;
        newNumber[tree] = kept.length;
        kept.push(roots[tree]);
        saved += gain - costOfTree;
        members += size;
      }
      if (kept.length === 0) return undefined;
      if (auto && saved < Math.max(LAUNCH, SHARE * workOfBatch(queries))) return undefined;
      for (let q = 0; q < count; q++) {
        if (treeOf[q] === NONE) continue;
        treeOf[q] = newNumber[treeOf[q]];
        if (treeOf[q] !== NONE) taken[q] = 1;
      }
      return { side, roots: Uint32Array.from(kept), treeOf, queries: members, saved };
    },
  };

  /** Of a whole batch, by some of it: `without` so much of each query, as far as there is as much. */
  function workOfBatch(queries: Queries, without = 0): number {
    const every = Math.ceil(queries.count / BATCH_SAMPLE);
    let work = 0;
    for (let q = 0; q < queries.count; q += every) {
      work += Math.max(0, workFor(queries, q) - without);
    }
    return work * every;
  }

  /** Whether trees for all that are far enough apart would pay: seen without looking at every query. */
  function couldPay(queries: Queries): boolean {
    const most = workOfBatch(queries, PER_QUERY);
    return most >= Math.max(LAUNCH, SHARE * workOfBatch(queries));
  }
}

/** Cells that A* looks at for each cell of its path, in the maps of games: what was counted; 40 on open ground by time. */
const CELLS_PER_STEP = 16;

/** How many nodes a search of its own is likely to look at, rather too few. */
function workOf(
  data: Graph | Grid,
  { nodeCount }: Problem,
  guided: boolean,
): (source: number, target: number) => number {
  const half = nodeCount / 2;
  if (isGrid(data)) {
    const { width } = data;
    return (source, target) => {
      const dx = Math.abs((source % width) - (target % width));
      const dy = Math.abs(Math.floor(source / width) - Math.floor(target / width));
      const d = Math.max(dx, dy);
      return Math.min(half, guided ? CELLS_PER_STEP * d : 2 * d * d);
    };
  }
  const { x, y } = data;
  // nothing shows: as for random pairs
  if (!x || !y) return () => half / (guided ? 4 : 1);
  const [left, right, low, high] = [...extent(x), ...extent(y)];
  const density = nodeCount / Math.max(1e-30, (right - left) * (high - low));
  return (source, target) => {
    const square = (x[source] - x[target]) ** 2 + (y[source] - y[target]) ** 2;
    return Math.min(half, 2 * square * density) / (guided ? 4 : 1);
  };
}

/** The most that it says. */
function mostWork(data: Graph | Grid, { nodeCount }: Problem, guided: boolean): number {
  const half = nodeCount / 2;
  return isGrid(data) && guided
    ? Math.min(half, CELLS_PER_STEP * Math.max(data.width, data.height))
    : half;
}

function extent(values: Float32Array): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
