import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hardwareThreads, startThread } from '../src/index.ts';

const test = suite('threads');

test('answer one message after another, and pass errors on as what they were', async () => {
  const thread = await startThread<{ say: number }, { say: number }>({
    worker: () => new Worker(new URL('./echo-worker.js', import.meta.url), { type: 'module' }),
    url: () => new URL('./echo-worker.js', import.meta.url),
  });
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

test.run();
