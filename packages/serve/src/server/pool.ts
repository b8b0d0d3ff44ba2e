// Threads that answer requests: each takes some short requests at a time, or one long one.
import type { ConditionOptions } from '@wayfield/osm/conditions';
import type { RoutingNetwork } from '@wayfield/routing';
import { createAsyncMatrix, type TableSolver } from '@wayfield/routing/matrix';
import { isLongRequest } from '../osrm/request.ts';
import { type Answer, type OsrmOptions, refusal } from '../osrm/service.ts';
import { type Crew, createCrew } from './crew.ts';
import type { ThreadStart } from './messages.ts';
import { share } from './share.ts';
import { type AnswerThread, type Job, openThread, type ThreadEvents } from './thread.ts';

/** Options of a pool. */
export interface AnswerPoolOptions extends Omit<OsrmOptions, 'speedsAt'> {
  readonly threads: number;
  /** Milliseconds from the arrival of a request after which it is refused. */
  readonly timeout: number;
  /** Most requests that wait for a thread; more are refused. */
  readonly queue: number;
  readonly tableSolver?: TableSolver | undefined;
  readonly tableCells?: number | undefined;
  readonly conditions?: ConditionOptions;
}

/** Answers requests on threads. */
export interface AnswerPool {
  /** The answer to a request, or a refusal of the pool. Never rejects. */
  ask(target: string): Promise<Answer>;
  readonly threads: number;
  /** Requests that no thread has yet, and requests that threads have. */
  readonly waiting: number;
  readonly running: number;
  /**
   * How often a thread was started again: it failed, or was ended because a request took too long.
   */
  readonly restarts: number;
  /** Tables that the solver made, and those at which it failed. */
  readonly tables: { readonly made: number; readonly failed: number };
  /**
   * Opens threads on another network of the same roads, which has these live speeds. Once all are
   * ready, they take all requests, and the promise resolves. Each request is answered by one thread
   * on one network. The solver of tables, which has the weights of the first network, is not asked
   * any more. Rejects if a thread does not start; the earlier threads then go on.
   */
  replace(routing: RoutingNetwork, live: Float32Array): Promise<void>;
  /** Ends all threads. Requests without an answer are refused with the code `Closed`. */
  destroy(): Promise<void>;
}

/** Most short requests that a thread has at a time. */
const BATCH = 16;
/**
 * The solver makes tables of at least this many cells. One thread needs 50 ms for 250,000 cells.
 * Chosen.
 */
const TABLE_CELLS = 250_000;
/** Milliseconds between two looks at the deadlines. */
const WATCH = 50;

/** Opens a pool; resolves when every thread is ready, rejects if one does not start. */
export async function createAnswerPool(
  routing: RoutingNetwork,
  { threads: count, timeout, queue: most, ...given }: AnswerPoolOptions,
): Promise<AnswerPool> {
  const { tableSolver, tableCells = TABLE_CELLS, conditions, ...options } = given;
  const start: ThreadStart = {
    routing: share(routing),
    options: share(options),
    ...(conditions && { conditions }),
    ...(tableSolver && { tableCells }),
  };
  const tables = { made: 0, failed: 0 };
  const queue: Job[] = [];
  let [nextId, restarts, planned, isOpen] = [1, 0, false, true];
  const costsOf = tableSolver && costsBy(routing, tableSolver, tables);
  const onFree = (): void => {
    crew.dismiss();
    plan();
  };
  const events = { onFree, onReplace: () => restarts++, ...(costsOf && { costsOf }) };
  const open = (one: ThreadStart): AnswerThread[] =>
    Array.from({ length: count }, () => openThread(one, events));
  const crew = createCrew(open(start));
  const closing = refusal('Closed', 'The server is closing', 503);
  try {
    await crew.opened;
  } catch (error) {
    await crew.end(closing);
    throw error;
  }
  const timer = setInterval(() => watch(queue, crew), WATCH);
  timer.unref();

  /** Gives requests to threads, all that arrive in one turn of the event loop together. */
  function plan(): void {
    if (planned || queue.length === 0) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      giveOut(queue, crew);
    });
  }

  return {
    ask(target) {
      if (!isOpen) return Promise.resolve(closing);
      if (queue.length >= most) {
        return Promise.resolve(refusal('TooBusy', `${most} requests wait already`, 503));
      }
      return new Promise((settle) => {
        const isLong = isLongRequest(target);
        const deadline = performance.now() + timeout;
        queue.push({ id: nextId++, target, isLong, deadline, settle });
        plan();
      });
    },
    threads: count,
    get waiting() {
      return queue.length;
    },
    get running() {
      return crew.size;
    },
    get restarts() {
      return restarts;
    },
    tables,
    async replace(next, live) {
      const other = { ...start, routing: share(next), live: share(live) };
      await crew.replace(open({ ...other, tableCells: undefined }));
      plan();
    },
    async destroy() {
      isOpen = false;
      clearInterval(timer);
      for (const job of queue.splice(0)) job.settle(closing);
      await crew.end(closing);
    },
  };
}

/** Makes costs of tables by a solver, and counts tables and failures. Never rejects. */
function costsBy(
  routing: RoutingNetwork,
  solver: TableSolver,
  tables: { made: number; failed: number },
): NonNullable<ThreadEvents['costsOf']> {
  const matrix = createAsyncMatrix(routing, solver);
  return async ({ sources, targets }, signal) => {
    try {
      const costs = await matrix.costs(sources, targets, { signal });
      tables.made++;
      return { costs };
    } catch {
      // the thread makes the costs itself; a thread that was replaced needs none
      if (!signal.aborted) tables.failed++;
      return { costs: undefined };
    }
  };
}

/**
 * Gives requests to threads. The thread with the fewest requests comes first. Each gets at most its
 * share of the queue: the requests that still wait, divided by the threads that are ready.
 */
function giveOut(queue: Job[], { threads }: Crew): void {
  const ready = threads.filter(({ isReady }) => isReady);
  ready.sort((a, b) => a.size - b.size);
  for (const thread of ready) {
    const batch = takeBatch(queue, thread, Math.ceil(queue.length / ready.length));
    if (batch.length > 0) thread.give(batch);
  }
}

/**
 * Takes what a thread can have now off the queue, at most `most` requests, in the order of the
 * queue. A long request at the head waits for a thread without requests, and all requests behind it
 * wait too.
 */
function takeBatch(queue: Job[], thread: AnswerThread, most: number): Job[] {
  const batch: Job[] = [];
  if (thread.holdsLong) return batch;
  while (queue.length > 0 && thread.size + batch.length < BATCH && batch.length < most) {
    if (queue[0].isLong && thread.size + batch.length > 0) break;
    batch.push(queue.shift()!);
    if (batch[0].isLong) break;
  }
  return batch;
}

/** Refuses waiting requests that are late, and ends threads that have a late one. */
function watch(queue: Job[], crew: Crew): void {
  const now = performance.now();
  while (queue.length > 0 && queue[0].deadline < now) {
    queue.shift()!.settle(refusal('Timeout', 'The request waited too long', 503));
  }
  crew.endLate(now);
}
