// Bytes in a store that one run lets go while another run, or a slow worker, puts the same ones.
import { setTimeout as sleep } from 'node:timers/promises';
import { reason } from '@wayfield/testing';
import * as assert from 'uvu/assert';
import { type Cluster, createCluster, type Run, type Store } from '../src/index.ts';
import { connect, type Database } from '../src/database/connect.ts';
import { INLINE_RESULT_BYTES } from '../src/limits.ts';
import { shaOf } from '../src/store/sha.ts';
import { type Claim, openRuns, takeChunks } from '../src/worker/claims.ts';
import { handIn, type HandedIn } from '../src/worker/hand-in.ts';
import { ask, removeRuns, serverSuite, squares, squareWork, testServer } from './place.ts';

const WORKER = '00000000-0000-4000-8000-00000000000a';

/** A call of a store that stands still. */
interface Paused {
  readonly reached: Promise<void>;
  go(): void;
}

/** A store in memory. */
const kept = new Map<string, Uint8Array>();
let pauses: { readonly call: string; reach(): void; readonly gone: Promise<void> }[] = [];
let broken = false;

/** Makes the next call stand still: `put` when the bytes are there, `remove` before it begins. */
function pause(call: 'put' | 'remove'): Paused {
  let [reach, go] = [(): void => undefined, (): void => undefined];
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const gone = new Promise<void>((resolve) => (go = resolve));
  pauses.push({ call, reach: () => reach(), gone });
  return { reached, go: () => go() };
}

async function pass(call: string): Promise<void> {
  const found = pauses.find((one) => one.call === call);
  pauses = pauses.filter((one) => one !== found);
  found?.reach();
  await found?.gone;
}

const store: Store = {
  place: 'memory',
  async put(sha, bytes) {
    kept.set(sha, bytes.slice());
    await pass('put');
  },
  get: async (sha) => kept.get(sha) ?? Promise.reject(new Error(`there is no ${sha}`)),
  async remove(sha) {
    await pass('remove');
    if (broken) throw new Error('timeout of the store');
    kept.delete(sha);
  },
};

let url: string;
let database: Database;
let cluster: Cluster;

const test = serverSuite('a store that several runs use');

test.before(async () => {
  url = (await testServer()).url;
  database = connect(url, 4, { seconds: 5, log: () => undefined });
  cluster = await createCluster(url, { store });
});
test.after.each(async () => {
  broken = false;
  await removeRuns(cluster);
  assert.equal([...kept.keys()], [], 'nothing stays in the store');
  kept.clear();
});
test.after(async () => {
  await cluster.destroy();
  await database.end();
});

const input = new Uint8Array(1000).fill(7);
/** The kind `squares`, whose runs share an input. */
const kind: typeof squares = {
  ...squares,
  async plan(work, context) {
    await context.put(input);
    return squares.plan(work, context);
  },
};
const submit = (): Promise<Run<number[]>> => cluster.submit(kind, squareWork(1, 1), { sample: 0 });

/** Waits for work that may wait for what a test has paused. */
const begun = (work: Promise<unknown>): Promise<unknown> => Promise.race([work, sleep(700)]);

test('an input that is put again while it is removed stays', async () => {
  const first = await submit();
  const paused = pause('remove');
  const removal = first.remove();
  await paused.reached;
  const second = submit();
  await begun(second);
  paused.go();
  await Promise.all([removal, second]);
  assert.ok(kept.has(shaOf(input)));
});

test('an input that is removed while it is put again stays', async () => {
  const first = await submit();
  const paused = pause('put');
  const second = submit();
  await paused.reached;
  await first.remove();
  paused.go();
  await second;
  assert.ok(kept.has(shaOf(input)));
});

test('an input of a run that was removed while it was planned goes', async () => {
  const paused = pause('put');
  const submitted = reason(submit());
  await paused.reached;
  const [{ id }] = await cluster.runs();
  await (await cluster.open(id, squares)).remove();
  paused.go();
  assert.match(await submitted, /was removed while it was planned/);
  assert.is(kept.size, 0);
});

test('an input that a store could not remove goes with the next removal', async () => {
  const first = await submit();
  broken = true;
  assert.match(await reason(first.remove()), /^Error: timeout of the store$/);
  assert.is(kept.size, 1);
  broken = false;
  await (await cluster.submit(squares, squareWork(1, 1))).remove();
  assert.is(kept.size, 0);
  assert.equal(await ask(url, 'select * from wayfield.input'), []);
});

test('an input that lies in the database is not put into the store as well', async () => {
  const without = await createCluster(url);
  await without.submit(kind, squareWork(1, 1));
  await submit();
  assert.is(kept.size, 0);
  await without.destroy();
});

const result = new Uint8Array(INLINE_RESULT_BYTES + 1).fill(9);

/** A run of one chunk, which a worker has taken. */
async function taken(): Promise<{ run: Run<number[]>; hand(): Promise<HandedIn> }> {
  const run = await cluster.submit(squares, squareWork(1, 1), { sample: 0 });
  const open = (await openRuns(database.query)).find(({ id }) => id === run.id)!;
  const { claims } = await takeChunks(database, WORKER, open, { most: 1, from: 0 });
  const answer = { bytes: result, seconds: 1 };
  return { run, hand: () => handIn(database, store, WORKER, claims[0] satisfies Claim, answer) };
}

test('a second answer is compared where its worker has no store or cannot reach it', async () => {
  const out: Store = { ...store, get: () => Promise.reject(new Error('timeout of the store')) };
  for (const [another, own, became] of [
    [undefined, result, 'same'],
    [out, result, 'same'],
    [undefined, result.map((byte, i) => (i === 7 ? 0 : byte)), 'different'],
  ] as const) {
    const run = await cluster.submit(squares, squareWork(1, 1), { sample: 1 });
    const hand = async (worker: string, to: Store | undefined, bytes: Uint8Array) => {
      const open = (await openRuns(database.query)).find(({ id }) => id === run.id)!;
      const { claims } = await takeChunks(database, worker, open, { most: 1, from: 0 });
      return handIn(database, to, worker, claims[0], { bytes, seconds: 1 });
    };
    assert.is(await hand(WORKER, store, result), 'kept');
    assert.ok(kept.has(shaOf(result)));
    assert.is(await hand(WORKER.replace(/a$/, 'b'), another, own), became);
    const { compared, state } = await run.progress();
    assert.equal([compared, state], became === 'same' ? [1, 'done'] : [1, 'stopped']);
    await run.remove();
  }
});

test('a result that is handed in while an equal one is removed stays', async () => {
  const [first, second] = [await taken(), await taken()];
  assert.is(await first.hand(), 'kept');
  const paused = pause('remove');
  const removal = first.run.remove();
  await paused.reached;
  const handed = second.hand();
  await begun(handed);
  paused.go();
  await removal;
  assert.is(await handed, 'kept');
  assert.ok(kept.has(shaOf(result)));
});

test('a result that is removed while an equal one is handed in stays', async () => {
  const [first, second] = [await taken(), await taken()];
  assert.is(await first.hand(), 'kept');
  const paused = pause('put');
  const handed = second.hand();
  await paused.reached;
  await first.run.remove();
  paused.go();
  assert.is(await handed, 'kept');
  assert.ok(kept.has(shaOf(result)));
});

test('a result of a run that is removed meanwhile goes', async () => {
  const { run, hand } = await taken();
  const paused = pause('put');
  const handed = hand();
  await paused.reached;
  await run.remove();
  paused.go();
  assert.is(await handed, 'late');
  assert.is(kept.size, 0);
  assert.is(await hand(), 'late');
  assert.is(kept.size, 0, 'a run that is no more has nothing put');
});

test('a result goes with a run that a program without a store removes', async () => {
  const { run, hand } = await taken();
  assert.is(await hand(), 'kept');
  const without = await createCluster(url);
  await (await without.open(run.id, squares)).remove();
  await without.destroy();
  assert.is(kept.size, 1);
  await (await taken()).run.remove();
  assert.is(kept.size, 0);
});

test.run();
