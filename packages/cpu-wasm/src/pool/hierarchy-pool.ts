import { checkOptions } from '@wayfield/check';
import type { Graph, Queries, Routes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import {
  compileKernels,
  createDestroyGuard,
  openPool,
  THREAD_RULES,
  type ThreadOptions,
} from '@wayfield/wasm';
import { WORKER_SOURCE } from '../hierarchy-pool-worker.gen.ts';
import { KERNELS_BASE64 } from '../hierarchy-threads.gen.ts';
import { createHierarchyMap } from '../hierarchy/map.ts';
import { openHierarchySolver } from '../hierarchy/solver.ts';
import { checkTableEnds } from '../hierarchy/table-ends.ts';
import type {
  HierarchyRunOptions,
  TableEnds,
  TableRows,
  TableRowsOptions,
} from '../hierarchy/types.ts';
import { aGraph, aHierarchy, checkHierarchyOptions, TABLE_ROWS_RULES } from '../options.ts';
import { createJobCrew, type JobReply } from './job-crew.ts';
import type { HierarchyRun, HierarchyStart } from './messages.ts';
import { createSlicedPool, createThreadedPool } from './route-pool.ts';
import { slicedTableRows, type TellTable, threadedTableRows } from './table-rows.ts';

export type {
  HierarchyRunOptions,
  TableEnds,
  TableRows,
  TableRowsOptions,
} from '../hierarchy/types.ts';
export type { PoolWorker } from '@wayfield/wasm';

/** Options of `createHierarchyPool`. */
export interface HierarchyPoolOptions extends ThreadOptions {}

/** Routes by many threads on one hierarchy. */
export interface HierarchyPool {
  readonly backend: 'wasm';
  /** Threads that search: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** Bytes of the hierarchy, once for all threads, and of the scratch of all threads. */
  readonly memoryBytes: number;
  /**
   * As `run` of a hierarchy solver; batches are answered one after another. Rejects with the
   * signal's reason when aborted, with RangeError for bad queries.
   */
  run(queries: Queries, options?: HierarchyRunOptions): Promise<Routes>;
  /**
   * Costs from all sources to all targets, a block of rows at a time: the least sum of the cost
   * before a node of the source, a distance, and the cost after a node of the target, costs rounded
   * to f32. Sweeps cover only what leads to targets (RPHAST: Delling, Goldberg and Werneck 2011);
   * each thread takes 16 sources at a time. Takes, until the last row, 16 bytes per node, 8 per arc
   * of the hierarchy covered, and four blocks of rows: at most 16 MiB each, or 16 rows for each
   * thread where these need more. Takes 66 per node and thread until `destroy`. Throws RangeError
   * at once for ends that are not valid.
   *
   * @example
   * const ends = { node: [u, v], cost: [3, 0], first: [0, 2] }; // one place: at v, or 3 from u
   * for await (const { first, count, cost } of pool.tableRows(ends, ends)) {
   *   console.log(first, count, cost[0]); // 0 1 0
   * }
   */
  tableRows(
    sources: TableEnds,
    targets: TableEnds,
    options?: TableRowsOptions,
  ): AsyncGenerator<TableRows, void>;
  /** Ends the threads. Batches that are not finished reject. */
  destroy(): Promise<void>;
}

/**
 * A pool of worker threads on one copy of a hierarchy in shared memory. Threads, fallback and
 * failures are as those of `createWasmPool`. Rejects with what `createHierarchySolver` throws.
 *
 * @example
 * const pool = await createHierarchyPool(graph, buildHierarchy(graph), { threads: 4 });
 * const routes = await pool.run(queries);
 * console.log(pathOf(routes, 0).length); // 59
 * await pool.destroy();
 */
export async function createHierarchyPool(
  graph: Graph,
  hierarchy: Hierarchy,
  options: HierarchyPoolOptions = {},
): Promise<HierarchyPool> {
  aGraph(graph, 'graph');
  aHierarchy(hierarchy, 'hierarchy');
  checkOptions('createHierarchyPool', options, THREAD_RULES);
  return openPool(
    options,
    (threads) => threadPool(graph, hierarchy, options, threads),
    (reason) => slicedPool(graph, hierarchy, reason),
  );
}

async function threadPool(
  graph: Graph,
  hierarchy: Hierarchy,
  { worker }: HierarchyPoolOptions,
  threads: number,
): Promise<HierarchyPool> {
  const map = createHierarchyMap(graph, hierarchy, compileKernels(KERNELS_BASE64), true);
  const { layout, blocks } = map;
  const crew = await createJobCrew<HierarchyStart | HierarchyRun, JobReply>(map, {
    threads,
    source: WORKER_SOURCE,
    worker,
    start: (start) => ({ ...start, layout }),
  });
  const answer = (queries: Queries, options: HierarchyRunOptions): Promise<Routes> =>
    crew.answer(queries, options, { sizeOf: () => 1, message: (job) => ({ type: 'run', job }) });
  const { inTurn, ...pool } = createThreadedPool(
    graph,
    threads,
    checkHierarchyOptions,
    answer,
    crew.terminate,
  );
  return {
    ...pool,
    get memoryBytes() {
      return crew.held() + blocks.held();
    },
    tableRows(sources, targets, given = {}) {
      checkTable(hierarchy, sources, targets, given);
      const tell: TellTable = (table, stop) =>
        inTurn(() => crew.tellAll('table', { type: 'table', table }, stop));
      return threadedTableRows(map, hierarchy, [sources, targets], given, { threads, tell });
    },
  };
}

function slicedPool(graph: Graph, hierarchy: Hierarchy, fallback: string): HierarchyPool {
  const { solver, begin } = openHierarchySolver(graph, hierarchy);
  const { inTurn: _, inSlices: __, ...pool } = createSlicedPool(solver, begin, fallback);
  // tables take no turns, so `destroy` of the pool does not reject them by itself
  const guard = createDestroyGuard('pool');
  return {
    ...pool,
    get memoryBytes() {
      return solver.memoryBytes;
    },
    tableRows(sources, targets, given = {}) {
      checkTable(hierarchy, sources, targets, given);
      return slicedTableRows(solver, guard.check, [sources, targets], given);
    },
    destroy() {
      guard.end();
      return pool.destroy();
    },
  };
}

function checkTable(
  { nodeCount }: Hierarchy,
  sources: TableEnds,
  targets: TableEnds,
  options: TableRowsOptions,
): void {
  checkTableEnds(sources, nodeCount, 'sources');
  checkTableEnds(targets, nodeCount, 'targets');
  checkOptions('tableRows', options, TABLE_ROWS_RULES);
}
