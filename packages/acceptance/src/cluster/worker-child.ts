// A worker of one thread in a process of its own: node worker-child.js URL LOST_AFTER
import { createWorker } from '@wayfield/cluster/worker';

const [url, lostAfter] = process.argv.slice(2);
const worker = await createWorker(url, {
  threads: 1,
  cache: 'none',
  lostAfter: Number(lostAfter),
  log: (message) => void process.stderr.write(`${message}\n`),
});
// stdin ends when the measuring process has died
process.stdin
  .resume()
  .once('end', () => process.exit(2))
  .unref();
process.once('SIGTERM', () => void worker.destroy());
process.stdout.write('ready\n');
await worker.ended;
