// `memoryBudget` of searches bounds what waves and trees hold together, at every moment.
import { reason } from '@wayfield/testing';
import { buildGrid, buildQueries, type Queries } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuSolver } from '../src/index.ts';
import { countingDevice } from './counting-device.ts';
import { device } from './device.ts';

const test = suite('memoryBudget of searches');

const side = 20;
const cells = side * side;
const grid = buildGrid({ width: side, height: side, cost: new Float32Array(cells).fill(1) });

/** Long paths from all cells to `ends` targets. */
function crowd(count: number, ends: number): Queries {
  const pairs = Array.from(
    { length: count },
    (_, i) => [i % cells, cells - 1 - (i % ends)] as const,
  );
  return buildQueries(pairs);
}

test('bounds waves and trees where a binding limits the paths', async () => {
  const { counting, bytes } = countingDevice();
  const limits = Object.create(device.limits, {
    maxStorageBufferBindingSize: { value: 65_536 },
    maxComputeInvocationsPerWorkgroup: { value: 256 },
    maxComputeWorkgroupSizeX: { value: 256 },
    maxComputeWorkgroupsPerDimension: { value: 65_535 },
    maxComputeWorkgroupStorageSize: { value: 16_384 },
    maxBufferSize: { value: device.limits.maxBufferSize },
  }) as GPUSupportedLimits;
  const tight = new Proxy(counting, {
    get: (target, name) => (name === 'limits' ? limits : (Reflect.get(target, name) as unknown)),
  });
  const memoryBudget = 580_000;
  const solver = await createGpuSolver(tight, grid, { memoryBudget, variant: 'workgroup' });
  // a wave of trees and one of answers from them, then a wave of searches
  for (const share of ['always', 'never'] as const) {
    await solver.run(crowd(900, 10), { share });
    assert.ok(bytes() <= memoryBudget, `${bytes()} of ${memoryBudget} bytes, share '${share}'`);
  }
  solver.destroy();
});

test('is kept while trees are made beside large waves', async () => {
  const graph = roadGraph(21, 19, { seed: 5 });
  const options = { variant: 'workgroup', algorithm: 'dijkstra' } as const;
  let most = 0;
  const { counting, bytes } = countingDevice(() => (most = Math.max(most, bytes())));
  const roomy = await createGpuSolver(counting, graph, options);
  const memoryBudget = roomy.memoryBytes + 220_000;
  roomy.destroy();
  const solver = await createGpuSolver(counting, graph, { ...options, memoryBudget });
  const pairs = Array.from({ length: 700 }, (_, i) => [i % 20, 398 - (i % 300)] as const);
  await solver.run(buildQueries(pairs), { share: 'never' });
  assert.ok(most > 0.8 * memoryBudget, `${most} of ${memoryBudget} bytes before trees`);
  const { shared } = await solver.run(buildQueries(pairs), { share: 'always' });
  assert.is(shared.trees, 20);
  assert.ok(most <= memoryBudget, `${most} of ${memoryBudget} bytes`);
  solver.destroy();
});

test('is named, with what is needed, where two waves of runCompact do not fit', async () => {
  // beside the map of 33,328 bytes there is room for one wave whose paths have all 400 nodes
  const memoryBudget = 43_000;
  const options = { memoryBudget, variant: 'workgroup', algorithm: 'greedy' } as const;
  const solver = await createGpuSolver(device, grid, options);
  const text = await reason(solver.runCompact(crowd(3, 1)));
  const numbers = /waves need ([0-9,]+) bytes .* is 43,000, of which ([0-9,]+) are left$/;
  const [, needed, left] = (numbers.exec(text) ?? assert.unreachable(text))!;
  const value = (number: string): number => Number(number.replaceAll(',', ''));
  assert.ok(value(needed) > value(left), text);
  solver.destroy();
});

test.run();
