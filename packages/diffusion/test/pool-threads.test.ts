// What becomes of a pool whose threads cannot start, or end while they work.
import { Worker } from 'node:worker_threads';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, createPursuers } from '@wayfield/diffusion';
import { createDiffusionPool, type DiffusionPool } from '@wayfield/diffusion/pool';

const map = {
  width: 96,
  height: 96,
  neighbours: 8,
  terrain: new Float32Array(96 * 96).fill(1),
} as const;
const goals = { cell: [0, 96 * 50 + 3] };
const file = new URL(import.meta.resolve('@wayfield/diffusion/pool-worker'));
const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  );

/**
 * A pool of three threads, the second of which is ended instead of doing the `nth` request of a
 * kind.
 */
async function mortal(): Promise<{ pool: DiffusionPool; arm(kind: string, nth?: number): void }> {
  let wanted = '';
  let left = 0;
  let made = 0;
  const worker = (): Worker => {
    const thread = new Worker(file);
    const post = thread.postMessage.bind(thread);
    const second = ++made === 2;
    thread.postMessage = (message: { request?: { kind: string } }) => {
      if (second && message.request?.kind === wanted && --left === 0) void thread.terminate();
      else post(message);
    };
    return thread;
  };
  const pool = await createDiffusionPool(map, { threads: 3, worker });
  pool.setGoals('goal', goals);
  return {
    pool,
    arm(kind, nth = 1) {
      wanted = kind;
      left = nth;
    },
  };
}

const test = suite('threads of createDiffusionPool');

test('that end in step reject it; all fields are 0, and the next steps are right', async () => {
  const { pool, arm } = await mortal();
  await pool.step(5);
  arm('passes');
  // many passes, in which the other threads wait for the one that ended
  assert.is(await messageOf(pool.step(300)), 'worker 2 of 3 ended with exit code 1 during step');
  const one = createDiffusion(map);
  one.setGoals('goal', goals);
  const began = process.cpuUsage();
  await new Promise((resume) => setTimeout(resume, 300));
  const { user } = process.cpuUsage(began);
  assert.ok(user < 150_000, `${user} µs of work while there is none`);
  sameArray(await pool.field('goal'), one.field('goal'));
  one.step(300);
  await pool.step(300);
  sameArray(await pool.field('goal'), one.field('goal'));
  assert.equal(await pool.settle(), one.settle());
  sameArray(await pool.field('goal'), one.field('goal'));
  await pool.destroy();
});

test('that end in settle reject it; the field has the steps done, and settle goes on', async () => {
  const { pool, arm } = await mortal();
  arm('pass', 4);
  assert.is(await messageOf(pool.settle()), 'worker 2 of 3 ended with exit code 1 during settle');
  const one = createDiffusion(map);
  one.setGoals('goal', goals);
  const field = await pool.field('goal');
  let steps = 0;
  const differs = (): boolean => one.field('goal').some((value, v) => value !== field[v]);
  for (; steps < 90 && (steps === 0 || differs()); steps++) one.step(1);
  assert.not(differs());
  assert.equal(await pool.settle(), one.settle());
  sameArray(await pool.field('goal'), one.field('goal'));
  await pool.destroy();
});

test('that end in a tick of pursuers reject it, and nobody has moved', async () => {
  const { pool, arm } = await mortal();
  const one = createDiffusion(map);
  one.setGoals('goal', goals);
  one.settle();
  await pool.settle();
  const options = {
    cell: Array.from({ length: 6000 }, (_, i) => (i * 31) % (96 * 96)),
    weights: { goal: 1 },
  };
  const [crowd, expected] = [await pool.pursuers(options), createPursuers(one, options)];
  await crowd.move();
  expected.move();
  arm('move');
  assert.is(await messageOf(crowd.move()), 'worker 2 of 3 ended with exit code 1 during move');
  sameArray(crowd.cell, expected.cell);
  assert.is(await crowd.move(), expected.move());
  sameArray(crowd.cell, expected.cell);
  await pool.destroy();
});

test('that cannot start leave the calling thread, and the pool says why', async () => {
  const pool = await createDiffusionPool(map, {
    threads: 3,
    worker() {
      throw new Error('workers are forbidden');
    },
  });
  assert.is(pool.threads, 1);
  assert.is(pool.fallback, 'no worker can be started: workers are forbidden');
  const one = createDiffusion(map);
  for (const model of [one, pool]) model.setGoals('goal', goals);
  assert.equal(await pool.settle(), one.settle());
  sameArray(await pool.field('goal'), one.field('goal'));
  await pool.destroy();
});

test('go on after an onProgress that throws: settle rejects with its error', async () => {
  const pool = await createDiffusionPool(map, { threads: 2 });
  pool.setGoals('goal', goals);
  const onProgress = (): void => {
    throw new Error('from onProgress');
  };
  assert.is(await messageOf(pool.settle({ onProgress })), 'from onProgress');
  assert.is((await pool.settle()).reason, 'front');
  await pool.destroy();
});

test.run();
