import { checkOptions } from '@wayfield/check';
import {
  createKernelCrew,
  createTurns,
  destroyedError,
  type KernelCrew,
  type KernelReply,
  openPool,
  THREAD_RULES,
  type ThreadOptions,
} from '@wayfield/wasm';
import { checkEitherMesh } from '@wayfield/triangulation/internal/checks';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import { WORKER_SOURCE } from '../pool-worker.gen.ts';
import { KERNELS_BASE64 } from '../kernels-threads.gen.ts';
import { answerAll, type BatchCall, runRows } from '../calls/batch.ts';
import { CLEARANCE, type Clearances, type PointRows } from '../calls/clearance-at.ts';
import { CLOSEST, type ClosestPoints, type ClosestRows } from '../calls/closest-point.ts';
import { LOCATE } from '../calls/locate-at.ts';
import { MOVE, type MoveRows, type Moves } from '../calls/move-along.ts';
import type { SurfaceStart, SurfaceWork } from './pool-messages.ts';
import {
  AREA_OF,
  type Random,
  randomCall,
  randomNearCall,
  type RandomNearOptions,
  type RandomNearRows,
  type RandomOptions,
  type RandomPoints,
} from '../calls/random-points.ts';
import { RAY, type RayHits, type RayRows } from '../calls/raycast.ts';
import { openSurfaceHost, type SurfacePlace } from '../surface-host.ts';
import { type NearWallsAll, WALLS_NEAR, type WallRows } from '../calls/walls-near.ts';

/** Options of `createSurfacePool`. */
export interface SurfacePoolOptions extends ThreadOptions {}

/**
 * The batches of a `Surface`, answered by many threads: the same answers, bit by bit. Calls are
 * answered one after another. Rows, and `out`, must be left alone until the promise resolves.
 */
export interface SurfacePool {
  /** Threads that answer: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** Bytes of the mesh and the columns, once for all threads, and of the scratch of all threads. */
  readonly memoryBytes: number;
  closestPointAll(rows: ClosestRows, out?: ClosestPoints): Promise<ClosestPoints>;
  moveAlongAll(rows: MoveRows, out?: Moves): Promise<Moves>;
  raycastAll(rows: RayRows, out?: RayHits): Promise<RayHits>;
  clearanceAtAll(rows: PointRows, out?: Clearances): Promise<Clearances>;
  wallsNearAll(rows: WallRows, out?: NearWallsAll): Promise<NearWallsAll>;
  locateAll(rows: PointRows, out?: Int32Array): Promise<Int32Array>;
  areaOfAll(rows: PointRows, out?: Int32Array): Promise<Int32Array>;
  /** `random` is called twice, when the batch begins. */
  randomPointAll(
    count: number,
    random: Random,
    options?: RandomOptions,
    out?: RandomPoints,
  ): Promise<RandomPoints>;
  /** `random` is called twice, when the batch begins. */
  randomPointNearAll(
    rows: RandomNearRows,
    random: Random,
    options?: RandomNearOptions,
    out?: RandomPoints,
  ): Promise<RandomPoints>;
  /** Ends the threads. Batches that are not finished reject. */
  destroy(): Promise<void>;
}

/** Fewer rows are answered on the calling thread: telling the threads takes longer. */
const LEAST_ROWS = 512;

/**
 * A pool of threads on one copy of a mesh in shared memory. Without shared memory, or where no
 * thread can be started, the calling thread answers, and `fallback` says why. A pool of a `NavMesh`
 * follows the changes of the mesh: answers hold for the mesh at the time when the batch begins.
 *
 * Rejects with RangeError for a wrong number of threads and where memory ends, with TypeError for a
 * `mesh` that is none.
 *
 * @example
 * const pool = await createSurfacePool(mesh, { threads: 4 });
 * const [x, y] = [Float64Array.of(1, 1), Float64Array.of(1, 5)];
 * const [dx, dy] = [Float64Array.of(0.5, 9), new Float64Array(2)];
 * const moved = await pool.moveAlongAll({ x, y, dx, dy, radius: 0.5 });
 * console.log(moved.x.join()); // 1.5,3.5
 * await pool.destroy();
 */
export async function createSurfacePool(
  mesh: NavMesh | PolygonMesh,
  options: SurfacePoolOptions = {},
): Promise<SurfacePool> {
  checkEitherMesh(mesh);
  checkOptions('createSurfacePool', options, THREAD_RULES);
  return openPool(
    options,
    (threads) => threadPool(mesh, options, threads),
    (fallback) => singlePool(mesh, fallback),
  );
}

/** Answers one batch: `answerAll` on the calling thread, or `answer` of a pool of threads. */
type Answer = <Rows, Out>(
  call: BatchCall<Rows, Out>,
  rows: Rows,
  out: Out | undefined,
) => Promise<Out>;

function poolCalls(
  answer: Answer,
): Omit<SurfacePool, 'threads' | 'fallback' | 'memoryBytes' | 'destroy'> {
  return {
    closestPointAll: (rows, out) => answer(CLOSEST, rows, out),
    moveAlongAll: (rows, out) => answer(MOVE, rows, out),
    raycastAll: (rows, out) => answer(RAY, rows, out),
    clearanceAtAll: (rows, out) => answer(CLEARANCE, rows, out),
    wallsNearAll: (rows, out) => answer(WALLS_NEAR, rows, out),
    locateAll: (rows, out) => answer(LOCATE, rows, out),
    areaOfAll: (rows, out) => answer(AREA_OF, rows, out),
    randomPointAll: (count, random, options, out) =>
      answer(randomCall(random, options), count, out),
    randomPointNearAll: (rows, random, options, out) =>
      answer(randomNearCall(random, options), rows, out),
  };
}

function singlePool(mesh: NavMesh | PolygonMesh, fallback: string): SurfacePool {
  const host = openSurfaceHost(mesh);
  const turns = createTurns('pool');
  return {
    threads: 1,
    fallback,
    get memoryBytes() {
      return host.memoryBytes;
    },
    ...poolCalls((call, rows, out) => turns.inTurn(() => answerAll(host, call, rows, out))),
    destroy() {
      turns.close();
      host.destroy();
      return Promise.resolve();
    },
  };
}

type Crew = KernelCrew<SurfaceStart | SurfaceWork, KernelReply>;

/** Starts the threads of a pool on a mesh in shared memory. */
function hire(
  { host, world, record }: SurfacePlace,
  { threads, worker }: ThreadOptions & { readonly threads: number },
): Promise<Crew> {
  return createKernelCrew<SurfaceStart | SurfaceWork, KernelReply>(host, {
    threads,
    source: WORKER_SOURCE,
    worker,
    start: (start) => ({ ...start, world, record }),
    // called when a thread fails, to wake threads that wait for it: here no thread waits for
    // another
    stop() {},
  });
}

async function threadPool(
  mesh: NavMesh | PolygonMesh,
  { worker }: SurfacePoolOptions,
  threads: number,
): Promise<SurfacePool> {
  const host = openSurfaceHost(mesh, KERNELS_BASE64);
  const turns = createTurns('pool');
  let { place } = host;
  let isClosed = false;
  let hired = hire(place, { threads, worker });
  let crew = await hired.catch((error: unknown) => {
    // `singlePool`, which answers if no thread can be started, opens a host of its own
    host.destroy();
    throw error;
  });

  /**
   * Ends the threads, and starts others on the memory of the mesh that `host.ready` wrote again.
   */
  async function openAgain(): Promise<void> {
    await crew.terminate();
    if (isClosed) throw destroyedError('pool');
    const next = host.place;
    hired = hire(next, { threads, worker });
    crew = await hired;
    if (isClosed) throw destroyedError('pool');
    place = next;
  }

  async function answer<Rows, Out>(
    call: BatchCall<Rows, Out>,
    rows: Rows,
    out: Out | undefined,
  ): Promise<Out> {
    host.ready();
    const count = call.check(rows, out);
    host.ready();
    // the mesh may change, and outgrow its room again, while threads are started
    for (; host.place !== place; host.ready()) await openAgain();
    call.prepare?.(host.kernels);
    const to = out ?? call.make(count, rows);
    const walls = count * (call.walls?.(rows) ?? 1);
    const options = call.options(rows);
    const slice = { from: 0, size: count };
    call.put(host.columns.views(count, walls), rows, slice);
    const isTold = count >= LEAST_ROWS;
    // the mesh may change while threads work: keep the ids of the obstacles at this time
    const obstaclesOf = isTold && call.nameObstacles ? host.keepObstacles() : host.obstaclesOf;
    if (!isTold) runRows(host.kernels, call.kernel, 0, count, options);
    else
      await crew.tellAll('a batch', (thread) => ({
        type: 'run',
        kernel: call.kernel,
        first: Math.floor((count * thread) / threads),
        end: Math.floor((count * (thread + 1)) / threads),
        options,
      }));
    call.take(host.columns.views(count, walls), rows, to, slice);
    call.nameObstacles?.(to, count, obstaclesOf);
    return to;
  }

  return {
    threads,
    fallback: undefined,
    get memoryBytes() {
      return host.memoryBytes + crew.held();
    },
    ...poolCalls((call, rows, out) => turns.inTurn(() => answer(call, rows, out))),
    async destroy() {
      turns.close();
      isClosed = true;
      await crew.terminate();
      // threads that `openAgain` is starting can be ended only when all of them are ready
      const starting = await hired.catch(() => undefined);
      await starting?.terminate();
      host.destroy();
    },
  };
}
