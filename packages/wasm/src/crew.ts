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
import {
  hardwareThreads,
  startThread,
  type Thread,
  type ThreadEnd,
  type ThreadScript,
} from './threads.ts';

const MOST_THREADS = 64;
const threadCount: Rule = /* @__PURE__ */ whole(1, MOST_THREADS);
const aThread: Rule = /* @__PURE__ */ whole(0, MOST_THREADS);
const CREW_RULES: OptionRules = {
  threads: threadCount,
  source: text,
  worker: /* @__PURE__ */ optional(callback),
  start: callback,
  stop: callback,
};
const crewOptions: Rule = /* @__PURE__ */ object(CREW_RULES);
/** The other threads are asked to help with what is not done after this time. */
const PATIENCE_MS = 1;

/** No thread can be started here; the message says why. */
export class NoThreads extends Error {}

export interface CrewOptions<Message> extends ThreadScript {
  readonly threads: number;
  /** The first message of thread number `thread`; also of each thread that replaces one that ended. */
  start(thread: number): Message;
  /**
   * Called when a thread ended or threw in the middle of its work: must make the other threads reply soon,
   * also those that wait for the one that ended.
   */
  stop(): void;
}

/** Threads of the same script that work together. A thread that ended is replaced before the next work. */
export interface Crew<Message, Reply> {
  readonly threads: number;
  /** The replies to the first messages. */
  readonly started: readonly Reply[];
  /**
   * Tells each thread what `message` returns for its number. Resolves with the replies when all threads have
   * replied. Rejects then with the first failure, which for a thread that ended names the thread and `what`
   * ("worker 1 of 4 ended with exit code 1 during run").
   */
  tellAll(what: string, message: (thread: number) => Message): Promise<Reply[]>;
  /**
   * Tells only the `first` threads and, where these are not done after a millisecond, the others: work must be
   * such that late threads find something to do, or nothing. The replies are of the threads that were told.
   */
  tell(what: string, message: Message, first: number): Promise<Reply[]>;
  /** Ends the threads; work that is not finished rejects. */
  terminate(): Promise<void>;
}

/**
 * How many threads a pool has: `wanted`, default as many as the machine runs at the same time, at most 64. Rejects
 * for what is no whole number from 1 to 64.
 */
export async function poolThreads(wanted: number | undefined): Promise<number> {
  if (wanted === undefined) return Math.min(MOST_THREADS, await hardwareThreads());
  threadCount(wanted, 'threads');
  return wanted;
}

/** Starts the threads. Rejects with `NoThreads` where that is not possible, with what `start` made a thread throw else. */
export async function createCrew<Message, Reply>(
  options: CrewOptions<Message>,
): Promise<Crew<Message, Reply>> {
  checkOptions('createCrew', options, CREW_RULES);
  crewOptions(options, 'options');
  const { threads: count, start, stop } = options;
  const crew: Thread<Message, Reply>[] = [];
  let closed = false;

  /** Starts thread number `i` and tells it its first message. */
  async function begin(i: number): Promise<Reply> {
    let thread: Thread<Message, Reply>;
    try {
      thread = await startThread<Message, Reply>(options);
    } catch (error) {
      throw new NoThreads(`no worker can be started: ${(error as Error).message}`);
    }
    const outcome = await thread.ask(start(i));
    if (outcome.type === 'reply' && !closed) {
      crew[i] = thread;
      return outcome.reply;
    }
    await thread.terminate();
    if (closed) throw destroyed();
    if (outcome.type === 'failure') throw outcome.error;
    throw new NoThreads(`a worker ${words(outcome as ThreadEnd, 'before it was ready')}`);
  }

  async function terminate(): Promise<void> {
    closed = true;
    await Promise.all(crew.map((thread) => thread.terminate()));
  }

  const begun = await Promise.allSettled(Array.from({ length: count }, (_, i) => begin(i)));
  for (const outcome of begun) {
    if (outcome.status === 'fulfilled') continue;
    await terminate();
    throw outcome.reason;
  }

  /** Before every work: all threads live. */
  async function replaceEnded(): Promise<void> {
    const missing = crew.flatMap(({ ended }, i) => (ended === undefined ? [] : [i]));
    const outcomes = await Promise.allSettled(missing.map(begin));
    for (const [k, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue;
      if (!(outcome.reason instanceof NoThreads)) throw outcome.reason;
      const which = `worker ${missing[k] + 1} of ${count}`;
      throw new Error(`${which} ended and cannot be replaced: ${outcome.reason.message}`);
    }
  }

  /** One work: asks threads, and knows what went wrong first. */
  async function work(
    what: string,
    ask: (tell: (thread: number, message: Message) => Promise<Reply>) => Promise<Promise<Reply>[]>,
  ): Promise<Reply[]> {
    if (closed) throw destroyed();
    if (crew.some(({ ended }) => ended !== undefined)) await replaceEnded();
    let wrong: Error | undefined;
    const asked = await ask(async (i, message) => {
      const outcome = await crew[i].ask(message);
      if (outcome.type === 'reply') return outcome.reply;
      if (wrong === undefined) {
        wrong =
          outcome.type === 'failure'
            ? outcome.error
            : new Error(`worker ${i + 1} of ${count} ${words(outcome, `during ${what}`)}`);
        stop();
      }
      return undefined as Reply;
    });
    // no thread is left behind: work goes on in shared memory until the last one has replied
    const replies = await Promise.all(asked);
    if (closed) throw destroyed();
    if (wrong !== undefined) throw wrong;
    return replies;
  }

  return {
    threads: count,
    started: begun.map((outcome) => (outcome as PromiseFulfilledResult<Reply>).value),
    async tellAll(what, message) {
      text(what, 'what');
      callback(message, 'message');
      return work(what, async (tell) => crew.map((_, i) => tell(i, message(i))));
    },
    async tell(what, message, first) {
      text(what, 'what');
      aThread(first, 'first');
      return work(what, async (tell) => {
        const asked = crew.slice(0, first).map((_, i) => tell(i, message));
        const help = (): void => {
          for (let i = first; i < count; i++) asked.push(tell(i, message));
        };
        const timer = first < count ? setTimeout(help, PATIENCE_MS) : undefined;
        await Promise.all(asked);
        clearTimeout(timer);
        return asked;
      });
    },
    terminate,
  };
}

function words({ how, detail }: ThreadEnd, when: string): string {
  return detail === undefined ? `${how} ${when}` : `${how} ${when}: ${detail}`;
}

function destroyed(): Error {
  return new Error('the pool was destroyed');
}
