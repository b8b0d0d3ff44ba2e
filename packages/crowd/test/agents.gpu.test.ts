// Agents that come, go and change between ticks; snapshots, hashes and memory of the GPU crowd.
import { sharedDevice, testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd, FREE } from '@wayfield/crowd';
import { createGpuCrowd } from '@wayfield/crowd/gpu';
import { addAll, randomAgents } from './gpu-scenes.ts';

const device = await sharedDevice();
const test = suite('agents of the GPU crowd');
const AGENTS = randomAgents(60, 8);
const DT = 0.05;

test('come, go and change as on one thread', async () => {
  const cpu = createCrowd({}, { capacity: 64 });
  const gpu = await createGpuCrowd(device, {}, { capacity: 64 });
  const ids = addAll(cpu, AGENTS);
  assert.equal(addAll(gpu, AGENTS), ids);
  for (let tick = 0; tick < 6; tick++) {
    for (const crowd of [cpu, gpu]) {
      if (tick === 1) for (const at of [0, 7, 8, 59]) crowd.remove(ids[at]);
      if (tick === 2) crowd.add({ x: 4, y: 4, preferredX: 1, radius: 0.4 });
      if (tick === 3) crowd.set(ids[20], { x: 1, y: 7, velocityX: 0.5, maxSpeed: 3 });
      if (tick === 4) crowd.set(ids[21], { maxNeighbours: 20, priority: 0.5, maxSpeed: 0.2 });
      if (tick === 5) crowd.preferredX[3] = -1;
    }
    cpu.step(DT);
    const { agents } = await gpu.step(DT);
    await gpu.read();
    assert.is(agents, cpu.count);
    assert.is(gpu.end, cpu.end);
    for (let slot = 0; slot < cpu.end; slot++) {
      assert.is(gpu.status[slot], cpu.status[slot], `status of ${slot}`);
      if (cpu.status[slot] === FREE) continue;
      const dx = gpu.positionX[slot] - cpu.positionX[slot];
      const dy = gpu.positionY[slot] - cpu.positionY[slot];
      assert.ok(Math.hypot(dx, dy) < 1e-4, `tick ${tick}: slot ${slot} is ${dx}, ${dy} apart`);
    }
  }
  gpu.destroy();
  cpu.destroy();
});

test('refuses columns with a preferred velocity that is not finite', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 64 });
  addAll(crowd, AGENTS);
  crowd.preferredX[7] = Infinity;
  const message = await crowd.step(DT).then(
    () => 'nothing',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  assert.is(message, 'RangeError: preferredX[7] is Infinity, expected a finite number');
  crowd.preferredX[7] = 1;
  assert.is((await crowd.step(DT)).agents, AGENTS.length);
  crowd.destroy();
});

test('a tick of a crowd without agents compiles nothing', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 16 });
  const compiled: string[] = [];
  const compile = device.createComputePipeline;
  const value: typeof compile = (descriptor) => {
    compiled.push(descriptor.label ?? '');
    return compile.call(device, descriptor);
  };
  Object.defineProperty(device, 'createComputePipeline', { value, configurable: true });
  try {
    await crowd.step(DT);
  } finally {
    Reflect.deleteProperty(device, 'createComputePipeline');
  }
  assert.equal(compiled, []);
  crowd.destroy();
});

test('equal input gives equal hashes, whatever ran before on the device', async () => {
  const hashes: number[] = [];
  for (let run = 0; run < 2; run++) {
    const crowd = await createGpuCrowd(device, {}, { capacity: 64 });
    addAll(crowd, AGENTS);
    for (let tick = 0; tick < 5; tick++) await crowd.step(DT);
    hashes.push(await crowd.hash());
    crowd.destroy();
  }
  assert.is(hashes[0], hashes[1]);
});

test('the hash does not depend on when agents were read', async () => {
  const hashes: number[] = [];
  for (const reads of [false, true]) {
    const crowd = await createGpuCrowd(device, {}, { capacity: 8 });
    crowd.add({ x: 0, y: 0 });
    // at tick 4 the agent is idle, with its home where it stopped
    for (const speed of [1, 1, 0, 0, 1, 1]) {
      crowd.preferredX[0] = speed;
      await crowd.step(0.5);
      if (reads) await crowd.read();
    }
    hashes.push(await crowd.hash());
    crowd.destroy();
  }
  assert.is(hashes[0], hashes[1]);
});

test('a snapshot goes on as the crowd does, also on one thread', async () => {
  const options = { capacity: 64 };
  const crowd = await createGpuCrowd(device, {}, options);
  const other = await createGpuCrowd(device, {}, options);
  const thread = createCrowd({}, options);
  addAll(crowd, AGENTS);
  await crowd.step(DT);
  const snapshot = await crowd.snapshot();
  other.restore(snapshot);
  thread.restore(snapshot);
  assert.is(thread.hash(), await crowd.hash());
  assert.is(await other.hash(), await crowd.hash());
  assert.is(other.tick, 1);
  await crowd.step(DT);
  await other.step(DT);
  assert.is(await other.hash(), await crowd.hash());
  assert.is.not(thread.hash(), await crowd.hash());
  thread.destroy();
  crowd.destroy();
  other.destroy();
});

test('reset and restore leave no agent behind on the device', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 64 });
  const empty = await crowd.snapshot();
  addAll(crowd, AGENTS);
  assert.is((await crowd.step(DT)).agents, AGENTS.length);
  crowd.reset();
  assert.is(crowd.tick, 0);
  crowd.add({ x: 3, y: 3 });
  await crowd.step(DT);
  const { buffer, offset } = crowd.resident.tally;
  assert.is(await wordAt(buffer, offset + 28), 1, 'agents on the device');
  crowd.restore(empty);
  await crowd.step(DT);
  assert.is(await wordAt(buffer, offset + 28), 0);
  crowd.destroy();
});

async function wordAt(buffer: GPUBuffer, offset: number): Promise<number> {
  const { readBuffer } = await import('@wayfield/gpu-core');
  return (await readBuffer(device, buffer, new Uint32Array(1), offset))[0];
}

test('what the host changes during a read stays', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 64 });
  const ids = addAll(crowd, AGENTS);
  await crowd.step(DT);
  const reading = crowd.read();
  await Promise.resolve();
  crowd.set(ids[5], { x: 100, y: 50 });
  await reading;
  assert.is(crowd.positionX[5], 100);
  await crowd.step(DT);
  await crowd.read();
  assert.ok(Math.abs(crowd.positionX[5] - 100) < 1);
  crowd.destroy();
});

test('a read brings agents of one time, whatever is recorded meanwhile', async () => {
  // three blocks of agents, far from each other
  const count = 2100;
  const crowd = await createGpuCrowd(device, {}, { capacity: count, preferred: 'resident' });
  for (let k = 0; k < count; k++) crowd.add({ x: 20 * k, y: 0, preferredX: 1 });
  await crowd.step(0.5);
  const reading = crowd.read();
  // the first block is under way after this
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  const encoder = device.createCommandEncoder();
  crowd.encodeStep(encoder, 0.5);
  device.queue.submit([encoder.finish()]);
  await reading;
  for (let k = 0; k < count; k++) assert.is(crowd.positionX[k], 20 * k + 0.5, `slot ${k}`);
  await crowd.read();
  for (let k = 0; k < count; k++) assert.is(crowd.positionX[k], 20 * k + 1, `slot ${k}`);
  crowd.destroy();
});

test('snapshot and hash have the tick of their agents, whatever is recorded', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 8 });
  crowd.add({ x: 0, y: 0, preferredX: 1 });
  await crowd.step(0.5);
  const hash = await crowd.hash();
  /** Waits until the read of a call is under way. */
  const begin = async (): Promise<void> => {
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  };
  const tick = (): void => {
    const encoder = device.createCommandEncoder();
    crowd.encodeStep(encoder, 0.5);
    device.queue.submit([encoder.finish()]);
  };
  const hashing = crowd.hash();
  await begin();
  tick();
  // a read that waits begins as soon as that of `hash` has ended
  const reading = crowd.read();
  assert.is(await hashing, hash);
  await reading;
  const taking = crowd.snapshot();
  await begin();
  tick();
  const { tick: taken } = await taking;
  assert.is(taken, 2);
  assert.is(crowd.tick, 3);
  const late = crowd.snapshot();
  await begin();
  tick();
  crowd.reset();
  assert.is((await late).tick, 0);
  crowd.destroy();
});

test('ticks of several lengths in one encoder', async () => {
  const [one, other] = [
    await createGpuCrowd(device, {}, { capacity: 64 }),
    await createGpuCrowd(device, {}, { capacity: 64 }),
  ];
  for (const crowd of [one, other]) addAll(crowd, AGENTS);
  const encoder = device.createCommandEncoder();
  for (let k = 1; k <= 12; k++) one.encodeStep(encoder, k / 100);
  device.queue.submit([encoder.finish()]);
  for (let k = 1; k <= 12; k++) await other.step(k / 100);
  assert.is(one.tick, 12);
  assert.is(await one.hash(), await other.hash());
  one.destroy();
  other.destroy();
});

test('a tick writes its uniform only if a word of it has changed', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 64, preferred: 'resident' });
  const id = crowd.add({ x: 0, y: 0 });
  const { queue } = device;
  const { writeBuffer } = queue;
  let writes = 0;
  queue.writeBuffer = (...args: Parameters<typeof writeBuffer>) => {
    writes++;
    return writeBuffer.apply(queue, args);
  };
  /** Writes of a tick; the crowd has no other changes for the device. */
  const writesOf = async (dt: number): Promise<number> => {
    await crowd.read();
    writes = 0;
    await crowd.step(dt);
    return writes;
  };
  assert.is(await writesOf(0.5), 1);
  assert.is(await writesOf(0.5), 0);
  assert.is(await writesOf(0.25), 1);
  assert.is(await writesOf(0.5), 0);
  crowd.set(id, { neighbourDistance: 20 });
  assert.is(await writesOf(0.5), 1);
  assert.is(await writesOf(0.25), 1);
  queue.writeBuffer = writeBuffer;
  crowd.destroy();
});

test('preferred velocities of kernels are left alone', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 64, preferred: 'resident' });
  crowd.add({ x: 0, y: 0 });
  await crowd.step(0.5);
  device.queue.writeBuffer(crowd.resident.preferred, 0, Float32Array.of(1));
  await crowd.step(0.5);
  await crowd.read();
  assert.ok(Math.abs(crowd.positionX[0] - 0.5) < 1e-6);
  assert.is(crowd.preferredX[0], 1);
  crowd.destroy();
});

test('a read leaves preferred velocities of columns alone', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 4 });
  crowd.add({ x: 0, y: 0, preferredX: 1 });
  await crowd.step(0.5);
  crowd.preferredX[0] = -1;
  await crowd.read();
  assert.is(crowd.preferredX[0], -1);
  // aims are found on the device: these are read
  crowd.aim({ goalX: [0], goalY: [9], speed: 1 });
  await crowd.step(0.5);
  await crowd.read();
  assert.ok(crowd.preferredY[0] > 0.9);
  crowd.destroy();
});

test('takes at most 200 bytes an agent', async () => {
  const capacity = 40_000;
  const crowd = await createGpuCrowd(device, {}, { capacity });
  crowd.add({ x: 0, y: 0 });
  await crowd.step(DT);
  await crowd.read();
  const each = crowd.memoryBytes / capacity;
  assert.ok(each <= 200, `${each} bytes an agent`);
  crowd.destroy();
});

test('runs within default limits; a lost device rejects with its reason', async () => {
  const doomed = await testDevice({ limits: 'default', features: [] });
  const crowd = await createGpuCrowd(doomed, {}, { capacity: 64 });
  addAll(crowd, AGENTS);
  assert.is((await crowd.step(DT)).agents, AGENTS.length);
  const snapshot = await crowd.snapshot();
  doomed.destroy();
  for (const call of [() => crowd.step(DT), () => crowd.read(), () => crowd.hash()]) {
    let message = '';
    await call().catch((error: Error) => (message = error.message));
    assert.match(message, 'device was lost');
  }
  crowd.destroy();
  // a new crowd goes on from the snapshot
  const next = await createGpuCrowd(device, {}, { capacity: 64 });
  next.restore(snapshot);
  assert.is((await next.step(DT)).tick, 2);
  next.destroy();
});

test('after destroy every call throws or rejects', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 8 });
  const id = crowd.add({ x: 0, y: 0 });
  crowd.destroy();
  crowd.destroy();
  assert.throws(() => crowd.add({ x: 0, y: 0 }), /destroy/);
  assert.throws(() => crowd.remove(id), /destroy/);
  assert.throws(() => crowd.reset(), /destroy/);
  assert.throws(() => crowd.encodeStep(device.createCommandEncoder(), DT), /destroy/);
  let refused = 0;
  for (const call of [() => crowd.step(DT), () => crowd.read(), () => crowd.snapshot()]) {
    await call().catch(() => refused++);
  }
  assert.is(refused, 3);
});

test.run();
