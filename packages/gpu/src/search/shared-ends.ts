// Which queries of a batch share an end: the target or the source.
import { type Graph, type Grid, NONE, nodeCountOf, type Queries } from '@wayfield/graph';
import type { RootEnd } from './engine.ts';
import { isBlocked } from './no-search.ts';
import type { Problem } from './problem.ts';

/**
 * Whether queries of a run that share an end are answered from one tree. 'auto': where a tree is
 * predicted to be faster than searches. 'always': where two queries share an end. 'never': every
 * query has a search of its own.
 */
export type GpuShare = 'auto' | 'never' | 'always';

/** Queries of a batch that trees can answer. */
export interface SharedQueries {
  /** The end that these queries share: their source or their target. */
  readonly end: RootEnd;
  /** One entry per tree: the node that its queries share. */
  readonly roots: Uint32Array;
  /** One entry per tree: the number of its queries. */
  readonly sizes: Uint32Array;
  /** One entry per query of the batch: the number of its tree, NONE: no tree. */
  readonly treeOf: Uint32Array;
  /** Queries that have a tree. */
  readonly queries: number;
}

/** How many queries of a batch share an end, by the least size of a group: one entry per size. */
export interface EndCounts {
  /** Ascending, from 2: the first entries of all lists are those of all groups. */
  readonly least: readonly number[];
  /** Groups of at least this size, and the queries in them. */
  readonly trees: readonly number[];
  readonly queries: readonly number[];
  /** One entry per number that was asked for: the size of that query's group. */
  readonly sizeOf: Uint32Array;
}

/** Groups the queries of batches by an end. */
export interface SharedEnds {
  /**
   * Counts groups of queries not `taken`. Takes a fifth of the time of `find`, which makes
   * lists. Queries with a blocked root are left out of `trees` and `queries`, not of `sizeOf`.
   * Undefined where no two queries share an end that is open.
   */
  count(
    queries: Queries,
    end: RootEnd,
    taken: Uint8Array,
    numbers: Uint32Array,
  ): EndCounts | undefined;
  /**
   * The queries not `taken` whose end has at least `least` queries not taken. Queries with a
   * blocked root are left out. Undefined where no query remains.
   */
  find(queries: Queries, end: RootEnd, taken: Uint8Array, least: number): SharedQueries | undefined;
}

/**
 * Least sizes of groups to choose from: all up to 8, then a quarter more each, 61 up to 2^20. More
 * sizes cost more time to predict. Chosen, not measured.
 */
const LEAST_SIZES: readonly number[] = leastSizes(2 ** 20);
/** For groups of fewer than SMALL queries SIZE_CLASS_OF has what `sizeClassOf` would find. */
const SMALL = 256;
const SIZE_CLASS_OF: Uint8Array = Uint8Array.from({ length: SMALL }, (_, size) =>
  sizeClassOf(size),
);

function leastSizes(most: number): number[] {
  const sizes = [2];
  while (sizes.at(-1)! < most) sizes.push(Math.max(sizes.at(-1)! + 1, sizes.at(-1)! * 1.25) | 0);
  return sizes;
}

/** The last entry of LEAST_SIZES that is not larger than `size`. */
function sizeClassOf(size: number): number {
  let at = LEAST_SIZES.length - 1;
  while (at > 0 && LEAST_SIZES[at] > size) at--;
  return at;
}

/** A grouping for batches on one map. */
export function createSharedEnds(data: Graph | Grid, problem: Problem): SharedEnds {
  const nodes = nodeCountOf(data);
  // all zeros between calls: the number of queries with this end, and 1 + the number of its tree,
  // NONE where the end is blocked
  const sizeAt = new Uint32Array(nodes);
  const treeAt = new Uint32Array(nodes);

  /** Adds the queries to `sizeAt`; returns the size of the largest group. */
  function addSizes(ends: Uint32Array, count: number, taken: Uint8Array): number {
    let most = 0;
    for (let q = 0; q < count; q++) {
      if (taken[q] !== 0) continue;
      const size = ++sizeAt[ends[q]];
      if (size > most) most = size;
    }
    return most;
  }

  return {
    count(queries, end, taken, numbers) {
      const ends = queries[end];
      const largest = addSizes(ends, queries.count, taken);
      const sizeOf = Uint32Array.from(numbers, (q) => sizeAt[ends[q]]);
      const classes = sizeClassOf(largest) + 1;
      // the nodes in order where they are fewer than the queries, else the ends of the queries
      const byNode = nodes < queries.count;
      const trees = Array.from({ length: classes }, () => 0);
      const members = Array.from({ length: classes }, () => 0);
      for (let i = byNode ? nodes - 1 : queries.count - 1; i >= 0; i--) {
        const node = byNode ? i : ends[i];
        const size = sizeAt[node];
        if (size === 0) continue;
        sizeAt[node] = 0;
        if (size < 2 || isBlocked(problem, node)) continue;
        const at = size < SMALL ? SIZE_CLASS_OF[size] : sizeClassOf(size);
        trees[at]++;
        members[at] += size;
      }
      for (let at = classes - 2; at >= 0; at--) {
        trees[at] += trees[at + 1];
        members[at] += members[at + 1];
      }
      if (trees[0] === 0) return undefined;
      return { least: LEAST_SIZES.slice(0, classes), trees, queries: members, sizeOf };
    },
    find(queries, end, taken, least) {
      const { count } = queries;
      if (count < least) return undefined;
      const ends = queries[end];
      const most = addSizes(ends, count, taken);
      const roots: number[] = [];
      const treeOf = new Uint32Array(most < least ? 0 : count).fill(NONE);
      let members = 0;
      for (let q = 0; most >= least && q < count; q++) {
        const node = ends[q];
        if (taken[q] !== 0 || sizeAt[node] < least) continue;
        if (treeAt[node] === 0) treeAt[node] = isBlocked(problem, node) ? NONE : roots.push(node);
        if (treeAt[node] === NONE) continue;
        treeOf[q] = treeAt[node] - 1;
        members++;
      }
      const sizes = Uint32Array.from(roots, (root) => sizeAt[root]);
      if (nodes < count) {
        sizeAt.fill(0);
        treeAt.fill(0);
      } else {
        for (let q = 0; q < count; q++) sizeAt[ends[q]] = treeAt[ends[q]] = 0;
      }
      if (roots.length === 0) return undefined;
      return { end, roots: Uint32Array.from(roots), sizes, treeOf, queries: members };
    },
  };
}
