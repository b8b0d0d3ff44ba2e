// Workers of one thread each, and one worker of many threads, against one pool with as many
// threads: the same random road queries on the same map, in turns. Prints JSON lines.
//
//   node scaling.mjs [--map FILE.gr.gz] [--workers 1,2,4,8,16] [--seconds 8] [--rounds 2]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createCluster } from '@wayfield/cluster';
import { randomPairs, roadQueries } from '@wayfield/cluster/kinds';
import { startServer } from '@wayfield/cluster/server';
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { strongComponents } from '@wayfield/graph';
import { parseDimacsGraph } from '@wayfield/graph/formats';
import { roadGraph } from '@wayfield/graph/generators';

const { values: flags } = parseArgs({
  options: {
    map: { type: 'string' },
    workers: { type: 'string', default: '1,2,4,8,16' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '2' },
  },
});
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);
const print = (row) => console.log(JSON.stringify(row));
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const graph = flags.map === undefined ? roadGraph(400, 400) : await readMap(flags.map);
const hierarchy = buildHierarchy(graph);
const nodes = nodesOf(graph);
const map = flags.map ?? 'roadGraph(400, 400)';
const machine = `${cpus()[0]?.model}, ${availableParallelism()} threads`;
print({ map, nodes: graph.nodeCount, machine, node: process.version, seconds, rounds });

const server = await startServer();
const cluster = await createCluster(server.url);
const workers = [];
try {
  const rate = await ratePerThread();
  print({ what: 'queries per second of one thread', rate: Math.round(rate) });
  await overhead();
  for (const count of flags.workers.split(',').map(Number)) await compare(count, rate);
} finally {
  await stopWorkers();
  await cluster.destroy();
  await server.remove();
}

async function readMap(file) {
  const bytes = readFileSync(file);
  return parseDimacsGraph(file.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString());
}

function nodesOf({ nodeCount }) {
  const { component, size } = strongComponents(graph);
  const largest = size.indexOf(size.reduce((a, b) => Math.max(a, b), 0));
  return Uint32Array.from(Array(nodeCount).keys()).filter((u) => component[u] === largest);
}

async function ratePerThread() {
  const pool = await createHierarchyPool(graph, hierarchy, { threads: 1 });
  const queries = randomPairs(nodes, 3, 0, 50_000);
  await pool.run(queries, { result: 'cost' });
  const started = performance.now();
  await pool.run(queries, { result: 'cost' });
  const rate = (1000 * queries.count) / (performance.now() - started);
  await pool.destroy();
  return rate;
}

async function startWorkers(count, threads) {
  const program = fileURLToPath(new URL('worker.mjs', import.meta.url));
  for (let i = 0; i < count; i++) {
    const child = spawn(process.execPath, [program, server.url, String(threads)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    workers.push(child);
    await new Promise((ready) => child.stdout.once('data', ready));
  }
  // all workers load the map before anything is timed
  await timed({ random: { count: 400 * count, seed: 5 }, perChunk: 100 });
}

async function stopWorkers() {
  const ended = workers.splice(0).map((child) => {
    const end = new Promise((done) => child.once('close', done));
    child.kill('SIGTERM');
    return end;
  });
  await Promise.all(ended);
}

/** Seconds from the moment that the run is open until its last result is there. */
async function timed(work, options = {}) {
  const all = { sample: 0, chunkSeconds: 1, ...options };
  const run = await cluster.submit(roadQueries, { graph, hierarchy, ...work }, all);
  const started = performance.now();
  while ((await run.progress()).done < run.chunks) await sleep(20);
  const took = (performance.now() - started) / 1000;
  await run.remove();
  return { took, chunks: run.chunks };
}

/** What a chunk costs beside its computation: chunks of one query. */
async function overhead() {
  await startWorkers(1, 1);
  const { took, chunks } = await timed({ random: { count: 2000 }, perChunk: 1 });
  print({ what: 'queue overhead per chunk', ms: (1000 * took) / chunks, chunks });
  await stopWorkers();
}

async function compare(count, rate) {
  const queries = Math.round(rate * count * seconds);
  const times = { pool: [], workers: [], threads: [] };
  for (let round = 0; round < rounds; round++) {
    const pool = await createHierarchyPool(graph, hierarchy, { threads: count });
    const asked = randomPairs(nodes, 1, 0, queries);
    await pool.run(randomPairs(nodes, 2, 0, 1000 * count), { result: 'cost' });
    const started = performance.now();
    await pool.run(asked, { result: 'cost' });
    times.pool.push((performance.now() - started) / 1000);
    await pool.destroy();
    const work = { random: { count: queries } };
    await startWorkers(count, 1);
    times.workers.push((await timed(work)).took);
    await stopWorkers();
    await startWorkers(1, count);
    times.threads.push((await timed(work)).took);
    await stopWorkers();
  }
  const [pool, many, one] = [times.pool, times.workers, times.threads].map(median);
  print({
    workers: count,
    queries,
    seconds: { pool, workersOfOneThread: many, oneWorker: one },
    efficiency: { workersOfOneThread: pool / many, oneWorker: pool / one },
  });
}
