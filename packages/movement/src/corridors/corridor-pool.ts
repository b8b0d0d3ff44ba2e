// The public `createCorridorPool`. The script of its threads is src/corridors-pool-worker.ts.

import { checkOptions } from '@wayfield/check';
import { createTurns, openPool, THREAD_RULES, type ThreadOptions } from '@wayfield/wasm';
import { checkEitherMesh } from '@wayfield/triangulation/internal/checks';
import { WORKER_SOURCE } from '../corridors-pool-worker.gen.ts';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import type { Later } from '../threads/later.ts';
import { hireOnMesh } from '../threads/mesh-crew.ts';
import {
  allCornersOut,
  type Answers,
  answersOf,
  type AnyRows,
  checkRows,
  type RowCall,
} from './batches.ts';
import { countRule, createCorridors } from './create-corridors.ts';
import type { AllCorners, CorridorBatches } from './corridors.ts';
import type { CorridorReply, CorridorStart, CorridorWork } from './pool-messages.ts';
import { firstSlot, partOf, rowsOfThreads } from './pool-rows.ts';

/** Options of `createCorridorPool`. */
export interface CorridorPoolOptions extends ThreadOptions {}

/**
 * The batches of `Corridors`, answered by many threads: the same answers, bit by bit. Each thread
 * keeps the corridors of a range of slots. Calls are answered one after another. Rows, and `out`,
 * must be left alone until the promise resolves.
 *
 * If a worker dies during a call, the call rejects. The slots of other workers have taken the call,
 * but `out` is not written. The next call starts a worker in place of the dead one. The slots of
 * the dead worker are then empty, so moves answer 'empty' for these slots.
 */
export interface CorridorPool extends Later<CorridorBatches> {
  /** How many slots there are. */
  readonly count: number;
  /** Threads that answer: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** Ends the threads. Batches that are not finished reject. */
  destroy(): Promise<void>;
}

/**
 * A pool of threads that keep `count` corridors, on one copy of the mesh in shared memory. At most
 * `count` threads are started. Without shared memory, or if no thread can be started, the calling
 * thread answers, and `fallback` says why. A pool of a `NavMesh` follows the changes of the mesh: a
 * batch is answered on the mesh at the moment when the batch's turn comes.
 *
 * Rejects with RangeError for a wrong number of threads or of slots, and with TypeError for a value
 * that is no mesh.
 *
 * @example
 * const pool = await createCorridorPool(mesh, 2, { threads: 4 });
 * const routes = solver.run(buildPointQueries([[1, 1, 19, 9], [1, 5, 29, 5]]));
 * await pool.setAll({ routes, radius: 0.5 });
 * await pool.moveAll({ x: Float64Array.of(1.2, 1.2), y: Float64Array.of(1, 5) });
 * const { x, y } = await pool.cornersAll(1); // each agent walks towards its next corner
 * console.log(x.length, y.length); // 2 2
 * await pool.destroy();
 */
export async function createCorridorPool(
  mesh: NavMesh | PolygonMesh,
  count: number,
  options: CorridorPoolOptions = {},
): Promise<CorridorPool> {
  checkEitherMesh(mesh);
  countRule(count, 'count');
  checkOptions('createCorridorPool', options, THREAD_RULES);
  return openPool(
    options,
    (threads) => threadPool(mesh, count, { ...options, threads: Math.min(threads, count) }),
    (fallback) => singlePool(mesh, count, fallback),
  );
}

function singlePool(mesh: NavMesh | PolygonMesh, count: number, fallback: string): CorridorPool {
  const corridors = createCorridors(mesh, count);
  const answer = (call: RowCall, rows: AnyRows, _: number, out: Answers): void => {
    const batch = corridors[`${call}All`] as (rows: AnyRows, out: Answers) => unknown;
    batch(rows, out);
  };
  const corners = (n: number, out: AllCorners): void => void corridors.cornersAll(n, out);
  return {
    threads: 1,
    fallback,
    ...poolOf(count, { answer, corners, end: async () => corridors.destroy() }),
  };
}

/** How checked calls are answered: by threads, or on the calling thread. */
interface Answering {
  /** Answers the rows of a call. */
  answer(call: RowCall, rows: AnyRows, count: number, out: Answers): void | Promise<void>;
  corners(n: number, out: AllCorners): void | Promise<void>;
  end(): Promise<void>;
}

/** The calls of a pool, checked, and answered one at a time by `Answering`. */
function poolOf(
  count: number,
  { answer, corners, end }: Answering,
): Omit<CorridorPool, 'threads' | 'fallback'> {
  const turns = createTurns('pool');
  const ask = async <Out extends Answers>(
    call: RowCall,
    rows: AnyRows = {},
    out?: Out,
  ): Promise<Out> => {
    const rowCount = checkRows(call, rows, count);
    const to = answersOf(call, rowCount, out);
    await turns.inTurn(() => answer(call, rows, rowCount, to));
    return to as Out;
  };
  return {
    count,
    setAll: (rows, out) => ask('set', rows, out),
    async clearAll(rows) {
      await ask('clear', rows);
    },
    moveAll: (rows, out) => ask('move', rows, out),
    moveTargetAll: (rows, out) => ask('moveTarget', rows, out),
    distanceAll: (rows, out) => ask('distance', rows, out),
    optimizeAll: (rows, out) => ask('optimize', rows, out),
    validAll: (rows, out) => ask('valid', rows, out),
    repairAll: (rows, out) => ask('repair', rows, out),
    async cornersAll(n, out) {
      const to = allCornersOut(n, count, out);
      await turns.inTurn(() => corners(n, to));
      return to;
    },
    async destroy() {
      turns.close();
      await end();
    },
  };
}

async function threadPool(
  mesh: NavMesh | PolygonMesh,
  count: number,
  { worker, threads }: ThreadOptions & { readonly threads: number },
): Promise<CorridorPool> {
  const first = (thread: number): number => firstSlot(count, thread, threads);
  const crew = await hireOnMesh<CorridorStart, CorridorWork, CorridorReply>(mesh, {
    threads,
    source: WORKER_SOURCE,
    worker,
    start: (thread, message) => ({
      type: 'start',
      mesh: message,
      count: first(thread + 1) - first(thread),
    }),
  });

  return {
    threads,
    fallback: undefined,
    ...poolOf(count, {
      async answer(call, rows, rowCount, out) {
        const parts = rowsOfThreads(rows, rowCount, count, threads);
        const replies = await crew.tellAll(`${call}All`, (thread) => ({
          type: 'run',
          call,
          rows: partOf(rows, parts[thread], first(thread)),
          corners: 0,
        }));
        for (const [thread, { answers }] of replies.entries())
          if (answers) for (const [i, row] of parts[thread].entries()) out[row] = answers[i];
      },
      async corners(n, out) {
        const replies = await crew.tellAll('cornersAll', () => ({
          type: 'run',
          call: 'corners',
          rows: {},
          corners: n,
        }));
        for (const [thread, { corners }] of replies.entries()) {
          const from = first(thread);
          for (const name of ['count', 'hasTarget'] as const) out[name].set(corners![name], from);
          for (const name of ['x', 'y'] as const) out[name].set(corners![name], n * from);
        }
      },
      end: crew.end,
    }),
  };
}
