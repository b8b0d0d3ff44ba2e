import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuTurns } from '../src/gpu/gpu-turns.ts';

const test = suite('createGpuTurns');

test('begins no call that waited when the solver was destroyed', async () => {
  const turns = createGpuTurns();
  let finish = (): void => {};
  const first = turns.run(() => new Promise<number>((resolve) => (finish = () => resolve(1))));
  let began = 0;
  const waiting = [1, 2].map(() => turns.run(() => Promise.resolve(began++)));
  const ends = Promise.allSettled(waiting);
  turns.close();
  finish();
  assert.is(await first, 1);
  for (const end of await ends) {
    assert.is(end.status, 'rejected');
    if (end.status === 'rejected') assert.match(end.reason.message, /was destroyed/);
  }
  assert.is(began, 0);
  assert.is(turns.pending, 0);
});

test.run();
