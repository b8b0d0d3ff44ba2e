import {
  callback,
  checkOptions,
  object,
  optional,
  type OptionRules,
  type Rule,
  text,
  whole,
} from '@wayfield/check';
import { destroyedError } from './destroy-guard.ts';
import {
  hardwareThreads,
  type Outcome,
  startThread,
  type Thread,
  type ThreadEnd,
  type ThreadScript,
} from './threads.ts';

/**
 * Most threads of a pool. Chosen: it bounds the memory of threads. `MOST_THREADS` of
 * packages/diffusion/src/model/rules.ts must be the same.
 */
const MOST_THREADS = 64;
export const threadCount: Rule = /* @__PURE__ */ whole(1, MOST_THREADS);
const threadsOrNone: Rule = /* @__PURE__ */ whole(0, MOST_THREADS);
const CREW_RULES: OptionRules = {
  threads: threadCount,
  source: text,
  worker: /* @__PURE__ */ optional(callback),
  start: callback,
  stop: callback,
};
export const crewOptions: Rule = /* @__PURE__ */ object(CREW_RULES);
/**
 * Milliseconds after which `tell` asks the other threads to help with work that is not done: the
 * shortest delay above 0 of `setTimeout`.
 */
const PATIENCE_MS = 1;

/** No thread can be started here; the message says why. */
export class NoThreads extends Error {}

/** How the threads of a crew are started. */
export interface CrewOptions<Message> extends ThreadScript {
  /** How many threads, 1 to 64. */
  readonly threads: number;
  /** The first message to thread number `thread`, and to each thread that replaces it. */
  start(thread: number): Message;
  /**
   * Called once per call of `tell` or `tellAll` in which a thread ended or threw. Must make all
   * other threads reply soon, including those that wait for the failed thread. If it throws, all
   * threads are ended.
   */
  stop(): void;
}

/**
 * Threads of the same script that work together. A thread that ended is replaced before the next
 * work begins.
 */
export interface Crew<Message, Reply> {
  readonly threads: number;
  /** The replies to the first messages, by number of the thread; not those of replacements. */
  readonly started: readonly Reply[];
  /**
   * Sends each thread what `message` returns for its number. Resolves with the replies when all
   * threads have replied. Rejects then with the first failure, which for a thread that ended names
   * the thread and `what` ("worker 1 of 4 ended with exit code 1 during run").
   */
  tellAll(what: string, message: (thread: number) => Message): Promise<Reply[]>;
  /**
   * Sends `message` to the threads below number `first` and, where these are not done after a
   * millisecond, to the others; with `first` 0 to none. The message names no share of the work: a
   * thread must find work by itself, and reply also where none is left. Resolves with the replies
   * of the threads that were told, in the order of their numbers.
   */
  tell(what: string, message: Message, first: number): Promise<Reply[]>;
  /**
   * Ends the threads; work that is not finished rejects. A thread that is just replacing another
   * one ends when it has replied to its first message.
   */
  terminate(): Promise<void>;
}

/**
 * How many threads a pool has: `wanted`, default as many as the machine runs at the same time, at
 * most 64. Rejects with RangeError unless `wanted` is a whole number from 1 to 64.
 */
export async function poolThreads(wanted: number | undefined): Promise<number> {
  if (wanted === undefined) return Math.min(MOST_THREADS, await hardwareThreads());
  threadCount(wanted, 'threads');
  return wanted;
}

/**
 * Starts the threads. Rejects with `NoThreads` where no thread can be started, else with the error
 * that the first message made a thread throw.
 *
 * @example
 * const crew = await createCrew<Work, { readonly type: string; readonly n: number }>({
 *   threads: 2,
 *   source: WORKER_SOURCE, // calls serveThread
 *   start: (thread) => ({ type: 'work', n: thread }),
 *   stop: () => Atomics.store(control, 0, 1),
 * });
 * const replies = await crew.tellAll('run', (thread) => ({ type: 'work', n: 10 * thread }));
 * console.log(replies.map(({ n }) => n).join()); // 1,11
 * await crew.terminate();
 */
export async function createCrew<Message, Reply>(
  options: CrewOptions<Message>,
): Promise<Crew<Message, Reply>> {
  checkOptions('createCrew', options, CREW_RULES);
  crewOptions(options, 'options');
  const { threads: count, stop } = options;
  const roster = createRoster<Message, Reply>(options);
  const started = await roster.startAll();

  /**
   * Replaces threads that ended, then lets `ask` tell threads their work. `ask` returns the replies
   * to wait for. The first failure calls `stop` and becomes the rejection.
   */
  async function work(
    what: string,
    ask: (tell: (thread: number, message: Message) => Promise<Reply>) => Promise<Promise<Reply>[]>,
  ): Promise<Reply[]> {
    await roster.complete();
    let failure: Error | undefined;
    const asked = await ask(async (i, message) => {
      const outcome = await roster.ask(i, message);
      if (outcome.type === 'reply') return outcome.reply;
      if (failure === undefined) {
        failure =
          outcome.type === 'failure'
            ? outcome.error
            : new Error(`worker ${i + 1} of ${count} ${describe(outcome, `during ${what}`)}`);
        try {
          stop();
        } catch {
          // nothing else makes the other threads reply
          await roster.endThreads();
        }
      }
      return undefined as Reply;
    });
    // threads work in shared memory until the last one has replied: wait for all of them
    const replies = await Promise.all(asked);
    if (roster.closed()) throw destroyedError('pool');
    if (failure !== undefined) throw failure;
    return replies;
  }

  return {
    threads: count,
    started,
    async tellAll(what, message) {
      text(what, 'what');
      callback(message, 'message');
      const all = Array.from({ length: count }, (_, i) => i);
      return work(what, async (tell) => {
        // all messages first: where one cannot be made, no thread has begun
        const messages = all.map((i) => message(i));
        return all.map((i) => tell(i, messages[i]));
      });
    },
    async tell(what, message, first) {
      text(what, 'what');
      threadsOrNone(first, 'first');
      return work(what, async (tell) => {
        const asked = Array.from({ length: Math.min(first, count) }, (_, i) => tell(i, message));
        const help = (): void => {
          for (let i = first; i < count; i++) asked.push(tell(i, message));
        };
        const timer = first < count ? setTimeout(help, PATIENCE_MS) : undefined;
        // Waits for the first threads only: `asked` is read once, here. `work` then waits for all
        // that were asked, also by `help`.
        await Promise.all(asked);
        clearTimeout(timer);
        return asked;
      });
    },
    terminate: roster.terminate,
  };
}

/** The threads of a crew by number, each alive or to be replaced. */
interface Roster<Message, Reply> {
  /** Starts all threads; where one fails, ends the others and rejects. */
  startAll(): Promise<Reply[]>;
  /**
   * Replaces the threads that ended. Rejects where one cannot be replaced, or after `terminate`.
   */
  complete(): Promise<void>;
  ask(thread: number, message: Message): Promise<Outcome<Reply>>;
  closed(): boolean;
  /** Ends all threads; the next `complete` replaces them. */
  endThreads(): Promise<void>;
  terminate(): Promise<void>;
}

function createRoster<Message, Reply>(options: CrewOptions<Message>): Roster<Message, Reply> {
  const { threads: count, start } = options;
  const roster: Thread<Message, Reply>[] = [];
  let closed = false;

  /** Starts thread number `i` and sends it its first message. */
  async function begin(i: number): Promise<Reply> {
    // made before the thread: where it cannot be made, no thread is left without an owner
    const message = start(i);
    let thread: Thread<Message, Reply>;
    try {
      thread = await startThread<Message, Reply>(options);
    } catch (error) {
      throw new NoThreads(`no worker can be started: ${(error as Error).message}`);
    }
    const outcome = await thread.ask(message);
    if (outcome.type === 'reply' && !closed) {
      roster[i] = thread;
      return outcome.reply;
    }
    await thread.terminate();
    if (closed) throw destroyedError('pool');
    if (outcome.type === 'failure') throw outcome.error;
    throw new NoThreads(`a worker ${describe(outcome as ThreadEnd, 'before it was ready')}`);
  }

  async function endThreads(): Promise<void> {
    await Promise.all(roster.map((thread) => thread.terminate()));
  }

  async function terminate(): Promise<void> {
    closed = true;
    await endThreads();
  }

  return {
    async startAll() {
      const begun = await Promise.allSettled(Array.from({ length: count }, (_, i) => begin(i)));
      for (const outcome of begun) {
        if (outcome.status === 'fulfilled') continue;
        await terminate();
        throw outcome.reason;
      }
      return begun.map((outcome) => (outcome as PromiseFulfilledResult<Reply>).value);
    },
    async complete() {
      if (closed) throw destroyedError('pool');
      const missing = roster.flatMap(({ ended }, i) => (ended === undefined ? [] : [i]));
      if (missing.length === 0) return;
      const outcomes = await Promise.allSettled(missing.map(begin));
      for (const [k, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') continue;
        if (!(outcome.reason instanceof NoThreads)) throw outcome.reason;
        const which = `worker ${missing[k] + 1} of ${count}`;
        throw new Error(`${which} ended and cannot be replaced: ${outcome.reason.message}`);
      }
    },
    ask: (i, message) => roster[i].ask(message),
    closed: () => closed,
    endThreads,
    terminate,
  };
}

/** "ended with exit code 1 during run", followed by the error message where there is one. */
function describe({ how, detail }: ThreadEnd, when: string): string {
  return detail === undefined ? `${how} ${when}` : `${how} ${when}: ${detail}`;
}
