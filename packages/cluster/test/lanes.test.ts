// Chunks that share a lane: what one of them does to the others.
import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeArrays, type Json } from '../src/index.ts';
import { createLanes, type LaneAnswer } from '../src/worker/lanes.ts';
import { KINDS, type Square } from './place.ts';

const test = suite('lanes');
const none = (): Promise<Uint8Array> => Promise.reject(new Error('there are no inputs'));
const lanes = createLanes({ modules: [KINDS], gpu: undefined }, { whole: none, slice: none });

function parallel(spec: Square, signal?: AbortSignal, limitSeconds = 60): Promise<LaneAnswer> {
  const task = { kind: 'squares', spec: spec as Json, shape: {}, threads: 1, limitSeconds };
  return lanes.run(task, true, signal ?? new AbortController().signal);
}

const squaresOf = async (answer: Promise<LaneAnswer>): Promise<number[]> => [
  ...(decodeArrays((await answer).bytes).square as Float64Array),
];

test('a chunk that is given up leaves the others in its lane their work', async () => {
  const stop = new AbortController();
  const [first, second] = [0, 10].map((n) => parallel([n, 1, 'sleep', 60_000], stop.signal));
  const others = [1, 2].map((n) => squaresOf(parallel([n, 2, 'sleep', 20])));
  const given = [reason(first), reason(second)];
  stop.abort();
  for (const one of given) assert.match(await one, /given up|abort/);
  assert.equal(await Promise.all(others), [
    [1, 4],
    [4, 9],
  ]);
});

test('a chunk that hangs leaves the others in its lane their work', async () => {
  const hangs = reason(parallel([0, 1, 'hang'], undefined, 0.3));
  const other = squaresOf(parallel([3, 2]));
  assert.match(await hangs, /took more than 0\.3 s/);
  assert.equal(await other, [9, 16]);
});

test('a chunk that ends the thread fails with all others in it', async () => {
  const [bad, other] = [parallel([0, 1, 'exit']), parallel([3, 2, 'sleep', 60_000])];
  const both = await Promise.all([reason(bad), reason(other)]);
  for (const one of both) assert.match(one, /thread ended with code 3/);
});

test('no lane opens after the end', async () => {
  const stop = new AbortController();
  const first = reason(parallel([0, 1, 'sleep', 60_000], stop.signal));
  const other = reason(parallel([3, 2, 'sleep', 60_000]));
  stop.abort();
  await lanes.destroy();
  assert.match(await first, /given up/);
  assert.match(await other, /the worker stops/);
  assert.match(await reason(parallel([3, 2])), /the worker stops/);
});
test.run();
