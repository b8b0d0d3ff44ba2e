// Target 4: what a chunk costs beside its computation, how long a start takes, and what a run that
// is removed leaves in the database.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCluster, type Cluster, type Run } from '@wayfield/cluster';
import { roadQueries } from '@wayfield/cluster/kinds';
import { type ClusterServer, startServer, whyNoServer } from '@wayfield/cluster/server';
import { createWorker } from '@wayfield/cluster/worker';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { roadGraph } from '@wayfield/graph/generators';
import pg from 'pg';
import { endingAll } from '../run/ending-all.ts';
import { childFile, runChild } from '../run/run-child.ts';
import {
  atMost,
  attempt,
  forComparison,
  notMeasured,
  QUICK,
  result,
  skipped,
  type Target,
  type TargetContext,
} from '../run/target.ts';

/** Requirements, set before the code was written. */
const PER_CHUNK = atMost(5, 'ms');
const START = atMost(15, 's');
const LEFT = atMost(0, 'bytes');
const CHUNKS = 2000;
const QUICK_CHUNKS = 20;
/** Milliseconds between two looks at the progress. */
const POLL_MS = 100;
/** Milliseconds after which a child without a first answer is killed. */
const CHILD_MS = 120_000;
/** Milliseconds of a tick of /proc: Linux counts 100 a second. */
const CLOCK_MS = 10;

export const overhead: Target = {
  name: '4',
  title: 'what a chunk costs, the time to the first answer, bytes that a run leaves',
  async run(context) {
    const { add, session } = context;
    const noServer = whyNoServer();
    if (noServer !== undefined) {
      for (const number of [PER_CHUNK, START, LEFT]) add(notMeasured('overhead', number, noServer));
      return;
    }
    session.terminal.progress('the first answer');
    await attempt(context, 'the first answer', () => firstAnswer(context));
    await endingAll(async (later) => {
      const server = await startServer();
      later(() => server.remove());
      const cluster = await createCluster(server.url);
      later(() => cluster.destroy());
      const worker = await createWorker(server.url, { threads: 1, cache: 'none' });
      later(() => worker.destroy());
      await chunkCost(context, server, cluster);
    });
  },
};

interface Started {
  readonly seconds: number;
  readonly serverSeconds: number;
}

async function firstAnswer({ add, quick, rounds }: TargetContext): Promise<void> {
  const found: Started[] = [];
  for (let round = 0; round < (quick ? 1 : rounds); round++) {
    const child = await runChild<Started>(childFile('cluster/first-answer-child.js'), [], CHILD_MS);
    if (child.threw !== undefined) throw new Error(`the first answer: ${child.threw}`);
    found.push(child as Started);
  }
  const seconds = median(found.map((one) => one.seconds));
  const server = median(found.map((one) => one.serverSeconds));
  const note = `without the download; the server took ${server.toFixed(1)} s`;
  const all = result('from the start of a process to the first answer', seconds, START, note);
  add(quick ? skipped(all, QUICK) : all);
}

/** Chunks of one query each, in rounds; then the size of the database. */
async function chunkCost(
  context: TargetContext,
  server: ClusterServer,
  cluster: Cluster,
): Promise<void> {
  const { add, quick, rounds, session } = context;
  const graph = roadGraph(60, 60);
  const hierarchy = buildHierarchy(graph);
  const count = quick ? QUICK_CHUNKS : CHUNKS;
  const work = { graph, hierarchy, random: { count }, perChunk: 1 };
  const walls: number[] = [];
  const own: number[] = [];
  const servers: number[] = [];
  const sizes = [await databaseBytes(server)];
  for (let round = 0; round < (quick ? 2 : rounds); round++) {
    session.terminal.progress(`chunks of one query, round ${round + 1}`);
    const run = await cluster.submit(roadQueries, work, { sample: 0 });
    const [cpu, ofServer, started] = [process.cpuUsage(), serverMs(server), performance.now()];
    await allDone(run);
    walls.push((performance.now() - started) / count);
    const { user, system } = process.cpuUsage(cpu);
    own.push((user + system) / 1000 / count);
    servers.push((serverMs(server) - ofServer) / count);
    await run.remove();
    sizes.push(await databaseBytes(server));
  }
  const chunk = result('a chunk of one query, wall time', median(walls), PER_CHUNK, spread(walls));
  add(quick ? skipped(chunk, QUICK) : chunk);
  add(forComparison(result('processor time of the worker', median(own), PER_CHUNK, spread(own))));
  const ofServer = result('processor time of the server', median(servers), PER_CHUNK);
  add(forComparison({ ...ofServer, note: spread(servers) }));
  // the first run on a new database makes free-space maps of its tables and of the catalogue's
  const [empty, first] = sizes;
  add(forComparison(result('bytes that the first run of a database leaves', first - empty, LEFT)));
  add(result('bytes that later runs leave in the database', sizes.at(-1)! - first, LEFT));
}

/** Waits until all chunks of a run are computed. Throws an Error if one was set aside. */
export async function allDone(run: Pick<Run, 'chunks' | 'progress'>): Promise<void> {
  for (;;) {
    const { done, failed } = await run.progress();
    if (failed > 0) throw new Error(`${failed} of ${run.chunks} chunks were set aside`);
    if (done >= run.chunks) return;
    await sleep(POLL_MS);
  }
}

const spread = (list: readonly number[]): string =>
  `${Math.min(...list).toFixed(2)} to ${Math.max(...list).toFixed(2)} ms`;

async function databaseBytes({ url }: ClusterServer): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_database_size(current_database()) as bytes');
  await client.end();
  return Number(rows[0].bytes);
}

/**
 * Milliseconds of processor time of the server and of its children, ended ones included. Linux
 * only.
 */
function serverMs({ processId }: ClusterServer): number {
  let ticks = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(id);
    if (fields === undefined) continue;
    // `fields` begins at field 3 of proc(5). Fields 14 to 17 are its own time and that of its ended
    // children; field 4, `fields[1]`, is its parent.
    const own = fields.slice(11, 15).map(Number);
    if (Number(id) === processId) ticks += own[0] + own[1] + own[2] + own[3];
    else if (Number(fields[1]) === processId) ticks += own[0] + own[1];
  }
  return CLOCK_MS * ticks;
}

function statOf(id: string): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ');
  } catch {
    // the process has ended
    return undefined;
  }
}
