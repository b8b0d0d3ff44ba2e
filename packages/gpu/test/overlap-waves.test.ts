import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { overlapWaves } from '../src/overlap-waves.ts';

const test = suite('overlapWaves');
const turn = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

/** Waves of two out of `count` items; wave number `fails` rejects. */
async function run(
  count: number,
  fails: number,
  options: Parameters<typeof overlapWaves>[1] = {},
): Promise<{ log: string[]; error: string }> {
  const log: string[] = [];
  let under = 0;
  const one = async (from: number, to: number): Promise<void> => {
    log.push(`${from}-${to}, ${++under} under way`);
    await turn();
    if (from / 2 === fails) {
      under--;
      throw new Error('failed');
    }
    // the wave after the one that failed takes longer
    await turn();
    under--;
  };
  const error = await reason(overlapWaves({ count, wave: 2, run: one }, options));
  log.push(`${under} under way at the end`);
  return { log, error: String(error) };
}

test('at most two waves are under way, and all progress is reported', async () => {
  const seen: number[] = [];
  const onProgress = (done: number): void => void seen.push(done);
  const { log, error } = await run(5, NaN, { onProgress });
  assert.equal(log, [
    '0-2, 1 under way',
    '2-4, 2 under way',
    '4-5, 2 under way',
    '0 under way at the end',
  ]);
  assert.equal(seen, [0, 2, 4, 5]);
  assert.not.match(error, 'failed');
  assert.is((await run(0, NaN, { onProgress })).log.length, 1);
  assert.is(seen.length, 4);
});

test('where a wave fails, no wave is under way after the rejection', async () => {
  for (const fails of [0, 1, 2, 3]) {
    const { log, error } = await run(8, fails);
    assert.match(error, 'failed');
    assert.is(log.at(-1), '0 under way at the end', `wave ${fails}`);
  }
});

test('where progress throws or the call is aborted, neither', async () => {
  const onProgress = (): void => {
    throw new Error('no');
  };
  const thrown = await run(8, NaN, { onProgress });
  assert.match(thrown.error, 'no');
  assert.is(thrown.log.at(-1), '0 under way at the end');
  const stop = new AbortController();
  const aborted = await run(8, NaN, {
    signal: stop.signal,
    onProgress: () => stop.abort(new Error('stopped')),
  });
  assert.match(aborted.error, 'stopped');
  assert.is(aborted.log.at(-1), '0 under way at the end');
});

test.run();
