// Threads of a measurement: each is told to run and answers when nothing is left to do.
import { Worker } from 'node:worker_threads';

/** Threads of one program. */
export interface Threads {
  /** Tells all threads to run and waits for them. Rejects if one dies. */
  all(): Promise<unknown>;
  destroy(): Promise<void>;
}

/**
 * Starts threads of the program `name` of this folder, and waits until all are ready. Rejects if
 * one dies before; the others then go on running.
 */
export async function startThreads(
  name: 'tree-worker' | 'sweep-worker',
  workerData: object,
  threads: number,
): Promise<Threads> {
  // threads load JavaScript only: tests, which run the sources, use the built file
  const fromSource = import.meta.url.endsWith('.ts');
  const file = new URL(
    fromSource ? `../../../dist/gpu/measure/${name}.js` : `./${name}.js`,
    import.meta.url,
  );
  const workers = Array.from({ length: threads }, () => new Worker(file, { workerData }));
  /** Every worker's next message; rejects when one of them dies. */
  const next = (): Promise<unknown> =>
    Promise.all(
      workers.map(
        (worker) =>
          new Promise<void>((resolve, reject) => {
            worker.once('error', reject);
            worker.once('message', () => {
              worker.off('error', reject);
              resolve();
            });
          }),
      ),
    );
  await next();
  return {
    all() {
      const done = next();
      for (const worker of workers) worker.postMessage('run');
      return done;
    },
    async destroy() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
