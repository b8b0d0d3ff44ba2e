// A thread of tree-threads.ts: takes the next source until none is left.
import { parentPort, workerData } from 'node:worker_threads';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { type Graph, type Grid, nodeCountOf } from '@wayfield/graph';

/** The data that a thread is started with. */
export interface TreeOrder {
  readonly data: Graph | Grid;
  readonly sources: Uint32Array;
  /** 4 bytes per node and source; so is `parent`. */
  readonly dist: SharedArrayBuffer;
  readonly parent: SharedArrayBuffer;
  /** The next source that no thread has taken. */
  readonly next: Int32Array;
}

const { data, sources, dist, parent, next } = workerData as TreeOrder;
const nodes = nodeCountOf(data);
const solver = createWasmSolver(data, { algorithm: 'dijkstra' });

parentPort?.on('message', () => {
  for (;;) {
    const i = Atomics.add(next, 0, 1);
    if (i >= sources.length) break;
    solver.tree(sources[i], {
      reuse: {
        source: sources[i],
        dist: new Float32Array(dist, 4 * nodes * i, nodes),
        parent: new Uint32Array(parent, 4 * nodes * i, nodes),
      },
    });
  }
  parentPort?.postMessage('done');
});
parentPort?.postMessage('ready');
