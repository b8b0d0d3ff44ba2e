// The public `createAreaPool`. The script of its threads is src/areas-pool-worker.ts.

import { checkOptions } from '@wayfield/check';
import { createTurns, openPool, THREAD_RULES, type ThreadOptions } from '@wayfield/wasm';
import { WORKER_SOURCE } from '../areas-pool-worker.gen.ts';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import { checkPointQueries } from '@wayfield/navmesh/internal/queries';
import type { PointQueries } from '@wayfield/navmesh';
import { hireOnMesh } from '../threads/mesh-crew.ts';
import { rangeOf } from '@wayfield/navmesh/internal/threads';
import type { AreaRoutes, AreaRunOptions, AreaSearchOptions } from './area-search.ts';
import {
  AREA_OPTIONS,
  AREA_RUN,
  checkAreaSearch,
  createAreaSearch,
  spacingFor,
} from './create-area-search.ts';
import type { Later } from '../threads/later.ts';
import {
  type AreaBatches,
  areasOut,
  costsOut,
  countLines,
  countLinks,
  countPlaces,
  openOut,
} from './place-calls.ts';
import {
  answerAsk,
  type AreaAnswers,
  type AreaAsk,
  type AreaAskWork,
  type AreaQueries,
  type AreaReply,
  type AreaStart,
  type AreaWork,
  type WithMesh,
} from './pool-messages.ts';

/** Options of `createAreaPool`. */
export interface AreaPoolOptions extends AreaSearchOptions, ThreadOptions {}

/**
 * `run` and the batches of an `AreaSearch`, by many threads: the same answers, bit by bit.
 *
 * If a worker dies during a call, the call rejects, and the next call starts another worker. That
 * worker uses the spacing of points of the others. After changes of the mesh it numbers points
 * differently: if costs tie up to a share of 2^-28, its path may be another. With `radius` it grows
 * the mesh again and measures the spacing there: after changes its paths may differ more.
 */
export interface AreaPool extends Later<AreaBatches> {
  /** Threads that answer: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /**
   * Bytes of WebAssembly memory of all threads, as of their last answers: each thread has a search
   * of its own.
   */
  readonly memoryBytes: number;
  /**
   * Answers the queries, one range per thread. Calls are answered one after another. Queries, and
   * the rows of batches, are copied before the call returns; `out` must be left alone until the
   * promise resolves.
   */
  run(queries: PointQueries, options?: AreaRunOptions): Promise<AreaRoutes>;
  /** Ends the threads. Batches that are not finished reject. */
  destroy(): Promise<void>;
}

/**
 * A pool of threads with a search over areas each, on one copy of the mesh in shared memory.
 * Without shared memory, or if no thread can be started, the calling thread answers, and `fallback`
 * says why. A pool of a `NavMesh` follows the changes of the mesh: a batch is answered on the mesh
 * at the moment when the batch's turn comes. If a worker dies during a batch, the batch rejects,
 * and the next one starts another worker.
 *
 * Rejects with RangeError for a wrong number of threads, and as `createAreaSearch` throws.
 *
 * @example
 * const areas = [{ polygon: [9, 2, 15, 2, 15, 8, 9, 8], area: 1 }];
 * const pool = await createAreaPool(mesh, { areas, costs: [1, 5], threads: 4 });
 * const { cost } = await pool.run(queries);
 * console.log(cost[0].toFixed(2)); // 22.10
 * await pool.destroy();
 */
export async function createAreaPool(
  mesh: NavMesh | PolygonMesh,
  options: AreaPoolOptions = {},
): Promise<AreaPool> {
  checkOptions('createAreaPool', options, { ...AREA_OPTIONS, ...THREAD_RULES });
  const { threads: _, worker, ...given } = options;
  checkAreaSearch(mesh, given);
  // a worker that replaces a dead one is sent the options again
  const search = structuredClone(given);
  return openPool(
    options,
    (threads) => threadPool(mesh, search, { worker, threads }),
    (fallback) => singlePool(mesh, search, fallback),
  );
}

function singlePool(
  mesh: NavMesh | PolygonMesh,
  options: AreaSearchOptions,
  fallback: string,
): AreaPool {
  const search = createAreaSearch(mesh, options);
  const turns = createTurns('pool');
  const ask: Ask = async (count, to, part) => {
    const rows = part(0, count);
    return turns.inTurn(() => {
      to.set(answerAsk(search, rows));
      return to;
    });
  };
  return {
    threads: 1,
    fallback,
    get memoryBytes() {
      return search.memoryBytes;
    },
    ...batchesBy(ask, options.links?.length ?? 0),
    async run(queries, runOptions = {}) {
      checkPointQueries(queries);
      checkOptions('run', runOptions, AREA_RUN);
      const [all, asked] = [rangeOf(queries, 0, 1), { ...runOptions }];
      return turns.inTurn(() => search.run(all, asked));
    },
    destroy() {
      turns.close();
      search.destroy();
      return Promise.resolve();
    },
  };
}

async function threadPool(
  mesh: NavMesh | PolygonMesh,
  options: AreaSearchOptions,
  { worker, threads }: ThreadOptions & { readonly threads: number },
): Promise<AreaPool> {
  const turns = createTurns('pool');
  const chooseSpacing = spacingFor(mesh, options);
  let spacing = chooseSpacing?.();
  const crew = await hireOnMesh<AreaStart, AreaWork, AreaReply>(mesh, {
    threads,
    source: WORKER_SOURCE,
    worker,
    start: (_, message) => ({ type: 'start', mesh: message, options, spacing }),
  });
  let memory = crew.started.map(({ memoryBytes }) => memoryBytes);

  async function tellAll(
    work: (thread: number) => Omit<AreaQueries, keyof WithMesh> | Omit<AreaAskWork, keyof WithMesh>,
  ): Promise<AreaReply[]> {
    // in one step with the copying of the mesh, which may change while threads work
    spacing = chooseSpacing?.();
    const replies = await crew.tellAll('a batch', (thread) => ({ ...work(thread), spacing }));
    memory = replies.map(({ memoryBytes }) => memoryBytes);
    return replies;
  }

  async function answer(all: PointQueries, runOptions: AreaRunOptions): Promise<AreaRoutes> {
    const replies = await tellAll((thread) => ({
      type: 'run',
      queries: rangeOf(all, thread, threads),
      options: runOptions,
    }));
    return joined(replies.map(({ routes }) => routes!));
  }

  const ask: Ask = async (count, to, part) => {
    const first = (thread: number): number => Math.floor((count * thread) / threads);
    const parts = crew.started.map((_, thread) => part(first(thread), first(thread + 1)));
    return turns.inTurn(async () => {
      const replies = await tellAll((thread) => ({ type: 'ask', ask: parts[thread] }));
      for (const [thread, { answers }] of replies.entries()) to.set(answers!, first(thread));
      return to;
    });
  };

  return {
    threads,
    fallback: undefined,
    ...batchesBy(ask, options.links?.length ?? 0),
    get memoryBytes() {
      return memory.reduce((sum, bytes) => sum + bytes, 0);
    },
    async run(queries, runOptions = {}) {
      checkPointQueries(queries);
      checkOptions('run', runOptions, AREA_RUN);
      const [all, asked] = [rangeOf(queries, 0, 1), { ...runOptions }];
      return turns.inTurn(() => answer(all, asked));
    },
    async destroy() {
      turns.close();
      await crew.end();
    },
  };
}

/**
 * Answers `count` checked rows into `to`, one range of rows per thread. `part` copies the rows from
 * `from` to `end` - 1.
 */
type Ask = <Out extends AreaAnswers>(
  count: number,
  to: Out,
  part: (from: number, end: number) => AreaAsk,
) => Promise<Out>;

/** The batches of a pool whose search has `all` links. */
function batchesBy(ask: Ask, all: number): Later<AreaBatches> {
  return {
    async areaAtAll(rows, out) {
      const count = countPlaces(rows);
      const { x, y } = rows;
      return ask(count, areasOut(count, out), (from, end) => ({
        call: 'areaAtAll',
        rows: { x: x.slice(from, end), y: y.slice(from, end) },
      }));
    },
    async costOfAll(rows, out) {
      const count = countLines(rows);
      const { ax, ay, bx, by } = rows;
      return ask(count, costsOut(count, out), (from, end) => ({
        call: 'costOfAll',
        rows: {
          ax: ax.slice(from, end),
          ay: ay.slice(from, end),
          bx: bx.slice(from, end),
          by: by.slice(from, end),
        },
      }));
    },
    async isOpenAll(links, out) {
      const count = countLinks(links, all);
      return ask(count, openOut(count, out), (from, end) => ({
        call: 'isOpenAll',
        rows: Int32Array.from({ length: end - from }, (_, i) =>
          links ? links[from + i] : from + i,
        ),
      }));
    },
  };
}

/** The answers of all threads, one range after another. */
function joined(parts: readonly AreaRoutes[]): AreaRoutes {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const points = parts.reduce((sum, part) => sum + part.x.length, 0);
  const all: AreaRoutes = {
    count,
    status: new Uint8Array(count),
    cost: new Float64Array(count),
    lowerBound: new Float64Array(count),
    expanded: new Uint32Array(count),
    firstPoint: new Uint32Array(count + 1),
    x: new Float64Array(points),
    y: new Float64Array(points),
    link: new Int32Array(points),
  };
  let [query, point] = [0, 0];
  for (const part of parts) {
    for (const name of ['status', 'cost', 'lowerBound', 'expanded'] as const)
      all[name].set(part[name], query);
    for (const name of ['x', 'y', 'link'] as const) all[name].set(part[name], point);
    for (let i = 0; i < part.count; i++)
      all.firstPoint[query + i + 1] = point + part.firstPoint[i + 1];
    query += part.count;
    point += part.x.length;
  }
  return all;
}
