// The scenes that fail without intents, on the GPU: exact symmetry, gridlocks, idle agents that
// make room and return, agents that settle around a goal, agents that are added in one place. What
// plain ORCA does stands in intent.test.ts.
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { IDLE } from '@wayfield/crowd';
import { createGpuCrowd, type GpuCrowd } from '@wayfield/crowd/gpu';
import { createGpuPaths } from '@wayfield/crowd/gpu-paths';
import { circleAgents, latticeAgents, numbers } from './gpu-scenes.ts';

const device = await sharedDevice();
const test = suite('intents on the GPU');

const WALKER = { radius: 0.2, maxSpeed: 1.6, horizon: 1.5, neighbourDistance: 4 } as const;

/** Submits some ticks at once, and brings the agents back. */
async function play(crowd: GpuCrowd, ticks: number, dt: number): Promise<void> {
  const encoder = device.createCommandEncoder();
  for (let tick = 0; tick < ticks; tick++) crowd.encodeStep(encoder, dt);
  device.queue.submit([encoder.finish()]);
  await crowd.read();
}

const away = (crowd: GpuCrowd, slot: number, x: number, y: number): number =>
  Math.hypot(crowd.positionX[slot] - x, crowd.positionY[slot] - y);

test('two agents that walk exactly head-on pass each other', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 2 });
  crowd.add({ x: -4, y: 0 });
  crowd.add({ x: 4, y: 0 });
  crowd.aim({ goalX: [4, -4], goalY: [0, 0], speed: 1.3 });
  // 8 m at 1.3 m/s are 185 ticks
  await play(crowd, 240, 1 / 30);
  for (const [slot, x] of [4, -4].entries()) assert.ok(away(crowd, slot, x, 0) < 0.2, `${slot}`);
  crowd.destroy();
});

test('40 agents on a circle leave their gridlock and change sides', async () => {
  const defaults = { radius: 0.5, maxSpeed: 1.5, horizon: 4, neighbourDistance: 6 };
  const crowd = await createGpuCrowd(device, {}, { capacity: 40, defaults });
  const agents = circleAgents(40, 9.55);
  for (const { x, y } of agents) crowd.add({ x, y });
  const goalX = agents.map(({ x }) => -x);
  const goalY = agents.map(({ y }) => -y);
  crowd.aim({ goalX, goalY, arrive: 0.5 });
  const there = new Set<number>();
  let ticks = 0;
  for (; ticks < 1000 && there.size < 40; ticks += 50) {
    await play(crowd, 50, 0.1);
    for (let slot = 0; slot < 40; slot++)
      if (away(crowd, slot, goalX[slot], goalY[slot]) < 0.6) there.add(slot);
  }
  assert.is(there.size, 40, `in ${ticks} ticks`);
  crowd.destroy();
});

test('idle agents make room for an agent that crosses, and return', async () => {
  const options = { capacity: 101, defaults: WALKER, preferred: 'resident' } as const;
  const crowd = await createGpuCrowd(device, {}, options);
  const paths = createGpuPaths(crowd, { speed: 1.34, arrival: 0.1, slowing: 1 });
  crowd.aim({ paths });
  paths.assign(crowd.add({ x: -5, y: 0.05 }), [-5, 0.05, 5, 0]);
  const places = latticeAgents(10, 0.5, -2.25);
  for (const { x, y } of places) crowd.add({ x, y });
  let ticks = 0;
  for (; ticks < 1200 && !(away(crowd, 0, 5, 0) < 0.3); ticks += 50) await play(crowd, 50, 0.05);
  assert.ok(ticks < 1200, `the agent is at ${crowd.x[0]}, ${crowd.y[0]}`);
  await play(crowd, 400, 0.05);
  for (const [i, { x, y }] of places.entries()) {
    assert.ok(
      away(crowd, i + 1, x, y) <= 0.1001,
      `slot ${i + 1} is ${away(crowd, i + 1, x, y)} m away`,
    );
    assert.is(crowd.status[i + 1], IDLE);
  }
  paths.destroy();
  crowd.destroy();
});

test('60 agents to one goal come to rest', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 60, defaults: WALKER });
  const paths = createGpuPaths(crowd, { speed: 1.34, arrival: 0.02, slowing: 1 });
  crowd.aim({ paths });
  const next = numbers(4);
  for (let k = 0; k < 60; k++) {
    const [x, y] = [(k % 8) - 12 + 0.3 * next(), Math.floor(k / 8) - 4 + 0.3 * next()];
    paths.assign(crowd.add({ x, y }), [x, y, 0, 0]);
  }
  let fastest = Infinity;
  let ticks = 0;
  for (; ticks < 3000 && fastest > 0; ticks += 100) {
    await play(crowd, 100, 0.05);
    fastest = 0;
    for (let slot = 0; slot < 60; slot++)
      fastest = Math.max(fastest, Math.hypot(crowd.velocityX[slot], crowd.velocityY[slot]));
  }
  assert.is(fastest, 0, `m/s after ${ticks} ticks`);
  const report = await crowd.step(0.05);
  assert.ok(report.settled >= 50, `${report.settled} have settled`);
  assert.ok(report.deepestOverlap < 0.002, `${report.deepestOverlap} m deep`);
  paths.destroy();
  crowd.destroy();
});

test('40 agents in one place part in the time stated, none too fast', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 40 });
  for (let k = 0; k < 40; k++) crowd.add({ x: 0, y: 0 });
  const most = Math.ceil((6 * 0.25 * Math.sqrt(40)) / 1.5 / 0.1);
  let overlap = Infinity;
  for (let tick = 0; tick < most; tick++) {
    ({ deepestOverlap: overlap } = await crowd.step(0.1));
    await crowd.read();
    for (let slot = 0; slot < 40; slot++) {
      const speed = Math.hypot(crowd.velocityX[slot], crowd.velocityY[slot]);
      assert.ok(speed <= 1.5 * 1.000001, `${speed} m/s`);
    }
  }
  ({ deepestOverlap: overlap } = await crowd.step(0.1));
  assert.ok(overlap <= 0.005, `${overlap} m deep`);
  crowd.destroy();
});

test.run();
