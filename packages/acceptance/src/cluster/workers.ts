// Workers in processes of their own, which can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { childFile } from '../run/run-child.ts';

/** Milliseconds after which a worker that is not ready, or does not end, is killed. */
const MOST_MS = 60_000;

/** Worker processes of one thread each. */
export interface WorkerProcesses {
  /** Ends worker `k` at once, as a crash does, and starts another one in its place. */
  replace(k: number): Promise<void>;
  /** Ends all workers that still run; these give unfinished chunks back. */
  stop(): Promise<void>;
}

interface Worker {
  readonly child: ChildProcess;
  /** Resolves when the process has ended, also if it ended long ago. */
  readonly ended: Promise<unknown>;
}

/**
 * Starts `count` workers and waits until they take chunks. If one of them does not start, all end.
 */
export async function startWorkers(
  url: string,
  count: number,
  lostAfter: number,
): Promise<WorkerProcesses> {
  const children: ChildProcess[] = [];
  const start = async (): Promise<Worker> => {
    const child = spawn(
      process.execPath,
      [childFile('cluster/worker-child.js'), url, String(lostAfter)],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    );
    children.push(child);
    const ended = once(child, 'exit');
    const early = ended.then(([code]) => {
      throw new Error(`a worker ended with ${String(code)} before it was ready`);
    });
    await within(child, Promise.race([once(child.stdout, 'data'), early]));
    // once the worker is ready, its end is no error here: `replace` and `stop` wait for it
    early.catch(() => undefined);
    return { child, ended };
  };
  const workers = await Promise.all(Array.from({ length: count }, start)).catch((error) => {
    for (const child of children) child.kill('SIGTERM');
    throw error;
  });
  return {
    async replace(k) {
      const { child, ended } = workers[k];
      child.kill('SIGKILL');
      await ended;
      workers[k] = await start();
    },
    async stop() {
      for (const { child } of workers) child.kill('SIGTERM');
      await Promise.all(workers.map(({ child, ended }) => within(child, ended)));
    },
  };
}

/** Waits for `event` of a process, which is killed if this takes longer than `MOST_MS`. */
async function within(child: ChildProcess, event: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
  await event.finally(() => clearTimeout(timer));
}
