import {
  buildGraph,
  buildQueries,
  FOUND,
  type Graph,
  type Grid,
  NEAREST,
  NO_PATH,
  pathOf,
  referenceRoutes,
} from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { openGrid, randomGrid, randomQueries } from '@wayfield/graph/generators';
import type { Calibration, CostCurve } from '../src/choose.ts';
import { reason, sameArray } from '@wayfield/testing';
import {
  sharedDevice,
  SOFTWARE_DAWN,
  useSoftwareVulkan,
  wantsSoftware,
} from '@wayfield/testing/gpu';
import { requestDevice } from '@wayfield/gpu/node';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBestSolver, type BestOptions, type BestSolver } from '../src/index.ts';
import { BACKENDS, type Backends } from '../src/backends.ts';
import { bestOf } from '../src/best.ts';

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
async function prove(solver: BestSolver): Promise<void> {
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
const make = (options: BestOptions, backends: Backends = BACKENDS): Promise<BestSolver> =>
  bestOf(grid, { queries: many, threads: 2, ...options }, backends);

const test = suite('createBestSolver');

test('takes one thread for little work, and loads nothing else', async () => {
  const never = (): never => {
    throw new Error('nothing else is asked');
  };
  const backends = without({ device: never, gpu: never, pool: never });
  const solver = await bestOf(grid, { queries: 10 }, backends);
  assert.is(solver.backend, 'thread');
  assert.match(
    solver.reason,
    /^10 queries settle about [\d,.]+ nodes, which one thread does at once$/,
  );
  await prove(solver);
  const batch = buildQueries([[0, 1]]);
  assert.is((await createBestSolver(openGrid(9, 9), { queries: batch })).backend, 'thread');
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

test('takes one thread for a map without an open cell', async () => {
  const blocked = openGrid(3, 2);
  blocked.cost.fill(0);
  const solver = await bestOf(blocked, { device: false }, BACKENDS);
  assert.is(solver.backend, 'thread');
  assert.match(solver.reason, /^1,000 queries settle about 1,000 nodes, which one thread/);
  await solver.destroy();
});

test('tries a pool once, whether the GPU is slower or fails', async () => {
  const device = async (): Promise<GPUDevice> => ({ limits: {}, destroy() {} }) as never;
  const gpu = async (): Promise<never> => {
    throw new Error('the device was lost');
  };
  for (const calibration of [measurements(1, 100), measurements(100, 1)]) {
    let tried = 0;
    const pool = async (): Promise<never> => {
      tried++;
      throw new RangeError('no memory is left');
    };
    const made = make({ calibration }, without({ device, gpu, pool }));
    assert.is(await reason(made), 'RangeError: no memory is left');
    assert.is(tried, 1);
  }
});

/** Answers on one backend, `count` queries of a batch. */
async function on(backend: 'gpu' | 'pool' | 'thread', map: Grid | Graph): Promise<BestSolver> {
  const kinds = ['uniform', 'weighted', 'graph'] as const;
  const curves = kinds.flatMap((kind) =>
    measurements(100, 1).curves.map((curve) => ({ ...curve, map: kind })),
  );
  const solver = await bestOf(
    map,
    {
      queries: many * 100,
      threads: backend === 'thread' ? 1 : 2,
      device: backend === 'gpu' && (await sharedDevice()),
      calibration: { version: 1, curves },
    },
    BACKENDS,
  );
  assert.is(solver.backend, backend);
  return solver;
}

test('gives the same answers on every backend, nearest ends too (seed 7)', async () => {
  const cells = 40 * 30;
  const random = randomGrid(40, 30, { density: 0.35, seed: 7 });
  const pairs = Array.from({ length: 200 }, (_, i) => [(i * 7919) % cells, (i * 104_729) % cells]);
  const batch = buildQueries(pairs as [number, number][]);
  const solvers = await Promise.all(
    (['thread', 'pool', 'gpu'] as const).map((backend) => on(backend, random)),
  );
  for (const nearest of [false, true, 'source', 'target', 'both'] as const) {
    const [one, ...others] = await Promise.all(solvers.map((s) => s.run(batch, { nearest })));
    validateRoutes(random, batch, one, { nearest });
    for (const routes of others) {
      sameArray(routes.status, one.status);
      sameArray(routes.cost, one.cost);
      for (let i = 0; i < batch.count; i++) {
        assert.is(pathOf(routes, i)[0], pathOf(one, i)[0]);
        assert.is(pathOf(routes, i).at(-1), pathOf(one, i).at(-1));
      }
    }
  }
  for (const solver of solvers) await solver.destroy();
});

test('follows a map that changes, from the GPU by a move to the CPU', async () => {
  for (const backend of ['thread', 'pool', 'gpu'] as const) {
    const map = openGrid(12, 9);
    const solver = await on(backend, map);
    const batch = buildQueries([
      [0, 107],
      [5, 101],
    ]);
    const before = await solver.run(batch);
    const wall = Array.from({ length: 11 }, (_, x) => 48 + x);
    for (const cell of wall) map.cost[cell] = 0;
    // calls are answered in their order
    const updated = solver.update(wall);
    const after = await solver.run(batch);
    await updated;
    const expected = referenceRoutes(map, batch);
    sameArray(after.cost, expected.cost);
    assert.ok(after.cost[1] > before.cost[1]);
    if (backend === 'gpu') {
      assert.is(solver.backend, 'pool');
      assert.is(solver.reason, '2 threads; the map changed');
    } else assert.is(solver.backend, backend);
    for (const cell of wall) map.cost[cell] = 1;
    await solver.update();
    sameArray((await solver.run(batch)).cost, before.cost);
    assert.match(await reason(solver.update([108])), /^RangeError: changed(\[0\])? is 108/);
    await solver.destroy();
    assert.is(await reason(solver.run(batch)), 'Error: the solver was destroyed');
  }
});

test('takes no GPU for a map that will change, and says so', async () => {
  const device = await sharedDevice();
  const solver = await make({ device, changes: true, calibration: measurements(100, 1) });
  assert.is(solver.backend, 'pool');
  assert.is(solver.reason, '2 threads; no GPU: the map will change');
  await solver.destroy();
});

test('answers nearest nodes of graphs on the CPU, and updates their weights', async () => {
  const graph = buildGraph({
    nodeCount: 4,
    tail: [0, 1, 0],
    head: [1, 2, 2],
    weight: [1, 1, 9],
    x: [0, 1, 2, 3],
    y: [0, 0, 0, 0],
  });
  const batch = buildQueries([
    [0, 2],
    [0, 3],
  ]);
  const solver = await on('gpu', graph);
  const own = await solver.run(batch, { nearest: 'source' });
  assert.is(solver.backend, 'gpu');
  assert.equal([...own.status], [FOUND, NO_PATH]);
  const near = await solver.run(batch, { nearest: 'both' });
  assert.is(solver.backend, 'pool');
  assert.is(solver.reason, '2 threads; the GPU finds nearest nodes on grids only');
  assert.equal([...near.status], [FOUND, NEAREST]);
  assert.is(near.cost[0], 2);
  graph.weight[0] = 20;
  await solver.update([0]);
  assert.is((await solver.run(batch)).cost[0], 9);
  await solver.destroy();
});

test('stays on the GPU where a run on the CPU would reject at once', async () => {
  const arcs = { tail: [0], head: [1], weight: [1] };
  const graph = buildGraph({ nodeCount: 3, ...arcs, x: [0, 1, 2], y: [0, 0, 0] });
  const batch = buildQueries([[0, 2]]);
  const solver = await on('gpu', graph);
  const signal = AbortSignal.abort(new Error('enough'));
  assert.is(await reason(solver.run(batch, { nearest: true, signal })), 'Error: enough');
  assert.is(solver.backend, 'gpu');
  const beyond = buildQueries([[0, 3]]);
  assert.match(
    await reason(solver.run(beyond, { nearest: true })),
    /^RangeError: target\[0\] is 3/,
  );
  assert.is(solver.backend, 'gpu');
  assert.equal([...(await solver.run(batch, { nearest: true })).status], [NEAREST]);
  assert.is(solver.backend, 'pool');
  await solver.destroy();
});

test('refuses a calibration that is none, which is no failure of the GPU', async () => {
  const none = without({ device: () => Promise.reject(new Error('no GPU is asked for')) });
  const { curves } = measurements(100, 1);
  const wrong = { version: 1, curves: [{ ...curves[0], ms: [1, 2] }] } as const;
  const said = /^RangeError: calibration\.curves\[0\]\.ms has 2 entries, expected 1/;
  assert.match(await reason(make({ calibration: wrong }, none)), said);
  const old = { version: 0 as 1, curves };
  assert.is(
    await reason(make({ calibration: old }, none)),
    'RangeError: calibration.version is 0, expected 1',
  );
});

test('stays on the GPU where nearest nodes are wanted without coordinates', async () => {
  const graph = buildGraph({ nodeCount: 3, tail: [0], head: [1], weight: [1] });
  const batch = buildQueries([
    [0, 1],
    [0, 2],
  ]);
  const solver = await on('gpu', graph);
  for (const nearest of [true, 'target', 'both'] as const) {
    assert.is(
      await reason(solver.run(batch, { nearest })),
      'RangeError: nearest needs coordinates, the graph has no x and y',
    );
    assert.is(solver.backend, 'gpu');
  }
  assert.equal([...(await solver.run(batch)).status], [FOUND, NO_PATH]);
  await solver.destroy();
});

test.run();
