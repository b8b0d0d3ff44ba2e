// What solvers hold, what does not fit, and what is written over again and again.
import { reason } from '@wayfield/testing';
import { buildGraph, buildGrid, buildQueries } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuSolver, createGpuTreeSolver, type GpuSolverOptions } from '../src/index.ts';
import { createSolver } from '../src/search/solver.ts';
import { countingDevice, deviceWith } from './counting-device.ts';
import { checkRoutes, randomGrid, randomQueries } from './search-cases.ts';
import { device } from './device.ts';

const memory = suite('memoryBytes');

const WAYS: readonly [string, GpuSolverOptions][] = [
  ['workgroups', { variant: 'workgroup', tuning: { large: true } }],
  ['invocations', { variant: 'invocation' }],
];
for (const [name, options] of WAYS) {
  memory(`is what the buffers have: ${name}`, async () => {
    const grid = randomGrid(20, 20, 0.2, [1], {});
    const { counting, bytes } = countingDevice();
    const memoryBudget = 2 ** 25;
    const solver = await createGpuSolver(counting, grid, { ...options, memoryBudget });
    assert.is(solver.memoryBytes, bytes(), 'at first');
    assert.ok(bytes() < 50_000, `${bytes()} before anything was asked`);
    await solver.run(randomQueries(grid, 60, 11), { share: 'never' });
    assert.is(solver.memoryBytes, bytes(), 'after a small batch');
    const small = bytes();
    assert.ok(small < memoryBudget / 8, `${small} for 60 queries`);
    const more = randomQueries(grid, 350, 12);
    checkRoutes(grid, more, await solver.run(more, { share: 'never' }), 'astar');
    assert.is(solver.memoryBytes, bytes(), 'after a large batch');
    assert.ok(bytes() > 2 * small, `${bytes()} for 350 queries`);
    await solver.run(more, { share: 'always' });
    assert.is(solver.memoryBytes, bytes(), 'with trees');
    assert.ok(bytes() <= memoryBudget, `${bytes()} of ${memoryBudget}`);
    solver.destroy();
    assert.is(bytes(), 0, 'after destroy');
  });
}

memory('is the same for a batch after an aborted measurement of longer paths', async () => {
  const grid = buildGrid({ width: 60, height: 60, cost: new Float32Array(3600).fill(1) });
  const short = buildQueries(Array.from({ length: 400 }, (_, i) => [i, i + 1] as const));
  const long = buildQueries(Array.from({ length: 600 }, (_, i) => [i, 3599 - i] as const));
  const held: number[] = [];
  for (const measures of [false, true]) {
    const controller = new AbortController();
    const { signal } = controller;
    const now = (): number => {
      // the first measured search is over
      controller.abort(new Error('enough'));
      return performance.now();
    };
    const options = { tuning: { workspaces: 8, workgroupSize: 32 } };
    const solver = await createSolver(device, grid, options, { now });
    if (measures) assert.match(await reason(solver.run(long, { signal })), 'enough');
    // frees the waves of run
    await solver.runCompact(short);
    await solver.run(short, { share: 'never' });
    held.push(solver.memoryBytes);
    solver.destroy();
  }
  assert.is(held[1], held[0]);
});

memory.run();

const bindings = suite('one binding');

bindings('holds the map, or it is refused with both numbers', async () => {
  // no WebGPU device has less than 128 MiB, so one is told to
  const limits = Object.create(device.limits, {
    maxStorageBufferBindingSize: { value: 20_000 },
    maxBufferSize: { value: 200_000 },
    maxComputeInvocationsPerWorkgroup: { value: 256 },
    maxComputeWorkgroupSizeX: { value: 256 },
    maxComputeWorkgroupsPerDimension: { value: 65535 },
    maxComputeWorkgroupStorageSize: { value: 16384 },
  }) as GPUSupportedLimits;
  const tight = deviceWith({ limits });
  const arcs = Array.from({ length: 3000 }, (_, i) => i % 500);
  const graph = buildGraph({
    nodeCount: 500,
    tail: arcs,
    head: arcs.map((u, i) => (u + 1 + (i % 7)) % 500),
    weight: arcs.map(() => 1),
  });
  const map = /^RangeError: map needs [0-9,]+ bytes, one binding of this device holds 20,000$/;
  for (const variant of ['workgroup', 'invocation'] as const) {
    assert.match(await reason(createGpuSolver(tight, graph, { variant })), map);
  }
  assert.match(
    await reason(createGpuTreeSolver(tight, graph)),
    /^RangeError: tree solver: [a-z ]+ needs [0-9,]+ bytes, one binding .* holds 20,000$/,
  );
  const grid = buildGrid({ width: 40, height: 40, cost: new Float32Array(1600).fill(1) });
  assert.match(await reason(createGpuSolver(tight, grid, { variant: 'workgroup' })), map);
});

bindings.run();

const stamps = suite('generations of searches');

for (const [name, heap] of [
  ['queues', false],
  ['heap', true],
] as const) {
  stamps(`begin anew where a record can count no further: ${name}, seed 21`, async () => {
    const grid = randomGrid(17, 13, 0.05, [1], {});
    const queries = randomQueries(grid, 60, 21);
    // 3 searches at a time, 7 per dispatch: the last stamp is met in the middle of a run
    for (const internals of [
      // stamps of 2^27 and more would be taken for those of records that nothing was written to
      { generation: 2 ** 27 - 1 },
      { generation: 2 ** 27 - 2 },
      { generation: 2 ** 27 - 30 },
      // so that records of the same stamp would be met, were they not cleared
      { generations: 20 },
    ]) {
      const tuning = { workspaces: 3, workgroupSize: 32, queriesPerDispatch: 7, heap };
      const options = { variant: 'invocation', tuning } as const;
      const solver = await createSolver(device, grid, options, internals);
      for (let k = 0; k < 3; k++) {
        const routes = await solver.run(queries, { share: 'never' });
        checkRoutes(grid, queries, routes, 'astar', `run ${k}, ${JSON.stringify(internals)}`);
      }
      solver.destroy();
    }
  });
}

stamps.run();
