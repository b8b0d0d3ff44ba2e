// A worker in a process of its own: node worker.mjs URL THREADS
import { createWorker } from '@wayfield/cluster/worker';

const [url, threads] = process.argv.slice(2);
const log = (message) => process.stderr.write(`${message}\n`);
const worker = await createWorker(url, { threads: Number(threads), cache: 'none', log });
process.stdout.write('ready\n');
process.once('SIGTERM', () => worker.destroy());
await worker.ended;
