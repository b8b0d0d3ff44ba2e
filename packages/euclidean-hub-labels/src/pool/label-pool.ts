// Pools: `createLabelPool` writes mesh and labels into shared memory once. Each thread runs
// src/pool-worker.ts and answers a range of every batch.
import { checkOptions } from '@wayfield/check';
import type { BoundedPointRoutes, PointQueries } from '@wayfield/navmesh';
import { RESULT_RULES } from '@wayfield/navmesh/internal/checks';
import { checkPointQueries } from '@wayfield/navmesh/internal/queries';
import { joinRoutes, rangeOf } from '@wayfield/navmesh/internal/threads';
import type { PolygonMesh } from '@wayfield/triangulation';
import {
  createKernelCrew,
  createTurns,
  type KernelReply,
  type KernelStart,
  openPool,
  THREAD_RULES,
  type ThreadOptions,
} from '@wayfield/wasm';
import { WORKER_SOURCE } from '../pool-worker.gen.ts';
import { KERNELS_BASE64 } from '../kernels-threads.gen.ts';
import { putLabels } from '../labels/host.ts';
import type { LabelLayout } from '../labels/layout.ts';
import { asksOf, checkLabelled, openLabelSearch } from '../labels/search.ts';
import type { LabelRunOptions, PointLabels } from '../labels/types.ts';

/** What a thread gets at its start: where the mesh and the labels lie in shared memory. */
export interface LabelStart extends KernelStart {
  readonly layout: LabelLayout;
}

/** Queries for one thread. */
export interface LabelWork {
  readonly type: 'run';
  readonly queries: PointQueries;
  readonly asks: number;
}

/** The answers of one thread. */
export interface LabelReply {
  readonly routes: BoundedPointRoutes;
}

/** A label search on many threads: its answers are those of `LabelSearch`, bit by bit. */
export interface LabelPool {
  readonly backend: 'wasm';
  /** Threads that answer: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** Bytes of mesh and labels, once for all threads, and of the scratch of all threads. */
  readonly memoryBytes: number;
  /**
   * Answers the queries, one range per thread. Calls are answered one after another. The queries
   * are copied before the call returns.
   */
  run(queries: PointQueries, options?: LabelRunOptions): Promise<BoundedPointRoutes>;
  /** Ends the threads. Batches that are not finished reject. */
  destroy(): Promise<void>;
}

/**
 * A pool of threads on one copy of a mesh and its labels in shared memory. Where there is no shared
 * memory, or no thread can be started, the calling thread answers, and `fallback` says why.
 *
 * Rejects with RangeError for a wrong number of threads, and as `createLabelSearch` throws.
 *
 * @example
 * const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
 * const pool = await createLabelPool(mesh, buildPointLabels(mesh), { threads: 4 });
 * const { cost } = await pool.run(queries);
 * await pool.destroy();
 */
export async function createLabelPool(
  mesh: PolygonMesh,
  labels: PointLabels,
  options: ThreadOptions = {},
): Promise<LabelPool> {
  checkOptions('createLabelPool', options, THREAD_RULES);
  checkLabelled(mesh, labels);
  return openPool(
    options,
    (threads) => threadPool(mesh, labels, { ...options, threads }),
    (fallback) => singlePool(mesh, labels, fallback),
  );
}

/** A pool without threads: the calling thread answers, after the call has returned. */
function singlePool(mesh: PolygonMesh, labels: PointLabels, fallback: string): LabelPool {
  const search = openLabelSearch(mesh, labels);
  const turns = createTurns('pool');
  return {
    backend: 'wasm',
    threads: 1,
    fallback,
    get memoryBytes() {
      return search.memoryBytes;
    },
    async run(queries, options = {}) {
      checkPointQueries(queries);
      checkOptions('run', options, RESULT_RULES);
      const [all, asked] = [rangeOf(queries, 0, 1), { ...options }];
      return turns.inTurn(() => search.run(all, asked));
    },
    destroy() {
      turns.close();
      search.destroy();
      return Promise.resolve();
    },
  };
}

/** A pool of threads, each with kernels of its own on the shared mesh and labels. */
async function threadPool(
  mesh: PolygonMesh,
  labels: PointLabels,
  { worker, threads }: ThreadOptions & { readonly threads: number },
): Promise<LabelPool> {
  const turns = createTurns('pool');
  const map = putLabels(mesh, labels, KERNELS_BASE64, true);
  const { layout, blocks } = map;
  const crew = await createKernelCrew<LabelStart | LabelWork, KernelReply & LabelReply>(map, {
    threads,
    source: WORKER_SOURCE,
    worker,
    start: (start) => ({ ...start, layout }),
    // no thread waits for another one: after a failure, the others answer their ranges to the end
    stop() {},
  });
  return {
    backend: 'wasm',
    threads,
    fallback: undefined,
    get memoryBytes() {
      return blocks.held() + crew.held();
    },
    async run(queries, options = {}) {
      checkPointQueries(queries);
      checkOptions('run', options, RESULT_RULES);
      const all = rangeOf(queries, 0, 1);
      const asks = asksOf(options);
      return turns.inTurn(async () => {
        const replies = await crew.tellAll('a batch', (thread) => ({
          type: 'run',
          queries: rangeOf(all, thread, threads),
          asks,
        }));
        return joinRoutes(replies.map(({ routes }) => routes));
      });
    },
    async destroy() {
      turns.close();
      await crew.terminate();
      blocks.freeAll();
    },
  };
}
