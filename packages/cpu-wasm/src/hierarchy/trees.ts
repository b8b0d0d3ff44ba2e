import type { Graph, Tree } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import { treeArrays } from '../marks.ts';
import type { HierarchyLayout } from './layout.ts';
import type { Kernels } from '../hierarchy.gen.ts';
import type { Sweeps } from './sweeps.ts';

/** A u32 for each digit of the radix sort: DIGITS in assembly/hierarchy/layout.ts. */
const COUNTS_BYTES = 2048 * 4;

export interface Trees {
  run(source: number, reuse: Tree | undefined): Tree;
}

/** Trees with parents; the graph gets memory when one is first asked for. */
export function createTrees(
  { nodeCount, arcCount, firstOut, head, weight }: Graph,
  { exactBelow, zeros }: HierarchyLayout,
  { arena, blocks, kernels, put }: KernelHost<Kernels>,
  sweeps: Sweeps,
): Trees {
  let scratch: { readonly dist: number; readonly parent: number; readonly pairs: number };
  let bound = false;

  function prepare(): void {
    if (bound) return;
    const rows = put(firstOut);
    const arcs = blocks.allocate(arcCount * 8);
    const words = arena.words();
    const floats = arena.floats();
    for (let a = 0; a < arcCount; a++) {
      words[arcs / 4 + 2 * a] = head[a];
      floats[arcs / 4 + 2 * a + 1] = weight[a] + 0;
    }
    kernels.treeBind(rows, arcs);
    scratch = {
      dist: blocks.allocate(nodeCount * 4),
      parent: blocks.allocate(nodeCount * 4),
      pairs: blocks.allocate(nodeCount * 8),
    };
    kernels.treeScratch(
      scratch.pairs,
      blocks.allocate(nodeCount * 8),
      blocks.allocate(COUNTS_BYTES),
      blocks.allocate(nodeCount),
    );
    bound = true;
  }

  return {
    run(source, reuse) {
      prepare();
      const { dists: swept, nodes } = sweeps.runOne(source);
      const { dist, parent, pairs } = scratch;
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
