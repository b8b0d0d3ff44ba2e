// Workers in processes of their own, which can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { childFile } from '../run/run-child.ts';

/** Worker processes of one thread each. */
export interface WorkerProcesses {
  /** Ends worker `k` at once, as a crash does, and starts another one in its place. */
  replace(k: number): Promise<void>;
  /** Ends all of them; they give unfinished chunks back. */
  stop(): Promise<void>;
}

/** Starts `count` workers and waits until they take chunks. */
export async function startWorkers(
  url: string,
  count: number,
  lostAfter: number,
): Promise<WorkerProcesses> {
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(
      process.execPath,
      [childFile('cluster/worker-child.js'), url, String(lostAfter)],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    );
    const end = once(child, 'exit').then(([code]) => {
      throw new Error(`a worker ended with ${String(code)} before it was ready`);
    });
    await Promise.race([once(child.stdout, 'data'), end]);
    // once the worker is ready, its end is no error here: `replace` and `stop` wait for it
    end.catch(() => undefined);
    return child;
  };
  const children = await Promise.all(Array.from({ length: count }, start));
  return {
    async replace(k) {
      const ended = once(children[k], 'exit');
      children[k].kill('SIGKILL');
      await ended;
      children[k] = await start();
    },
    async stop() {
      await Promise.all(
        children.map((child) => {
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          return ended;
        }),
      );
    },
  };
}
