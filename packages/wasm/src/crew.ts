import { startThread, type Thread, type ThreadModule } from './threads.ts';

/** The others are asked to help with what is not done after so long. */
const PATIENCE_MS = 1;

/** Threads of the same module that work together. */
export interface Crew<Message, Reply> {
  readonly threads: number;
  /**
   * Tells `first` threads (default: all) and, where these are not done after a millisecond, the others: work must be such that
   * late ones find something to do, or nothing. Resolves when all that were told have replied, with their replies in
   * the order of threads; rejects with the first failure.
   */
  tell(message: Message, first?: number): Promise<readonly (Reply | undefined)[]>;
  terminate(): Promise<void>;
}

/** Starts so many threads. Rejects, with none left running, where one does not start. */
export async function createCrew<Message, Reply>(
  module: ThreadModule,
  threads: number,
): Promise<Crew<Message, Reply>> {
  const crew: Thread<Message, Reply>[] = await Promise.all(
    Array.from({ length: threads }, () => startThread<Message, Reply>(module)),
  );
  return {
    threads,
    async tell(message, first = threads) {
      const failures: unknown[] = [];
      const replies = Array.from({ length: threads }, (): Reply | undefined => undefined);
      const tellOne = async (i: number): Promise<void> => {
        try {
          const reply = crew[i].reply();
          crew[i].post(message);
          replies[i] = await reply;
        } catch (error) {
          failures.push(error);
        }
      };
      const some = Array.from({ length: Math.min(first, threads) }, (_, i) => tellOne(i));
      const others: Promise<void>[] = [];
      const timer =
        some.length < threads
          ? setTimeout(() => {
              for (let i = some.length; i < threads; i++) others.push(tellOne(i));
            }, PATIENCE_MS)
          : undefined;
      await Promise.all(some);
      clearTimeout(timer);
      await Promise.all(others);
      if (failures.length > 0) throw failures[0];
      return replies;
    },
    async terminate() {
      await Promise.all(crew.map((thread) => thread.terminate()));
    },
  };
}
