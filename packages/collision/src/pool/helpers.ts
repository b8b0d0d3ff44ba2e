import type { Work, WorkerReply } from '../pool-worker.ts';

/** Threads that work on the memory of an open solver. */
export interface Helpers {
  readonly threads: number;
  /**
   * All threads do the work together, on the bodies as the solver took them. A plain grid that is
   * not sorted yet is sorted first. `call` is the method that the caller waits for; errors name it.
   * `rows`: the places or areas that threads take from the common counter. `capacity`: the most
   * pairs or entries that each thread keeps.
   */
  run(call: string, work: Work, rows: number, capacity: number): Promise<WorkerReply[]>;
  end(): Promise<void>;
}

/** `Helpers.run` for the method that is being answered. */
export type RunWork = (work: Work, rows: number, capacity: number) => Promise<WorkerReply[]>;
