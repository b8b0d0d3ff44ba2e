import { reason } from '@wayfield/testing';
import { testDevice } from '@wayfield/testing/gpu';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keepWarm } from '../src/index.ts';
import { device } from './ways.ts';

/** Waits until `done`, at most ten seconds: tests do not depend on how fast a machine is. */
async function until(done: () => boolean): Promise<void> {
  for (let waited = 0; waited < 10_000 && !done(); waited += 2) await sleep(2);
  assert.ok(done());
}

const test = suite('keepWarm');

test('works at intervals, until it is stopped', async () => {
  const warm = keepWarm(device, { intervalMs: 1, busyMs: 1 });
  assert.equal([warm.running, warm.pulses], [true, 1]);
  await until(() => warm.pulses > 3);
  warm.stop();
  warm.stop();
  const { pulses } = warm;
  await sleep(10);
  assert.equal([warm.running, warm.pulses], [false, pulses]);
});

test('refuses an interval that a timer would take for 1 ms', () => {
  assert.throws(() => keepWarm(device, { intervalMs: 2 ** 31 }), /intervalMs is 2147483648/);
});

test('ends by itself after its limit', async () => {
  const warm = keepWarm(device, { intervalMs: 1, busyMs: 1, limitMs: 20 });
  await until(() => !warm.running);
  assert.ok(warm.pulses >= 1);
  warm.stop();
});

test('two of them on a device do not know each other', async () => {
  const [one, two] = [
    keepWarm(device, { intervalMs: 1, busyMs: 1 }),
    keepWarm(device, { intervalMs: 1, busyMs: 1 }),
  ];
  one.stop();
  await until(() => two.pulses > 2);
  assert.equal([one.running, two.running], [false, true]);
  two.stop();
});

test('ends where the device is lost', async () => {
  const lost = await testDevice();
  const warm = keepWarm(lost, { intervalMs: 1, busyMs: 1 });
  lost.destroy();
  await until(() => !warm.running);
});

test('leaves no rejection unhandled where both submits under way fail', async () => {
  const failing = await testDevice();
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  failing.queue.onSubmittedWorkDone = () => Promise.reject(new Error('lost'));
  const warm = keepWarm(failing, { intervalMs: 1, busyMs: 50 });
  await until(() => !warm.running);
  await sleep(5);
  process.off('unhandledRejection', note);
  assert.equal(unhandled, []);
  failing.destroy();
});

test('refuses intervals and limits that are none', async () => {
  for (const [name, value] of [
    ['intervalMs', 0],
    ['limitMs', -1],
    ['busyMs', NaN],
  ] as const) {
    const why = await reason((async () => keepWarm(device, { [name]: value }))());
    assert.match(why, new RegExp(`^RangeError: .*${name}`));
  }
});

test('leaves no reaction to `device.lost` behind for each call', () => {
  let looks = 0;
  const { lost } = device;
  const get = (): typeof lost => {
    looks++;
    return lost;
  };
  Object.defineProperty(device, 'lost', { configurable: true, get });
  for (let i = 0; i < 3; i++) keepWarm(device).stop();
  delete (device as { lost?: unknown }).lost;
  assert.ok(looks <= 1, `${looks} reactions`);
});

test.run();
