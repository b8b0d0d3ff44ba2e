/**
 * Makes a task that is asked for again while it runs run once more after that, and not more often:
 * for what follows a pointer. The promise is fulfilled when nothing is left to do; `failed` is told
 * what goes wrong.
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
        await task();
      } while (isStale);
    } catch (error) {
      failed(error);
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
