// A COMMIT that reaches the server and whose reply is lost: what was done is not done again, and
// what nobody knows of is given back.
import * as assert from 'uvu/assert';
import { type Cluster, createCluster } from '../src/index.ts';
import { connect, type Database } from '../src/database/connect.ts';
import { openRuns, takeChunks } from '../src/worker/claims.ts';
import { reportFailure } from '../src/worker/give-back.ts';
import { handIn } from '../src/worker/hand-in.ts';
import type { ClusterServer } from '../src/server.ts';
import type { ClusterWorker } from '../src/workers.ts';
import {
  ask,
  removeRuns,
  serverSuite,
  squares,
  squaresTo,
  squareWork,
  testServer,
  until,
  workerHere,
} from './place.ts';
import { openProxy, type Proxy } from './proxy.ts';

let server: ClusterServer;
let cluster: Cluster;
let proxy: Proxy;
const workers: ClusterWorker[] = [];

const test = serverSuite('lost replies');

test.before(async () => {
  server = await testServer();
  cluster = await createCluster(server.url);
  proxy = await openProxy(server.url);
});
test.after.each(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.destroy()));
  await removeRuns(cluster);
});
test.after(async () => {
  proxy.close();
  await cluster.destroy();
});

/** Attempts at chunks of all runs that have ended without an answer. */
async function retries(): Promise<number> {
  const [[count]] = await ask(
    server.url,
    'select coalesce(sum(retry_count), 0) from wayfield_queue.job',
  );
  return Number(count);
}

test('a chunk that its worker does not know of is given back, as no attempt', async () => {
  const lost = proxy.loseReply('insert into wayfield.claim', 'SELECT 1');
  const said: string[] = [];
  const log = (message: string): void => void said.push(message);
  workers.push(await workerHere(proxy.url, { lostAfter: 1, log }));
  const run = await cluster.submit(squares, squareWork(5, 2), { sample: 0 });
  await lost;
  assert.equal(await run.merge(), squaresTo(10));
  assert.equal(workers[0].counts(), { done: 5, failed: 0, late: 0 });
  assert.is(await retries(), 0);
  assert.is(said.filter((message) => message.startsWith('1 chunks were given back')).length, 1);
  assert.is((await run.progress()).active, 0);
});

test('a claim that a crash brings back is given back too', async () => {
  workers.push(await workerHere(server.url, { lostAfter: 1 }));
  const run = await cluster.submit(squares, squareWork(2, 2), { sample: 0 });
  await run.merge();
  // as if the server had lost the last commit that it had acknowledged
  const table = `wayfield.result_${run.id.replaceAll('-', '')}`;
  await ask(
    server.url,
    `with job as (update wayfield_queue.job set state = 'active', completed_on = null
       where data->>'chunk' = '1' returning id, name),
     answer as (delete from ${table} where chunk = 1)
     insert into wayfield.claim select id, $1::uuid, name, 1, false, $2::uuid from job`,
    [run.id, workers[0].id],
  );
  assert.equal(await run.merge(), squaresTo(4));
  assert.equal(workers[0].counts(), { done: 3, failed: 0, late: 0 });
});

test('an answer whose reply is lost is there once, and counts as one', async () => {
  workers.push(await workerHere(proxy.url, { lostAfter: 1 }));
  const lost = proxy.loseReply('insert into wayfield.result_', 'SELECT 1');
  const run = await cluster.submit(squares, squareWork(5, 2), { sample: 0 });
  await lost;
  assert.equal(await run.merge(), squaresTo(10));
  await until('the last is counted', () => workers[0].counts().done === 5);
  assert.equal(workers[0].counts(), { done: 5, failed: 0, late: 0 });
  assert.is(await retries(), 0);
});

test('a failure whose reply is lost is counted once, and not against others', async () => {
  const database = connect(server.url, 2, { seconds: 10, log: () => undefined });
  try {
    const run = await cluster.submit(squares, squareWork(1, 2), { sample: 0 });
    const [first, second] = ['0a', '0b'].map((end) => `00000000-0000-4000-8000-0000000000${end}`);
    const claim = await takeOne(database, first);
    assert.is(await reportFailure(database, first, claim, 'no'), 'again');
    // the reply was lost: meanwhile another worker has the chunk
    const again = await takeOne(database, second);
    assert.is(again.job.id, claim.job.id);
    assert.is(await reportFailure(database, first, claim, 'no'), 'gone');
    assert.is((await run.progress()).active, 1);
    assert.is(await retries(), 1);
    assert.is(await reportFailure(database, second, again, 'no'), 'again');
  } finally {
    await database.end();
  }
});

test('a run that is cancelled while two answers are compared stays cancelled', async () => {
  const database = connect(server.url, 3, { seconds: 10, log: () => undefined });
  try {
    const run = await cluster.submit(squares, squareWork(1, 2), { sample: 1 });
    const [first, second] = ['0a', '0b'].map((end) => `00000000-0000-4000-8000-0000000000${end}`);
    const answer = (byte: number) => ({ bytes: Uint8Array.of(byte), seconds: 1 });
    const one = await takeOne(database, first);
    assert.is(await handIn(database, undefined, first, one, answer(1)), 'kept');
    const again = await takeOne(database, second);
    assert.is(again.job.data.firstBy, first);
    const cancelling: Database = {
      ...database,
      transaction: (work) =>
        database.transaction((query) =>
          work(async (sql, values, prepared) => {
            const rows = await query(sql, values, prepared);
            if (sql.includes('and not second')) await run.cancel('enough');
            return rows;
          }),
        ),
    };
    assert.is(await handIn(cancelling, undefined, second, again, answer(2)), 'different');
    const { state, reason } = await run.progress();
    assert.equal([state, reason], ['cancelled', 'enough']);
  } finally {
    await database.end();
  }
});

async function takeOne(database: Database, worker: string) {
  const [run] = await openRuns(database.query);
  const { claims } = await takeChunks(database, worker, run, { most: 1, from: 0 });
  return claims[0];
}

test('a submission whose replies are lost is there once', async () => {
  workers.push(await workerHere(server.url));
  const through = await createCluster(proxy.url);
  try {
    for (const [words, tag] of [
      ['insert into wayfield.run', 'INSERT 0 1'],
      ['create table wayfield.result_', 'COMMIT'],
    ]) {
      const lost = proxy.loseReply(words, tag);
      const run = await through.submit(squares, squareWork(3, 2));
      await lost;
      assert.equal(await run.merge(), squaresTo(6));
      assert.is((await cluster.runs()).length, 1);
      await run.remove();
    }
  } finally {
    await through.destroy();
  }
});

test('a removal whose reply is lost leaves no input behind', async () => {
  const { roadGraph } = await import('@wayfield/graph/generators');
  const { roadQueries } = await import('../src/kinds.ts');
  const through = await createCluster(proxy.url);
  try {
    const work = { graph: roadGraph(5, 5), random: { count: 5 }, perChunk: 5 };
    const run = await through.submit(roadQueries, work);
    const lost = proxy.loseReply('delete from wayfield.run');
    await run.remove();
    await lost;
    assert.equal(await ask(server.url, 'select * from wayfield.input'), []);
  } finally {
    await through.destroy();
  }
});

test.run();
