import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createCrew,
  hardwareThreads,
  poolThreads,
  startThread,
  type ThreadModule,
} from '../src/index.ts';

const ECHO: ThreadModule = {
  worker: () => new Worker(new URL('./echo-worker.js', import.meta.url), { type: 'module' }),
  url: () => new URL('./echo-worker.js', import.meta.url),
};

const test = suite('threads');

test('answer one message after another, and pass errors on as what they were', async () => {
  const thread = await startThread<{ say: number }, { say: number }>(ECHO);
  const ask = (say: number): Promise<{ say: number }> => {
    const reply = thread.reply();
    thread.post({ say });
    return reply;
  };
  assert.is((await ask(1)).say, 2);
  const error = await ask(-1).catch((reason) => reason);
  assert.instance(error, RangeError);
  assert.is(error.message, '-1 is below 0');
  assert.is((await ask(3)).say, 4);
  const waiting = thread.reply().catch((reason) => reason.message);
  await thread.terminate();
  assert.is(await waiting, 'the pool was destroyed');
  assert.ok((await hardwareThreads()) >= 1);
});

test('wake as few as asked for, and the others for what takes longer', async () => {
  const crew = await createCrew<{ say: number; ms?: number }, { say: number }>(ECHO, 3);
  const said = async (say: number, first: number, ms = 0) =>
    (await crew.tell({ say, ms }, first)).map((reply) => reply.say);
  try {
    const each = await crew.tellAll((thread) => ({ say: 10 * thread }));
    assert.equal(
      each.map(({ say }) => say),
      [1, 11, 21],
    );
    assert.equal(await said(5, 2, 150), [6, 6, 6]);
    // a thread that replies at once leaves the others alone, as a rule: a busy machine may be slower than a millisecond
    const few: number[] = [];
    for (let k = 0; k < 20; k++) {
      const replies = await said(k, 1);
      assert.is(replies[0], k + 1);
      few.push(replies.length);
    }
    assert.is(Math.min(...few), 1);
    const error = await crew.tell({ say: -1 }, 2).catch((reason) => reason);
    assert.instance(error, RangeError);
    assert.equal(await said(7, 3), [8, 8, 8]);
  } finally {
    await crew.terminate();
  }
  assert.is(
    await crew.tell({ say: 1 }, 3).catch((reason) => reason.message),
    'the pool was destroyed',
  );
});

test('that help may fail before those they help are done', async () => {
  const crew = await createCrew<{ say: number; slow?: number }, { say: number }>(ECHO, 3);
  try {
    await crew.tellAll((thread) => ({ say: 1, slow: thread === 0 ? 100 : 0 }));
    // the others are asked after a millisecond and fail at once, the first after a hundred
    const error = await crew.tell({ say: -2 }, 1).catch((reason) => reason);
    assert.instance(error, RangeError);
    assert.is(error.message, '-2 is below 0');
    assert.is((await crew.tell({ say: 7 }, 1)).at(-1)!.say, 8);
  } finally {
    await crew.terminate();
  }
});

test('are as many as asked for, or as the machine has', async () => {
  assert.is(await poolThreads(64), 64);
  assert.is(await poolThreads(undefined), Math.min(64, await hardwareThreads()));
  for (const wanted of [0, 65, 1.5, NaN]) {
    const error = await poolThreads(wanted).catch((reason) => reason);
    assert.instance(error, RangeError);
    assert.is(error.message, `threads is ${wanted}: it must be a whole number from 1 to 64`);
  }
});

test.run();
