import { type AgentOptions, createCrowd } from '@wayfield/crowd';
import { allocatedBytes, refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomFrom } from './random.ts';
import { velocitiesByPairs } from './step-reference.ts';

const test = suite('step');

/** Compares some ticks of a crowd with the reference over all pairs. */
function agrees(name: string, agents: readonly AgentOptions[], dt = 1 / 30): void {
  test(`finds the velocities of all pairs: ${name}`, () => {
    const crowd = createCrowd({}, { capacity: agents.length });
    for (const agent of agents) crowd.add(agent);
    for (let tick = 0; tick < 4; tick++) {
      const expected = velocitiesByPairs(crowd, dt);
      crowd.step(dt);
      for (let slot = 0; slot < agents.length; slot++) {
        const dx = crowd.velocityX[slot] - expected[2 * slot];
        const dy = crowd.velocityY[slot] - expected[2 * slot + 1];
        assert.ok(Math.hypot(dx, dy) < 2e-6, `tick ${tick}, slot ${slot}: ${dx}, ${dy} off`);
      }
    }
    crowd.destroy();
  });
}

const random = randomFrom(3);
/** A preferred velocity that is not 0, at most 1.4 m/s. */
function preference(): Pick<AgentOptions, 'preferredX' | 'preferredY'> {
  const angle = 2 * Math.PI * random();
  const speed = 0.2 + 1.2 * random();
  return { preferredX: speed * Math.cos(angle), preferredY: speed * Math.sin(angle) };
}
const spread = (count: number, size: number): AgentOptions[] =>
  Array.from({ length: count }, () => ({
    x: size * random(),
    y: size * random(),
    ...preference(),
  }));

agrees('300 at random (seed 3)', spread(300, 24));
agrees(
  '256 on a lattice with equal distances everywhere',
  Array.from({ length: 256 }, (_, i) => ({ x: i % 16, y: i >> 4, ...preference() })),
);
agrees('200 packed into 6 m, with more than 64 in reach of each', [
  ...spread(200, 6).map((agent) => ({ ...agent, radius: 0.05 })),
  ...spread(40, 60),
]);
agrees(
  'of all kinds: groups, masks, storeys, priorities, reaches, 0 to 32 neighbours',
  spread(300, 15).map((agent, i) => ({
    ...agent,
    radius: 0.05 + 0.3 * random(),
    maxSpeed: 1 + random(),
    horizon: 0.5 + 3 * random(),
    neighbourDistance: 8 * random(),
    maxNeighbours: i % 33,
    priority: i % 9 === 0 ? 1 : random(),
    group: 1 << (i % 4),
    mask: 1 + (i % 15),
    storey: i % 3,
  })),
);
agrees('two crowds 30 km apart, and some between', [
  ...spread(120, 12),
  ...spread(120, 12).map((agent) => ({ ...agent, x: agent.x + 30_000, y: agent.y - 7000 })),
  ...spread(10, 9000),
]);
agrees('one alone', spread(1, 1));

/** Bytes a step: an object of two numbers is more, a number that is boxed is less. */
const FEW_BYTES = 24;

test('allocates nothing', () => {
  const crowd = createCrowd({}, { capacity: 200 });
  for (const agent of spread(200, 15)) crowd.add(agent);
  const report = crowd.step(1 / 60);
  const memory = crowd.memoryBytes;
  const bytes = allocatedBytes(() => void crowd.step(1 / 60), FEW_BYTES);
  assert.ok(bytes <= FEW_BYTES, `${bytes} bytes a step`);
  assert.is(crowd.memoryBytes, memory);
  assert.is(crowd.step(1 / 60), report);
});

test('that 64 bytes a step are seen', () => {
  const crowd = createCrowd({}, { capacity: 200 });
  for (const agent of spread(200, 15)) crowd.add(agent);
  let kept: number[] = [];
  const bytes = allocatedBytes(
    () => {
      const { tick } = crowd.step(1 / 60);
      kept = [tick, kept.length, 2, 3, 4, 5];
    },
    FEW_BYTES,
    0,
  );
  assert.ok(bytes >= 56 && bytes < 120, `${bytes} bytes a step`);
});

test('refuses preferred velocities that are not finite, and changes nothing', () => {
  const crowd = createCrowd({}, { capacity: 16 });
  const ids = Array.from({ length: 11 }, (_, i) => crowd.add({ x: 3 * i, y: 0, preferredX: 1 }));
  crowd.step(1 / 30);
  const before = crowd.positionX.slice();
  for (const slot of [0, 3, 9, 10])
    for (const [name, column] of [
      ['preferredX', crowd.preferredX],
      ['preferredY', crowd.preferredY],
    ] as const)
      for (const value of [NaN, Infinity, -Infinity]) {
        const good = column[slot];
        column[slot] = value;
        const says = `${name}[${slot}] is ${value}, expected a finite number`;
        refuses(() => crowd.step(1 / 30), RangeError, says);
        column[slot] = good;
      }
  assert.equal(crowd.positionX, before);
  assert.is(crowd.tick, 1);
  // large numbers are shortened, and those of free slots do not count
  crowd.preferredX[1] = 1e18;
  crowd.remove(ids[5]);
  crowd.preferredY[5] = NaN;
  crowd.step(1 / 30);
  assert.ok(crowd.positionX.every(Number.isFinite));
  assert.ok(crowd.positionX[1] > before[1]);
  crowd.destroy();
});

test.run();
