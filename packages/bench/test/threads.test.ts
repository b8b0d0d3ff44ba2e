// Threads of a measurement that die: every call rejects, and no thread is left.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reason } from '@wayfield/testing';
import { startWorkers } from '../src/gpu/measure/threads.ts';

const test = suite('threads of measurements');

/** A program whose threads are ready at once, and then do `work` for each message. */
const program = (work: string, begin = ''): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads';
      ${begin}
      parentPort.on('message', () => { ${work} });
      parentPort.postMessage('ready');`,
    )}`,
  );

for (const [how, work, expected] of [
  ['ends', 'process.exit(3)', /thread \d has ended, with code 3/],
  ['throws', "throw new Error('lost')", /lost/],
] as const)
  test(`a thread that ${how} during a call: the call and the next one reject`, async () => {
    const { all, destroy } = await startWorkers(program(work), {}, 2);
    assert.match(await reason(all()), expected);
    assert.match(await reason(all()), expected);
    await destroy();
  });

test('a thread that ends before it is ready: nothing is started', async () => {
  const started = startWorkers(program('', 'process.exit(4)'), {}, 2);
  assert.match(await reason(started), /thread \d has ended, with code 4/);
});

test('calls one after another', async () => {
  const { all, destroy } = await startWorkers(program("parentPort.postMessage('done')"), {}, 2);
  for (let call = 0; call < 20; call++) await all();
  await destroy();
});

test.run();
