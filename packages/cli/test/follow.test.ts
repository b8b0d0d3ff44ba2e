// What `serve --live` and `fetch` do when calls of theirs fail or come late, without a server.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '@wayfield/cluster';
import { readOsm } from '@wayfield/osm';
import { buildRouting } from '@wayfield/routing';
import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchFrom } from '../src/commands/cluster/watch.ts';
import { followLive } from '../src/commands/serve.ts';
import { SQUARE } from './square.ts';

const test = suite('wayfield: late calls');
let folder = '';
const at = (name: string): string => join(folder, name);
let [out, err] = ['', ''];
const streams = {
  out: { write: (text: string) => (out += text) },
  err: { write: (text: string) => (err += text) },
};

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-cli-'));
});
test.before.each(() => {
  [out, err] = ['', ''];
});
test.after(() => rm(folder, { recursive: true }));

test('signals while live speeds are read count as one, and the newest speeds stay', async () => {
  const network = await readOsm(new TextEncoder().encode(SQUARE), {
    profile: 'car',
    weight: 'seconds',
  });
  const routing = buildRouting(network);
  const taken: number[] = [];
  let hangUp = (): void => undefined;
  let open = 0;
  // the second call ends when the test says so
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  const server = {
    async setLive(kmh: Float32Array): Promise<void> {
      assert.is(++open, 1, 'one call at a time');
      if (taken.push(kmh.find((speed) => speed > 0)!) === 2) await held;
      open--;
    },
  };
  const takes = async (calls: number): Promise<void> => {
    for (let i = 0; i < 1000 && taken.length < calls; i++) await sleep(10);
  };
  await writeFile(at('live.csv'), '10,10\n');
  await followLive(server, routing, at('live.csv'), {
    streams,
    onHangup(listener) {
      hangUp = listener;
      return () => undefined;
    },
  });
  await writeFile(at('live.csv'), '10,20\n');
  hangUp();
  await takes(2);
  for (const speed of [30, 40]) {
    await writeFile(at('live.csv'), `10,${speed}\n`);
    hangUp();
  }
  release();
  await takes(3);
  await sleep(50);
  assert.equal(taken, [10, 20, 40], err);
});

/** A cluster with one run. */
function clusterOf(run: object): Pick<Cluster, 'open'> {
  return { open: async () => run } as never;
}

test('fetch: a run that cannot be removed is told, and its file is there', async () => {
  const run = {
    merge: async () => ({ cost: Float32Array.of(1, 2) }),
    setAside: async () => [],
    remove: () => Promise.reject(new Error('permission denied')),
  };
  const flags = { output: at('a.csv'), format: 'csv' } as const;
  assert.is(await fetchFrom(clusterOf(run), streams, 'one', flags), true);
  assert.is(await readFile(at('a.csv'), 'utf8'), 'cost\n1\n2\n');
  assert.match(out, /a\.csv: 9 B|a\.csv: /);
  assert.is(err, 'wayfield: run one is still in the database: permission denied\n');
});

test('fetch: a run is removed, also where stdout is closed', async () => {
  let removed = 0;
  const run = {
    merge: async () => ({ cost: Float32Array.of(1, 2) }),
    remove: async () => removed++,
  };
  // `cli.ts` ends the program when a write to stdout fails: nothing runs after the write
  const closed = {
    write: (): never => {
      throw new Error('EPIPE');
    },
  };
  const flags = { output: at('c.csv'), format: 'csv' } as const;
  const fetched = fetchFrom(clusterOf(run), { out: closed, err: streams.err }, 'one', flags);
  assert.match(await reason(fetched), /EPIPE/);
  assert.is(removed, 1);
  assert.is(await readFile(at('c.csv'), 'utf8'), 'cost\n1\n2\n');
  const kept = { ...flags, keep: true } as const;
  assert.is(await fetchFrom(clusterOf(run), streams, 'one', kept), true);
  assert.is(removed, 1);
  assert.match(out, /c\.csv: /);
});

test('fetch: a run that was stopped says so, though chunks were set aside', async () => {
  const aside = [{ chunk: 3, error: 'no memory' }];
  const failing = (error: Error): Pick<Cluster, 'open'> =>
    clusterOf({ merge: () => Promise.reject(error), setAside: async () => aside });
  const flags = { output: at('b.csv'), format: 'csv' } as const;
  const stopped = fetchFrom(failing(new Error('run 1 was stopped')), streams, '1', flags);
  assert.match(await reason(stopped), /run 1 was stopped/);
  assert.is(err, '');
  const missing = failing(new AggregateError([], '1 chunks were set aside'));
  assert.is(await fetchFrom(missing, streams, '1', flags), false);
  assert.is(err, 'wayfield: chunk 3 was set aside: no memory\n');
});

test.run();
