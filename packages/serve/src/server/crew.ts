// The threads of a pool. Those that take requests are all on one network. Threads of earlier
// networks still answer the requests that they have, and then end.
import { type Answer, refusal } from '../osrm/service.ts';
import type { AnswerThread } from './thread.ts';

/** All threads of a pool. Those that take requests have the same network. */
export interface Crew {
  /** The threads that take requests. */
  readonly threads: readonly AnswerThread[];
  /** Requests that threads have. */
  readonly size: number;
  /** Resolves when every thread of the first network is ready; rejects if one does not start. */
  readonly opened: Promise<unknown>;
  /**
   * Waits until all these threads are ready; from then on they take the requests. The earlier
   * threads answer what they have, and end. Rejects if a thread does not start or `end` was called;
   * all the given threads then end.
   */
  replace(fresh: readonly AnswerThread[]): Promise<void>;
  /** Ends threads of earlier networks that have no more requests. */
  dismiss(): void;
  /** Ends threads that take too long; those of the current network start again. */
  endLate(now: number): void;
  /** Ends all threads, and answers their requests with `answer`. */
  end(answer: Answer): Promise<void>;
}

export function createCrew(first: readonly AnswerThread[]): Crew {
  let [threads, isOpen] = [first, true];
  const leaving = new Set<AnswerThread>();
  const closing = refusal('Closed', 'The server is closing', 503);

  const crew: Crew = {
    get threads() {
      return threads;
    },
    get size() {
      return [...threads, ...leaving].reduce((sum, { size }) => sum + size, 0);
    },
    opened: Promise.all(first.map(({ opened }) => opened)),
    async replace(fresh) {
      try {
        await Promise.all(fresh.map(({ opened }) => opened));
        if (!isOpen) throw new Error('the server was closed');
      } catch (error) {
        await Promise.all(fresh.map((thread) => thread.end(closing)));
        throw error;
      }
      for (const thread of threads) {
        thread.leave();
        leaving.add(thread);
      }
      threads = fresh;
      crew.dismiss();
    },
    dismiss() {
      for (const thread of leaving) {
        if (thread.size > 0) continue;
        leaving.delete(thread);
        void thread.end(closing);
      }
    },
    endLate(now) {
      const late = refusal('Timeout', 'The request took too long', 503);
      for (const thread of threads) if (thread.isLate(now)) thread.replace(late);
      for (const thread of leaving) {
        if (!thread.isLate(now)) continue;
        leaving.delete(thread);
        void thread.end(late);
      }
    },
    async end(answer) {
      isOpen = false;
      await Promise.all([...threads, ...leaving].map((thread) => thread.end(answer)));
    },
  };
  return crew;
}
