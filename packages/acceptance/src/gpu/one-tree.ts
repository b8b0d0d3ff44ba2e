// Distances from one source by a hierarchy: the wall time of one call.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { createGpuHierarchySolver } from '@wayfield/gpu/hierarchy';
import type { Graph } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { takeTurns } from '../run/take-turns.ts';
import { atMost, type GpuContext, inMs, keepBusy, result } from '../run/target.ts';

/** Most milliseconds from a source to distances in a JavaScript array. */
export const ONE_TREE_MS = 3;

/**
 * Measures distances from one source by a hierarchy. Sums of the weights of `graph` must be exact:
 * the distances are compared bit for bit with those of Dijkstra's algorithm.
 */
export async function oneTree(context: GpuContext, name: string, graph: Graph): Promise<void> {
  const { device, session, rounds, quick, seed, add } = context;
  const { nodeCount } = graph;
  const what = `${name}: distances from one source by a hierarchy, wall`;
  session.terminal.progress(what);
  const next = random(seed);
  const thread = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const solver = await createGpuHierarchySolver(device, buildHierarchy(graph));
  try {
    let tree = thread.tree(0);
    let rows = await solver.distances([0]);
    let source = 0;
    const gpu = async (): Promise<void> => {
      rows = await solver.distances([source], { reuse: rows });
    };
    await keepBusy(gpu, quick ? 0 : 500);
    const times = await takeTurns(
      [
        { name: 'cpu', run: () => void (tree = thread.tree(source, { reuse: tree })) },
        { name: 'gpu', run: gpu, before: () => void (source = next(nodeCount)) },
      ],
      quick ? 1 : 5 * rounds,
      { busyMs: quick ? 0 : 30 },
    );
    let equal = true;
    for (let k = 0; k < 5; k++) {
      source = next(nodeCount);
      tree = thread.tree(source, { reuse: tree });
      await gpu();
      equal &&= rows[0].every((dist, v) => dist === tree.dist[v]);
    }
    session.addCheck(what, equal);
    const [one, mine] = [median(times.get('cpu')!), median(times.get('gpu')!)];
    const note = `Dijkstra's algorithm on one thread, with parents: ${inMs(one)}`;
    add(result(what, mine, atMost(ONE_TREE_MS, 'ms'), note));
  } finally {
    solver.destroy();
    thread.destroy();
  }
}
