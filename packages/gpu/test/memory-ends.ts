// Fails the first, second, … buffer of a solver's creation or of a call: no buffer may be lost.
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { countingDevice } from './counting-device.ts';
import { device } from './device.ts';

/** How a buffer fails: `createBuffer` throws, or the error scope reports a buffer too large. */
export type Failure = 'throws' | 'is reported';
export const FAILURES: readonly Failure[] = ['throws', 'is reported'];

/** The failure, and buffers until the one that fails. */
let failure: Failure = 'throws';
let left = Infinity;
/** Labels of the buffers made since it was emptied. */
let labels: string[] = [];
// one device for all tests of a file: each device compiles the kernels again
const { counting, bytes } = countingDevice(undefined, (descriptor) => {
  const { label = '', usage } = descriptor;
  labels.push(label);
  if (--left !== 0) return descriptor;
  if (failure === 'throws') throw new RangeError('no memory left');
  return { label, usage, size: 2 * device.limits.maxBufferSize };
});

interface Solver {
  readonly memoryBytes: number;
  destroy(): void;
}

/** Opens a solver on the device that fails. */
export type Open<Made extends Solver> = (device: GPUDevice) => Promise<Made>;

/** Runs `work`; returns the numbers of buffers to fail: in a row of equal ones, first and last. */
async function buffersOf(work: () => Promise<unknown>, least: number): Promise<number[]> {
  labels = [];
  await work();
  const made = labels;
  assert.ok(made.length >= least, `${made.length} buffers: ${made.join(', ')}`);
  const numbers = Array.from(made, (_, i) => i + 1);
  return numbers.filter((n) => made[n - 1] !== made[n - 2] || made[n - 1] !== made[n]);
}

/** Runs `work` while buffer number `n` fails; returns the result and what became of it. */
async function failing<T>(
  how: Failure,
  n: number,
  work: () => Promise<T>,
): Promise<{ readonly result?: T; readonly outcome: string }> {
  failure = how;
  left = n;
  try {
    return { result: await work(), outcome: 'fulfilled' };
  } catch (error) {
    return { outcome: String(error) };
  } finally {
    assert.ok(left <= 0, `buffer ${n} was not made`);
    left = Infinity;
  }
}

/** Fails the buffers of a creation, which makes at least `least` of them. */
export function checkOpening<Made extends Solver>(
  test: Test,
  [name, how, least]: readonly [string, Failure, number],
  open: Open<Made>,
): void {
  test(`${name} is made: createBuffer ${how}`, async () => {
    const before = bytes();
    const numbers = await buffersOf(async () => (await open(counting)).destroy(), least);
    for (const n of numbers) {
      const { result, outcome } = await failing(how, n, () => open(counting));
      result?.destroy();
      assert.is(bytes() - before, 0, `lost after buffer ${n}: ${outcome}`);
      assert.not.equal(outcome, 'fulfilled', `buffer ${n}`);
    }
  });
}

/** Fails the buffers of a first call, which makes at least `least` of them. */
export function checkCall<Made extends Solver>(
  test: Test,
  [name, how, least]: readonly [string, Failure, number],
  open: Open<Made>,
  call: (solver: Made) => Promise<unknown>,
): void {
  test(`${name}: createBuffer ${how}`, async () => {
    const first = await open(counting);
    const numbers = await buffersOf(() => call(first), least);
    first.destroy();
    const others = bytes();
    const held = (): number => bytes() - others;
    for (const n of numbers) {
      const solver = await open(counting);
      const { outcome } = await failing(how, n, () => call(solver));
      assert.not.equal(outcome, 'fulfilled', `buffer ${n}`);
      assert.is(solver.memoryBytes, held(), `memoryBytes after buffer ${n}: ${outcome}`);
      // the solver can be used again
      await call(solver);
      assert.is(solver.memoryBytes, held(), `memoryBytes after another call, buffer ${n}`);
      solver.destroy();
      assert.is(held(), 0, `lost after buffer ${n}: ${outcome}`);
    }
  });
}
