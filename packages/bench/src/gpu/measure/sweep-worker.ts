// A thread of sweep-threads.ts: takes the next 16 sources until none is left.
import { parentPort, workerData } from 'node:worker_threads';
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import type { Graph } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';

/** The data that a thread is started with. */
export interface SweepOrder {
  readonly graph: Graph;
  readonly hierarchy: Hierarchy;
  readonly sources: Uint32Array;
  /** The next source that no thread has taken. */
  readonly next: Int32Array;
}

/** Sources of one sweep on the CPU: the most that its kernels take. */
const LANES = 16;

const { graph, hierarchy, sources, next } = workerData as SweepOrder;
const solver = createHierarchySolver(graph, hierarchy);

parentPort?.on('message', () => {
  for (;;) {
    const i = Atomics.add(next, 0, LANES);
    if (i >= sources.length) break;
    solver.trees(sources.subarray(i, i + LANES));
  }
  parentPort?.postMessage('done');
});
parentPort?.postMessage('ready');
