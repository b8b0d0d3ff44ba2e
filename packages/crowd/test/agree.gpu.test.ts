// One tick of the crowd on the GPU against one tick of one thread from the same state, over many
// ticks of many scenes: positions, velocities, headings, status and sums.
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '@wayfield/crowd';
import { createGpuCrowd, type GpuCrowd } from '@wayfield/crowd/gpu';
import { addAll, INTENT_SCENES, OPEN_SCENES, type Scene, WALL_SCENES } from './gpu-scenes.ts';

const device = await sharedDevice();
const test = suite('GPU and one thread agree');
const TICKS = 8;
/** In metres, after one tick. The README promises 1e-4. */
const MOST_APART = 1e-5;
/** Of velocities, in metres per second: `MOST_APART` in the longest tick. Of headings as well. */
const MOST_FASTER = 1e-4;

type Crowd = ReturnType<typeof createCrowd>;

/** The pairs of columns that are compared. */
const COLUMNS = {
  position: ['positionX', 'positionY', MOST_APART],
  velocity: ['velocityX', 'velocityY', MOST_FASTER],
  heading: ['headingX', 'headingY', MOST_FASTER],
} as const;

/** The largest difference of vectors between two crowds. */
function apart(a: Crowd, b: GpuCrowd, what: keyof typeof COLUMNS): number {
  const [x, y] = COLUMNS[what];
  let most = 0;
  for (let slot = 0; slot < a.end; slot++) {
    const distance = Math.hypot(a[x][slot] - b[x][slot], a[y][slot] - b[y][slot]);
    // NaN is no agreement
    if (!(distance <= most)) most = distance;
  }
  return most;
}

/** Preferred velocities of all agents towards a point, slower within a second of it. */
function head(crowd: Crowd, [x, y]: readonly [number, number]): void {
  for (let slot = 0; slot < crowd.end; slot++) {
    const dx = x - crowd.positionX[slot];
    const dy = y - crowd.positionY[slot];
    const away = Math.hypot(dx, dy);
    const pace = away > 0 ? Math.min(1.3, away) / away : 0;
    crowd.preferredX[slot] = pace * dx;
    crowd.preferredY[slot] = pace * dy;
  }
}

async function follow({ name, agents, walls, dt, goal, warm = 0, ...scene }: Scene): Promise<void> {
  const world = walls ? { walls } : {};
  const options = { capacity: agents.length, ...scene.options };
  const cpu = createCrowd(world, options);
  const gpu = await createGpuCrowd(device, world, options);
  addAll(cpu, agents);
  for (let tick = 0; tick < warm; tick++) {
    if (goal) head(cpu, goal);
    cpu.step(dt);
  }
  for (let tick = 0; tick < TICKS; tick++) {
    if (goal) head(cpu, goal);
    gpu.restore(cpu.snapshot());
    const there = { ...(await gpu.step(dt)) };
    await gpu.read();
    const here = cpu.step(dt);
    const at = `${name}, tick ${tick}`;
    for (const what of ['position', 'velocity', 'heading'] as const) {
      const most = apart(cpu, gpu, what);
      assert.ok(most < COLUMNS[what][2], `${at}: ${what} ${most} apart`);
    }
    assert.is(there.tick, here.tick, at);
    assert.is(there.agents, here.agents, at);
    assert.is(there.infeasible, here.infeasible, `${at}: infeasible`);
    assert.is(there.squeezed, here.squeezed, `${at}: squeezed`);
    assert.is(there.idle, here.idle, `${at}: idle`);
    // The program's velocity is f32 on the GPU and f64 on the CPU. For an agent that walks along a
    // wall, rounding alone decides whether its move is clipped.
    assert.ok(Math.abs(there.clipped - here.clipped) <= 2, `${at}: clipped`);
    assert.is(there.settled, here.settled, `${at}: settled`);
    assert.ok(Math.abs(there.deepestOverlap - here.deepestOverlap) < 1e-6, `${at}: deepest`);
    assert.equal([...gpu.status], [...cpu.status], `${at}: status`);
  }
  gpu.destroy();
  cpu.destroy();
}

for (const scene of [...INTENT_SCENES, ...OPEN_SCENES, ...WALL_SCENES])
  test(scene.name, () => follow(scene));

test.run();
