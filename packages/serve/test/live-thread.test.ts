// The thread of live speeds where it fails or ends.
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { RoutingNetwork } from '@wayfield/routing';
import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLiveThread, weighLive } from '../src/server/live-thread.ts';
import { village } from './village.ts';

const routing = await village();
const speeds = new Float32Array(2 * routing.network.roads.count).fill(7);

/** A program of a thread that answers speeds of one more second a call, and then does `after`. */
function program(after: string): URL {
  const text = `
    import { parentPort } from 'node:worker_threads';
    let calls = 0;
    parentPort.on('message', () => {
      const seconds = Float32Array.of(++calls);
      if (calls < 3) parentPort.postMessage({ weights: { seconds, hierarchy: {} } });
      if (calls > 1) setTimeout(() => { ${after} });
    });`;
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}

const test = suite('createLiveThread');

for (const [name, after] of [
  ['fails', `throw new RangeError('a defect')`],
  ['ends', 'process.exit(3)'],
]) {
  test(`starts another thread in the place of one that ${name} between two calls`, async () => {
    const thread = createLiveThread(routing, program(after));
    const first = async (): Promise<number> => (await thread.networkAt(speeds)).seconds[0];
    assert.equal([await first(), await first()], [1, 2]);
    await sleep(200);
    assert.equal([await first(), await first()], [1, 2]);
    await thread.end();
    assert.is(await reason(thread.networkAt(speeds)), 'Error: the server was closed');
  });
}

test('says that a thread failed or ended amid a call, and that it was ended', async () => {
  const amid = async (after: string): Promise<string> => {
    const text = `
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => { ${after} });`;
    const url = new URL(`data:text/javascript,${encodeURIComponent(text)}`);
    const thread = createLiveThread(routing, url);
    const call = reason(thread.networkAt(speeds));
    if (after === '') await thread.end();
    const said = await call;
    await thread.end();
    return said;
  };
  assert.is(
    await amid(`throw new RangeError('Array buffer allocation failed')`),
    'Error: a thread failed: Array buffer allocation failed',
  );
  assert.is(await amid('process.exit(0)'), 'Error: a thread ended without an answer');
  assert.is(await amid(''), 'Error: the server was closed');
});

test('refuses speeds, and nothing else, as refused speeds', () => {
  let isShort = false;
  const weighs: RoutingNetwork = {
    ...routing,
    get firstArc() {
      if (isShort) throw new RangeError('Array buffer allocation failed');
      return routing.firstArc;
    },
  };
  let weigh: (kmh: Float32Array) => void;
  const posted: { readonly refused?: string }[] = [];
  const port = {
    on: (_: string, listener: typeof weigh) => void (weigh = listener),
    postMessage: (answer: object) => void posted.push(answer),
  };
  weighLive({ weighs }, port as unknown as MessagePort);
  weigh!(speeds.map(() => -1));
  assert.match(posted.pop()!.refused!, /^kmh\[0\] is -1/);
  isShort = true;
  assert.throws(() => weigh(speeds), /Array buffer allocation failed/);
  assert.equal(posted, []);
  isShort = false;
  const uncopied = Object.assign(speeds.slice(), {
    slice() {
      throw new RangeError('Array buffer allocation failed');
    },
  });
  assert.throws(() => weigh(uncopied), /Array buffer allocation failed/);
  weigh!(speeds.subarray(1));
  assert.match(posted.pop()!.refused!, /^kmh.length is \d+/);
  assert.equal(posted, []);
  weigh!(speeds);
  assert.equal(Object.keys(posted[0]), ['weights']);
});

test.run();
