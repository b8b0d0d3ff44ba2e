// What becomes of a pool whose threads cannot start, or end while they work.
import { Worker } from 'node:worker_threads';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildBodies, createCollisionSolver } from '@wayfield/collision';
import { type CollisionPool, createCollisionPool } from '@wayfield/collision/pool';
import { createRandom } from './random.ts';

const SEED = 61;
const random = createRandom(SEED);
const COUNT = 60_000;
const [x, y] = [0, 0].map(() => Float32Array.from({ length: COUNT }, () => random() * 100));
const bodies = buildBodies({ x, y, radius: 0.2 });
const queries = { count: 5000, x: x.slice(0, 5000), y: y.slice(0, 5000) };
const solver = createCollisionSolver(bodies);
const expected = solver.pairs({ canonical: true }).slots.slice();

const file = new URL(import.meta.resolve('@wayfield/collision/pool-worker'));
const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  );

const test = suite('threads of createCollisionPool');

/**
 * A pool of three threads, the second of which is ended when a message with this work has been
 * posted to it.
 */
async function mortal(work: string): Promise<{ pool: CollisionPool; arm(): void; made: Worker[] }> {
  let armed = false;
  const made: Worker[] = [];
  const worker = (): Worker => {
    const thread = new Worker(file);
    const post = thread.postMessage.bind(thread);
    const second = made.length === 1;
    thread.postMessage = (message: { work?: { type: string } }) => {
      if (armed && second && message.work?.type === work) {
        // the other threads then wait for this one at a barrier, or do their part without it
        void thread.terminate();
        armed = false;
      } else post(message);
    };
    made.push(thread);
    return thread;
  };
  const pool = await createCollisionPool(bodies, { threads: 3, worker });
  return { pool, made, arm: () => (armed = true) };
}

const calls: [call: string, work: string, ask: (pool: CollisionPool) => Promise<unknown>][] = [
  ['pairs', 'pairs', (pool) => pool.pairs()],
  ['candidates', 'pairs', (pool) => pool.candidates()],
  ['contacts', 'pairs', (pool) => pool.contacts()],
  ['neighbours', 'neighbours', (pool) => pool.neighbours({ radius: 1 })],
  ['neighbours', 'nearest', (pool) => pool.neighbours({ k: 3 })],
  ['neighbours', 'place', (pool) => pool.neighbours({ radius: 1 })],
  ['explore', 'sort', (pool) => pool.explore(queries)],
  ['explore', 'explore', (pool) => pool.explore(queries)],
];

for (const [call, work, ask] of calls) {
  test(`that end in ${call}, at '${work}', reject the call; the next one is right`, async () => {
    const { pool, made, arm } = await mortal(work);
    await pool.update();
    arm();
    assert.is(await messageOf(ask(pool)), `worker 2 of 3 ended with exit code 1 during ${call}`);
    sameArray((await pool.pairs({ canonical: true })).slots, expected, call);
    assert.is(made.length, 4);
    await ask(pool);
    await made[0].terminate();
    sameArray((await pool.pairs({ canonical: true })).slots, expected, call);
    assert.is(made.length, 5);
    await pool.destroy();
  });
}

test('that cannot start leave the calling thread, and the pool says why', async () => {
  const pool = await createCollisionPool(bodies, {
    threads: 3,
    worker() {
      throw new Error('workers are forbidden');
    },
  });
  assert.is(pool.threads, 1);
  assert.is(pool.fallback, 'no worker can be started: workers are forbidden');
  sameArray((await pool.pairs({ canonical: true })).slots, expected);
  await pool.destroy();
});

test.run();
