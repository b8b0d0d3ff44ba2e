import { buildQueries, referenceRoutes } from '@wayfield/graph';
import { openGrid, randomGrid, randomQueries } from '@wayfield/graph/generators';
import type { Calibration, CostCurve } from '../src/choose.ts';
import { sameArray } from '@wayfield/testing';
import {
  sharedDevice,
  SOFTWARE_DAWN,
  useSoftwareVulkan,
  wantsSoftware,
} from '@wayfield/testing/gpu';
import { requestDevice } from '@wayfield/gpu/node';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFastestSolver, type FastestOptions, type FastestSolver } from '../src/index.ts';
import { BACKENDS, type Backends } from '../src/backends.ts';
import { fastestOf } from '../src/fastest.ts';

const grid = randomGrid(60, 60, { density: 0.2, seed: 5 });
const queries = randomQueries(grid, 300, { seed: 6 });
const many = 100_000;

/** A machine on which one backend takes `ms` and the other 100. */
function measurements(cpu: number, gpu: number): Calibration {
  const curve = (backend: 'cpu' | 'gpu', ms: number): CostCurve => {
    return {
      backend,
      task: 'astar',
      map: 'uniform',
      nodes: 3600,
      work: 100,
      count: [many],
      ms: [ms],
    };
  };
  return { version: 1, curves: [curve('cpu', cpu), curve('gpu', gpu)] };
}

/** Answers right, whatever it is. */
async function prove(solver: FastestSolver): Promise<void> {
  const { status, cost } = await solver.run(queries);
  const expected = referenceRoutes(grid, queries);
  sameArray(status, expected.status);
  sameArray(cost, expected.cost);
  const costs = await solver.run(queries, { result: 'cost' });
  sameArray(costs.cost, cost);
  assert.is(costs.node.length, 0);
  assert.ok(solver.memoryBytes > 0);
  await solver.destroy();
}

const without = (fails: Partial<Backends>): Backends => ({ ...BACKENDS, ...fails });
const make = (options: FastestOptions, backends: Backends = BACKENDS): Promise<FastestSolver> =>
  fastestOf(grid, { queries: many, threads: 2, ...options }, backends);

const test = suite('createFastestSolver');

test('takes one thread for little work, and loads nothing else', async () => {
  const never = (): never => {
    throw new Error('nothing else is asked');
  };
  const backends = without({ device: never, gpu: never, pool: never });
  const solver = await fastestOf(grid, { queries: 10 }, backends);
  assert.is(solver.backend, 'thread');
  assert.match(
    solver.reason,
    /^10 queries settle about [\d,.]+ nodes, which one thread does at once$/,
  );
  await prove(solver);
  const batch = buildQueries([[0, 1]]);
  assert.is((await createFastestSolver(openGrid(9, 9), { queries: batch })).backend, 'thread');
});

test('takes a pool where there is no GPU, and says why there is none', async () => {
  const device = (): never => {
    throw new Error('no WebGPU here: this is a test');
  };
  const solver = await make({}, without({ device }));
  assert.is(solver.backend, 'pool');
  assert.is(solver.reason, '2 threads; no GPU: no WebGPU here: this is a test');
  await prove(solver);
  const asked = await make({ device: false });
  assert.is(asked.reason, '2 threads; no GPU is asked for');
  await asked.destroy();
  const one = await make({ device: false, threads: 1 });
  assert.is(one.backend, 'thread');
  await one.destroy();
});

test('takes no software GPU', async () => {
  if (!wantsSoftware()) return;
  useSoftwareVulkan();
  const device = (): Promise<GPUDevice> => requestDevice({ dawn: SOFTWARE_DAWN });
  const solver = await make({}, without({ device }));
  assert.is(solver.backend, 'pool');
  assert.match(solver.reason, /no GPU: the only WebGPU adapter is a program, not a GPU \(.*swift/);
  await solver.destroy();
});

test('takes one thread where there is no shared memory', async () => {
  const { SharedArrayBuffer: shared } = globalThis;
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  try {
    const solver = await make({ device: false });
    assert.is(solver.backend, 'thread');
    assert.match(solver.reason, /^no pool: SharedArrayBuffer is missing .*; no GPU is asked for$/);
    await prove(solver);
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
});

test('takes the GPU or the CPU as the measurements say', async () => {
  const device = await sharedDevice();
  const gpu = await make({ device, calibration: measurements(100, 1) });
  assert.is(gpu.backend, 'gpu');
  assert.match(gpu.reason, /^[\d.,]+ ms predicted on the GPU, [\d.,]+ ms on the CPU$/);
  await prove(gpu);
  const cpu = await make({ device, calibration: measurements(1, 100) });
  assert.is(cpu.backend, 'pool');
  assert.match(cpu.reason, /^2 threads; [\d.,]+ ms predicted on the GPU, [\d.,]+ ms on the CPU$/);
  await cpu.destroy();
});

test('destroys the device that it asked for, not the one of the caller', async () => {
  let destroyed = 0;
  const mine = await sharedDevice();
  const device = async (): Promise<GPUDevice> =>
    new Proxy(mine, {
      get: (of, key) =>
        key === 'destroy' ? () => destroyed++ : (Reflect.get(of, key, of) as unknown),
    });
  const gpu = async (): Promise<never> => {
    throw new RangeError('map needs 9 bytes, one binding of this device holds 8');
  };
  const large = await make({ calibration: measurements(100, 1) }, without({ device, gpu }));
  assert.is(
    large.reason,
    '2 threads; no GPU: map needs 9 bytes, one binding of this device holds 8',
  );
  assert.is(destroyed, 1);
  await large.destroy();
  const slow = await make({ calibration: measurements(1, 100) }, without({ device }));
  assert.is(slow.backend, 'pool');
  assert.is(destroyed, 2);
  await slow.destroy();
});

test.run();
