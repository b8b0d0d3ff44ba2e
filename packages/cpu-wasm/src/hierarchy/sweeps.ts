import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { Arena, Blocks } from '@wayfield/wasm';
import type { HierarchyKernels } from './kernel-exports.ts';
import type { HierarchyTrees } from './types.ts';

/** Sources of a sweep: four vectors of four. */
export const MAX_LANES = 16;

export interface Sweeps {
  run(sources: ArrayLike<number>): HierarchyTrees;
  /** Sweeps from one node; returns the address of its distances by rank. */
  runOne(source: number): number;
}

/** Sweeps on a hierarchy; their arcs and distances get memory when they are first used. */
export function createSweeps(
  { nodeCount, rank, down }: Hierarchy,
  arena: Arena,
  blocks: Blocks,
  kernels: HierarchyKernels,
): Sweeps {
  let bound = false;
  let dists = 0;
  let reserved = 0;

  function prepare(lanes: number): void {
    if (!bound) {
      const rows = blocks.allocate((nodeCount + 1) * 4);
      const arcs = blocks.allocate(down.head.length * 8);
      const marks = blocks.allocate(nodeCount);
      const words = arena.words();
      const floats = arena.floats();
      words.set(down.firstArc, rows / 4);
      for (let a = 0; a < down.head.length; a++) {
        words[arcs / 4 + 2 * a] = down.head[a];
        floats[arcs / 4 + 2 * a + 1] = down.weight[a] + 0;
      }
      kernels.sweepBind(rows, arcs, marks);
      bound = true;
    }
    if (lanes <= reserved) return;
    blocks.free(dists);
    reserved = 0;
    dists = blocks.allocate(nodeCount * lanes * 4);
    reserved = lanes;
  }

  function sweep(sources: ArrayLike<number>, lanes: number): void {
    prepare(lanes);
    kernels.sweepBegin(dists, Math.log2(lanes));
    for (let i = 0; i < sources.length; i++) kernels.sweepSource(rank[sources[i]], i);
    kernels.sweepDown();
  }

  return {
    run(sources) {
      const count = sources.length;
      if (!(count >= 1 && count <= MAX_LANES)) {
        throw new RangeError(`sources has ${count} entries, expected 1 to ${MAX_LANES}`);
      }
      const lanes = count === 1 ? 1 : count <= 4 ? 4 : count <= 8 ? 8 : 16;
      sweep(sources, lanes);
      const dist = arena.floats().subarray(dists / 4, dists / 4 + nodeCount * lanes);
      return {
        count,
        lanes,
        dist,
        distInto(i, out) {
          if (!(Number.isInteger(i) && i >= 0 && i < count)) {
            throw new RangeError(`i is ${i}, there are ${count} sources`);
          }
          if (out.length !== nodeCount) {
            throw new RangeError(`out has ${out.length} entries, expected ${nodeCount}`);
          }
          for (let v = 0; v < nodeCount; v++) out[v] = dist[rank[v] * lanes + i];
        },
      };
    },
    runOne(source) {
      sweep([source], 1);
      return dists;
    },
  };
}
