import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPrepared } from '../src/worker/prepared.ts';

const test = suite('things that a lane prepares');

test('a failure forgets only what failed', async () => {
  const prepared = createPrepared(1);
  let fail: (error: Error) => void = () => {};
  const freed: string[] = [];
  const first = prepared('a', () => new Promise<string>((_, reject) => (fail = reject)));
  await Promise.resolve();
  // 'b' drops 'a', and then 'a' is made again
  await prepared('b', () => 'b');
  const again = prepared(
    'a',
    () => 'second',
    (made) => freed.push(made),
  );
  fail(new Error('late'));
  assert.is(await first.catch((error: Error) => error.message), 'late');
  assert.is(await again, 'second');
  assert.is(await prepared('a', () => 'third'), 'second');
  await prepared('c', () => 'c');
  await new Promise((done) => setTimeout(done));
  assert.equal(freed, ['second']);
});

test.run();
