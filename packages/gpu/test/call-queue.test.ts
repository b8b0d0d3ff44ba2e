import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCallQueue } from '../src/call-queue.ts';

const test = suite('call queue');

test('clears the timer before each call, also after one that failed', async () => {
  let intervals = 0;
  const timer = {
    clear() {
      intervals = 0;
    },
  };
  const calls = createCallQueue('solver', timer);
  const fails = calls.run(async () => {
    intervals++;
    throw new Error('aborted');
  });
  const counts = calls.run(async () => ++intervals);
  await fails.catch(() => {});
  assert.is(await counts, 1);
});

test.run();
