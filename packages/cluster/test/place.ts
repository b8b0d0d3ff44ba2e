// What tests of the cluster share: a real server, workers in this process and in others.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { suite, type Test } from 'uvu';
import type { Json, WorkKind } from '../src/index.ts';
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

/** A suite that needs a server; where there is none, it says why, and its tests are skipped. */
export function serverSuite(name: string): Test {
  const test = suite(name);
  const reason = whyNoServer();
  if (reason === undefined) return test;
  console.log(`${name} is not tested here: ${reason}`);
  const hooks = { before: noHook(), after: noHook(), run: () => test.run() };
  return Object.assign((what: string) => test.skip(what, () => undefined), hooks) as never;
}

const noHook = (): object => Object.assign(() => undefined, { each: () => undefined });

/** A server without waits for the disk. */
export const testServer = (folder?: string): Promise<ClusterServer> =>
  startServer({ durable: false, ...(folder !== undefined && { folder }) });

/** A worker in this process. */
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
): WorkerProcess {
  const program = fileURLToPath(new URL('fixtures/worker.mjs', import.meta.url));
  const all = { threads: 1, kinds: [KINDS], lostAfter: 3, patience: 30, ...options };
  const child = spawn(process.execPath, [...node, program, url, JSON.stringify(all)], {
    stdio: ['ignore', 'ignore', 'pipe'],
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

/** Runs one statement beside the cluster. */
export async function ask(url: string, sql: string, values: Json[] = []): Promise<Json[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, values, rowMode: 'array' });
    return rows as Json[][];
  } finally {
    await client.end();
  }
}

/** Waits until something is so, at most `seconds`. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  seconds = 60,
): Promise<void> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > 1000 * seconds) throw new Error(`never happened: ${what}`);
    await sleep(50);
  }
}

/** Bytes of the database. */
export async function databaseBytes(url: string): Promise<number> {
  const [[bytes]] = await ask(url, 'select pg_database_size(current_database())');
  return Number(bytes);
}
