import { buildGrid, buildQueries, FOUND } from '@wayfield/graph';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, diffusionMapOf, gridOfMap, type DiffusionMap } from '../src/index.ts';
import { measurePaths } from '../src/study/index.ts';
import { randomMap, randomNumbers } from './random-maps.ts';

const test = suite('measurePaths');
const SEED = 8;

test('counts cells, lengths, costs and turns', () => {
  const terrain = new Float32Array(20).fill(1);
  terrain[7] = 0.25;
  const map: DiffusionMap = { width: 5, height: 4, neighbours: 8, terrain };
  const routes = {
    count: 2,
    status: Uint8Array.of(FOUND, 3),
    cost: new Float32Array(2),
    firstNode: Uint32Array.of(0, 5, 5),
    node: Uint32Array.of(0, 6, 7, 8, 14),
  };
  const { nodes, length, cost, turns, ratio } = measurePaths(map, routes);
  assert.equal([...nodes], [5, 0]);
  assert.is(length[0], 2 + 2 * Math.SQRT2);
  assert.is(cost[0], 5 + 2 * Math.SQRT2);
  assert.equal([...turns], [2, 0]);
  assert.ok(Number.isNaN(length[1]) && Number.isNaN(ratio[0]));
});

test('counts turns on a map of two columns', () => {
  const map: DiffusionMap = {
    width: 2,
    height: 3,
    neighbours: 8,
    terrain: new Float32Array(6).fill(1),
  };
  const routes = {
    count: 1,
    status: Uint8Array.of(FOUND),
    cost: new Float32Array(1),
    firstNode: Uint32Array.of(0, 4),
    node: Uint32Array.of(0, 1, 2, 4),
  };
  assert.equal([...measurePaths(map, routes).turns], [2]);
});

test(`scent takes ways that are close to the best, distance the best, seed ${SEED}`, () => {
  const map = randomMap(
    { width: 60, height: 60, neighbours: 8, blocked: 0.2, ground: 'mixed' },
    randomNumbers(SEED),
  );
  const grid = gridOfMap(map);
  const goal = map.terrain.findLastIndex((part) => part > 0);
  const starts = Uint32Array.from({ length: 300 }, (_, i) => i * 11);
  const queries = buildQueries({ source: starts, target: starts.map(() => goal) });
  const best = createWasmSolver(grid).run(queries);
  const means: number[] = [];
  for (const method of ['diffusion', 'steady', 'distance'] as const) {
    const model = createDiffusion(map, { method });
    model.setGoals('goal', { cell: [goal] });
    model.settle();
    const routes =
      method === 'distance' ? model.descend('goal', starts) : model.ascend('goal', starts);
    assert.equal(
      [...routes.status].map((s) => s === FOUND),
      [...best.status].map((s) => s === FOUND),
    );
    const ratios = measurePaths(map, routes, best).ratio.filter((ratio) => ratio > 0);
    assert.ok(ratios.length > 200);
    assert.ok(ratios.every((ratio) => ratio > 1 - 1e-6));
    means.push(ratios.reduce((sum, ratio) => sum + ratio) / ratios.length);
  }
  assert.ok(means[0] < 2 && means[1] < 2, `mean ratios ${means.join(', ')}`);
  assert.ok(means[2] < 1 + 1e-6);
});

test('one map has two scales', () => {
  const grid = buildGrid({ width: 2, height: 2, cost: [1, 4, 0, 1.25] });
  const map = diffusionMapOf(grid);
  assert.equal([...map.terrain], [1, 0.25, 0, Math.fround(0.8)]);
  assert.equal([...gridOfMap(map).cost], [1, 4, 0, 1.25]);
  refuses(
    () => diffusionMapOf(buildGrid({ width: 1, height: 1, cost: [0.5] })),
    RangeError,
    'cost[0] is 0.5, expected 0, or 1 to 2^60',
  );
});

test.run();
