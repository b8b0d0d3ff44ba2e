import { type Algorithm, createWasmSolver, type SettledRoute } from '@wayfield/cpu-wasm';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { isGrid, type Queries, uniformCost } from '@wayfield/graph';
import type { Problem } from '../problems/problem.ts';
import type { BenchSolver, BuiltSolver } from './solver.ts';

/**
 * The algorithms of `@wayfield/cpu-wasm`, in the order of the tables. `theta*` is not among them:
 * its paths are no steps of the grid.
 */
export const ALGORITHMS: readonly Algorithm[] = [
  'dijkstra',
  'bidirectional',
  'astar',
  'alt',
  'jps',
  'jps+',
  'greedy',
];

/** One algorithm of `@wayfield/cpu-wasm` on one thread, or with a pool of `threads` workers. */
export function wayfieldSolver(algorithm: Algorithm, threads = 1): BenchSolver {
  return {
    name: threads > 1 ? `${algorithm} x${threads}` : algorithm,
    group: 'wayfield',
    exact: algorithm !== 'greedy',
    // of two paths that cost the same but for rounding, the two searches may meet on the other one
    rounded: algorithm === 'bidirectional',
    threads,
    refuse: (problem) => refusal(algorithm, problem),
    build: (problem) =>
      threads > 1 ? buildPool(algorithm, threads, problem) : buildOne(algorithm, problem),
  };
}

function refusal(algorithm: Algorithm, { data }: Problem): string | undefined {
  if (algorithm === 'greedy' && !isGrid(data) && data.heuristicScale === 0) {
    return 'without coordinates it would not know where to go';
  }
  if (algorithm === 'alt') return isGrid(data) ? 'landmarks need a graph' : undefined;
  if (algorithm !== 'jps' && algorithm !== 'jps+') return undefined;
  if (!isGrid(data)) return 'jump points need a grid';
  if (data.neighbours !== 8) return 'jump points need 8 neighbours';
  return uniformCost(data) === 0 ? 'jump points need one cost for all open cells' : undefined;
}

function buildOne(algorithm: Algorithm, { data, queries }: Problem): BuiltSolver {
  const solver = createWasmSolver(data, { algorithm });
  // the first query prepares data, which belongs to building: a path from a node to itself
  solver.run(fromFirstToItself(queries));
  let answer: SettledRoute | undefined;
  return {
    // read on demand, because queues grow while they work
    get memoryBytes() {
      return solver.memoryBytes;
    },
    get sharedBytes() {
      return solver.sharedBytes;
    },
    // one path by one call, as other libraries are asked
    ask(source, target) {
      answer = solver.route(source, target);
    },
    answer() {
      if (!answer) throw new Error('no query was asked');
      return answer;
    },
    batch: (batch) => solver.run(batch),
    destroy: () => solver.destroy(),
  };
}

async function buildPool(
  algorithm: Algorithm,
  threads: number,
  { data, queries }: Problem,
): Promise<BuiltSolver> {
  const pool = await createWasmPool(data, { algorithm, threads });
  await pool.run(fromFirstToItself(queries));
  return {
    get memoryBytes() {
      return pool.memoryBytes;
    },
    get sharedBytes() {
      return pool.sharedBytes;
    },
    batch: (batch) => pool.run(batch),
    destroy: () => pool.destroy(),
  };
}

function fromFirstToItself({ source }: Queries): Queries {
  const first = source.slice(0, 1);
  return { count: first.length, source: first, target: first };
}
