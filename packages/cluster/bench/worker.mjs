// A worker in a process of its own: node worker.mjs URL THREADS
import { createWorker } from '@wayfield/cluster/worker';

const [url, threads] = process.argv.slice(2);
const log = (message) => process.stderr.write(`${message}\n`);
const worker = await createWorker(url, { threads: Number(threads), cache: 'none', log });
process.stdout.write('ready\n');
// the measuring process is no more
process.stdin
  .resume()
  .once('end', () => process.exit(2))
  .unref();
process.once('SIGTERM', () => worker.destroy());
await worker.ended;
