// Sweeps of a hierarchy from many sources on all cores: the rival of the GPU's sweeps. The
// distances of a sweep stay in the memory of its thread until the thread's next sweep.
import type { Graph } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { SweepOrder } from './sweep-worker.ts';
import { startThreads } from './threads.ts';

/** Threads with a solver each on a copy of the hierarchy. */
export interface SweepThreads {
  run(): Promise<void>;
  destroy(): Promise<void>;
}

/** Starts the threads; every run sweeps from `sources`. */
export async function createSweepThreads(
  graph: Graph,
  hierarchy: Hierarchy,
  sources: Uint32Array,
  threads: number,
): Promise<SweepThreads> {
  const next = new Int32Array(new SharedArrayBuffer(4));
  const order: SweepOrder = { graph, hierarchy, sources, next };
  const { all, destroy } = await startThreads('sweep-worker', order, threads);
  return {
    async run() {
      Atomics.store(next, 0, 0);
      await all();
    },
    destroy,
  };
}
