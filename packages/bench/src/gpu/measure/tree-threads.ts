// Shortest-path trees from many sources on all cores: the rival of the GPU's batches of trees.
import { type Graph, type Grid, nodeCountOf, type Tree } from '@wayfield/graph';
import { startThreads } from './threads.ts';
import type { TreeOrder } from './tree-worker.ts';

/** Threads with a solver each on a copy of the graph. */
export interface TreeThreads {
  /** One tree per source in shared memory, filled by each run. */
  readonly trees: readonly Tree[];
  run(): Promise<void>;
  destroy(): Promise<void>;
}

/** Starts the threads; every run searches from `sources`. */
export async function createTreeThreads(
  data: Graph | Grid,
  sources: Uint32Array,
  threads: number,
): Promise<TreeThreads> {
  const nodes = nodeCountOf(data);
  const words = 4 * nodes * sources.length;
  const dist = new SharedArrayBuffer(words);
  const parent = new SharedArrayBuffer(words);
  const next = new Int32Array(new SharedArrayBuffer(4));
  const order: TreeOrder = { data, sources, dist, parent, next };
  const { all, destroy } = await startThreads('tree-worker', order, threads);
  return {
    trees: Array.from(sources, (source, i) => ({
      source,
      dist: new Float32Array(dist, 4 * nodes * i, nodes),
      parent: new Uint32Array(parent, 4 * nodes * i, nodes),
    })),
    async run() {
      Atomics.store(next, 0, 0);
      await all();
    },
    destroy,
  };
}
