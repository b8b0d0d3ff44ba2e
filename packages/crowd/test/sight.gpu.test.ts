// Sight between walls: on one thread against plain geometry in f64, on the GPU against one thread.
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '@wayfield/crowd';
import { createGpuCrowd } from '@wayfield/crowd/gpu';
import { createGpuPaths } from '@wayfield/crowd/gpu-paths';
import { createPathGuide, GUIDE_STATUS, sightOfWalls } from '@wayfield/crowd/guides';
import type { Walls } from '@wayfield/crowd';
import { numbers, wallsOf } from './gpu-scenes.ts';

const device = await sharedDevice();
const test = suite('sight between walls');
const DT = 0.1;

/** Loose walls in a square around (x, y), some of them level, upright or of storey 1. */
function looseWalls(count: number, side: number, [x, y]: readonly [number, number], seed: number) {
  const next = numbers(seed);
  const rows = Array.from({ length: count }, (_, i): [number, number, number, number] => {
    const [ax, ay] = [x + side * next(), y + side * next()];
    const angle = i % 4 === 0 ? (Math.PI / 2) * Math.floor(4 * next()) : 2 * Math.PI * next();
    const length = 0.3 + 2 * next();
    return [ax, ay, ax + length * Math.cos(angle), ay + length * Math.sin(angle)];
  });
  return wallsOf(
    rows,
    Array.from(rows, (_, i) => [65535, 0, 1, 65535][i % 4]),
  );
}

/** The distance of a wall from a straight way, in f64; 0 where they cross. */
function distance(walls: Walls, w: number, way: readonly number[]): number {
  const wall = [walls.ax[w], walls.ay[w], walls.bx[w], walls.by[w]];
  const toSegment = ([ax, ay, bx, by]: readonly number[], x: number, y: number): number => {
    const [dx, dy] = [bx - ax, by - ay];
    const share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
    const t = Math.max(0, Math.min(1, share));
    return Math.hypot(ax + t * dx - x, ay + t * dy - y);
  };
  const side = ([ax, ay, bx, by]: readonly number[], x: number, y: number): number =>
    Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
  const [sx, sy, tx, ty] = way;
  const crosses =
    side(way, wall[0], wall[1]) * side(way, wall[2], wall[3]) < 0 &&
    side(wall, sx, sy) * side(wall, tx, ty) < 0;
  if (crosses) return 0;
  return Math.min(
    toSegment(wall, sx, sy),
    toSegment(wall, tx, ty),
    toSegment(way, wall[0], wall[1]),
    toSegment(way, wall[2], wall[3]),
  );
}

for (const far of [0, 1e6])
  test(`is what distances in f64 say, ${far} m from the origin, seed 7`, () => {
    const walls = looseWalls(60, 20, [far, -far], 4);
    const sees = sightOfWalls(walls);
    const next = numbers(7);
    let [clear, doubtful] = [0, 0];
    for (let k = 0; k < 1500; k++) {
      const at = (): number => 26 * next() - 3;
      const way = [far + at(), at() - far, far + at(), at() - far];
      // short ways see more
      if (k % 2 === 0) for (const i of [2, 3]) way[i] = way[i - 2] + (way[i] - way[i - 2]) / 8;
      const radius = k % 5 === 0 ? 0 : 0.4 * next();
      let least = Infinity;
      for (let w = 0; w < walls.count; w++)
        if (walls.storey?.[w] !== 1) least = Math.min(least, distance(walls, w, way));
      const seen = sees(way[0], way[1], way[2], way[3], radius);
      if (seen) clear++;
      const doubt = 2e-3 * radius + (radius > 0 ? 1e-5 : 0);
      if (Math.abs(least - radius) < doubt) doubtful++;
      else assert.is(seen, least > radius, `${k}: ${least} m for ${radius} m`);
    }
    assert.ok(clear > 200 && clear < 1300, `${clear} of 1500`);
    assert.ok(doubtful < 20, `${doubtful} near the radius`);
  });

test('follows the walls that a function returns, and one storey', () => {
  const none = wallsOf([]);
  const one = wallsOf([[5, -1, 5, 1]], [3]);
  let now = none;
  const sees = sightOfWalls(() => now, { storey: 3 });
  assert.ok(sees(0, 0, 9, 0, 0.2));
  now = one;
  assert.not(sees(0, 0, 9, 0, 0.2));
  assert.ok(sees(0, 0, 9, 0, 0.2) === false && sees(0, 1.3, 9, 1.3, 0.2));
  assert.ok(sightOfWalls(one)(0, 0, 9, 0, 0.2));
  assert.throws(() => sightOfWalls({} as never), /ax/);
  assert.throws(() => sightOfWalls(one, { storey: -1 }), /storey/);
});

/** A path of short and long sides over the square, whether walls are in the way or not. */
function stroll(x: number, y: number, side: number, next: () => number): number[] {
  const points = [x, y];
  for (let k = 2 + Math.floor(6 * next()); k > 0; k--) {
    const length = k % 3 === 0 ? 0.2 : 4;
    points.push(points[points.length - 2] + length * (next() - 0.3));
    points.push(points[points.length - 2] + length * (next() - 0.5) + (k % 2) * 0.01 * side);
  }
  return points;
}

for (const [far, least] of [
  [0, 1e-6],
  [1e6, 1e-5],
] as const)
  test(`leads agents on the GPU as on one thread, ${far} m from the origin`, async () => {
    const [agents, capacity] = [40, 40];
    const [first, second] = [5, 6].map((seed) => looseWalls(25, 16, [far, -far], seed));
    let walls = first;
    const defaults = { radius: 0.2 };
    const options = { capacity, wallCapacity: 32, defaults };
    const cpu = createCrowd({ walls }, options);
    const gpu = await createGpuCrowd(device, { walls }, options);
    const shared = { arrival: 0.2, slowing: 0.7, lookAhead: 3 };
    const guide = createPathGuide(cpu, { ...shared, sees: sightOfWalls(() => walls) });
    const paths = createGpuPaths(gpu, { ...shared, sees: 'walls' });
    gpu.aim({ paths });
    cpu.follow(guide);
    const next = numbers(3);
    for (let k = 0; k < agents; k++) {
      const [x, y] = [far + 2 * (k % 8), 2 * Math.floor(k / 8) - far];
      const points = stroll(x, y, 16, next);
      guide.assign(cpu.add({ x, y }), points, 1.2);
      paths.assign(gpu.add({ x, y }), points, 1.2);
    }
    const met = new Set<number>();
    for (let tick = 0; tick < 24; tick++) {
      if (tick === 12) {
        walls = second;
        for (const crowd of [cpu, gpu]) crowd.setWalls(walls);
      }
      if (tick === 18) cpu.set(cpu.idOf(5), { y: cpu.positionY[5] + 4 });
      // from equal states of agents; where they are on their paths, each knows by itself
      gpu.restore({ ...cpu.snapshot(), guide: undefined });
      await gpu.step(DT);
      await paths.update();
      await gpu.read();
      cpu.step(DT);
      for (let slot = 0; slot < agents; slot++) {
        const dx = gpu.preferredX[slot] - cpu.preferredX[slot];
        const dy = gpu.preferredY[slot] - cpu.preferredY[slot];
        const what = `tick ${tick}, slot ${slot}`;
        assert.ok(Math.hypot(dx, dy) < least, `${what}: ${Math.hypot(dx, dy)} m/s apart`);
        met.add(paths.status[slot]);
        if (paths.status[slot] !== GUIDE_STATUS.WAITING)
          assert.is(paths.status[slot], guide.status[slot], what);
      }
    }
    assert.equal(
      [...met].sort(),
      [GUIDE_STATUS.WALKING, GUIDE_STATUS.ARRIVED, GUIDE_STATUS.WAITING].sort(),
    );
    // the points, the quarters and the points reached are equal
    const there = await gpu.snapshot();
    const here = cpu.snapshot();
    const states = (bytes: Uint8Array | undefined): number[] =>
      Array.from(bytes!.subarray(-9 * capacity));
    assert.equal(states(there.guide), states(here.guide));
    paths.destroy();
    gpu.destroy();
    cpu.destroy();
  });

test.run();
