import type { Queries, Routes } from '@wayfield/graph';
import { type Arena, type Blocks, createCrew, type ThreadOptions } from '@wayfield/wasm';
import { createPace } from './pace.ts';
import type { PoolJob } from './pool-job.ts';
import { runPoolJob } from './run-pool-job.ts';
import type { RunOptions } from './types.ts';

/** What every thread of a pool replies. */
export interface JobReply {
  readonly type: 'ready' | 'done';
  /** Bytes of scratch memory of this thread. */
  readonly held: number;
  /** Milliseconds of work. */
  readonly ms: number;
}

export interface JobCrewOptions<Message> extends ThreadOptions {
  readonly threads: number;
  readonly source: string;
  /** The first message of a thread. `ledger` is the word where the thread's arena lists its blocks. */
  start(ledger: number): Message;
}

/** Threads that answer batches of queries in shared memory, one batch after another. */
export interface JobCrew<Message, Reply> {
  /** Bytes of scratch memory of all threads. */
  held(): number;
  /** Answers a checked batch. `message` has a thread work on the job; `done` gets the replies. */
  answer(
    queries: Queries,
    options: RunOptions,
    sizeOf: (i: number) => number,
    message: (job: PoolJob) => Message,
    done?: (replies: readonly Reply[]) => void,
  ): Promise<Routes>;
  terminate(): Promise<void>;
}

/** Starts the threads. Rejects as `createCrew`. */
export async function createJobCrew<Message, Reply extends JobReply>(
  arena: Arena,
  blocks: Blocks,
  options: JobCrewOptions<Message>,
): Promise<JobCrew<Message, Reply>> {
  const { threads, source, worker, start } = options;
  const ledgers = blocks.allocate(4 * threads);
  let stopJob = (): void => undefined;
  const crew = await createCrew<Message, Reply>({
    threads,
    source,
    worker,
    start: (thread) => start(ledgers + 4 * thread),
    stop: () => stopJob(),
  });
  const pace = createPace(threads);
  const held = crew.started.map((reply) => reply.held);
  return {
    held: () => held.reduce((sum, bytes) => sum + bytes, 0),
    answer: (queries, runOptions, sizeOf, message, done) =>
      runPoolJob<Reply>(arena, blocks, threads, {
        queries,
        options: runOptions,
        sizeOf,
        work(job, stop) {
          stopJob = stop;
          return crew.tell('run', message(job), pace.threadsFor(queries.count));
        },
        done(replies) {
          replies.forEach((reply, i) => (held[i] = reply.held));
          pace.learn(
            queries.count,
            replies.reduce((sum, { ms }) => sum + ms, 0),
          );
          done?.(replies);
        },
      }),
    terminate: () => crew.terminate(),
  };
}
