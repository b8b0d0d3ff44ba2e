import { hardwareThreads, startThread, type Thread, type ThreadModule } from './threads.ts';

const MOST_THREADS = 64;
/** The others are asked to help with what is not done after so long. */
const PATIENCE_MS = 1;

/** Threads of the same module that work together. */
export interface Crew<Message, Reply> {
  readonly threads: number;
  /**
   * Tells each thread what `message` returns for its number. Resolves when all have replied, with their replies; rejects with
   * the first failure then.
   */
  tellAll(message: (thread: number) => Message): Promise<Reply[]>;
  /**
   * Tells only the `first` threads and, where these are not done after a millisecond, the others: work must be such that late
   * ones find something to do, or nothing. The replies are of those that were told.
   */
  tell(message: Message, first: number): Promise<Reply[]>;
  terminate(): Promise<void>;
}

/**
 * How many threads a pool has: `wanted`, default as many as the machine runs at the same time, at most 64. Rejects with
 * RangeError for what is no whole number from 1 to 64.
 */
export async function poolThreads(wanted: number | undefined): Promise<number> {
  if (wanted === undefined) return Math.min(MOST_THREADS, await hardwareThreads());
  if (!(Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST_THREADS)) {
    throw new RangeError(
      `threads is ${wanted}: it must be a whole number from 1 to ${MOST_THREADS}`,
    );
  }
  return wanted;
}

/** Starts so many threads. */
export async function createCrew<Message, Reply>(
  module: ThreadModule,
  threads: number,
): Promise<Crew<Message, Reply>> {
  const crew: Thread<Message, Reply>[] = await Promise.all(
    Array.from({ length: threads }, () => startThread<Message, Reply>(module)),
  );

  function ask(thread: Thread<Message, Reply>, message: Message): Promise<Reply> {
    const reply = thread.reply();
    thread.post(message);
    return reply;
  }

  return {
    threads,
    tellAll: (message) => all(crew.map((thread, i) => ask(thread, message(i)))),
    async tell(message, first) {
      const begun = crew.slice(0, first).map((thread) => ask(thread, message));
      let others: Promise<Reply>[] = [];
      const help = (): void => {
        others = crew.slice(first).map((thread) => ask(thread, message));
        // looked at when the first are done: one that fails before is no rejection that nobody handles
        void Promise.allSettled(others);
      };
      const timer = first < threads ? setTimeout(help, PATIENCE_MS) : undefined;
      await Promise.allSettled(begun);
      clearTimeout(timer);
      return all([...begun, ...others]);
    },
    async terminate() {
      await Promise.all(crew.map((thread) => thread.terminate()));
    },
  };
}

/** As `Promise.all`, but no promise is left behind: work goes on in shared memory until the last one is done. */
async function all<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(promises);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
