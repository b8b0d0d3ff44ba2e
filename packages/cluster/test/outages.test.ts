// Outages, runs of both sorts at a time, and what a worker keeps, on a real server.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reason } from '@wayfield/testing';
import * as assert from 'uvu/assert';
import type { Database } from '../src/database/connect.ts';
import { type Cluster, createCluster } from '../src/index.ts';
import { type ClusterServer, startServer } from '../src/server.ts';
import { shaOf } from '../src/store/sha.ts';
import { freeLostChunks } from '../src/worker/give-back.ts';
import { createInputs } from '../src/worker/inputs.ts';
import type { ClusterWorker } from '../src/workers.ts';
import {
  ask,
  KINDS,
  removeRuns,
  serverSuite,
  type Square,
  squares,
  squaresTo,
  squareWork,
  testServer,
  until,
  workerHere,
} from './place.ts';
import { openProxy } from './proxy.ts';

const { parallelSquares } = (await import(KINDS)) as { parallelSquares: typeof squares };

let server: ClusterServer;
let cluster: Cluster;
const workers: ClusterWorker[] = [];
const test = serverSuite('outages');

test.before(async () => {
  server = await testServer();
  cluster = await createCluster(server.url);
});
test.after.each(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.destroy()));
  for (const { id, kind } of await cluster.runs()) {
    if (kind !== squares.name) await (await cluster.open(id, parallelSquares)).remove();
  }
  await removeRuns(cluster);
});
test.after(() => cluster.destroy());

test('an outage longer than lostAfter counts no attempt', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-outage-'));
  const proxy = await openProxy(server.url);
  for (let i = 0; i < 2; i++) workers.push(await workerHere(proxy.url, { lostAfter: 3 }));
  const gate = join(folder, 'gate');
  const chunks: Square[] = [0, 1].map((first) => [first, 1, gate]);
  const run = await cluster.submit(squares, { chunks }, { sample: 0 });
  await until('both are taken', async () => (await run.progress()).active === 2);
  proxy.cut();
  await sleep(4500);
  proxy.mend();
  const seen = "select count(*) from wayfield.worker where seen > now() - interval '1 second'";
  await until('both are back', async () => Number((await ask(server.url, seen))[0][0]) === 2);
  await sleep(1500);
  await writeFile(gate, '');
  assert.equal(await run.merge(), squaresTo(2));
  const tries = 'select max(retry_count) from wayfield_queue.job where name like $1';
  assert.equal(await ask(server.url, tries, [`${run.id}%`]), [[0]]);
  await Promise.all(workers.splice(0).map((worker) => worker.destroy()));
  proxy.close();
  await rm(folder, { recursive: true });
});

test('an older run of parallel chunks is served before a newer one of others', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const slow: typeof squares = {
    ...parallelSquares,
    async plan(work, context) {
      await gate;
      return squares.plan(work, context);
    },
  };
  // the older run is planned while the newer one is computed already
  const older = cluster.submit(slow, squareWork(2, 2), { sample: 0 });
  await until('it is planned', async () => (await cluster.runs()).length === 1);
  const newer = await cluster.submit(squares, squareWork(60, 1, 100), { sample: 0 });
  workers.push(await workerHere(server.url, { threads: 2 }));
  await until('some are done', async () => (await newer.progress()).done >= 2);
  open();
  assert.equal(await (await older).merge(), squaresTo(4));
  const { done } = await newer.progress();
  assert.ok(done < 50, `${done} chunks of the newer run were computed before`);
  assert.equal(await newer.merge(), squaresTo(60));
});

test('a run beside 1,000 that are done is computed, beside 10,000 refused', async () => {
  const add = (count: number): Promise<unknown> =>
    ask(
      server.url,
      `insert into wayfield.run
         (id, kind, kind_version, version, state, chunks, sampled, limit_seconds, shape, created)
       select gen_random_uuid(), 'old', 1, '0', 'open', 0, 0, 1, '{}', now() - interval '1 day'
       from generate_series(1, $1)`,
      [count],
    );
  try {
    await add(1000);
    workers.push(await workerHere(server.url));
    const run = await cluster.submit(squares, squareWork(3, 4));
    assert.equal(await run.merge({ signal: AbortSignal.timeout(30_000) }), squaresTo(12));
    await add(9000);
    const message = await reason(cluster.submit(squares, squareWork(3, 4)));
    assert.match(message, /open runs is 10001, expected below 10000: remove runs/);
  } finally {
    await ask(server.url, "delete from wayfield.run where kind = 'old'");
  }
});

test('freeing the chunks of lost workers delays no heartbeat', async () => {
  // three claims of lost workers; dropping one takes longer than there is time
  const claim = { job: shaOf(new Uint8Array(1)), run: 'run', queue: 'queue', worker: 'lost' };
  const seen: string[] = [];
  const query = async (sql: string): Promise<object[]> => {
    seen.push(sql);
    if (sql.startsWith('delete from wayfield.claim')) await sleep(1600);
    return sql.startsWith('select job') ? [claim, claim, claim] : [];
  };
  const transaction = <T>(work: (ask: typeof query) => Promise<T>): Promise<T> => work(query);
  const database = { query, transaction } as unknown as Database;
  assert.is(await freeLostChunks(database, performance.now() + 1500), 1);
  assert.ok(seen.at(-1)!.startsWith('notify'));
});

test('a failure of a chunk that was freed is not said to be tried again', async () => {
  const said: string[] = [];
  workers.push(await workerHere(server.url, { log: (message) => said.push(message) }));
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-freed-'));
  const gate = join(folder, 'gate');
  // too many numbers for an array
  const chunks: Square[] = [[0, 1e12, gate]];
  const run = await cluster.submit(squares, { chunks }, { sample: 0, limitSeconds: 600 });
  await until('it is taken', async () => (await run.progress()).active === 1);
  await ask(server.url, 'delete from wayfield.claim');
  await writeFile(gate, '');
  await until('it has failed', () => said.some((message) => message.includes('failed')));
  assert.match(said.join('\n'), /failed, which does not count/);
  await rm(folder, { recursive: true });
});

test('a worker that cannot begin leaves no connection open', async () => {
  const count = async (): Promise<number> => {
    const sql = "select count(*) from pg_stat_activity where application_name = 'wayfield'";
    return Number((await ask(server.url, sql))[0][0]);
  };
  await cluster.runs();
  const before = await count();
  // PostgreSQL takes no text with this character
  assert.match(await reason(workerHere(server.url, { name: 'a\u0000b' })), /0x00|null/i);
  // a pool closes idle connections after 30 s
  await until('its connections are closed', async () => (await count()) <= before, 20);
});

test('a server that does not start leaves no folder', async () => {
  const folders = async (): Promise<string[]> =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('wayfield-server-'));
  const before = await folders();
  const refused = await reason(startServer({ port: Number(new URL(server.url).port) }));
  assert.match(refused, /did not start/);
  const left = (await folders()).filter((name) => !before.includes(name));
  assert.equal(left, []);
});

test('a range beyond an input is refused, also where a worker holds the whole input', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-range-'));
  const bytes = Uint8Array.of(1, 2, 3);
  await writeFile(join(folder, shaOf(bytes)), bytes);
  const rest = { store: undefined, diskBytes: 1e6, memoryBytes: 1e6, log: console.log };
  const inputs = createInputs({} as Database, { ...rest, folder });
  await inputs.whole(shaOf(bytes));
  assert.equal(await inputs.slice(shaOf(bytes), [1, 3]), Uint8Array.of(2, 3));
  assert.match(await reason(inputs.slice(shaOf(bytes), [1, 4])), /end is 4, expected at most 3/);
  await rm(folder, { recursive: true });
});

test('a full cache leaves files alone that are no inputs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-cache-'));
  await writeFile(join(folder, 'thesis.txt'), 'x'.repeat(5000));
  const old = 'a'.repeat(64);
  await writeFile(join(folder, old), 'x'.repeat(900));
  const bytes = new Uint8Array(300);
  const sha = shaOf(bytes);
  const query = async (sql: string): Promise<object[]> =>
    sql.includes('wayfield.input where') ? [{ bytes: 300, in_store: false }] : [{ sha, bytes }];
  const rest = { store: undefined, diskBytes: 1000, memoryBytes: 1e6, log: console.log };
  const inputs = createInputs({ query, place: 'x' } as never, { ...rest, folder });
  await inputs.whole(sha);
  assert.equal((await readdir(folder)).sort(), [sha, 'thesis.txt'].sort());
  await rm(folder, { recursive: true });
});

test.run();
