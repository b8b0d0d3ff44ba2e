import type { Run } from '@wayfield/cluster';
import { startServer, whyNoServer } from '@wayfield/cluster/server';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { allDone } from '../src/cluster/overhead.ts';
import { startWorkers } from '../src/cluster/workers.ts';

const workers = suite('worker processes');

/**
 * Rejects if `work` takes more than 5 s. The timer also keeps the process of the test alive while
 * `work` waits.
 */
function soon(work: Promise<void>, what: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} waits`)), 5000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

workers('stop does not wait for workers that ended before', async () => {
  const noServer = whyNoServer();
  if (noServer !== undefined) return console.log(`worker processes: ${noServer}`);
  const server = await startServer();
  try {
    const started = await startWorkers(server.url, 1, 3);
    await started.stop();
    await soon(started.stop(), 'stop');
  } finally {
    await server.remove();
  }
});

workers('the wait for all chunks ends with an error if one is set aside', async () => {
  const state = { state: 'done', done: 2, failed: 1 } as Awaited<ReturnType<Run['progress']>>;
  const run = { chunks: 3, progress: () => Promise.resolve(state) };
  const error = await soon(allDone(run), 'allDone').catch((thrown: Error) => thrown.message);
  assert.is(error, '1 of 3 chunks were set aside');
});

workers.run();
