// From the start of a process to the first answer of a cluster on this machine. Prints JSON.
import { createCluster } from '@wayfield/cluster';
import { roadQueries } from '@wayfield/cluster/kinds';
import { startServer } from '@wayfield/cluster/server';
import { createWorker } from '@wayfield/cluster/worker';
import { roadGraph } from '@wayfield/graph/generators';

const server = await startServer();
const serverSeconds = performance.now() / 1000;
const worker = await createWorker(server.url, { threads: 1, cache: 'none' });
const cluster = await createCluster(server.url);
const graph = roadGraph(60, 60);
const run = await cluster.submit(roadQueries, { graph, random: { count: 1000 } });
await run.merge();
// `performance.now()` counts from the start of the process
const seconds = performance.now() / 1000;
await worker.destroy();
await cluster.destroy();
await server.remove();
process.stdout.write(`${JSON.stringify({ seconds, serverSeconds })}\n`);
