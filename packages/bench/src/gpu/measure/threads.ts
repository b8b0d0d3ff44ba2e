// Threads that race against the GPU, timed by `gpu` and by targets of acceptance. `all` starts a
// run on each; a thread answers when no work is left.
import { Worker } from 'node:worker_threads';

/** Threads of one program. */
export interface Threads {
  /** Tells all threads to run and waits for them. Rejects if one dies, or has died before. */
  all(): Promise<unknown>;
  destroy(): Promise<void>;
}

/** Starts threads of the program `name` of this folder, as `startWorkers` does. */
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
  return startWorkers(file, workerData, threads);
}

/**
 * Starts threads of a program, and waits until all are ready. Rejects if one dies before; the
 * others are then ended.
 */
export async function startWorkers(
  file: URL,
  workerData: object,
  threads: number,
): Promise<Threads> {
  const workers = Array.from({ length: threads }, () => new Worker(file, { workerData }));
  const destroy = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.terminate()));
  };
  /** Rejects when the first worker dies, by an error or without one. */
  const death = new Promise<never>((_, reject) => {
    for (const [i, worker] of workers.entries()) {
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`thread ${i} has ended, with code ${code}`)));
    }
  });
  // a death between two calls makes the next call reject
  death.catch(() => {});
  /** Every worker's next message; rejects when one of them dies. */
  const next = (): Promise<unknown> =>
    Promise.race([
      death,
      Promise.all(
        workers.map((worker) => new Promise<void>((resolve) => worker.once('message', resolve))),
      ),
    ]);
  try {
    await next();
  } catch (cause) {
    await destroy();
    throw cause;
  }
  return {
    all() {
      const done = next();
      for (const worker of workers) worker.postMessage('run');
      return done;
    },
    destroy,
  };
}
