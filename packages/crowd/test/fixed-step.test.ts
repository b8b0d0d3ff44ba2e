import { reason, refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd, type Crowd } from '@wayfield/crowd';
import { createFixedStep } from '@wayfield/crowd/fixed-step';
import { createCrowdPool } from '@wayfield/crowd/pool';

const test = suite('createFixedStep');

/** A crowd in which agent k walks at k + 1 metres per second, far from the others. */
function walkers(count: number, x = 0): Crowd {
  const crowd = createCrowd({}, { capacity: 8, defaults: { maxSpeed: 10 } });
  for (let k = 0; k < count; k++) crowd.add({ x, y: 100 * k, preferredX: k + 1 });
  return crowd;
}

test('gives the same world whatever the frame rate', () => {
  const hashes = [240, 144, 60, 37, 13].map((rate) => {
    const crowd = walkers(3);
    const loop = createFixedStep(crowd, { step: 1 / 60, mostSteps: 100 });
    while (crowd.tick < 120) loop.advance(1 / rate);
    // the slow frames went on
    const back = walkers(3);
    for (let tick = 0; tick < crowd.tick; tick++) back.step(1 / 60);
    assert.is(crowd.hash(), back.hash(), `${rate} frames per second`);
    return crowd.tick;
  });
  assert.ok(
    hashes.every((ticks) => ticks >= 120 && ticks < 126),
    hashes.join(' '),
  );
});

test('draws agents between the last two ticks, at even speed', () => {
  const crowd = walkers(2);
  const loop = createFixedStep(crowd, { step: 1 / 10 });
  for (let tick = 0; tick < 3; tick++) loop.advance(1 / 10);
  let last = loop.x[1];
  for (let frame = 0; frame < 100; frame++) {
    loop.advance(1 / 64);
    const moved = loop.x[1] - last;
    last = loop.x[1];
    assert.ok(Math.abs(moved - 2 / 64) < 1e-6, `frame ${frame}: moved by ${moved}`);
    assert.ok(loop.x[1] <= crowd.x[1] + 1e-6 && loop.x[1] >= crowd.x[1] - 0.2 - 1e-6);
  }
  assert.is(loop.headingX[1], 1);
});

test('moves smoothly far from the origin', () => {
  const near = walkers(2);
  const far = walkers(2, 2 ** 24);
  const loops = [near, far].map((crowd) => createFixedStep(crowd, { step: 1 / 10 }));
  for (const loop of loops) for (let k = 0; k < 10; k++) loop.advance(0.07);
  assert.ok(Math.abs(loops[1].x[1] - 2 ** 24 - loops[0].x[1]) <= 1, 'rounded to f32 once');
  assert.is(loops[0].part, loops[1].part);
});

test('draws agents that are new, have jumped or took over a slot at their positions', () => {
  const crowd = walkers(2);
  const loop = createFixedStep(crowd, { step: 1 / 10, snap: 0.5 });
  loop.advance(0.25);
  const [first, second] = [crowd.idOf(0), crowd.idOf(1)];
  crowd.remove(first);
  crowd.add({ x: -50, y: 0 });
  crowd.set(second, { x: 70 });
  crowd.add({ x: 5, y: 900 });
  loop.advance(0.01);
  assert.equal([loop.x[0], loop.x[1], loop.x[2]], [-50, 70, 5]);
  loop.advance(0.1);
  // the next tick is drawn from where they were
  assert.ok(loop.x[1] > 70 && loop.x[1] < 70.2, `${loop.x[1]}`);
});

test('draws an agent that has the id of one before `reset` or `restore` where it is', () => {
  const crowd = walkers(2);
  const before = crowd.snapshot();
  const loop = createFixedStep(crowd, { step: 1 / 10 });
  const again: readonly [string, () => void][] = [
    ['reset', () => crowd.reset()],
    ['restore', () => crowd.restore(before)],
  ];
  for (const [what, replace] of again) {
    const gone = crowd.add({ x: 9, y: 900 });
    loop.advance(0.15);
    replace();
    for (let id = -1; id !== gone;) id = crowd.add({ x: 9.5, y: 900 });
    loop.advance(0.01);
    const slot = crowd.slotOf(gone);
    assert.is(loop.x[slot], 9.5, what);
    crowd.reset();
    for (let k = 0; k < 2; k++) crowd.add({ x: 0, y: 100 * k, preferredX: k + 1 });
  }
});

test('does a bounded number of ticks, and says what it dropped', () => {
  const crowd = walkers(1);
  const loop = createFixedStep(crowd, { step: 1 / 64, mostSteps: 4 });
  const ticks: number[] = [];
  assert.is(
    loop.advance(10 / 64 + 1 / 256, (tick) => ticks.push(tick)),
    4,
  );
  assert.equal(ticks, [0, 1, 2, 3]);
  assert.is(loop.dropped, 6 / 64);
  assert.is(loop.part, 0.25);
  loop.reset();
  assert.is(loop.dropped, 0);
  assert.is(loop.part, 0);
  assert.is(loop.x[0], crowd.x[0]);
});

test('keeps the time of ticks that an error prevented', async () => {
  const pool = await createCrowdPool({}, { capacity: 8, threads: 1 });
  pool.add({ x: 0, y: 0, preferredX: 1 });
  for (const crowd of [walkers(1), pool]) {
    const loop = createFixedStep(crowd, { step: 1 / 64 });
    const failing = (tick: number): void => {
      if (tick === 1) throw new Error('made up');
    };
    const advance = async (seconds: number, before?: (tick: number) => void): Promise<number> =>
      loop.advance(seconds, before);
    assert.match(await reason(advance(3.5 / 64, failing)), /made up/);
    assert.is(crowd.tick, 1);
    // a value that the step refuses
    crowd.preferredX[0] = NaN;
    assert.match(await reason(advance(0)), /preferredX\[0\] is NaN/);
    crowd.preferredX[0] = 1;
    assert.is(await advance(0), 2);
    assert.equal([crowd.tick, loop.part, loop.dropped], [3, 0.5, 0]);
  }
  await pool.destroy();
});

test('does with a pool what it does with one thread', async () => {
  const crowd = walkers(3);
  const pool = await createCrowdPool({}, { capacity: 8, defaults: { maxSpeed: 10 }, threads: 2 });
  for (let k = 0; k < 3; k++) pool.add({ x: 0, y: 100 * k, preferredX: k + 1 });
  const loops = [createFixedStep(crowd), createFixedStep(pool)] as const;
  for (const seconds of [0.01, 0.03, 0.2, 0.001, 0.017])
    assert.is(await loops[1].advance(seconds), loops[0].advance(seconds));
  sameArray(loops[1].x, loops[0].x);
  sameArray(loops[1].headingX, loops[0].headingX);
  await pool.destroy();
});

test('turns headings through the smaller angle, and is refused with the numbers', () => {
  const crowd = createCrowd({}, { capacity: 1 });
  const id = crowd.add({ x: 0, y: 0, preferredX: 1 });
  const loop = createFixedStep(crowd, { step: 0.1 });
  loop.advance(0.1);
  crowd.set(id, { preferredX: 0, preferredY: 1 });
  loop.advance(0.15);
  const [x, y] = [loop.headingX[0], loop.headingY[0]];
  assert.ok(Math.abs(x - Math.SQRT1_2) < 1e-3 && Math.abs(y - Math.SQRT1_2) < 1e-3, `${x}, ${y}`);
  refuses(() => loop.advance(-1), RangeError, /^seconds is -1/);
  refuses(() => loop.advance(NaN), RangeError, /^seconds is NaN/);
  refuses(() => createFixedStep(crowd, { step: 2 }), RangeError, /^step is 2/);
  refuses(() => createFixedStep(crowd, { mostSteps: 0 }), RangeError, /^mostSteps is 0/);
});

test.run();
