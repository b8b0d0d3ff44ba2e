// The headway: the speed of a moving agent is at most the gap to the agent ahead, divided by it.
import { createCrowd, type Crowd } from '@wayfield/crowd';
import { createCrowdPool } from '@wayfield/crowd/pool';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomFrom } from './random.ts';
import { wallsOf } from './walls.ts';

const test = suite('headway');
const RADIUS = 0.2;
const defaults = { radius: RADIUS, maxSpeed: 1.6 };
const DT = 0.05;

/** Two agents on the x axis: the second one stands, or walks. */
function pair(headway: number, apart: number, ahead: { x: number; y: number }): Crowd {
  const crowd = createCrowd({}, { capacity: 2, headway, defaults });
  // so far from contact in time that ORCA alone lets both go on
  const horizon = 0.01;
  crowd.add({ x: 0, y: 0, preferredX: 1.34, horizon });
  crowd.add({ x: apart, y: 0, preferredX: ahead.x, preferredY: ahead.y, horizon });
  return crowd;
}

test('the speed is the gap between two discs divided by the headway', () => {
  for (const [apart, gap] of [
    [0.9, 1],
    [1.2, 1],
    [1.2, 2],
    [0.65, 0.5],
  ]) {
    const crowd = pair(gap, apart, { x: 1.34, y: 0 });
    crowd.step(DT);
    const room = apart - 2 * RADIUS;
    // neighbours turn an intended velocity by up to a thousandth
    const off = Math.abs(crowd.velocityX[0] - room / gap);
    assert.ok(off < 1e-5, `${apart} m apart, ${gap} s: ${crowd.velocityX[0]} m/s`);
    assert.ok(crowd.velocityX[1] > 1.339, `the one ahead: ${crowd.velocityX[1]} m/s`);
    crowd.destroy();
  }
});

test('agents slow down only with a headway, if an agent ahead is near', () => {
  for (const [gap, apart, x, y] of [
    [0, 0.9, 1.34, 0],
    [1, 1.8, 1.34, 0],
    [1, -0.9, 1.34, 0],
    // agents that come towards this one, or cross its path, are not followed
    [1, 1.2, -1e-3, 0],
    [1, 1.2, 0, 1.34],
  ]) {
    const crowd = pair(gap, apart, { x, y });
    crowd.step(DT);
    assert.ok(crowd.velocityX[0] > 1.339, `${gap} s, ${apart} m, (${x}, ${y})`);
    crowd.destroy();
  }
});

test('an agent beside the path ahead does not count', () => {
  const crowd = createCrowd({}, { capacity: 2, headway: 1, defaults });
  crowd.add({ x: 0, y: 0, preferredX: 1, horizon: 0.01 });
  crowd.add({ x: 0.6, y: 2.1 * RADIUS, preferredX: 1, horizon: 0.01 });
  crowd.step(DT);
  assert.ok(crowd.velocityX[0] > 0.999, `${crowd.velocityX[0]} m/s`);
});

test('two agents that are ahead of each other do not wait for each other', () => {
  const crowd = createCrowd({}, { capacity: 2, headway: 1, defaults });
  crowd.add({ x: 0, y: 0, preferredX: 1, preferredY: 0.5 });
  crowd.add({ x: 0.1, y: 0.45, preferredX: 1, preferredY: -0.9 });
  for (let tick = 0; tick < 100; tick++) crowd.step(DT);
  for (const x of crowd.positionX) assert.ok(x > 2, `${x} m in 5 s`);
});

/** 300 agents in a corridor-like strip that all walk the same way. */
function fill(crowd: Pick<Crowd, 'add'>): void {
  const next = randomFrom(5);
  for (let i = 0; i < 300; i++)
    crowd.add({ x: (i % 60) * 0.55, y: Math.floor(i / 60) * 0.5, preferredX: 1 + 0.4 * next() });
}

test('a crowd is slower the denser it is; without a headway it is not', () => {
  const meanSpeed = (headway: number, spacing: number): number => {
    const crowd = createCrowd({}, { capacity: 400, headway, defaults });
    for (let i = 0; i < 400; i++)
      crowd.add({ x: spacing * (i % 40), y: spacing * Math.floor(i / 40), preferredX: 1.34 });
    for (let tick = 0; tick < 40; tick++) crowd.step(DT);
    // those in the rear half, whom the empty space before the front has not reached
    let sum = 0;
    for (let i = 0; i < 400; i++) if (i % 40 < 20) sum += crowd.velocityX[i];
    crowd.destroy();
    return sum / 200;
  };
  const speeds = [1.4, 1, 0.8, 0.6].map((spacing) => meanSpeed(1, spacing));
  for (let i = 1; i < speeds.length; i++) assert.ok(speeds[i] < speeds[i - 1], speeds.join(', '));
  assert.ok(speeds[3] < 0.4, speeds.join(', '));
  assert.ok(meanSpeed(0, 0.6) > 1.3);
});

test('a crowd with a headway gets out of a jam before a door', () => {
  const walls = wallsOf([
    [0, 0.5, 0, 9],
    [0, -9, 0, -0.5],
  ]);
  const crowd = createCrowd({ walls }, { capacity: 64, headway: 1, defaults });
  for (let k = 0; k < 64; k++) crowd.add({ x: -1 - 0.5 * (k % 8), y: 0.5 * (k >> 3) - 1.75 });
  for (let tick = 0; tick < 4000 && crowd.count > 0; tick++) {
    for (let slot = 0; slot < crowd.end; slot++) {
      if (crowd.status[slot] === 0) continue;
      if (crowd.x[slot] > 2) {
        crowd.remove(crowd.idOf(slot));
        continue;
      }
      const isBefore = crowd.x[slot] < 0.2;
      const dx = isBefore ? 0.3 - crowd.x[slot] : 1;
      const dy = isBefore ? -crowd.y[slot] : 0;
      const speed = 1.34 / Math.hypot(dx, dy);
      crowd.preferredX[slot] = speed * dx;
      crowd.preferredY[slot] = speed * dy;
    }
    crowd.step(DT);
  }
  assert.is(crowd.count, 0, 'agents before the door after 200 s');
  crowd.destroy();
});

test('the same bits on a pool, and after a snapshot', async () => {
  const options = { capacity: 300, headway: 0.8, defaults };
  const crowd = createCrowd({}, options);
  const pool = await createCrowdPool({}, { ...options, threads: 3 });
  fill(crowd);
  fill(pool);
  for (let tick = 0; tick < 60; tick++) {
    crowd.step(DT);
    await pool.step(DT);
  }
  assert.is(pool.hash(), crowd.hash());
  const other = createCrowd({}, options);
  other.restore(crowd.snapshot());
  crowd.step(DT);
  other.step(DT);
  assert.is(other.hash(), crowd.hash());
  await pool.destroy();
});

test('refused: gaps below 0 and above 60 s, and what is no number', () => {
  for (const headway of [-1, 61, NaN, '1'])
    assert.throws(
      () => createCrowd({}, { capacity: 1, headway: headway as number }),
      /headway/,
      `${headway}`,
    );
});

test.run();
