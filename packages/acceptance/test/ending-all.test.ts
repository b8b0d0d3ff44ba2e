import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endingAll } from '../src/run/ending-all.ts';

const test = suite('endingAll');

test('ends what was made, the last one first', async () => {
  const ended: number[] = [];
  await endingAll(async (later) => {
    for (const k of [1, 2, 3]) later(async () => ended.push(k));
    assert.equal(ended, []);
  });
  assert.equal(ended, [3, 2, 1]);
});

test('ends what was made before a failure, and all of it', async () => {
  const ended: number[] = [];
  const failing = endingAll(async (later) => {
    later(() => ended.push(1));
    later(() => Promise.reject(new Error('no end')));
    later(() => ended.push(3));
    throw new Error('no start');
  });
  assert.is(await reason(failing), 'Error: no start');
  assert.equal(ended, [3, 1]);
});

test.run();
