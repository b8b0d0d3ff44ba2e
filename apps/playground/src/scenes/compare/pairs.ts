// The backends for searches between two cells or nodes, which grids and graphs share.
import { type Algorithm, createWasmSolver } from '@wayfield/cpu-wasm';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import {
  buildQueries,
  type Graph,
  type Grid,
  type Queries,
  referenceRoutes,
} from '@wayfield/graph';
import {
  type Backend,
  type Problem,
  type ProblemOptions,
  SOFTWARE_QUERIES,
  threads,
} from './problem.ts';

/** Number of questions to the reference in JavaScript, which is slow. */
const FEW = 20;

/** The first `count` questions. */
function firstQueries({ count, source, target }: Queries, most: number): Queries {
  const rows = Array.from({ length: Math.min(count, most) }, (_, i): [number, number] => [
    source[i],
    target[i],
  ]);
  return buildQueries(rows);
}

/** The questions that the GPU is asked. */
export function gpuQueries(queries: Queries, { software }: ProblemOptions): Queries {
  return software ? firstQueries(queries, SOFTWARE_QUERIES) : queries;
}

export function threadBackend(
  data: Graph | Grid,
  queries: Queries,
  title: string,
  algorithm: Algorithm,
): Backend {
  return {
    kind: 'thread',
    title,
    prepare() {
      const solver = createWasmSolver(data, { algorithm });
      return { run: () => solver.run(queries).cost, destroy: () => solver.destroy() };
    },
  };
}

function poolBackend(data: Graph | Grid, queries: Queries): Backend {
  return {
    kind: 'pool',
    title: 'A*',
    async prepare() {
      const pool = await createWasmPool(data, { algorithm: 'astar' });
      return {
        run: async () => (await pool.run(queries)).cost,
        note: pool.fallback ?? threads(pool.threads),
        destroy: () => pool.destroy(),
      };
    },
  };
}

function gpuBackend(data: Graph | Grid, queries: Queries, options: ProblemOptions): Backend {
  const asked = gpuQueries(queries, options);
  return {
    kind: 'gpu',
    title: 'A*',
    count: asked.count,
    async prepare() {
      const { createGpuSolver } = await import('@wayfield/gpu');
      const solver = await createGpuSolver(await options.device(), data);
      return {
        run: async () => (await solver.run(asked)).cost,
        destroy: () => solver.destroy(),
      };
    },
  };
}

/** The reference searches of @wayfield/graph on the first questions. */
function referenceBackend(data: Graph | Grid, queries: Queries): Backend {
  const few = firstQueries(queries, FEW);
  return {
    kind: 'script',
    title: 'Reference',
    count: few.count,
    prepare: () => ({ run: () => referenceRoutes(data, few).cost, destroy() {} }),
  };
}

const ORDER = ['thread', 'pool', 'gpu', 'script'] as const;

/**
 * Shortest paths between pairs: the backends here and `others`.
 */
export function pathProblem(
  words: Pick<Problem, 'title' | 'what'>,
  data: Graph | Grid,
  queries: Queries,
  options: ProblemOptions,
  others: readonly Backend[],
): Problem {
  const backends = [
    threadBackend(data, queries, 'A*', 'astar'),
    poolBackend(data, queries),
    gpuBackend(data, queries, options),
    referenceBackend(data, queries),
    ...others,
  ];
  return {
    ...words,
    unit: 'path',
    count: queries.count,
    tolerance: 0,
    backends: ORDER.flatMap((kind) => backends.filter((backend) => backend.kind === kind)),
  };
}
