import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { createGpuSolver, createGpuTreeSolver } from '@wayfield/gpu';
import type { Routes, Tree } from '@wayfield/graph';
import type { OpenedSolver, OpenSolver } from '@wayfield/auto/choose';

/** The result of a run: answers to queries, or trees. */
export type Answers = Routes | readonly Tree[];

/** A solver of `OpenSolver` whose answers can be compared. Answers last until its next run. */
export interface AnsweringSolver extends OpenedSolver {
  run(queries: Parameters<OpenedSolver['run']>[0]): Promise<Answers>;
}

/** WebAssembly on all cores; trees on one thread, because pools make none. */
export const openCpu: OpenSolver = async (data, task): Promise<AnsweringSolver> => {
  if (task !== 'tree') {
    const pool = await createWasmPool(data, { algorithm: task });
    let routes: Routes | undefined;
    return {
      run: async (queries) => (routes = await pool.run(queries, routes && { reuse: routes })),
      destroy: () => pool.destroy(),
    };
  }
  const solver = createWasmSolver(data, { algorithm: 'dijkstra' });
  const trees: Tree[] = [];
  return {
    async run({ count, source }) {
      for (let i = 0; i < count; i++) {
        trees[i] = solver.tree(source[i], trees[i] && { reuse: trees[i] });
      }
      return trees.slice(0, count);
    },
    destroy: () => solver.destroy(),
  };
};

/** Kernels on `device`. */
export function openGpuSolvers(device: GPUDevice): OpenSolver {
  return async (data, task): Promise<AnsweringSolver> => {
    if (task !== 'tree') {
      const solver = await createGpuSolver(device, data, { algorithm: task });
      let routes: Routes | undefined;
      return {
        // measures searches: a tree for queries that share an end would cost less
        run: async (queries) =>
          (routes = await solver.run(queries, {
            share: 'never',
            ...(routes && { reuse: routes }),
          })),
        destroy: () => solver.destroy(),
      };
    }
    const solver = await createGpuTreeSolver(device, data);
    let trees: readonly Tree[] = [];
    return {
      async run({ source }) {
        const run = await solver.run(source, { reuse: trees });
        if (run.trees.length >= trees.length) trees = run.trees;
        return run.trees;
      },
      destroy: () => solver.destroy(),
    };
  };
}

/**
 * The number of answers in which the two differ. Greedy costs are not compared: solvers may find
 * different paths.
 */
export function countDifferent(a: Answers, b: Answers, greedy: boolean): number {
  if (isTrees(a) || isTrees(b)) {
    if (!isTrees(a) || !isTrees(b) || a.length !== b.length) return Infinity;
    return a.filter((tree, i) => tree.dist.some((d, v) => d !== b[i].dist[v])).length;
  }
  let different = Math.abs(a.count - b.count);
  for (let i = 0; i < Math.min(a.count, b.count); i++) {
    const [x, y] = [a.cost[i], b.cost[i]];
    // A* on graphs may add up the same path in another order
    const near = greedy || x === y || Math.abs(x - y) <= 1e-6 * x;
    if (a.status[i] !== b.status[i] || !near) different++;
  }
  return different;
}

const isTrees = (answers: Answers): answers is readonly Tree[] => Array.isArray(answers);
