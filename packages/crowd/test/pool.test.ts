import { type CrowdControl, createCrowd } from '@wayfield/crowd';
import { createCrowdPool } from '@wayfield/crowd/pool';
import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomFrom } from './random.ts';
import { type Segment, wallsOf } from './walls.ts';

const test = suite('pool');

const AGENTS = 1500;
const SEGMENTS: Segment[] = Array.from({ length: 12 }, (_, i) => [i * 3 - 18, -9, i * 3 - 17, 9]);

/** Agents of all kinds, crowded, some of them overlapping. */
function fill(crowd: CrowdControl): void {
  const random = randomFrom(5);
  for (let i = 0; i < AGENTS; i++) {
    const angle = random() * 2 * Math.PI;
    crowd.add({
      x: random() * 36 - 18,
      y: random() * 36 - 18,
      radius: 0.1 + 0.3 * random(),
      priority: random() < 0.1 ? 1 : random(),
      group: 1 << (i % 3),
      mask: i % 7 === 0 ? 3 : 0xffffffff,
      storey: i % 11 === 0 ? 1 : 0,
      preferredX: i % 5 === 0 ? 0 : Math.cos(angle),
      preferredY: i % 5 === 0 ? 0 : Math.sin(angle),
    });
  }
}

function change(crowd: CrowdControl, tick: number): void {
  if (tick === 5) for (let slot = 0; slot < 100; slot += 3) crowd.remove(crowd.idOf(slot));
  if (tick === 7) for (let i = 0; i < 20; i++) crowd.add({ x: i / 2, y: 12, preferredY: -1 });
  if (tick === 9) crowd.setWalls(wallsOf(SEGMENTS.slice(4)));
}

const options = { capacity: AGENTS };
const world = { walls: wallsOf(SEGMENTS) };

function hashesOnOneThread(ticks: number): number[] {
  const crowd = createCrowd(world, options);
  fill(crowd);
  return Array.from({ length: ticks }, (_, tick) => {
    change(crowd, tick);
    const report = crowd.step(1 / 30);
    return crowd.hash() + report.infeasible + report.clipped + report.deepestOverlap;
  });
}

test('has the bits of one thread with 1, 2, 3 and 5 threads, in each of 15 ticks', async () => {
  const expected = hashesOnOneThread(15);
  for (const threads of [1, 2, 3, 5]) {
    const pool = await createCrowdPool(world, { ...options, threads });
    assert.is(pool.fallback, undefined);
    assert.is(pool.threads, threads);
    fill(pool);
    for (let tick = 0; tick < expected.length; tick++) {
      change(pool, tick);
      const report = await pool.step(1 / 30);
      const sums = report.infeasible + report.clipped + report.deepestOverlap;
      assert.is(pool.hash() + sums, expected[tick], `tick ${tick}, ${threads} threads`);
    }
    await pool.destroy();
  }
});

test('works on the calling thread without SharedArrayBuffer, and says why', async () => {
  const expected = hashesOnOneThread(4).at(-1);
  const shared = globalThis.SharedArrayBuffer;
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  try {
    const pool = await createCrowdPool(world, { ...options, threads: 3 });
    assert.match(pool.fallback!, 'SharedArrayBuffer');
    assert.is(pool.threads, 1);
    fill(pool);
    let report;
    for (let tick = 0; tick < 4; tick++) report = await pool.step(1 / 30);
    const sums = report!.infeasible + report!.clipped + report!.deepestOverlap;
    assert.is(pool.hash() + sums, expected);
    await pool.destroy();
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
});

test('refuses calls during a step, and does steps one after another', async () => {
  const pool = await createCrowdPool(world, { ...options, threads: 2 });
  fill(pool);
  const steps = [pool.step(1 / 30), pool.step(1 / 30)];
  await Promise.resolve();
  await Promise.resolve();
  assert.throws(() => pool.hash(), /step is under way/);
  await Promise.all(steps);
  assert.is(pool.tick, 2);
  await pool.destroy();
  assert.throws(() => pool.hash(), /destroyed/);
});

test('a step refuses preferred velocities that are not finite; the next one works', async () => {
  const pool = await createCrowdPool(world, { ...options, threads: 2 });
  fill(pool);
  pool.preferredY[1000] = NaN;
  const message = await pool.step(1 / 30).then(
    () => 'nothing',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  assert.is(message, 'RangeError: preferredY[1000] is NaN, expected a finite number');
  pool.preferredY[1000] = 0;
  assert.is((await pool.step(1 / 30)).agents, AGENTS);
  await pool.destroy();
});

test('starts no thread for a world that it refuses', async () => {
  let made = 0;
  const worker = (): never => {
    made++;
    throw new Error('no worker here');
  };
  const small = { ...options, threads: 2, wallCapacity: 3, worker };
  const message = await createCrowdPool(world, small).then(
    () => 'nothing',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  assert.match(message, /^RangeError: walls\.count is 12, expected at most wallCapacity, 3/);
  assert.is(made, 0);
});

test('a step without workers that ends in the middle says so until `reset`', async () => {
  const shared = globalThis.SharedArrayBuffer;
  const { now } = performance;
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  try {
    const pool = await createCrowdPool(world, options);
    fill(pool);
    let looks = 0;
    performance.now = () => {
      if (looks++ === 1) throw new Error('no clock');
      return now.call(performance);
    };
    assert.is(await reason(pool.step(1 / 30)), 'Error: no clock');
    const says = 'Error: a step ended in the middle: restore a snapshot, or reset';
    assert.is(await reason(pool.step(1 / 30)), says);
    pool.reset();
    fill(pool);
    assert.is((await pool.step(1 / 30)).agents, AGENTS);
    await pool.destroy();
  } finally {
    performance.now = now;
    globalThis.SharedArrayBuffer = shared;
  }
});

test('a step without workers ends when the pool is destroyed', async () => {
  const shared = globalThis.SharedArrayBuffer;
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  try {
    const capacity = 60_000;
    const pool = await createCrowdPool({}, { capacity });
    // each agent within reach of many others: a step takes far longer than a slice of 8 ms
    for (let k = 0; k < capacity; k++) pool.add({ x: (k % 245) / 2, y: Math.floor(k / 245) / 2 });
    const step = pool.step(1 / 30).then(
      () => 'done',
      (error: Error) => error.message,
    );
    // in the first slice
    await Promise.resolve();
    await Promise.resolve();
    await pool.destroy();
    assert.is(await step, 'the crowd pool was destroyed');
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
});

test.run();
