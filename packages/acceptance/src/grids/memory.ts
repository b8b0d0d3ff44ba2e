// Target 5: the memory of a solver on the large graph, as the solver states it and as WebAssembly
// allocated it.
import { type Algorithm, createWasmSolver } from '@wayfield/cpu-wasm';
import type { Graph } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { atMost, result, type Target, type TargetResult } from '../run/target.ts';
import { watchWasmMemory } from './wasm-memory.ts';

/**
 * The most bytes of a solver beside the graph, per node: 8 for the record of each of two searches,
 * and 8 for queues.
 */
const BYTES_PER_NODE = 24;
const ALGORITHMS: readonly Algorithm[] = ['dijkstra', 'astar', 'bidirectional'];

export const memory: Target = {
  name: '5',
  title:
    'bytes per node that a solver holds above the graph (250,000 nodes), stated and really taken',
  async run({ seed }) {
    const results: TargetResult[] = [];
    for (const algorithm of ALGORITHMS) {
      const graph = roadGraph(500, 500, { seed });
      const { stated, taken } = hold(graph, algorithm);
      const own = graph.buffer.byteLength;
      const perNode = (bytes: number): number => bytes / graph.nodeCount;
      results.push(
        result(
          `${algorithm}: memoryBytes`,
          perNode(stated.memory),
          atMost(BYTES_PER_NODE, 'bytes/node'),
        ),
        result(
          `${algorithm}: all that WebAssembly took, less the graph`,
          perNode(taken - own),
          atMost(BYTES_PER_NODE, 'bytes/node'),
          `it states ${perNode(stated.memory + stated.shared - own).toFixed(1)}`,
        ),
      );
    }
    return results;
  },
};

/** A solver after heavy use: the memory that it states, and the memory that it was given. */
function hold(
  graph: Graph,
  algorithm: Algorithm,
): { stated: { memory: number; shared: number }; taken: number } {
  const watch = watchWasmMemory();
  try {
    const solver = createWasmSolver(graph, { algorithm });
    // from each corner of 500 x 500 junctions to the opposite one
    const corners = Uint32Array.of(0, 499, 250_000 - 500, 250_000 - 1);
    solver.run({ count: 4, source: corners, target: corners.slice().reverse() });
    if (algorithm === 'dijkstra') solver.tree(125_250);
    const stated = { memory: solver.memoryBytes, shared: solver.sharedBytes };
    const taken = watch.bytes();
    solver.destroy();
    return { stated, taken };
  } finally {
    watch.stop();
  }
}
