// What tests of the cluster share: a real server, workers in this process and in others.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { suite, type Test } from 'uvu';
import type { Cluster, Json, WorkKind } from '../src/index.ts';
import { type ClusterServer, startServer, whyNoServer } from '../src/server.ts';
import { type ClusterWorker, createWorker, type WorkerOptions } from '../src/workers.ts';

/** Path of the module with the kind `squares`. */
export const KINDS: string = fileURLToPath(new URL('fixtures/kinds.mjs', import.meta.url));

/** A chunk of the kind `squares`. */
export type Square = readonly [first: number, count: number, act?: string, ms?: number];

/** The kind `squares`, for submissions. */
export const squares: WorkKind<{ readonly chunks: readonly Square[] }, number[]> = (
  (await import(new URL('fixtures/kinds.mjs', import.meta.url).href)) as {
    squares: WorkKind<{ readonly chunks: readonly Square[] }, number[]>;
  }
).squares;

/** Chunks of `squares` that cover the numbers from 0 on, and their squares. */
export function squareWork(count: number, size: number, ms = 0): { chunks: Square[] } {
  const chunks = Array.from({ length: count }, (_, i): Square => [i * size, size, 'sleep', ms]);
  return { chunks };
}

/** The squares of 0 to `count` - 1. */
export const squaresTo = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => i * i);

/**
 * Seconds that a test or a hook may take: what hangs fails, and all after it runs. The slowest test
 * takes 9 s on two busy processors, 27 s at the lowest priority beside a load of 14.
 */
const LIMIT_SECONDS = 240;
/** Seconds that `until` waits: fewer than `LIMIT_SECONDS`, so its error names what it waits for. */
const UNTIL_SECONDS = 120;

/** Rejects where something takes longer than `LIMIT_SECONDS`. */
async function within<T>(what: string, work: Promise<T> | T): Promise<T> {
  const stop = new AbortController();
  const late = sleep(1000 * LIMIT_SECONDS, undefined, stop).then(() => {
    throw new Error(`${what}: not ended after ${LIMIT_SECONDS} s`);
  });
  // the timer is stopped where the work is faster
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}

type Hook = (name: string, work: (context: object) => Promise<void> | void) => void;

/** The suite, each of whose tests and hooks must end in time. */
function limited(test: Test, suiteName: string): Test {
  const hook =
    (register: Test['before']): ((work: () => Promise<void> | void) => void) =>
    (work) =>
      register(() => within(`a hook of ${suiteName}`, work()));
  const before = Object.assign(hook(test.before), { each: hook(test.before.each as never) });
  const after = Object.assign(hook(test.after), { each: hook(test.after.each as never) });
  const one: Hook = (name, work) => test(name, (context) => within(name, work(context)));
  return Object.assign(one, { before, after, run: () => test.run() }) as never;
}

/** A suite that needs a server; where there is none, it says why, and its tests are skipped. */
export function serverSuite(name: string): Test {
  const test = suite(name);
  const reason = whyNoServer();
  if (reason === undefined) {
    users++;
    const all = limited(test, name);
    return Object.assign(all, {
      run() {
        // hooks run in the order of their registration: this one comes last
        all.after(leaveServer);
        test.run();
      },
    });
  }
  console.log(`${name} is not tested here: ${reason}`);
  const hooks = { before: noHook(), after: noHook(), run: () => test.run() };
  return Object.assign((what: string) => test.skip(what, () => undefined), hooks) as never;
}

const noHook = (): object => Object.assign(() => undefined, { each: () => undefined });

/** Starts a server without waits for the disk. It ends with this process, however that ends. */
async function startGuarded(folder?: string): Promise<ClusterServer> {
  const options = { durable: false, ...(folder !== undefined && { folder }) };
  const server = await startServer(options);
  // the pipe to the guard closes with this process; a server that has ended dismisses its guard
  const program = 'read dismissed || { kill -QUIT "$0"; sleep 2; rm -rf "$1"; }';
  const guard = spawn('sh', ['-c', program, String(server.processId), server.folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  void server.ended.then(() => guard.stdin.end('dismissed\n'));
  return server;
}

/** Suites that use the server and have not ended. */
let users = 0;
let server: Promise<ClusterServer> | undefined;

/** The server that all suites of this process share. */
export function testServer(): Promise<ClusterServer> {
  server ??= startGuarded();
  return server;
}

/** Crashes the server and starts it again on its data. */
export async function crashServer(): Promise<ClusterServer> {
  const before = await testServer();
  await before.stop({ crash: true });
  server = startGuarded(before.folder);
  return server;
}

/** Ends the server after the last suite that uses it. */
async function leaveServer(): Promise<void> {
  users--;
  if (users > 0) return;
  await Promise.all([...pools.values()].map((pool) => pool.end()));
  pools.clear();
  await (await server)?.remove();
}

/**
 * A worker in this process. If its heartbeats arrive more than half of `lostAfter` apart, it takes
 * the gap for an outage, and frees no lost chunks for a while (`spareUntil` of worker.ts). On a
 * busy machine gaps of 0.5 s occur: tests that wait for a loss do not set `lostAfter` to 1 s.
 */
export function workerHere(url: string, options: WorkerOptions = {}): Promise<ClusterWorker> {
  return createWorker(url, {
    threads: 1,
    cache: 'none',
    kinds: [KINDS],
    lostAfter: 3,
    patience: 30,
    ...(process.env.WAYFIELD_LOG && { log: console.log }),
    ...options,
  });
}

/** A worker in a process of its own. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  /** What it wrote to stderr so far. */
  said(): string;
  readonly ended: Promise<void>;
}

/** Starts a worker in a process of its own, with options of Node before the program. */
export function workerProcess(
  url: string,
  options: WorkerOptions = {},
  node: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): WorkerProcess {
  const program = fileURLToPath(new URL('fixtures/worker.mjs', import.meta.url));
  const all = { threads: 1, kinds: [KINDS], lostAfter: 3, patience: 30, ...options };
  const child = spawn(process.execPath, [...node, program, url, JSON.stringify(all)], {
    // its standard input closes with this process, however that ends, and the worker ends itself
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  return { child, said: () => said, ended };
}

/** Ends a worker process, at once. */
export async function kill({ child, ended }: WorkerProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** A connection for each address: opening one takes the server longer than most statements. */
const pools = new Map<string, pg.Pool>();

function poolOf(url: string): pg.Pool {
  let pool = pools.get(url);
  if (pool === undefined) {
    pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
    // a connection that a crash of the server has ended is replaced by the next statement
    pool.on('error', () => undefined);
    pools.set(url, pool);
  }
  return pool;
}

/** Runs one statement beside the cluster. */
export async function ask(url: string, sql: string, values: Json[] = []): Promise<Json[][]> {
  const { rows } = await poolOf(url).query({ text: sql, values, rowMode: 'array' });
  return rows as Json[][];
}

/** Removes all runs: what a test that failed has left. */
export async function removeRuns(cluster: Cluster): Promise<void> {
  for (const { id, kind } of await cluster.runs()) {
    await (await cluster.open(id, kind === squares.name ? squares : undefined)).remove();
  }
}

/** Waits until something is so, at most `seconds`. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  seconds = UNTIL_SECONDS,
): Promise<void> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > 1000 * seconds) throw new Error(`never happened: ${what}`);
    await sleep(30);
  }
}

/** Bytes of the database. */
export async function databaseBytes(url: string): Promise<number> {
  const [[bytes]] = await ask(url, 'select pg_database_size(current_database())');
  return Number(bytes);
}
