// Agents that are added in one place: they part within a stated time, none faster than it may be.
import { createCrowd } from '@wayfield/crowd';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomFrom } from './random.ts';
import { speedOf } from './scenes.ts';

const test = suite('agents that overlap at the start');
const memory = suite('memory');

/** The time in which `count` discs part, in seconds: six times that of a straight walk out. */
const timeToPart = (count: number, radius: number, maxSpeed: number): number =>
  (6 * radius * Math.sqrt(count)) / maxSpeed;

for (const [count, spread, dt] of [
  [2, 0, 1 / 60],
  [40, 0, 1 / 60],
  [40, 0.5, 1 / 60],
  [40, 0, 0.1],
  [150, 0, 1 / 60],
  [300, 1, 0.05],
] as const)
  test(`${count} within ${spread} m part, with ticks of ${dt.toFixed(3)} s`, () => {
    const random = randomFrom(5);
    const crowd = createCrowd({}, { capacity: count });
    for (let i = 0; i < count; i++) crowd.add({ x: spread * random(), y: spread * random() });
    const most = Math.ceil(timeToPart(count, 0.25, 1.5) / dt);
    let parted = Infinity;
    let farthest = 0;
    for (let tick = 0; tick < most + 20 / dt; tick++) {
      const { deepestOverlap } = crowd.step(dt);
      // 1 % of both radii
      if (deepestOverlap > 0.005) parted = Infinity;
      else parted = Math.min(parted, tick);
      for (let slot = 0; slot < count; slot++) {
        assert.ok(speedOf(crowd, slot) <= 1.5 * 1.000001, `${speedOf(crowd, slot)} m/s`);
        farthest = Math.max(farthest, Math.hypot(crowd.x[slot], crowd.y[slot]));
      }
    }
    assert.ok(parted <= most, `${parted} ticks, ${most} allowed`);
    // discs that touch fill a disc of 0.25 √count m; nobody goes farther than four times that
    assert.ok(farthest < 2 + Math.sqrt(count), `${farthest} m away`);
    for (let slot = 0; slot < count; slot++) assert.is(speedOf(crowd, slot), 0, `slot ${slot}`);
  });

test('ids stay exact when a slot was freed 2^21 times', () => {
  const crowd = createCrowd({}, { capacity: 3 });
  for (let i = 0; i < 3; i++) crowd.add({ x: i, y: 0 });
  // as after 2^21 - 1 calls of remove; ids above 2^53 would not be exact
  crowd.generation[1] = 2 ** 21 - 1;
  const last = crowd.idOf(1);
  crowd.remove(last);
  const next = crowd.add({ x: 1, y: 0 });
  assert.ok(Number.isSafeInteger(next), `${next}`);
  assert.is(crowd.slotOf(next), 1);
  assert.is(crowd.has(last), false);
  crowd.destroy();
});

test('idOf refuses a slot without an agent', () => {
  const crowd = createCrowd({}, { capacity: 3 });
  const ids = [0, 1].map((x) => crowd.add({ x, y: 0 }));
  assert.equal([0, 1].map(crowd.idOf), ids);
  crowd.remove(ids[0]);
  for (const slot of [0, 2, 3, -1, 0.5, 2 ** 32, NaN, Infinity])
    refuses(() => crowd.idOf(slot), RangeError, /slot/);
  crowd.destroy();
});

memory('an agent takes at most 200 bytes', () => {
  const bytesOf = (capacity: number): number => {
    const crowd = createCrowd({}, { capacity, wallCapacity: 16 });
    const { memoryBytes } = crowd;
    crowd.destroy();
    return memoryBytes;
  };
  const each = (bytesOf(400_000) - bytesOf(200_000)) / 200_000;
  assert.ok(each <= 200, `${each} bytes`);
  assert.ok(each > 150, `${each} bytes: does memoryBytes count?`);
});

test.run();
memory.run();
