// Target 3: workers of one thread each against one pool of as many threads, the same queries in
// turns.
import { setTimeout as sleep } from 'node:timers/promises';
import { availableParallelism } from 'node:os';
import { createCluster, type Cluster } from '@wayfield/cluster';
import { randomPairs, roadQueries } from '@wayfield/cluster/kinds';
import { type ClusterServer, startServer, whyNoServer } from '@wayfield/cluster/server';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { ratioOfRounds } from '@wayfield/bench/internal/run/statistics/ratio-of';
import {
  atLeast,
  forComparison,
  NO_DATA,
  notMeasured,
  QUICK,
  result,
  skipped,
  type Target,
} from '../run/target.ts';
import { type ClusterMap, clusterMap, nodesOf } from './road-map.ts';
import { startWorkers } from './workers.ts';

/** A requirement of issue 23, at 16 workers. */
const EFFICIENCY = atLeast(0.9, 'of the pool');
const COUNTS = [1, 2, 4, 8, 16];
/** The count of workers that the requirement is for. */
const JUDGED = 16;
/** Seconds of work of each thread. */
const SECONDS = 8;
const QUICK_SECONDS = 0.2;
const POLL_MS = 20;

export const efficiency: Target = {
  name: '3',
  title: 'workers of one thread each against a pool of as many threads',
  async run(context) {
    const { quick, add, session } = context;
    const what = `${JUDGED} workers`;
    const noServer = whyNoServer();
    if (noServer !== undefined) return add(notMeasured(what, EFFICIENCY, noServer));
    const map = await clusterMap(context);
    if (map === undefined) return add(notMeasured(what, EFFICIENCY, NO_DATA));
    const rate = await ratePerThread(map);
    const server = await startServer();
    const cluster = await createCluster(server.url);
    try {
      for (const workers of quick ? [2] : COUNTS) {
        session.terminal.progress(`${workers} workers`);
        const threads = availableParallelism();
        const queries = Math.round(rate * workers * (quick ? QUICK_SECONDS : SECONDS));
        if (workers > threads) {
          const note = `this machine has ${threads} threads`;
          add(notMeasured(`${map.name}: ${workers} workers`, EFFICIENCY, note));
          continue;
        }
        const race = { map, server, cluster, workers, queries };
        const times = await compare(race, quick ? 1 : Math.min(3, context.rounds));
        const { ratio } = ratioOfRounds(times.pool, times.workers);
        const name = `${map.name}: ${workers} workers, ${queries} queries`;
        const found = result(name, ratio, EFFICIENCY);
        if (quick) add(skipped(found, QUICK));
        else add(workers === JUDGED ? found : forComparison(found));
      }
    } finally {
      await cluster.destroy();
      await server.remove();
    }
  },
};

interface Race {
  readonly map: ClusterMap;
  readonly server: ClusterServer;
  readonly cluster: Cluster;
  readonly workers: number;
  readonly queries: number;
}

/** Seconds of the pool and of the workers, in turns. */
async function compare(
  { map, server, cluster, workers, queries }: Race,
  rounds: number,
): Promise<{ readonly pool: readonly number[]; readonly workers: readonly number[] }> {
  const { graph, hierarchy } = map;
  const nodes = nodesOf(graph);
  const seconds = (started: number): number => (performance.now() - started) / 1000;
  const submit = async (random: object, perChunk: object): Promise<number> => {
    const work = { graph, hierarchy, random: { count: 0, ...random }, ...perChunk };
    const run = await cluster.submit(roadQueries, work, { sample: 0, chunkSeconds: 1 });
    const started = performance.now();
    while ((await run.progress()).done < run.chunks) await sleep(POLL_MS);
    const took = seconds(started);
    await run.remove();
    return took;
  };
  const times = { pool: [] as number[], workers: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const pool = await createHierarchyPool(graph, hierarchy, { threads: workers });
    await pool.run(randomPairs(nodes, 2, 0, 1000 * workers), { result: 'cost' });
    const pairs = randomPairs(nodes, 1, 0, queries);
    const started = performance.now();
    await pool.run(pairs, { result: 'cost' });
    times.pool.push(seconds(started));
    await pool.destroy();
    const processes = await startWorkers(server.url, workers, 15);
    // all of them load the map before anything is timed
    await submit({ count: 400 * workers, seed: 5 }, { perChunk: 100 });
    times.workers.push(await submit({ count: queries }, {}));
    await processes.stop();
  }
  return times;
}

/** Queries a second of one thread. */
async function ratePerThread({ graph, hierarchy }: ClusterMap): Promise<number> {
  const pool = await createHierarchyPool(graph, hierarchy, { threads: 1 });
  const queries = randomPairs(nodesOf(graph), 3, 0, 50_000);
  await pool.run(queries, { result: 'cost' });
  const started = performance.now();
  await pool.run(queries, { result: 'cost' });
  await pool.destroy();
  return (1000 * queries.count) / (performance.now() - started);
}
