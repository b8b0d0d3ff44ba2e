import { startServer, whyNoServer } from '@wayfield/cluster/server';
import { suite } from 'uvu';
import { startWorkers } from '../src/cluster/workers.ts';

const workers = suite('worker processes');

workers('stop does not wait for workers that ended before', async () => {
  const noServer = whyNoServer();
  if (noServer !== undefined) return console.log(`worker processes: ${noServer}`);
  const server = await startServer();
  try {
    const started = await startWorkers(server.url, 1, 3);
    await started.stop();
    // the timer also keeps the process of the test alive while `stop` waits
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('stop waits for an ended worker')), 5000);
    });
    await Promise.race([started.stop(), late]).finally(() => clearTimeout(timer));
  } finally {
    await server.remove();
  }
});

workers.run();
