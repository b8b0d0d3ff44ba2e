// Which queries of a batch share a goal (or a source).
import { type Graph, type Grid, NONE, nodeCountOf, type Queries } from '@wayfield/graph';
import { isBarred } from './barred.ts';
import type { Problem } from './problem.ts';

/** Whether queries of a run that share an end are answered from one tree. */
export type GpuShare = 'auto' | 'never' | 'always';

/** The end of queries that a tree is rooted at. */
export type Side = 'source' | 'target';

/** Queries that are answered from trees, or could be. */
export interface Shared {
  readonly side: Side;
  /** One node per tree. */
  readonly roots: Uint32Array;
  /** How many queries each tree has. */
  readonly sizes: Uint32Array;
  /** Of each query of the batch the number of its tree, NONE where it has none. */
  readonly treeOf: Uint32Array;
  /** How many have one. */
  readonly queries: number;
}

/** Finds such queries, again and again. */
export interface SharedGoals {
  /**
   * Those of the queries that are not `taken` which share this end with `least` or more, themselves
   * counted. None has a root that is blocked. Undefined where there are none.
   */
  find(queries: Queries, side: Side, taken: Uint8Array, least: number): Shared | undefined;
}

export function createSharedGoals(data: Graph | Grid, problem: Problem): SharedGoals {
  const nodes = nodeCountOf(data);
  // all zeros between calls: how many queries end at a node, one more than the number of its tree
  const sizeAt = new Uint32Array(nodes);
  const treeAt = new Uint32Array(nodes);

  return {
    find(queries, side, taken, least) {
      const { count } = queries;
      if (count < least) return undefined;
      const ends = queries[side];
      let most = 0;
      for (let q = 0; q < count; q++) {
        if (taken[q] !== 0) continue;
        const size = ++sizeAt[ends[q]];
        if (size > most) most = size;
      }
      const roots: number[] = [];
      const treeOf = new Uint32Array(most < least ? 0 : count).fill(NONE);
      let members = 0;
      for (let q = 0; most >= least && q < count; q++) {
        const end = ends[q];
        if (taken[q] !== 0 || sizeAt[end] < least) continue;
        if (treeAt[end] === 0) treeAt[end] = isBarred(problem, end) ? NONE : roots.push(end);
        if (treeAt[end] === NONE) continue;
        treeOf[q] = treeAt[end] - 1;
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
      return { side, roots: Uint32Array.from(roots), sizes, treeOf, queries: members };
    },
  };
}

/** What is left of it with these trees alone. */
export function withTrees(shared: Shared, keeps: (tree: number) => boolean): Shared {
  const { side, roots, sizes, treeOf } = shared;
  const newNumber = new Uint32Array(roots.length).fill(NONE);
  const kept: number[] = [];
  for (let tree = 0; tree < roots.length; tree++) {
    if (keeps(tree)) newNumber[tree] = kept.push(tree) - 1;
  }
  if (kept.length === roots.length) return shared;
  let queries = 0;
  const of = treeOf.map((tree) => {
    if (tree === NONE || newNumber[tree] === NONE) return NONE;
    queries++;
    return newNumber[tree];
  });
  return {
    side,
    roots: Uint32Array.from(kept, (tree) => roots[tree]),
    sizes: Uint32Array.from(kept, (tree) => sizes[tree]),
    treeOf: of,
    queries,
  };
}
