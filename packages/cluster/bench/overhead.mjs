// What a chunk costs beside its computation: chunks of one query, one worker of one thread. Prints
// wall time, and processor time of the worker's process and of the server, which other programs on
// the machine change less. Linux only.
//
//   node overhead.mjs [CHUNKS]
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCluster } from '@wayfield/cluster';
import { roadQueries } from '@wayfield/cluster/kinds';
import { startServer } from '@wayfield/cluster/server';
import { createWorker } from '@wayfield/cluster/worker';
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { roadGraph } from '@wayfield/graph/generators';

const CLOCK_MS = 10;
const POLL_MS = 250;
const count = Number(process.argv[2] ?? 1000);
const started = performance.now();
const seconds = (from) => (performance.now() - from) / 1000;
const server = await startServer();
const print = (row) => console.log(JSON.stringify(row));
print({ what: 'server started', seconds: seconds(started) });
const cluster = await createCluster(server.url);
const worker = await createWorker(server.url, { threads: 1, cache: 'none' });
const graph = roadGraph(60, 60);
const hierarchy = buildHierarchy(graph);
const first = await cluster.submit(roadQueries, { graph, hierarchy, random: { count: 1000 } });
await first.merge();
print({ what: 'from the start to the first answer', seconds: seconds(started) });
await first.remove();

const random = { count };
const work = { graph, hierarchy, random, perChunk: 1 };
const bytes = async () => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query('select pg_database_size(current_database()) as bytes');
  await client.end();
  return Number(rows[0].bytes);
};
const before = await bytes();
for (const round of [1, 2]) {
  const run = await cluster.submit(roadQueries, work, { sample: 0 });
  const [cpu, ofServer, from] = [process.cpuUsage(), serverMs(), performance.now()];
  while ((await run.progress()).done < run.chunks) await sleep(POLL_MS);
  const wall = 1000 * seconds(from);
  const { user, system } = process.cpuUsage(cpu);
  print({
    what: 'per chunk',
    round,
    chunks: run.chunks,
    wallMs: wall / count,
    workerCpuMs: (user + system) / 1000 / count,
    serverCpuMs: (serverMs() - ofServer) / count,
  });
  await run.remove();
}
print({ what: 'bytes of the database', before, after: await bytes() });
await worker.destroy();
await cluster.destroy();
await server.remove();

/** Processor time of the server and its children, those that have ended too. */
function serverMs() {
  let ticks = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(id);
    if (fields === undefined) continue;
    // fields 14 to 17 of proc(5): its own time, and that of its children
    const [parent, own] = [Number(fields[1]), fields.slice(11, 15).map(Number)];
    if (Number(id) === server.processId) ticks += own[0] + own[1] + own[2] + own[3];
    else if (parent === server.processId) ticks += own[0] + own[1];
  }
  return CLOCK_MS * ticks;
}

function statOf(id) {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ');
  } catch {
    return undefined;
  }
}
