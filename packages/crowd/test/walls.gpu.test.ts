// Walls and the GPU crowd: no agent crosses a wall in long runs, and walls may be replaced.
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Walls } from '@wayfield/crowd';
import { createGpuCrowd } from '@wayfield/crowd/gpu';
import { addAll, type Scene, WALL_SCENES, wallsOf } from './gpu-scenes.ts';

const device = await sharedDevice();
const test = suite('walls on the GPU');
const TICKS = 60;
/** Metres that rounding may take from the distance to a wall. */
const ROUNDING = 1e-6;

/** The distance from (x, y) to a wall. */
function distanceTo({ ax, ay, bx, by }: Walls, wall: number, x: number, y: number): number {
  const [ux, uy] = [bx[wall] - ax[wall], by[wall] - ay[wall]];
  const [px, py] = [x - ax[wall], y - ay[wall]];
  const t = Math.max(0, Math.min(1, (px * ux + py * uy) / (ux * ux + uy * uy)));
  return Math.hypot(px - t * ux, py - t * uy);
}

/** Whether the step from (x, y) to (toX, toY) crosses a wall. */
function crosses(walls: Walls, wall: number, step: readonly [number, number, number, number]) {
  const { ax, ay, bx, by } = walls;
  const [x, y, toX, toY] = step;
  type Point = readonly [number, number];
  const side = (p: Point, q: Point, r: Point): number =>
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  const [a, b]: Point[] = [
    [ax[wall], ay[wall]],
    [bx[wall], by[wall]],
  ];
  const [from, to]: Point[] = [
    [x, y],
    [toX, toY],
  ];
  const apart = side(a, b, from) * side(a, b, to) < 0;
  return apart && side(from, to, a) * side(from, to, b) < 0;
}

async function stayInside({ name, agents, walls, dt }: Scene): Promise<number> {
  const crowd = await createGpuCrowd(device, { walls: walls! }, { capacity: agents.length });
  addAll(crowd, agents);
  let clipped = 0;
  for (let tick = 0; tick < TICKS; tick++) {
    const before = [crowd.positionX.slice(), crowd.positionY.slice()];
    clipped += (await crowd.step(dt)).clipped;
    await crowd.read();
    for (let slot = 0; slot < crowd.end; slot++) {
      const [x, y] = [before[0][slot], before[1][slot]];
      const [toX, toY] = [crowd.positionX[slot], crowd.positionY[slot]];
      for (let wall = 0; wall < walls!.count; wall++) {
        const storey = walls!.storey?.[wall] ?? 65535;
        if (storey !== 65535 && storey !== (agents[slot].storey ?? 0)) continue;
        const what = `${name}, tick ${tick}, agent ${slot}, wall ${wall}`;
        assert.not.ok(crosses(walls!, wall, [x, y, toX, toY]), `${what}: crossed`);
        const kept = Math.min(crowd.radius[slot], distanceTo(walls!, wall, x, y));
        const now = distanceTo(walls!, wall, toX, toY);
        assert.ok(now >= kept - ROUNDING, `${what}: ${now} m, before ${kept}`);
      }
    }
  }
  crowd.destroy();
  return clipped;
}

let clipped = 0;
for (const scene of WALL_SCENES) {
  test(scene.name, async () => {
    clipped += await stayInside(scene);
  });
}
test('moves of these scenes were clipped', () => assert.ok(clipped > 100, `${clipped}`));

test('walls are replaced between ticks, also by none', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 4 });
  crowd.add({ x: 0, y: 0, preferredX: 1 });
  crowd.setWalls(wallsOf([[1, -1, 1, 1]]));
  for (let tick = 0; tick < 30; tick++) await crowd.step(0.1);
  await crowd.read();
  assert.ok(crowd.positionX[0] < 0.7501 && crowd.positionX[0] > 0.7);
  crowd.setWalls(wallsOf([]));
  for (let tick = 0; tick < 10; tick++) await crowd.step(0.1);
  await crowd.read();
  assert.ok(crowd.positionX[0] > 1.5, `${crowd.positionX[0]}`);
  crowd.destroy();
});

test('bad walls are refused, and the walls before stay', async () => {
  const options = { capacity: 4, wallCapacity: 2 };
  const crowd = await createGpuCrowd(device, { walls: wallsOf([[1, -1, 1, 1]]) }, options);
  crowd.add({ x: 0, y: 0, preferredX: 1.5 });
  assert.throws(() => crowd.setWalls(wallsOf([[2, 2, 2, 2]])), /length above 0/);
  assert.throws(() => crowd.setWalls(wallsOf([[0, 0, NaN, 1]])), /walls\.bx\[0\]/);
  const three = wallsOf([0, 1, 2].map((y) => [0, y, 1, y]));
  assert.throws(() => crowd.setWalls(three), /wallCapacity/);
  for (let tick = 0; tick < 20; tick++) await crowd.step(0.1);
  await crowd.read();
  assert.ok(crowd.positionX[0] < 0.7501);
  crowd.destroy();
});

test('a device without room for all walls is refused before anything changes', async () => {
  const limits = { ...limitsOf(device), maxStorageBufferBindingSize: 2 ** 20 };
  // the device itself, not another object: its kernels are compiled already
  const own = Object.getOwnPropertyDescriptor(device, 'limits');
  Object.defineProperty(device, 'limits', { value: limits, configurable: true });
  try {
    let message = '';
    const options = { capacity: 10, wallCapacity: 10_000 };
    await createGpuCrowd(device, {}, options).catch((error: Error) => {
      message = `${error.name}: ${error.message}`;
    });
    assert.match(message, /^RangeError: .*walls/);
    const crowd = await createGpuCrowd(device, {}, { capacity: 10, wallCapacity: 100 });
    crowd.setWalls(wallsOf(Array.from({ length: 100 }, (_, i) => [i, 0, i, 1 + (i % 7)] as const)));
    crowd.destroy();
  } finally {
    if (own) Object.defineProperty(device, 'limits', own);
    else Reflect.deleteProperty(device, 'limits');
  }
  assert.ok(device.limits.maxStorageBufferBindingSize > 2 ** 20);
});

/** The limits of a device as a plain object. */
function limitsOf({ limits }: GPUDevice): Record<string, number> {
  const all: Record<string, number> = {};
  for (const key in limits) all[key] = Reflect.get(limits, key) as number;
  return all;
}

test.run();
