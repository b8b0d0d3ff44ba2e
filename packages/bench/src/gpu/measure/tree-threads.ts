// Shortest-path trees from many sources on all cores, which the GPU's batch of trees is compared
// with.
import { Worker } from 'node:worker_threads';
import { type Graph, type Grid, nodeCountOf, type Tree } from '@wayfield/graph';
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
  // threads load JavaScript only: tests, which run the sources, use the built file
  const fromSource = import.meta.url.endsWith('.ts');
  const file = new URL(
    fromSource ? '../../../dist/gpu/measure/tree-worker.js' : './tree-worker.js',
    import.meta.url,
  );
  const workers = Array.from({ length: threads }, () => new Worker(file, { workerData: order }));
  /** Every worker's next message; rejects when one of them dies. */
  const all = (): Promise<unknown> =>
    Promise.all(
      workers.map(
        (worker) =>
          new Promise<void>((resolve, reject) => {
            worker.once('error', reject);
            worker.once('message', () => {
              worker.off('error', reject);
              resolve();
            });
          }),
      ),
    );
  await all();
  return {
    trees: Array.from(sources, (source, i) => ({
      source,
      dist: new Float32Array(dist, 4 * nodes * i, nodes),
      parent: new Uint32Array(parent, 4 * nodes * i, nodes),
    })),
    async run() {
      Atomics.store(next, 0, 0);
      const done = all();
      for (const worker of workers) worker.postMessage('run');
      await done;
    },
    async destroy() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
