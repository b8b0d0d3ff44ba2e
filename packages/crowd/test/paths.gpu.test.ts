// Paths that agents of the GPU crowd follow: as on one thread by corners; plans of the host.
import { sameArray } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '@wayfield/crowd';
import { createGpuCrowd } from '@wayfield/crowd/gpu';
import { createGpuPaths } from '@wayfield/crowd/gpu-paths';
import { createPathGuide, GUIDE_STATUS, type PlanRequests } from '@wayfield/crowd/guides';
import { numbers } from './gpu-scenes.ts';

const device = await sharedDevice();
const test = suite('paths of the GPU crowd');
const DT = 0.1;
const { ARRIVED, NONE, NO_PATH, WAITING, WALKING } = GUIDE_STATUS;

/** Zigzags of 2 to 7 points to the right, from (x, y) on. */
function zigzag(x: number, y: number, next: () => number): number[] {
  const points = [x, y];
  for (let k = Math.floor(1 + 6 * next()); k > 0; k--)
    points.push(points[points.length - 2] + 0.4 + 2 * next(), y + 3 * next() - 1.5);
  return points;
}

/** A planner whose paths are straight; it keeps the requests. */
function straightPlanner() {
  const asked: number[] = [];
  return {
    asked,
    plan({ count, slot, sourceX, sourceY, targetX, targetY }: PlanRequests) {
      asked.push(...slot.slice(0, count));
      const [x, y] = [new Float64Array(2 * count), new Float64Array(2 * count)];
      for (let i = 0; i < count; i++) {
        x.set([sourceX[i], targetX[i]], 2 * i);
        y.set([sourceY[i], targetY[i]], 2 * i);
      }
      return { firstPoint: Uint32Array.from({ length: count + 1 }, (_, i) => 2 * i), x, y };
    },
  };
}

for (const [far, least] of [
  [0, 1e-6],
  [1e6, 1e-5],
] as const)
  test(`lead as those of one thread, ${far} m from the origin`, async () => {
    const [agents, capacity] = [40, 48];
    const cpu = createCrowd({}, { capacity, defaults: { radius: 0.2 } });
    const gpu = await createGpuCrowd(device, {}, { capacity, defaults: { radius: 0.2 } });
    const options = { arrival: 0.2, slowing: 0.7, astray: 1, cornersAtWalls: true };
    const guide = createPathGuide(cpu, options);
    const paths = createGpuPaths(gpu, options);
    gpu.aim({ paths });
    const next = numbers(3);
    for (let k = 0; k < agents; k++) {
      const [x, y] = [far + 2 * (k % 8), 2 * Math.floor(k / 8) - far];
      const points = zigzag(x, y, next);
      const speed = 1 + next() / 2;
      guide.assign(cpu.add({ x, y }), points, speed);
      paths.assign(gpu.add({ x, y }), points, speed);
    }
    cpu.follow(guide);
    const met = new Set<number>();
    for (let tick = 0; tick < 60; tick++) {
      // from equal states; one agent is pushed off its path
      if (tick === 20) cpu.set(cpu.idOf(5), { y: cpu.positionY[5] + 4 });
      gpu.restore({ ...cpu.snapshot(), guide: undefined });
      await gpu.step(DT);
      await paths.update();
      await gpu.read();
      cpu.step(DT);
      let apart = 0;
      for (let slot = 0; slot < agents; slot++) {
        const what = `tick ${tick}, slot ${slot}`;
        const [dx, dy] = [
          gpu.preferredX[slot] - cpu.preferredX[slot],
          gpu.preferredY[slot] - cpu.preferredY[slot],
        ];
        apart = Math.max(apart, Math.hypot(dx, dy));
        met.add(paths.status[slot]);
        // one thread has no status for agents off their path if it has no planner
        if (paths.status[slot] !== WAITING) assert.is(paths.status[slot], guide.status[slot], what);
      }
      assert.ok(apart < least, `tick ${tick}: ${apart} m/s apart`);
      assert.is(paths.arrived, guide.arrived);
    }
    assert.equal([...met].sort(), [WALKING, ARRIVED, WAITING]);
    assert.ok(paths.arrived > 5);
    paths.destroy();
    gpu.destroy();
    cpu.destroy();
  });

test('agents off their path are planned for, and arrive', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 4 });
  const { asked, plan } = straightPlanner();
  const paths = createGpuPaths(crowd, { plan, astray: 0.5 });
  crowd.aim({ paths });
  const id = crowd.add({ x: 0, y: 0 });
  const other = crowd.add({ x: 0, y: 20 });
  paths.assign(id, [0, 0, 9, 0]);
  paths.assign(other, [0, 20, 9, 20]);
  await crowd.step(DT);
  await paths.update();
  assert.equal(asked, []);
  crowd.set(id, { x: 2, y: 5 });
  await crowd.step(DT);
  await paths.update();
  assert.equal(asked, [0], 'the agent that was pushed away alone');
  assert.is(paths.status[0], WALKING);
  assert.is(paths.plans, 1);
  for (let tick = 0; tick < 100; tick++) await crowd.step(DT);
  await paths.update();
  await crowd.read();
  assert.equal([...paths.status].slice(0, 2), [ARRIVED, ARRIVED]);
  assert.is(paths.arrived, 2);
  assert.ok(Math.hypot(crowd.x[0] - 9, crowd.y[0]) <= 0.3, `${crowd.x[0]}, ${crowd.y[0]}`);
  paths.destroy();
  crowd.destroy();
});

test('agents that seek stand until an update, and rest where there is no path', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 4 });
  const { plan } = straightPlanner();
  let answers = false;
  const none = { firstPoint: new Uint32Array(9), x: new Float64Array(1), y: new Float64Array(1) };
  const paths = createGpuPaths(crowd, {
    plan: (requests) => (answers ? plan(requests) : none),
    retry: 1,
  });
  crowd.aim({ paths });
  paths.seek(crowd.add({ x: 1, y: 1, preferredX: 1 }), 5, 1);
  assert.is(paths.waiting, 1);
  await crowd.step(DT);
  await crowd.read();
  assert.is(crowd.positionX[0], 1);
  await paths.update();
  assert.is(paths.waiting, 0);
  assert.is(paths.status[0], NO_PATH);
  answers = true;
  await paths.update();
  assert.is(paths.status[0], NO_PATH, 'too early to ask again');
  await paths.update();
  assert.is(paths.status[0], WALKING);
  await crowd.step(DT);
  await crowd.read();
  assert.ok(crowd.positionX[0] > 1.05, `${crowd.positionX[0]}`);
  paths.destroy();
  crowd.destroy();
});

test('agents that were removed or released are not steered any more', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 4 });
  const paths = createGpuPaths(crowd);
  crowd.aim({ paths });
  const [first, second] = [crowd.add({ x: 0, y: 0 }), crowd.add({ x: 0, y: 9 })];
  paths.assign(first, [0, 0, 50, 0], 1);
  paths.assign(second, [0, 9, 50, 9], 1);
  await crowd.step(DT);
  crowd.remove(first);
  crowd.add({ x: 0, y: 0, preferredY: -1 });
  paths.release(second);
  await crowd.step(DT);
  await paths.update();
  await crowd.read();
  assert.equal([...paths.status], [NONE, NONE, NONE, NONE]);
  const preferred = [crowd.preferredX, crowd.preferredY].map((list) =>
    Array.from(list.subarray(0, 2)),
  );
  assert.equal(preferred, [
    [0, 0],
    [-1, 0],
  ]);
  assert.throws(() => paths.release(first), /id/);
  paths.destroy();
  crowd.destroy();
});

test('more points than there is room for get a larger buffer, between two ticks', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 2 });
  const paths = createGpuPaths(crowd);
  crowd.aim({ paths });
  const [first, second] = [crowd.add({ x: 0, y: 0 }), crowd.add({ x: 0, y: 9 })];
  paths.assign(first, [0, 0, 50, 0], 1);
  await crowd.step(DT);
  const before = paths.memoryBytes;
  const long = Array.from({ length: 2 * 3000 }, (_, i) => (i % 2 === 0 ? i : 9));
  paths.assign(second, long, 1);
  await crowd.step(DT);
  await crowd.read();
  assert.ok(paths.memoryBytes >= before + 16 * 2000);
  // devices may round quotients by some units
  for (const x of crowd.preferredX) assert.ok(Math.abs(x - 1) < 1e-6, `${x} m/s`);
  paths.destroy();
  assert.throws(() => crowd.encodeStep(device.createCommandEncoder(), DT), /destroy/);
  crowd.aim(undefined);
  await crowd.step(DT);
  crowd.destroy();
});

/** 12 agents along zigzags, and three that seek a place, of which the last waits for an update. */
async function openScene(withPaths = true) {
  const options = { capacity: 20, defaults: { radius: 0.2 } };
  const crowd = await createGpuCrowd(device, {}, options);
  const { plan } = straightPlanner();
  const paths = createGpuPaths(crowd, { plan, plansPerUpdate: 1, retry: 2, astray: 1 });
  crowd.aim({ paths });
  if (!withPaths) return { crowd, paths };
  const next = numbers(8);
  for (let k = 0; k < 15; k++) {
    const [x, y] = [2 * (k % 5), 2 * Math.floor(k / 5)];
    const id = crowd.add({ x, y });
    if (k < 12) paths.assign(id, zigzag(x, y, next), 1 + next() / 2);
    else paths.seek(id, x + 9, y + 3);
  }
  return { crowd, paths };
}

/** Ticks with an update after each third; the hash and the states at the end. */
async function goOn({ crowd, paths }: Awaited<ReturnType<typeof openScene>>, ticks: number) {
  for (let tick = 0; tick < ticks; tick++) {
    await crowd.step(DT);
    if (tick % 3 === 2) await paths.update();
  }
  return [await crowd.hash(), paths.waiting, paths.plans, ...paths.status];
}

test('snapshots hold paths: a restored crowd goes on with the same bits', async () => {
  const scene = await openScene();
  await goOn(scene, 4);
  scene.crowd.set(scene.crowd.idOf(3), { x: 8, y: 12 });
  scene.crowd.remove(scene.crowd.idOf(7));
  const early = structuredClone(await scene.crowd.snapshot());
  assert.is(scene.paths.waiting, 2);
  const first = await goOn(scene, 30);
  const late = structuredClone(await scene.crowd.snapshot());
  const second = await goOn(scene, 30);
  scene.crowd.restore(early);
  assert.equal(await goOn(scene, 30), first, 'from tick 4');
  scene.crowd.restore(late);
  assert.equal(await goOn(scene, 30), second, 'from tick 34');
  const other = await openScene(false);
  other.crowd.restore(early);
  assert.equal(await goOn(other, 30), first, 'another crowd');
  // agents go elsewhere without the state
  scene.crowd.restore({ ...early, guide: undefined });
  assert.not.equal(await goOn(scene, 30), first);
  // nothing changes where bytes are refused
  const { guide } = early;
  for (const bad of [guide?.slice(8), guide?.slice(0, -8), new Uint8Array(3)])
    assert.throws(() => other.crowd.restore({ ...late, guide: bad }), /bytes/);
  scene.crowd.restore(early);
  other.crowd.restore(early);
  assert.equal(await goOn(other, 30), await goOn(scene, 30));
  for (const { crowd, paths } of [scene, other]) {
    paths.destroy();
    crowd.destroy();
  }
});

test('a restore during a snapshot: agents and paths are both those restored', async () => {
  const scene = await openScene();
  await goOn(scene, 4);
  const early = structuredClone(await scene.crowd.snapshot());
  await goOn(scene, 20);
  const during = scene.crowd.snapshot();
  // the snapshot has begun to read
  for (let k = 0; k < 20; k++) await Promise.resolve();
  scene.crowd.restore(early);
  const found = structuredClone(await during);
  const after = await scene.crowd.snapshot();
  assert.is(found.tick, early.tick);
  sameArray(found.bytes, after.bytes, 'agents');
  sameArray(found.guide!, after.guide!, 'paths');
  scene.paths.destroy();
  scene.crowd.destroy();
});

test('snapshots with paths go from one thread to the GPU and back', async () => {
  const options = { capacity: 20, defaults: { radius: 0.2 } };
  const scene = await openScene();
  await goOn(scene, 12);
  const snapshot = await scene.crowd.snapshot();
  const cpu = createCrowd({}, options);
  const { plan } = straightPlanner();
  const guide = createPathGuide(cpu, { plan, plansPerUpdate: 1, retry: 2, astray: 1 });
  cpu.follow(guide);
  for (const [from, to] of [
    [scene.crowd, cpu],
    [cpu, scene.crowd],
  ] as const) {
    to.restore(await from.snapshot());
    assert.is(guide.waiting, scene.paths.waiting);
    await scene.crowd.step(DT);
    await scene.paths.update();
    await scene.crowd.read();
    cpu.step(DT);
    for (let slot = 0; slot < 15; slot++) {
      for (const name of ['preferredX', 'preferredY', 'x', 'y'] as const) {
        const apart = Math.abs(scene.crowd[name][slot] - cpu[name][slot]);
        assert.ok(apart < 1e-5, `${name} of slot ${slot}: ${apart} apart`);
      }
    }
  }
  assert.ok(snapshot.guide);
  scene.paths.destroy();
  scene.crowd.destroy();
  cpu.destroy();
});

test('only paths of the crowd are taken', async () => {
  const [one, other] = [
    await createGpuCrowd(device, {}, { capacity: 2 }),
    await createGpuCrowd(device, {}, { capacity: 2 }),
  ];
  const paths = createGpuPaths(one);
  const id = one.add({ x: 0, y: 0 });
  assert.throws(() => other.aim({ paths }), /aim\.paths/);
  assert.throws(() => other.aim({ paths: {} as never }), /aim\.paths/);
  assert.throws(() => createGpuPaths({ ...one }), /crowd/);
  paths.destroy();
  assert.throws(() => one.aim({ paths }), /destroy/);
  assert.throws(() => paths.assign(id, [0, 0]), /destroy/);
  one.destroy();
  other.destroy();
});

test.run();
