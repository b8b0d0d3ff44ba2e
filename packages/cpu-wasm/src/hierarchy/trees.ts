import type { Graph, Tree } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import { allocateAll } from '../allocate-all.ts';
import { treeArrays } from '../marks.ts';
import type { HierarchyLayout } from './layout.ts';
import { DIGITS, type Kernels } from '../hierarchy.gen.ts';
import type { Sweeps } from './sweeps.ts';

/** A u32 for each value of a digit of the radix sort. */
const COUNTS_BYTES = DIGITS * 4;

/** As `tree` of a solver. */
export interface Trees {
  run(source: number, reuse: Tree | undefined): Tree;
}

/** Addresses of the arrays of a tree, and of pairs to sort: assembly/hierarchy/tree.ts. */
interface TreeScratch {
  readonly dist: number;
  readonly parent: number;
  readonly pairs: number;
}

/**
 * Trees with parents, for `tree` of a hierarchy solver. The first tree copies the graph into
 * WebAssembly memory and takes scratch; both stay until the solver is destroyed. The weights are
 * those at this call, which copies them: `graph.weight` may change before the first tree.
 */
export function createTrees(
  { nodeCount, arcCount, firstOut, head, weight }: Graph,
  { exactBelow, zeros }: HierarchyLayout,
  { arena, blocks, kernels }: KernelHost<Kernels>,
  sweeps: Sweeps,
): Trees {
  let scratch: TreeScratch | undefined;
  // dropped by the first tree
  let weights: Float32Array | undefined = weight.slice();

  /** Copies the graph into memory and makes room for a tree, once. */
  function prepare(): TreeScratch {
    if (scratch !== undefined) return scratch;
    const perNode = [4, 4, 8, 8, 1].map((bytes) => bytes * nodeCount);
    const sizes = [(nodeCount + 1) * 4, arcCount * 8, COUNTS_BYTES, ...perNode];
    const [rows, arcs, counts, dist, parent, pairs, spare, done] = allocateAll(blocks, sizes);
    const words = arena.words();
    const floats = arena.floats();
    words.set(firstOut, rows / 4);
    for (let a = 0; a < arcCount; a++) {
      words[arcs / 4 + 2 * a] = head[a];
      floats[arcs / 4 + 2 * a + 1] = weights![a] + 0;
    }
    weights = undefined;
    kernels.treeBind(rows, arcs);
    kernels.treeScratch(pairs, spare, counts, done);
    scratch = { dist, parent, pairs };
    return scratch;
  }

  return {
    run(source, reuse) {
      const { dist, parent, pairs } = prepare();
      const { dists: swept, nodes } = sweeps.runOne(source);
      // if the largest distance is exact, all are, and only parents are missing
      if (kernels.treeDistances(swept, nodes, dist) < exactBelow) {
        kernels.treeParents(source, dist, parent, zeros ? pairs : 0);
      } else {
        kernels.treeFinish(source, swept, nodes, dist, parent);
      }
      const tree = treeArrays(nodeCount, reuse);
      tree.dist.set(arena.floats().subarray(dist / 4, dist / 4 + nodeCount));
      tree.parent.set(arena.words().subarray(parent / 4, parent / 4 + nodeCount));
      return { source, ...tree };
    },
  };
}
