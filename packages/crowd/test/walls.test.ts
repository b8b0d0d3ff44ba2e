import { createCrowd } from '@wayfield/crowd';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomFrom } from './random.ts';
import { crosses, distanceTo, type Segment, wallsOf } from './walls.ts';

const test = suite('walls');

/** Distances may shrink by rounding alone. */
const ROUNDING = 1e-6;

interface Room {
  readonly segments: readonly Segment[];
  readonly agents: number;
  readonly radius: () => number;
  readonly ticks: number;
  readonly dt: number;
}

/** Runs agents with wild preferred velocities; checks every move of every agent. */
function runWild({ segments, agents, radius, ticks, dt }: Room, seed: number): number {
  const random = randomFrom(seed);
  const crowd = createCrowd(
    { walls: wallsOf(segments), bounds: { minX: -12, minY: -12, maxX: 12, maxY: 12 } },
    { capacity: agents },
  );
  for (let i = 0; i < agents; i++) {
    crowd.add({
      x: random() * 20 - 10,
      y: random() * 20 - 10,
      radius: radius(),
      maxSpeed: 0.5 + 5 * random(),
    });
  }
  let clipped = 0;
  const { positionX, positionY } = crowd;
  for (let tick = 0; tick < ticks; tick++) {
    for (let slot = 0; slot < agents; slot++) {
      if (tick > 0 && random() > 0.05) continue;
      crowd.preferredX[slot] = random() * 12 - 6;
      crowd.preferredY[slot] = random() * 12 - 6;
    }
    const beforeX = positionX.slice();
    const beforeY = positionY.slice();
    clipped += crowd.step(dt).clipped;
    for (let slot = 0; slot < agents; slot++) {
      const from = [beforeX[slot], beforeY[slot]] as const;
      const to = [positionX[slot], positionY[slot]] as const;
      assert.ok(Math.abs(to[0]) <= 12 && Math.abs(to[1]) <= 12, `agent ${slot} left the bounds`);
      for (const segment of segments) {
        const kept = Math.min(crowd.radius[slot], distanceTo(segment, ...from));
        const now = distanceTo(segment, ...to);
        // a message for each of a million checks would take longer than the checks
        if (now >= kept - ROUNDING && !crosses(segment, from, to)) continue;
        assert.unreachable(`tick ${tick}, agent ${slot}: from ${kept} to ${now} of ${segment}`);
      }
    }
  }
  crowd.destroy();
  return clipped;
}

test('are never crossed by 20 agents between 40 random walls (seeds 1-8)', () => {
  let clipped = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const random = randomFrom(100 + seed);
    const segments = Array.from({ length: 40 }, (): Segment => {
      const [x, y] = [random() * 20 - 10, random() * 20 - 10];
      return [x, y, x + random() * 6 - 3, y + random() * 6 - 3];
    });
    const dt = [1 / 60, 0.1, 0.5][seed % 3];
    const radius = (): number => 0.05 + random() * 0.5;
    clipped += runWild({ segments, agents: 20, radius, ticks: 120, dt }, seed);
  }
  assert.ok(clipped > 500, `${clipped} moves were clipped`);
});

test('are never crossed where they are joined: closed stars and rooms (seeds 1-6)', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = randomFrom(200 + seed);
    const segments: Segment[] = [];
    for (let star = 0; star < 5; star++) {
      const [cx, cy] = [random() * 16 - 8, random() * 16 - 8];
      const corners = Array.from({ length: 7 }, (_, i) => {
        const r = 0.5 + 2 * random();
        const angle = (i * 2 * Math.PI) / 7;
        return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)] as const;
      });
      corners.forEach((corner, i) => segments.push([...corner, ...corners[(i + 1) % 7]]));
    }
    runWild({ segments, agents: 25, radius: () => 0.3, ticks: 200, dt: 0.1 }, seed);
  }
});

test('let agents that overlap them out, at half their speed', () => {
  const crowd = createCrowd({ walls: wallsOf([[-5, 0, 5, 0]]) }, { capacity: 4 });
  crowd.add({ x: 0, y: 0.1, radius: 0.5, maxSpeed: 1 });
  crowd.add({ x: 3, y: -0.4, radius: 0.5, maxSpeed: 1 });
  // 0.4 m at 0.5 m/s
  for (let tick = 0; tick < 50; tick++) {
    crowd.step(1 / 60);
    assert.ok(Math.hypot(crowd.velocityX[0], crowd.velocityY[0]) <= 1.000001);
  }
  assert.ok(crowd.positionY[0] >= 0.5, `${crowd.positionY[0]}`);
  assert.ok(crowd.positionY[1] <= -0.5, `${crowd.positionY[1]}`);
});

test('lead an agent round a corner and along a wall in pieces without a halt', () => {
  const pieces = Array.from({ length: 20 }, (_, i): Segment => [i / 2, 0, (i + 1) / 2, 0]);
  const crowd = createCrowd({ walls: wallsOf(pieces) }, { capacity: 1 });
  crowd.add({ x: 0.5, y: 0.6, radius: 0.25, preferredX: 1, preferredY: -0.5 });
  let slowest = Infinity;
  for (let tick = 0; tick < 400; tick++) {
    crowd.step(1 / 60);
    if (tick > 60) slowest = Math.min(slowest, crowd.velocityX[0]);
  }
  assert.ok(slowest > 0.99, `${slowest}`);
  assert.ok(crowd.positionY[0] >= 0.25, `${crowd.positionY[0]}`);
});

test('stand on their storeys only', () => {
  const walls = wallsOf([[0, -5, 0, 5]], [1]);
  const crowd = createCrowd({ walls }, { capacity: 2 });
  crowd.add({ x: -1, y: 0, storey: 0, preferredX: 1.2 });
  crowd.add({ x: -1, y: 0, storey: 1, preferredX: 1.2 });
  for (let tick = 0; tick < 180; tick++) crowd.step(1 / 60);
  assert.ok(crowd.positionX[0] > 2);
  assert.ok(crowd.positionX[1] <= -0.25);
});

test('are replaced between ticks', () => {
  const crowd = createCrowd({}, { capacity: 1 });
  crowd.add({ x: -1, y: 0, preferredX: 1 });
  crowd.setWalls(wallsOf([[0, -5, 0, 5]]));
  for (let tick = 0; tick < 180; tick++) crowd.step(1 / 60);
  assert.ok(crowd.positionX[0] <= -0.25);
  crowd.setWalls(wallsOf([]));
  for (let tick = 0; tick < 180; tick++) crowd.step(1 / 60);
  assert.ok(crowd.positionX[0] > 1);
});

test('of bad numbers are refused with the numbers, and the old ones stay', () => {
  const crowd = createCrowd({ walls: wallsOf([[0, -5, 0, 5]]) }, { capacity: 1, wallCapacity: 2 });
  const refused = (walls: ReturnType<typeof wallsOf>, pattern: RegExp): void =>
    assert.throws(
      () => crowd.setWalls(walls),
      (error: unknown) => error instanceof RangeError && pattern.test(error.message),
    );
  refused(
    wallsOf([
      [0, 0, 1, 1],
      [2, 3, 2, 3],
    ]),
    /walls 1 .*\(2, 3\)/,
  );
  refused(wallsOf([[0, 0, NaN, 1]]), /walls\.bx\[0\] is NaN/);
  refused(
    wallsOf([
      [0, 0, 1, 1],
      [0, 0, 1, 2],
      [0, 0, 1, 3],
    ]),
    /3.*wallCapacity, 2/,
  );
  refused({ ...wallsOf([[0, 0, 1, 1]]), count: 2 }, /length is 1.*2/);
  crowd.add({ x: -1, y: 0, preferredX: 1 });
  for (let tick = 0; tick < 180; tick++) crowd.step(1 / 60);
  assert.ok(crowd.positionX[0] <= -0.25);
});

test.run();
