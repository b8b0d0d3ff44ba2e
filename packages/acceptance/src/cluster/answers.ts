// Targets 1 and 2: 100 million road queries through four worker processes are answered as by one
// solver in one process; also while workers are killed and the database crashes.
import { setTimeout as sleep } from 'node:timers/promises';
import { createCluster, type Progress, type Run } from '@wayfield/cluster';
import { randomPairs, roadQueries } from '@wayfield/cluster/kinds';
import { startServer, whyNoServer } from '@wayfield/cluster/server';
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { random } from '@wayfield/graph/generators';
import {
  atLeast,
  atMost,
  forComparison,
  NO_DATA,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { endingAll, type Later } from '../run/ending-all.ts';
import { type ClusterMap, clusterMap, nodesOf } from './road-map.ts';
import { startWorkers, type WorkerProcesses } from './workers.ts';

/** Queries for each query of `--queries`: 100 million by default. */
const PER_QUERY = 10_000;
const QUICK_QUERIES = 200_000;
/**
 * Milliseconds after which a run of 100 million queries is stopped. Fewer queries get a share of
 * this time, but at least `LEAST_MS`.
 */
const MOST_MS = 25 * 60_000;
/** The least time for any run, in milliseconds. */
const LEAST_MS = 180_000;
const WORKERS = 4;
/** Share of chunks that two workers compute. */
const SAMPLE = 0.01;
const WRONG = atMost(0, 'wrong');
/** Milliseconds between two looks at the progress. */
const POLL_MS = 100;

/** When faults are caused, in seconds. */
interface Pace {
  /** From the begin of the run to the first kill of a worker. */
  readonly firstKill: number;
  /** Between two kills. */
  readonly killEvery: number;
  /** From the begin of the run to the crash of the database. */
  readonly crashAt: number;
  /** Seconds without a heartbeat after which a worker counts as lost. */
  readonly lostAfter: number;
}

const PACE: Pace = { firstKill: 20, killEvery: 20, crashAt: 70, lostAfter: 15 };
/** A fast machine answers the queries of `--quick` in a second. */
const QUICK_PACE: Pace = { firstKill: 0.2, killEvery: 1.5, crashAt: 0.4, lostAfter: 3 };

export const answers: Target = {
  name: '1',
  title: '100 million road queries by four workers: every answer as by one process',
  run: (context) => measure(context, false),
};

export const faults: Target = {
  name: '2',
  title: 'the same with a worker killed every 20 s and a crash of the database',
  run: (context) => measure(context, true),
};

async function measure(context: TargetContext, breaks: boolean): Promise<void> {
  const { quick, add } = context;
  const count = quick ? QUICK_QUERIES : PER_QUERY * context.queries;
  const what = `${count} road queries, ${breaks ? 'with crashes, ' : ''}answers`;
  const noServer = whyNoServer();
  if (noServer !== undefined) return add(notMeasured(what, WRONG, noServer));
  const map = await clusterMap(context);
  if (map === undefined) return add(notMeasured(what, WRONG, NO_DATA));
  await endingAll((later) => measureOn(context, map, { what, count, breaks, later }));
}

interface Asked {
  readonly what: string;
  readonly count: number;
  readonly breaks: boolean;
  readonly later: Later;
}

/** Measures on a server of its own, which it leaves to `later` to end. */
async function measureOn(
  context: TargetContext,
  map: ClusterMap,
  { what, count, breaks, later }: Asked,
): Promise<void> {
  const { quick, add } = context;
  const pace = quick ? QUICK_PACE : PACE;
  let server = await startServer();
  later(() => server.remove());
  const cluster = await createCluster(server.url, { patience: 600 });
  later(() => cluster.destroy());
  const workers = await startWorkers(server.url, WORKERS, pace.lostAfter);
  later(() => workers.stop());
  const { graph, hierarchy } = map;
  const work = { graph, hierarchy, random: { count, seed: context.seed } };
  const chunkSeconds = quick ? 0.1 : 2;
  const run = await cluster.submit(roadQueries, work, { sample: SAMPLE, chunkSeconds });
  const restart = async (): Promise<void> => {
    await server.stop({ crash: true });
    server = await startServer({ folder: server.folder });
  };
  const started = performance.now();
  const mostMs = Math.max(LEAST_MS, (MOST_MS * count) / 1e8);
  const job = { map, run, count, signal: AbortSignal.timeout(mostMs) };
  const faultsOf = breaks ? causeFaults(workers, restart, { ...pace, seed: context.seed }) : none;
  later(() => faultsOf.done);
  const found = await compare(job, context).finally(() => faultsOf.stop());
  const seconds = (performance.now() - started) / 1000;
  const { kills, crashes } = await faultsOf.done;
  const progress = found.late ? await run.progress() : await finished(job);
  const { failed, compared, sampled } = progress;
  await run.remove();
  const name = `${map.name}: ${what}`;
  const late = `stopped after ${Math.round(seconds)} s with ${found.queries} queries compared`;
  const note = progress.state === 'open' || found.late ? late : undefined;
  add(result(name, found.wrong + Math.abs(count - found.queries), WRONG, note));
  add(result(`${map.name}: chunks set aside, of ${run.chunks}`, failed, atMost(0, 'chunks')));
  const twice = atLeast(sampled, 'chunks');
  add(result(`${map.name}: chunks that two workers computed alike`, compared, twice));
  if (breaks) {
    add(result('workers killed', kills, atLeast(1, 'workers')));
    add(result('crashes of the database', crashes, atLeast(1, 'crashes')));
  }
  const rate = atLeast(1, 'queries/s');
  add(forComparison(result(`${map.name}: with the comparison`, count / seconds, rate)));
}

/** A run whose answers are compared until the time is out. */
interface Job {
  readonly map: ClusterMap;
  readonly run: Run;
  readonly count: number;
  readonly signal: AbortSignal;
}

/**
 * Waits until the sampled chunks of a run have been compared too, or the time is out; resolves to
 * its progress.
 */
async function finished({ run, signal }: Job): Promise<Progress> {
  for (;;) {
    const progress = await run.progress();
    if (progress.state !== 'open' || signal.aborted) return progress;
    await sleep(POLL_MS);
  }
}

interface Compared {
  readonly queries: number;
  readonly wrong: number;
  /** The time was out before the last answer. */
  readonly late: boolean;
}

/** Compares the answers of each chunk, when they arrive, with a solver in this process. */
async function compare(
  { map: { graph, hierarchy }, run, count, signal }: Job,
  { seed, session }: TargetContext,
): Promise<Compared> {
  const solver = createHierarchySolver(graph, hierarchy);
  const nodes = nodesOf(graph);
  let [queries, wrong, last] = [0, 0, -1];
  try {
    for await (const { chunk, arrays } of run.results({ signal })) {
      // a chunk that comes twice, or out of order, is wrong as a whole
      const twice = chunk <= last;
      last = chunk;
      const { cost, status } = arrays;
      const pairs = randomPairs(nodes, seed, queries, queries + cost.length);
      const expected = solver.run(pairs, { result: 'cost' });
      for (let i = 0; i < cost.length; i++)
        if (twice || cost[i] !== expected.cost[i] || status[i] !== expected.status[i]) wrong++;
      queries += cost.length;
      session.terminal.progress(`queries compared, ${wrong} wrong`, queries, count, 'compare');
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    solver.destroy();
  }
  return { queries, wrong, late: signal.aborted && queries < count };
}

interface Faults {
  stop(): void;
  readonly done: Promise<{ readonly kills: number; readonly crashes: number }>;
}

const none: Faults = {
  stop() {},
  done: Promise.resolve({ kills: 0, crashes: 0 }),
};

/** Kills a random worker every `killEvery` seconds, and crashes the database once. */
function causeFaults(
  workers: WorkerProcesses,
  restart: () => Promise<void>,
  { firstKill, killEvery, crashAt, seed }: Pace & { readonly seed: number },
): Faults {
  const next = random(seed);
  const end = new AbortController();
  const pause = (seconds: number): Promise<boolean> =>
    sleep(1000 * seconds, true, { signal: end.signal }).catch(() => false);
  let [kills, crashes] = [0, 0];
  const kill = async (): Promise<void> => {
    for (let before = firstKill; await pause(before); before = killEvery) {
      await workers.replace(next(WORKERS));
      kills++;
    }
  };
  const crash = async (): Promise<void> => {
    if (!(await pause(crashAt))) return;
    await restart();
    crashes++;
  };
  const done = Promise.all([kill(), crash()]).then(() => ({ kills, crashes }));
  // `measureOn` awaits `done` later: until then a failure is no unhandled rejection
  done.catch(() => undefined);
  return { stop: () => end.abort(), done };
}
