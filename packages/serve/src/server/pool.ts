// Threads that answer requests: each takes some short requests at a time, or one long one.
import { Worker } from 'node:worker_threads';
import type { RoutingNetwork } from '@wayfield/routing';
import { type Answer, type OsrmOptions, refusal } from '../osrm/service.ts';
import { serviceOf } from '../osrm/request.ts';
import type { Answered, Asked, ThreadStart } from './messages.ts';
import { share } from './share.ts';

/** Options of a pool. */
export interface AnswerPoolOptions extends OsrmOptions {
  readonly threads: number;
  /** Milliseconds from the arrival of a request after which it is refused. */
  readonly timeout: number;
  /** Requests that wait at most. */
  readonly queue: number;
}

/** Answers requests on threads. */
export interface AnswerPool {
  ask(target: string): Promise<Answer>;
  readonly threads: number;
  /** Requests that no thread has yet, and requests that threads have. */
  readonly waiting: number;
  readonly running: number;
  /** Threads that were ended because a request took too long, or that failed. */
  readonly restarts: number;
  /** Ends all threads. Requests without an answer are refused. */
  destroy(): Promise<void>;
}

/** A request on its way. */
interface Job {
  readonly id: number;
  readonly target: string;
  readonly isLong: boolean;
  readonly deadline: number;
  settle(answer: Answer): void;
}

interface Thread {
  worker: Worker | undefined;
  /** It has read the network, and answers. */
  isReady: boolean;
  readonly jobs: Map<number, Job>;
}

/** Short requests that a thread has at a time. */
const BATCH = 16;
/** Threads are started again so often: beyond it something is wrong for good. */
const MOST_RESTARTS = 10_000;
/** Milliseconds between two looks at the deadlines. */
const WATCH = 50;
const LONG = new Set(['table', 'trip', 'match', 'isochrone']);

/** Opens a pool; resolves when every thread is ready. */
export async function createAnswerPool(
  routing: RoutingNetwork,
  { threads: count, timeout, queue: most, ...options }: AnswerPoolOptions,
): Promise<AnswerPool> {
  const start: ThreadStart = { routing: share(routing), options };
  const queue: Job[] = [];
  const threads: Thread[] = [];
  let [nextId, restarts, planned, isOpen] = [1, 0, false, true];

  function open(thread: Thread): Promise<void> {
    // a program may have been given as text: its flags are not for threads
    const about = { workerData: start, execArgv: [] };
    const worker = new Worker(new URL('./worker.js', import.meta.url), about);
    thread.worker = worker;
    return new Promise((resolve, reject) => {
      worker.on('message', (answers: Answered) => {
        if (thread.worker !== worker) return;
        thread.isReady = true;
        resolve();
        for (const [id, answer] of answers) {
          const job = thread.jobs.get(id);
          thread.jobs.delete(id);
          job?.settle(answer);
        }
        plan();
      });
      worker.on('error', (error) => {
        reject(error);
        if (thread.worker === worker) replace(thread, `A thread failed: ${error.message}`);
      });
    });
  }

  /** Ends a thread, refuses what it has, and starts another in its place. */
  function replace(thread: Thread, message: string): void {
    void thread.worker?.terminate();
    thread.isReady = false;
    for (const job of thread.jobs.values()) job.settle(refusal('Timeout', message, 503));
    thread.jobs.clear();
    if (!isOpen || restarts >= MOST_RESTARTS) return;
    restarts++;
    open(thread).catch(() => undefined);
  }

  /** Gives requests to threads, all that arrive in one turn of the event loop together. */
  function plan(): void {
    if (planned || queue.length === 0) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      const ready = threads.filter(({ isReady }) => isReady);
      ready.sort((a, b) => a.jobs.size - b.jobs.size);
      for (const thread of ready) give(thread, thread.worker!, ready.length);
    });
  }

  function give(thread: Thread, worker: Worker, ready: number): void {
    const batch: Job[] = [];
    const has = (): number => thread.jobs.size + batch.length;
    const holdsLong = [...thread.jobs.values()].some(({ isLong }) => isLong);
    // the waiting requests are spread over all threads
    const share = Math.ceil(queue.length / ready);
    while (queue.length > 0 && !holdsLong && has() < BATCH && batch.length < share) {
      if (queue[0].isLong && has() > 0) break;
      batch.push(queue.shift()!);
      if (batch[0].isLong) break;
    }
    if (batch.length === 0) return;
    for (const job of batch) thread.jobs.set(job.id, job);
    const asked: Asked = batch.map(({ id, target }) => [id, target]);
    worker.postMessage(asked);
  }

  function watch(): void {
    const now = performance.now();
    while (queue.length > 0 && queue[0].deadline < now) {
      queue.shift()!.settle(refusal('Timeout', 'The request waited too long', 503));
    }
    for (const thread of threads) {
      if ([...thread.jobs.values()].some(({ deadline }) => deadline < now)) {
        replace(thread, 'The request took too long');
      }
    }
  }

  for (let i = 0; i < count; i++) {
    threads.push({ worker: undefined, isReady: false, jobs: new Map() });
  }
  try {
    await Promise.all(threads.map(open));
  } catch (error) {
    isOpen = false;
    await Promise.all(threads.map(({ worker }) => worker?.terminate()));
    throw error;
  }
  const timer = setInterval(watch, WATCH);
  timer.unref();

  return {
    ask(target) {
      if (!isOpen) return Promise.resolve(refusal('Closed', 'The server is closing', 503));
      if (queue.length >= most) {
        return Promise.resolve(refusal('TooBusy', `${most} requests wait already`, 503));
      }
      return new Promise((settle) => {
        const isLong = LONG.has(serviceOf(target) ?? '');
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
      return threads.reduce((sum, { jobs }) => sum + jobs.size, 0);
    },
    get restarts() {
      return restarts;
    },
    async destroy() {
      isOpen = false;
      clearInterval(timer);
      const closing = refusal('Closed', 'The server is closing', 503);
      for (const job of queue.splice(0)) job.settle(closing);
      await Promise.all(threads.map(({ worker }) => worker?.terminate()));
      for (const { jobs } of threads) for (const job of jobs.values()) job.settle(closing);
    },
  };
}
