// Which queries of a batch share a goal (or a source), and whether a tree for all of them is cheaper
// than a search for each. Work is counted in nodes looked at.
import { type Graph, type Grid, isGrid, NONE, nodeCountOf, type Queries } from '@wayfield/graph';
import { barOf } from './barred.ts';
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
  /** The queries, tree by tree; those of tree t from firstQuery[t] on. */
  readonly queries: Uint32Array;
  readonly firstQuery: Uint32Array;
  /** Nodes that searches of their own would have looked at more, as far as that shows before. */
  readonly saved: number;
}

/** Fewest queries of a tree: with 'always', and with 'auto'. */
const LEAST_ALWAYS = 2;
const LEAST_AUTO = 8;
/** Nodes that a GPU looks at while a further launch comes and goes: a millisecond. */
const LAUNCH = 2e6;
/** And while the CPU sorts out a query that shares. */
const PER_QUERY = 50;
/** A tree must save as much again as it costs, and all trees this share of the batch. */
const MARGIN = 2;
const SHARE = 0.25;

/** Finds such queries, again and again. */
export interface SharedGoals {
  /**
   * Those of the queries that are not `taken` which share this end with enough others; takes them.
   * Queries whose ends are blocked or not connected need no search and are left. Undefined where there
   * are none, or it does not pay.
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
  const costOfSearch = workOf(data, problem, algorithm, heuristic);
  const costOfTree =
    (isGrid(data) ? 2 * problem.nodeCount + data.cost.length / 4 : 3 * nodes) +
    LAUNCH / Math.max(1, treesAtOnce);

  return {
    find({ count, source, target }, side, taken, asked) {
      const auto = asked === 'auto';
      const least = auto ? LEAST_AUTO : asked;
      if (count < least) return undefined;
      const ends = side === 'source' ? source : target;
      let most = 0;
      for (let q = 0; q < count; q++) {
        if (taken[q] === 0) most = Math.max(most, ++sizeAt[ends[q]]);
      }
      const roots: number[] = [];
      const sizes: number[] = [];
      const works: number[] = [];
      let all = 0;
      // first the trees there could be, and what they would save
      const treeOf = new Uint32Array(most < least ? 0 : count).fill(NONE);
      for (let q = 0; most >= least && q < count; q++) {
        if (taken[q] !== 0 || barOf(problem, source[q], target[q]) !== 0) continue;
        const work = auto ? costOfSearch(source[q], target[q]) : 0;
        all += work;
        const end = ends[q];
        if (sizeAt[end] < least) continue;
        if (treeAt[end] === 0) {
          treeAt[end] = roots.push(end);
          sizes.push(0);
          works.push(0);
        }
        const tree = treeAt[end] - 1;
        treeOf[q] = tree;
        sizes[tree]++;
        works[tree] += work;
      }
      for (let q = 0; q < count; q++) {
        sizeAt[ends[q]] = 0;
        treeAt[ends[q]] = 0;
      }

      // then those that pay, numbered anew
      const kept: number[] = [];
      const newNumber = new Uint32Array(roots.length).fill(NONE);
      let saved = 0;
      for (let tree = 0; tree < roots.length; tree++) {
        const gain = works[tree] - PER_QUERY * sizes[tree];
        if (sizes[tree] < least || (auto && gain < MARGIN * costOfTree)) continue;
        newNumber[tree] = kept.length;
        kept.push(tree);
        saved += gain - costOfTree;
      }
      if (kept.length === 0 || (auto && saved < Math.max(LAUNCH, SHARE * all))) return undefined;
      const firstQuery = new Uint32Array(kept.length + 1);
      kept.forEach((tree, k) => (firstQuery[k + 1] = firstQuery[k] + sizes[tree]));
      const next = firstQuery.slice();
      const chosen = new Uint32Array(firstQuery[kept.length]);
      for (let q = 0; q < count; q++) {
        if (treeOf[q] === NONE || newNumber[treeOf[q]] === NONE) continue;
        chosen[next[newNumber[treeOf[q]]]++] = q;
        taken[q] = 1;
      }
      const rootNodes = Uint32Array.from(kept, (tree) => roots[tree]);
      return { side, roots: rootNodes, queries: chosen, firstQuery, saved };
    },
  };
}

/** Cells beside its path that A* looks at for each cell of it, in the maps of games: half of what was counted. */
const CELLS_PER_STEP = 8;

/** How many nodes a search of its own is likely to look at, rather too few. */
function workOf(
  data: Graph | Grid,
  { nodeCount }: Problem,
  algorithm: GpuAlgorithm,
  heuristic: GpuHeuristic,
): (source: number, target: number) => number {
  const half = nodeCount / 2;
  const guided = algorithm !== 'dijkstra' && heuristic !== 'zero';
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

function extent(values: Float32Array): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
