/**
 * Makes a function that runs `task`. Calls during a run cause one more run after it, however many
 * they are and also if the run fails: for answers that follow a pointer. The promise is fulfilled
 * after the last run. `failed` gets the error of each run that fails.
 */
export function latest(
  task: () => Promise<void>,
  failed: (error: unknown) => void,
): { (): Promise<void>; readonly busy: boolean } {
  let running: Promise<void> | undefined;
  let isStale = false;
  async function runAll(): Promise<void> {
    try {
      do {
        isStale = false;
        await task().catch(failed);
      } while (isStale);
    } finally {
      running = undefined;
    }
  }
  const ask = (): Promise<void> => {
    isStale = true;
    running ??= runAll();
    return running;
  };
  return Object.defineProperty(ask, 'busy', { get: () => running !== undefined }) as typeof ask & {
    readonly busy: boolean;
  };
}
