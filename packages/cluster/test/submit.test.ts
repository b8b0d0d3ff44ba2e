import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkAddress } from '../src/database/url.ts';
import { randomPairs } from '../src/kinds.ts';
import { sampledChunks, submitRun } from '../src/run/submit.ts';
import { hostOf } from '../src/server/server.ts';

const test = suite('numbers of a run, addresses of a server');

test('samples the share of chunks that is asked for', () => {
  for (const [chunks, share, count] of [
    [10, 0.7, 7],
    [10, 0.67, 7],
    [1000, 0.4, 400],
    [1000, 0.6, 600],
    [1000, 0.99, 990],
    [1000, 1, 1000],
    [1000, 0.01, 10],
    [1000, 0.0001, 1],
    [1, 0.01, 1],
    [0, 1, 0],
    [1000, 0, 0],
  ]) {
    const sampled = [...sampledChunks(chunks, share)];
    assert.is(sampled.length, count, `${share} of ${chunks}`);
    assert.ok(sampled.every((chunk) => chunk >= 0 && chunk < chunks));
    // spread evenly: no two neighbours are farther apart than others by more than one
    const steps = sampled.slice(1).map((chunk, i) => chunk - sampled[i]);
    assert.ok(steps.length === 0 || Math.max(...steps) - Math.min(...steps) <= 1);
  }
  assert.equal([...sampledChunks(7, 0.1)], [3], 'of few chunks the middle one');
});

test('takes options that are undefined as left out', async () => {
  let limit: unknown;
  const database = {
    query: async (_text: string, values?: unknown[]) => {
      if (!values) return [{ count: 0 }];
      limit ??= values[4];
      throw new Error('seen enough');
    },
    hold: async () => async () => {},
  };
  const kind = { name: 'any', version: 1 };
  const options: object = { chunkSeconds: undefined, sample: undefined, limitSeconds: undefined };
  await submitRun(database as never, undefined, kind as never, {}, options).then(
    () => assert.unreachable(),
    ({ message }) => assert.is(message, 'seen enough'),
  );
  assert.is(limit, 120);
});

test('asks other pairs from number 2^31 on', () => {
  const nodes = Uint32Array.from({ length: 1000 }, (_, i) => i);
  const half = 2 ** 31;
  const [low, high] = [0, half].map((from) => randomPairs(nodes, 5, from, from + 1000));
  const equal = low.source.filter(
    (u, i) => u === high.source[i] && low.target[i] === high.target[i],
  );
  assert.ok(equal.length < 5, `${equal.length} of 1000 pairs are the same`);
  // about as many different nodes on both sides
  assert.ok(new Set(high.source).size > 580 && new Set(high.target).size > 580);
  const across = randomPairs(nodes, 5, half - 3, half + 3);
  assert.equal(Array.from(across.source.slice(3)), Array.from(high.source.slice(0, 3)));
  // the pairs of earlier versions
  assert.equal(Array.from(low.source.slice(0, 4)), [166, 457, 507, 882]);
});

test('writes the host of an address as addresses have it', () => {
  for (const [listen, host] of [
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
    [' ::1 , 127.0.0.1', '[::1]'],
    ['10.1.2.3,::1', '10.1.2.3'],
    ['localhost', 'localhost'],
    ['*', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
  ]) {
    assert.is(hostOf(listen), host, listen);
    assert.is(new URL(`postgres://a:b@${host}:5432/postgres`).port, '5432');
  }
});

test('an address with an IPv6 host without brackets is refused, and the error names them', () => {
  refuses(
    () => checkAddress('postgres://wayfield:secret@::1:5432/postgres', 'url', ['postgres:']),
    RangeError,
    /^url is 'not an address', expected .* with an IPv6 host in brackets: .*\[::1\]/,
  );
  refuses(
    () => checkAddress('postgres:// : ', 'url', ['postgres:']),
    RangeError,
    /^url is 'not an address', expected an address that begins with postgres:\/\/$/,
  );
});

test.run();
