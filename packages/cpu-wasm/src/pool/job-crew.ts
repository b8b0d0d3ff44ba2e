import type { Queries, Routes } from '@wayfield/graph';
import {
  createKernelCrew,
  type KernelReply,
  type KernelStart,
  type SharedHost,
  type ThreadOptions,
} from '@wayfield/wasm';
import type { RunOptions } from '../types.ts';
import type { PoolJob } from './job.ts';
import { createPace } from './pace.ts';
import { runPoolJob } from './run-job.ts';

/** What every thread of a pool replies. */
export type JobReply = KernelReply;

/** How the threads of a pool are started. */
export interface JobCrewOptions<Message> extends ThreadOptions {
  /** How many threads. */
  readonly threads: number;
  /** The source of the worker's script. */
  readonly source: string;
  /** The first message to a thread: the fields in `start`, and the pool's own. */
  start(start: KernelStart): Message;
}

/** How the threads of one kind of pool answer a batch. */
export interface JobCalls<Message, Reply> {
  /** The agent size of query `i`; 1 on graphs. */
  sizeOf(i: number): number;
  /** The message that has a thread work on the job. */
  message(job: PoolJob): Message;
  /** Gets the replies of the threads that worked. */
  done?(replies: readonly Reply[]): void;
}

/** Threads that answer batches of queries in shared memory, one batch after another. */
export interface JobCrew<Message, Reply> {
  /** Bytes of scratch memory of all threads. */
  held(): number;
  /**
   * Answers a checked batch. Call it when no other work of the crew runs: if a thread fails, only
   * the work begun last is stopped. Rejects with what `runPoolJob` rejects with.
   */
  answer(queries: Queries, options: RunOptions, calls: JobCalls<Message, Reply>): Promise<Routes>;
  /**
   * Has all threads do work that is not a batch; call it when no batch runs. `stop` must make them
   * reply soon.
   */
  tellAll(what: string, message: Message, stop: () => void): Promise<void>;
  terminate(): Promise<void>;
}

/** Starts the threads on the memory of a map. Rejects as `createCrew`. */
export async function createJobCrew<Message, Reply extends JobReply>(
  host: SharedHost,
  options: JobCrewOptions<Message>,
): Promise<JobCrew<Message, Reply>> {
  const { threads } = options;
  let stopJob = (): void => undefined;
  const crew = await createKernelCrew<Message, Reply>(host, { ...options, stop: () => stopJob() });
  const pace = createPace(threads);
  return {
    held: crew.held,
    answer: (queries, runOptions, { sizeOf, message, done }) =>
      runPoolJob<Reply>(host, threads, {
        queries,
        options: runOptions,
        sizeOf,
        work(job, stop) {
          stopJob = stop;
          return crew.tell('run', message(job), pace.threadsFor(queries.count));
        },
        done(replies) {
          pace.learn(
            queries.count,
            replies.reduce((sum, { ms }) => sum + ms, 0),
          );
          done?.(replies);
        },
      }),
    async tellAll(what, message, stop) {
      stopJob = stop;
      await crew.tellAll(what, () => message);
    },
    terminate: crew.terminate,
  };
}
