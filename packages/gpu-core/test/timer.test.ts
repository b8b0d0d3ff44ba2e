import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTimer } from '../src/timer.ts';

const test = suite('timer');

test('forgets the intervals of a call that failed', async () => {
  const made = { destroy() {} };
  const device = {
    features: new Set(['timestamp-query']),
    createQuerySet: () => made,
    createBuffer: () => made,
  };
  const timer = createTimer(device as unknown as GPUDevice, true);
  timer.both('search');
  timer.clear();
  // without intervals nothing is read from the device, which has no queue here
  assert.is((await timer.read())('search'), 0);
  timer.destroy();
});

test.run();
