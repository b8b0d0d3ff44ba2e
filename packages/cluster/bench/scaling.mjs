// Workers of one thread each against one pool with as many threads: the same random road queries on
// the same map, in turns. Prints JSON lines; the last one holds the efficiency of each count.
//
//   node scaling.mjs [--map FILE] [--workers 1,2,4,8,16] [--seconds 12] [--rounds 2] [--one-worker]
//
// FILE: .gr.gz of DIMACS, or what `writeGraph` wrote. `--one-worker`: also one worker of many
// threads.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { buildGraph, readGraph, strongComponents } from '@wayfield/graph';
import { parseDimacsGraph } from '@wayfield/graph/formats';
import { roadGraph } from '@wayfield/graph/generators';

const { values: flags } = parseArgs({
  options: {
    map: { type: 'string' },
    workers: { type: 'string', default: '1,2,4,8,16' },
    seconds: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '2' },
    'one-worker': { type: 'boolean', default: false },
  },
});
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);
/** Seconds of a chunk: what the last chunk of a run may cost is this share of the run. */
const CHUNK_SECONDS = Math.min(0.5, seconds / 20);
const POLL_MS = 50;
const print = (row) => console.log(JSON.stringify(row));
const median = (list) => {
  const sorted = [...list].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

const graph = flags.map === undefined ? roadGraph(400, 400) : readMap(flags.map);
const hierarchy = buildHierarchy(graph);
const nodes = nodesOf(graph);
const map = flags.map ?? 'roadGraph(400, 400)';
const threads = availableParallelism();
const machine = `${cpus()[0]?.model}, ${threads} threads`;
print({ map, nodes: graph.nodeCount, machine, node: process.version, seconds, rounds });

const server = await startServer();
const cluster = await createCluster(server.url);
const workers = [];
try {
  const rate = await ratePerThread();
  print({ what: 'queries per second of one thread', rate: Math.round(rate) });
  const efficiency = {};
  for (const count of flags.workers.split(',').map(Number)) {
    if (count > threads) print({ workers: count, reason: `this machine has ${threads} threads` });
    else efficiency[count] = await compare(count, rate);
  }
  print({ efficiency });
} finally {
  await stopWorkers();
  await cluster.destroy();
  await server.remove();
}

function readMap(file) {
  const bytes = readFileSync(file);
  if (!file.endsWith('.gz')) return readGraph(bytes);
  return buildGraph(parseDimacsGraph(gunzipSync(bytes)));
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

async function startWorkers(count, each) {
  const program = fileURLToPath(new URL('worker.mjs', import.meta.url));
  for (let i = 0; i < count; i++) {
    // the standard input of a worker closes with this process, however that ends
    const child = spawn(process.execPath, [program, server.url, String(each)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    workers.push(child);
    await once(child.stdout, 'data');
  }
  // all workers load the map before anything is timed
  await timed({ random: { count: 400 * count, seed: 5 }, perChunk: 100 });
}

async function stopWorkers() {
  const ended = workers.splice(0).map((child) => {
    const end = once(child, 'close');
    child.kill('SIGTERM');
    return end;
  });
  await Promise.all(ended);
}

/** Seconds from the moment that the run is open until its last result is there. */
async function timed(work) {
  const options = { sample: 0, chunkSeconds: CHUNK_SECONDS };
  const run = await cluster.submit(roadQueries, { graph, hierarchy, ...work }, options);
  const started = performance.now();
  while ((await run.progress()).done < run.chunks) await sleep(POLL_MS);
  const took = (performance.now() - started) / 1000;
  await run.remove();
  return took;
}

async function onPool(count, queries) {
  const pool = await createHierarchyPool(graph, hierarchy, { threads: count });
  const asked = randomPairs(nodes, 1, 0, queries);
  await pool.run(randomPairs(nodes, 2, 0, 1000 * count), { result: 'cost' });
  const started = performance.now();
  await pool.run(asked, { result: 'cost' });
  const took = (performance.now() - started) / 1000;
  await pool.destroy();
  return took;
}

async function onWorkers(count, each, queries) {
  await startWorkers(count, each);
  const took = await timed({ random: { count: queries } });
  await stopWorkers();
  return took;
}

/** The median of the pool's seconds divided by those of the workers. */
async function compare(count, rate) {
  const queries = Math.round(rate * count * seconds);
  const times = { pool: [], workers: [], oneWorker: [] };
  for (let round = 0; round < rounds; round++) {
    times.pool.push(await onPool(count, queries));
    times.workers.push(await onWorkers(count, 1, queries));
    if (flags['one-worker']) times.oneWorker.push(await onWorkers(1, count, queries));
  }
  const ratioTo = (list) => median(list.map((took, i) => times.pool[i] / took));
  const efficiency = ratioTo(times.workers);
  const oneWorker = flags['one-worker'] ? ratioTo(times.oneWorker) : undefined;
  print({ workers: count, queries, seconds: times, efficiency, oneWorker });
  return efficiency;
}
