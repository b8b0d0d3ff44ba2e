// What goes wrong in a cluster, one fault after another, on a real server.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reason } from '@wayfield/testing';
import * as assert from 'uvu/assert';
import { type Cluster, createCluster, type Part } from '../src/index.ts';
import type { ClusterServer } from '../src/server.ts';
import type { ClusterWorker } from '../src/workers.ts';
import {
  ask,
  crashServer,
  kill,
  removeRuns,
  serverSuite,
  type Square,
  squares,
  squaresTo,
  squareWork,
  testServer,
  until,
  workerHere,
  type WorkerProcess,
  workerProcess,
} from './place.ts';
import { openProxy } from './proxy.ts';

let server: ClusterServer;
let cluster: Cluster;
const workers: ClusterWorker[] = [];
const processes: WorkerProcess[] = [];

const test = serverSuite('faults');

test.before(async () => {
  server = await testServer();
  cluster = await createCluster(server.url);
});
test.after.each(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.destroy()));
  await Promise.all(processes.splice(0).map(kill));
  await removeRuns(cluster);
});
test.after(async () => {
  await cluster.destroy();
});

async function here(...options: Parameters<typeof workerHere>[1][]): Promise<void> {
  for (const one of options) workers.push(await workerHere(server.url, one));
}

function elsewhere(...options: Parameters<typeof workerProcess>[1][]): WorkerProcess[] {
  const started = options.map((one) => workerProcess(server.url, one));
  processes.push(...started);
  return started;
}

/** Seven chunks of two numbers, the third with an act. */
function oneBad(act: string, at = 2): { chunks: Square[] } {
  const { chunks } = squareWork(7, 2);
  chunks[at] = [2 * at, 2, act];
  return { chunks };
}

test('four workers, kills and a restart of the server: all answers, none twice', async () => {
  const four = elsewhere({}, {}, {}, {});
  const run = await cluster.submit(squares, squareWork(80, 5, 80), { sample: 0.1 });
  const parts: Part[] = [];
  const read = (async () => {
    for await (const part of run.results()) parts.push(part);
  })();
  // the seed chooses whom to kill
  let seed = 12345;
  for (let round = 0; round < 3; round++) {
    await until(`round ${round}`, async () => (await run.progress()).done > 12 * (round + 1));
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    const victim = (seed >> 8) % 4;
    await kill(four[victim]);
    processes.splice(processes.indexOf(four[victim]), 1);
    [four[victim]] = elsewhere({});
    if (round !== 1) continue;
    server = await crashServer();
  }
  await read;
  assert.equal(
    parts.map(({ chunk }) => chunk),
    [...Array(80).keys()],
  );
  assert.equal(
    parts.flatMap(({ arrays }) => [...arrays.square]),
    squaresTo(400),
  );
  const { done, failed, compared, sampled } = await run.progress();
  assert.equal(
    { done, failed, compared, sampled },
    { done: 80, failed: 0, compared: 8, sampled: 8 },
  );
});

test('a chunk that throws is set aside after three attempts, and the rest goes on', async () => {
  await here({}, {});
  const run = await cluster.submit(squares, oneBad('throw'));
  const parts: number[] = [];
  for await (const { chunk } of run.results()) parts.push(chunk);
  assert.equal(parts, [0, 1, 3, 4, 5, 6]);
  assert.equal(await run.setAside(), [{ chunk: 2, error: 'chunk 4 is poisoned' }]);
  assert.match(await reason(run.merge()), /1 chunks were set aside: chunk 2: chunk 4 is poisoned/);
  assert.is((await run.progress()).failed, 1);
  const failed = workers.reduce((sum, worker) => sum + worker.counts().failed, 0);
  assert.is(failed, 3);
});

test('a chunk that ends its thread or makes too much is set aside', async () => {
  await here({});
  for (const [act, words] of [
    ['exit', /thread ended with code 3/],
    ['large', /at most 268435456 are kept/],
  ] as const) {
    const run = await cluster.submit(squares, oneBad(act));
    for await (const _ of run.results());
    const [aside] = await run.setAside();
    assert.is(aside.chunk, 2);
    assert.match(aside.error, words);
  }
  assert.is((await cluster.workers()).length, 1);
});

test('a chunk that kills its worker is set aside after three workers', async () => {
  const started = elsewhere({});
  // the middle chunk is the one that is sampled: its second answer is waited for no more
  const run = await cluster.submit(squares, oneBad('kill', 3), { sample: 0.1 });
  const rest = (async () => {
    for (let i = 0; i < 2; i++) {
      await started[i].ended;
      started.push(...elsewhere({}));
    }
    await started[2].ended;
    await here({});
  })();
  for await (const _ of run.results());
  await rest;
  const [{ chunk, error }] = await run.setAside();
  assert.is(chunk, 3);
  assert.match(error, /was lost while it computed the chunk/);
  const { done, failed, sampled } = await run.progress();
  assert.equal({ done, failed, sampled }, { done: 6, failed: 1, sampled: 0 });
});

test('a chunk that hangs is ended at its limit', async () => {
  await here({});
  const run = await cluster.submit(squares, oneBad('hang'), { limitSeconds: 0.6 });
  for await (const _ of run.results());
  const [{ error }] = await run.setAside();
  assert.match(error, /took more than 0\.6/);
});

test('a worker that stops for a while loses its chunk; its late answer is dropped', async () => {
  const [asleep] = elsewhere({});
  const run = await cluster.submit(squares, squareWork(3, 4, 300), { sample: 0 });
  await until('it has a chunk', async () => (await run.progress()).active === 1);
  asleep.child.kill('SIGSTOP');
  await here({});
  assert.equal(await run.merge(), squaresTo(12));
  asleep.child.kill('SIGCONT');
  await until('it is back', async () => (await cluster.workers()).length === 2);
  await sleep(500);
  const [[rows]] = await ask(
    server.url,
    `select count(*) from wayfield.result_${run.id.replaceAll('-', '')}`,
  );
  assert.is(Number(rows), 3, 'no answer is there twice');
});

test('a worker that is told to end gives its chunk back, which is no failed attempt', async () => {
  // one that the test before has killed is listed until it counts as lost
  const others = (await cluster.workers()).map(({ id }) => id);
  await here({});
  const run = await cluster.submit(squares, squareWork(3, 4, 1500), { sample: 0 });
  await until('it has a chunk', async () => (await run.progress()).active === 1);
  await workers.splice(0)[0].destroy();
  const left = (await cluster.workers()).filter(({ id }) => !others.includes(id));
  assert.equal(left, []);
  assert.is((await run.progress()).active, 0);
  await here({ threads: 3 });
  assert.equal(await run.merge(), squaresTo(12));
  assert.is(workers[0].counts().failed, 0);
});

test('a chunk that is given back keeps the failed attempts that it had', async () => {
  const said: string[] = [];
  // the limit counts the start of the thread: on a busy machine another chunk may exceed the limit
  const log = (message: string): void => {
    if (message.startsWith('chunk 2 ')) said.push(message);
  };
  await here({ log });
  const run = await cluster.submit(squares, oneBad('hang'), { sample: 0, limitSeconds: 1 });
  // twice the chunk fails; each time its next attempt ends with the worker, and counts as none
  for (let failed = 1; failed < 3; failed++) {
    await until(`failure ${failed}`, () => said.length === failed);
    await until('it is tried again', async () => (await run.progress()).active === 1);
    await workers.splice(0)[0].destroy();
    await here({ log });
  }
  for await (const _ of run.results());
  assert.equal(
    said.map((message) => /it is (tried again|set aside)/.exec(message)?.[1]),
    ['tried again', 'tried again', 'set aside'],
  );
  assert.is((await run.setAside())[0].chunk, 2);
});

test('a network that is cut for some time delays the work, no more', async () => {
  const proxy = await openProxy(server.url);
  const said: string[] = [];
  workers.push(await workerHere(proxy.url, { log: (message) => said.push(message) }));
  const run = await cluster.submit(squares, squareWork(20, 3, 100), { sample: 0 });
  await until('some are done', async () => (await run.progress()).done >= 3);
  proxy.cut();
  await sleep(1500);
  proxy.mend();
  assert.equal(await run.merge(), squaresTo(60));
  assert.ok(said.some((message) => message.startsWith('waiting for the database')));
  assert.ok(said.every((message) => !message.includes(new URL(proxy.url).password)));
  await Promise.all(workers.splice(0).map((worker) => worker.destroy()));
  proxy.close();
});

test('runs that are done and stay cost the others nothing', async () => {
  const proxy = await openProxy(server.url);
  workers.push(await workerHere(proxy.url));
  for (let i = 0; i < 12; i++) await (await cluster.submit(squares, squareWork(1, 1))).merge();
  const run = await cluster.submit(squares, squareWork(25, 2), { sample: 0 });
  const [before, started] = [proxy.transactions(), performance.now()];
  await run.merge();
  const seconds = (performance.now() - started) / 1000;
  const count = proxy.transactions() - before;
  // two for each chunk, and once a second a look at each run
  assert.ok(count < 2 * 25 + 16 * (seconds + 1), `${count} transactions in ${seconds} s`);
  await Promise.all(workers.splice(0).map((worker) => worker.destroy()));
  proxy.close();
});

test('runs that are removed amid their work leave nothing, and no failed attempt', async () => {
  const said: string[] = [];
  const log = (message: string): void => void said.push(message);
  await here({ log }, { threads: 3, log });
  for (let round = 0; round < 4; round++) {
    const run = await cluster.submit(squares, squareWork(400, 2), { sample: 0.1 });
    await until('some are done', async () => (await run.progress()).done > 5);
    await run.remove();
  }
  await until('all is given back', async () => {
    const [[claims]] = await ask(server.url, 'select count(*) from wayfield.claim');
    return Number(claims) === 0;
  });
  assert.equal(said, []);
  for (const worker of workers) assert.is(worker.counts().failed, 0);
  // who was taking and handing in goes on
  const run = await cluster.submit(squares, squareWork(6, 3));
  assert.equal(await run.merge(), squaresTo(18));
});

test('sampled chunks have their second answer from another worker', async () => {
  await here({}, {});
  const run = await cluster.submit(squares, squareWork(8, 2, 30), { sample: 1 });
  assert.equal(await run.merge(), squaresTo(16));
  const table = `wayfield.result_${run.id.replaceAll('-', '')}`;
  const alone = await ask(
    server.url,
    `select chunk from ${table} group by chunk having count(distinct worker) < 2`,
  );
  assert.equal(alone, []);
  assert.is((await run.progress()).compared, 8);
});

test('a full disk of the server delays the work, no more', async () => {
  const run = await cluster.submit(squares, squareWork(6, 3), { sample: 0 });
  const table = `wayfield.result_${run.id.replaceAll('-', '')}`;
  // the server's own code for a full disk, until the table of space says otherwise
  await ask(server.url, 'create table public.space (free boolean)');
  await ask(
    server.url,
    `create function public.full() returns trigger language plpgsql as $$
     begin
       if exists (select from public.space) then return new; end if;
       raise exception 'could not extend file: No space left on device' using errcode = '53100';
     end $$`,
  );
  await ask(
    server.url,
    `create trigger full_disk before insert on ${table}
     for each row execute function public.full()`,
  );
  const said: string[] = [];
  await here({ log: (message) => said.push(message) });
  await until('it waits', () => said.some((message) => message.includes('No space left')));
  assert.is((await run.progress()).done, 0);
  await ask(server.url, 'insert into public.space values (true)');
  assert.equal(await run.merge(), squaresTo(18));
  await run.remove();
  await ask(server.url, 'drop table public.space');
  await ask(server.url, 'drop function public.full');
});

test('a full or forbidden cache folder costs speed, not answers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-cache-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const said: string[] = [];
  await here({ cache: join(file, 'cache'), log: (message) => said.push(message) });
  const { roadQueries } = await import('../src/kinds.ts');
  const { roadGraph } = await import('@wayfield/graph/generators');
  const run = await cluster.submit(roadQueries, {
    graph: roadGraph(10, 10),
    random: { count: 20 },
  });
  assert.is((await run.merge()).cost.length, 20);
  assert.is(said.filter((message) => message.startsWith('inputs are not kept on disk')).length, 1);
  await run.remove();
  await rm(folder, { recursive: true });
});

test('two different answers stop the run, and both are kept', async () => {
  await here({}, {});
  const run = await cluster.submit(squares, oneBad('random'), { sample: 1 });
  const all = async (): Promise<void> => {
    for await (const _ of run.results());
  };
  assert.match(await reason(all()), /was stopped: chunk 2 has two answers/);
  assert.is((await run.progress()).state, 'stopped');
  const [{ chunk, answers }] = await run.differing();
  assert.is(chunk, 2);
  assert.is(answers.length, 2);
  assert.not.equal(answers[0].word[0], answers[1].word[0]);
});

test('two versions of Wayfield do not share a cluster', async () => {
  await here({});
  await ask(server.url, `update wayfield.about set version = '99.1.2'`);
  try {
    for (const start of [() => workerHere(server.url), () => createCluster(server.url)]) {
      assert.match(
        await reason(start()),
        /works with Wayfield 99\.1\.2 \(worker .*\), this program is Wayfield \d/,
      );
    }
  } finally {
    await Promise.all(workers.splice(0).map((worker) => worker.destroy()));
    // an idle cluster takes the version of the next program
    await (await createCluster(server.url)).destroy();
  }
  const run = await cluster.submit(squares, squareWork(2, 1));
  await ask(server.url, `update wayfield.run set version = '99.1.2', kind_version = 7`);
  const said: string[] = [];
  await ask(server.url, `update wayfield.run set state = 'planned'`);
  await here({ log: (message) => said.push(message) });
  await ask(server.url, `update wayfield.run set state = 'open'`);
  await until('it is refused', () => said.length > 0);
  assert.match(said[0], /left to other workers: it is of Wayfield 99\.1\.2 and of version 7/);
  assert.is((await run.progress()).done, 0);
});

/** The kind `squares`, whose plan stores an input and waits until `go` is called. */
function slowPlan(): { kind: typeof squares; started: Promise<void>; go(): void } {
  const [planning, gate] = [0, 1].map(() => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { opened, open };
  });
  const kind: typeof squares = {
    ...squares,
    async plan(work, context) {
      await context.put(new Uint8Array(1000));
      planning.open();
      await gate.opened;
      return squares.plan(work, context);
    },
  };
  return { kind, started: planning.opened, go: gate.open };
}

test('a run whose submitter died while it planned blocks nobody, and can be removed', async () => {
  const submitter = await createCluster(server.url);
  const { kind, started, go } = slowPlan();
  const submitted = reason(submitter.submit(kind, squareWork(2, 1)));
  await started;
  const [{ id, state }] = await cluster.runs();
  assert.is(state, 'planned');
  await ask(server.url, `update wayfield.about set version = '99.1.2'`);
  assert.match(await reason(createCluster(server.url)), new RegExp(`99\\.1\\.2 \\(run ${id}\\)`));
  // its connections end, as those of a program that is killed
  await submitter.destroy();
  go();
  await submitted;
  await until('another version takes the cluster over', async () => {
    const other = await createCluster(server.url).catch(() => undefined);
    await other?.destroy();
    return other !== undefined;
  });
  assert.is((await cluster.runs()).length, 1);
  const run = await cluster.open(id, squares);
  assert.match(await reason(run.merge()), /still being planned/);
  assert.match(await reason(run.setAside()), /still being planned/);
  await run.remove();
  assert.equal(await cluster.runs(), []);
  assert.equal(await ask(server.url, 'select * from wayfield.input'), []);
});

test('a submission whose run is removed while it plans rejects', async () => {
  const { kind, started, go } = slowPlan();
  const submitted = reason(cluster.submit(kind, squareWork(2, 1)));
  await started;
  const [{ id }] = await cluster.runs();
  // the first step of a removal, whose program then dies
  await ask(server.url, `update wayfield.run set state = 'cancelled' where id = $1`, [id]);
  assert.equal(
    (await cluster.runs()).map((run) => [run.state, run.chunks]),
    [['cancelled', 0]],
  );
  go();
  assert.match(await submitted, /was removed while it was planned/);
  assert.equal(await cluster.runs(), []);
});

test('a kind that a worker was not given is left to others', async () => {
  const said: string[] = [];
  await here({ kinds: [], log: (message) => said.push(message) });
  const run = await cluster.submit(squares, squareWork(2, 1));
  await until('it is refused', () => said.length > 0);
  assert.match(said[0], /'squares', which is not known here/);
  await here({});
  assert.equal(await run.merge(), squaresTo(2));
});

test('a worker whose clock is a year ahead works like any other', async () => {
  const clock = new URL('fixtures/wrong-clock.mjs', import.meta.url).href;
  processes.push(workerProcess(server.url, {}, ['--import', clock]));
  await here({});
  const run = await cluster.submit(squares, squareWork(24, 2, 150), { sample: 0.2 });
  assert.equal(await run.merge(), squaresTo(48));
  assert.is(workers[0].counts().failed + workers[0].counts().late, 0);
  assert.is((await cluster.workers()).length, 2);
  const shares = await ask(
    server.url,
    `select count(*) from wayfield.result_${run.id.replaceAll('-', '')} group by worker`,
  );
  assert.is(shares.length, 2, 'both have worked');
});

test('damaged bytes in the database are found', async () => {
  const run = await cluster.submit(squares, squareWork(3, 2), { sample: 0 });
  await here({});
  assert.equal(await run.merge(), squaresTo(6));
  const table = `wayfield.result_${run.id.replaceAll('-', '')}`;
  await ask(server.url, `update ${table} set bytes = set_byte(bytes, 50, 77) where chunk = 1`);
  assert.match(await reason(run.merge()), /bytes of the result of chunk 1 are damaged/);
  await ask(server.url, `update ${table} set length = 4000000000 where chunk = 1`);
  assert.match(await reason(run.merge()), /chunk 1 is 4000000000, expected at most/);
});

test('plans that are too large are refused', async () => {
  const long = [0, 1, 'x'.repeat(5000)] as unknown as Square;
  assert.match(
    await reason(cluster.submit(squares, { chunks: [long] })),
    /bytes of chunks\[0\] is 50\d\d, expected at most 4096/,
  );
  const many = { chunks: Array.from({ length: 100_001 }, (): Square => [0, 1]) };
  assert.match(await reason(cluster.submit(squares, many)), /chunks\.length is 100001/);
  assert.equal(await cluster.runs(), []);
});

test('no message shows the password', async () => {
  const wrong = new URL(server.url);
  wrong.password = 'open-sesame';
  const gone = new URL(wrong);
  gone.port = '1';
  const damaged = `postgres://ann:open-sesame@[`;
  for (const url of [wrong.href, gone.href, damaged]) {
    const message = await reason(createCluster(url, { patience: 0 }));
    assert.match(message, /Error/);
    assert.not.match(message, /sesame/);
  }
  assert.not.match(cluster.place, new RegExp(new URL(server.url).password));
});

test('a database that stays away ends the worker, in words', async () => {
  const proxy = await openProxy(server.url);
  const worker = await workerHere(proxy.url, { patience: 1 });
  proxy.close();
  assert.match(await reason(worker.ended), /did not come back in 1 s/);
  await worker.destroy();
});

test.run();
