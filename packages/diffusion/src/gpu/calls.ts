// The calls of a model on the device: each waits for the ones before it. diffusion.ts and
// distance/distance.ts make one such queue for each model.
import type { Attempts } from './attempts.ts';

export interface Calls {
  /**
   * Throws Error once the model was destroyed. `step` and `settle` call this once per batch
   * of dispatches: architecture/settle.md, "Looks of a GPU".
   */
  alive(): void;
  /** Whether the model was destroyed. */
  readonly ended: boolean;
  /**
   * Runs `work` after all earlier calls, with the changes made up to this call in effect. Rejects
   * without `work` if the device has no memory for the changes: the next call brings them again.
   */
  inOrder<T>(work: () => Promise<T>): Promise<T>;
  /** Whether a call runs or waits for its turn. */
  readonly underWay: boolean;
  /**
   * Brings the changes to the device now; throws Error, naming the caller, while a call is under
   * way. Does not wait: where the device has no memory for the changes, WebGPU reports an
   * uncaptured error, and the model keeps invalid buffers.
   */
  applyNow(caller: string): void;
  /**
   * From now on every call throws or rejects, also those that wait. Resolves when the call that
   * runs has ended: until then that call uses the buffers of the model.
   */
  end(): Promise<void>;
}

/**
 * `take` tells what changed since it was called last; `apply` brings that to the device. `what`
 * begins the messages of errors.
 */
export function createCalls<Changes>(
  attempts: Attempts,
  what: string,
  take: () => Changes,
  apply: (changes: Changes) => void,
): Calls {
  let ended = false;
  /** Resolves when all calls made so far have ended; never rejects. */
  let calls: Promise<void> = Promise.resolve();
  let underWay = 0;
  /**
   * Changes that the device does not have, in the order of `take`: of calls that failed before the
   * device had them, of the call under way, of calls that wait.
   */
  const waiting: Changes[] = [];

  /** Brings the changes up to `last` to the device. If that fails, they stay in `waiting`. */
  async function applyTo(last: Changes): Promise<void> {
    const due = waiting.slice(0, waiting.indexOf(last) + 1);
    await attempts.run(what, () => {
      for (const changes of due) apply(changes);
    });
    waiting.splice(0, due.length);
  }

  function alive(): void {
    if (ended) throw new Error('the model was destroyed');
  }

  return {
    alive,
    get ended() {
      return ended;
    },
    inOrder(work) {
      const since = take();
      waiting.push(since);
      underWay++;
      const mine = calls.then(async () => {
        try {
          alive();
          await applyTo(since);
          return await work();
        } finally {
          underWay--;
        }
      });
      calls = mine.then(
        () => {},
        () => {},
      );
      return mine;
    },
    get underWay() {
      return underWay > 0;
    },
    applyNow(caller) {
      if (underWay > 0) throw new Error(`${what}: ${caller} while another call is under way`);
      waiting.push(take());
      attempts.runNow(() => {
        for (const changes of waiting) apply(changes);
      });
      waiting.length = 0;
    },
    end() {
      ended = true;
      return calls;
    },
  };
}
