// A thread of the pool, seen from the main thread.
import { Worker } from 'node:worker_threads';
import { type Answer, refusal } from '../osrm/service.ts';
import type { Answered, Asked, TableCosts, TableQuestion, ThreadStart } from './messages.ts';

/** A request without an answer. */
export interface Job {
  readonly id: number;
  readonly target: string;
  readonly isLong: boolean;
  /** Milliseconds, as `performance.now` has them. */
  readonly deadline: number;
  settle(answer: Answer): void;
}

/** A thread. If it fails, another is started in its place. */
export interface AnswerThread {
  /** Resolves at the first message of the thread, an empty list; rejects if it does not start. */
  readonly opened: Promise<void>;
  /** Whether the thread has opened its services and takes requests. */
  readonly isReady: boolean;
  /** The number of requests that the thread has. */
  readonly size: number;
  /** Whether one of these requests is long: see `LONG` of pool.ts. */
  readonly holdsLong: boolean;
  give(batch: readonly Job[]): void;
  /** Whether the deadline of one of its requests has passed. */
  isLate(now: number): boolean;
  /**
   * Ends the thread, answers its requests with `answer`, and starts another in its place. After
   * `leave` or `end`, and after `MOST_RESTARTS` restarts, none is started: `isReady` stays false.
   */
  replace(answer: Answer): void;
  /** The thread gets no more requests: if it fails, no other is started in its place. */
  leave(): void;
  /** Ends the thread for good, and answers its requests with `answer`. */
  end(answer: Answer): Promise<void>;
}

/** The code of requests whose thread ended without an answer: memory ran out, or a defect. */
const FAILED = 'ThreadFailed';
/** Most restarts of one thread; chosen. After these no thread takes its place. */
const MOST_RESTARTS = 10_000;

/** What the pool does for its threads. */
export interface ThreadEvents {
  /** Called at each message of answers, and at the first message, by which a thread is ready. */
  onFree(): void;
  /** Called before another thread starts in the place of one that ended. */
  onReplace(): void;
  /** Makes the costs of a table; `signal` aborts when the thread that asked ends. */
  costsOf?(question: TableQuestion, signal: AbortSignal): Promise<TableCosts>;
}

/** Opens a thread. */
export function openThread(
  start: ThreadStart,
  { onFree, onReplace, costsOf }: ThreadEvents,
): AnswerThread {
  const jobs = new Map<number, Job>();
  let [isReady, mayRestart, restarts] = [false, true, 0];
  let worker: Worker | undefined;
  let tables = new AbortController();

  function open(): Promise<void> {
    // flags of the program, such as --input-type for a program given as text, would end a thread
    const url = new URL('./worker.js', import.meta.url);
    const made = new Worker(url, { workerData: start, execArgv: [] });
    worker = made;
    const mine = (tables = new AbortController());
    return new Promise((resolve, reject) => {
      made.on('message', (answers: Answered | TableQuestion) => {
        if (worker !== made) return;
        if ('sources' in answers) {
          void costsOf?.(answers, mine.signal).then((costs) => {
            if (worker === made) made.postMessage(costs);
          });
          return;
        }
        isReady = true;
        resolve();
        for (const [id, answer] of answers) {
          jobs.get(id)?.settle(answer);
          jobs.delete(id);
        }
        onFree();
      });
      made.on('error', (error) => {
        reject(error);
        if (worker === made) replace(refusal(FAILED, `A thread failed: ${error.message}`, 500));
      });
    });
  }

  function replace(answer: Answer): void {
    tables.abort();
    void worker?.terminate();
    isReady = false;
    for (const job of jobs.values()) job.settle(answer);
    jobs.clear();
    if (!mayRestart || restarts >= MOST_RESTARTS) return;
    restarts++;
    onReplace();
    open().catch(() => undefined);
  }

  return {
    opened: open(),
    get isReady() {
      return isReady;
    },
    get size() {
      return jobs.size;
    },
    get holdsLong() {
      return [...jobs.values()].some(({ isLong }) => isLong);
    },
    give(batch) {
      for (const job of batch) jobs.set(job.id, job);
      const asked: Asked = batch.map(({ id, target }) => [id, target]);
      worker!.postMessage(asked);
    },
    isLate: (now) => [...jobs.values()].some(({ deadline }) => deadline < now),
    replace,
    leave: () => void (mayRestart = false),
    async end(answer) {
      mayRestart = false;
      tables.abort();
      await worker?.terminate();
      for (const job of jobs.values()) job.settle(answer);
      jobs.clear();
    },
  };
}
