import type { Graph, Tree } from '@wayfield/graph';
import type { Arena, Blocks } from '@wayfield/wasm';
import type { HierarchyLayout } from './hierarchy-map.ts';
import type { HierarchyKernels } from './kernel-exports.ts';
import type { Sweeps } from './sweeps.ts';

const COUNTS_BYTES = 8192;

export interface Trees {
  run(source: number, reuse: Tree | undefined): Tree;
}

/** Trees with parents; the graph gets memory when one is first asked for. */
export function createTrees(
  { nodeCount, arcCount, firstOut, head, weight }: Graph,
  { exactBelow, zeros }: HierarchyLayout,
  arena: Arena,
  blocks: Blocks,
  kernels: HierarchyKernels,
  sweeps: Sweeps,
): Trees {
  let scratch: {
    dist: number;
    parent: number;
    pairs: number;
    spare: number;
    counts: number;
    done: number;
  };
  let bound = false;

  function prepare(): void {
    if (bound) return;
    const rows = blocks.allocate((nodeCount + 1) * 4);
    const arcs = blocks.allocate(arcCount * 8);
    const words = arena.words();
    const floats = arena.floats();
    words.set(firstOut, rows / 4);
    for (let a = 0; a < arcCount; a++) {
      words[arcs / 4 + 2 * a] = head[a];
      floats[arcs / 4 + 2 * a + 1] = weight[a] + 0;
    }
    kernels.treeBind(rows, arcs);
    scratch = {
      dist: blocks.allocate(nodeCount * 4),
      parent: blocks.allocate(nodeCount * 4),
      pairs: blocks.allocate(nodeCount * 8),
      spare: blocks.allocate(nodeCount * 8),
      counts: blocks.allocate(COUNTS_BYTES),
      done: blocks.allocate(nodeCount),
    };
    bound = true;
  }

  return {
    run(source, reuse) {
      prepare();
      const { dists: swept, nodes } = sweeps.runOne(source);
      const { dist, parent, pairs, spare, counts, done } = scratch;
      if (kernels.treeDistances(swept, nodes, dist) < exactBelow) {
        kernels.treeParents(source, dist, parent, zeros ? pairs : 0);
      } else {
        kernels.treeFinish(source, swept, nodes, dist, parent, pairs, spare, counts, done);
      }
      const dists = reuse?.dist.length === nodeCount ? reuse.dist : new Float32Array(nodeCount);
      const parents =
        reuse?.parent.length === nodeCount ? reuse.parent : new Uint32Array(nodeCount);
      dists.set(arena.floats().subarray(dist / 4, dist / 4 + nodeCount));
      parents.set(arena.words().subarray(parent / 4, parent / 4 + nodeCount));
      return { source, dist: dists, parent: parents };
    },
  };
}
