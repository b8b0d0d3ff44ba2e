import {
  BUDGET_SPENT,
  buildGrid,
  buildQueries,
  FOUND,
  NO_PATH,
  pathLength,
  referenceRoutes,
  SOURCE_BLOCKED,
} from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, type DiffusionMap } from '../src/index.ts';
import { KINDS, randomMap, randomNumbers } from './random-maps.ts';

const test = suite("method 'distance'");
const SEED = 31;

/** Costs by relaxing every cell until nothing changes. */
function relaxed(
  { width, height, neighbours, corners, terrain }: DiffusionMap,
  goals: readonly number[],
): Float32Array {
  const dist = new Float32Array(width * height).fill(Infinity);
  for (const goal of goals) if (terrain[goal] > 0) dist[goal] = 0;
  for (let changed = true; changed;) {
    changed = false;
    for (let v = 0; v < dist.length; v++) {
      if (terrain[v] === 0) continue;
      const x = v % width;
      const y = (v - x) / width;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          if (neighbours === 4 && dx !== 0 && dy !== 0) continue;
          if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
          const w = v + dy * width + dx;
          if (terrain[w] === 0) continue;
          const open = +(terrain[v + dx] > 0) + +(terrain[v + dy * width] > 0);
          if (dx !== 0 && dy !== 0 && open < (corners === 'never' ? 2 : +(corners === 'one-open')))
            continue;
          const step = dx !== 0 && dy !== 0 ? Math.fround(Math.SQRT2) : 1;
          const d = Math.fround(dist[w] + Math.fround(step * Math.fround(1 / terrain[w])));
          if (d >= dist[v]) continue;
          dist[v] = d;
          changed = true;
        }
      }
    }
  }
  return dist;
}

test(`costs are the fixed point of relaxing every step, seed ${SEED}`, () => {
  const random = randomNumbers(SEED);
  for (const [width, height] of [
    [1, 1],
    [1, 7],
    [7, 1],
    [2, 3],
    [23, 17],
  ] as const) {
    for (const kind of KINDS) {
      const map = randomMap({ width, height, ...kind, blocked: 0.25, ground: 'mixed' }, random);
      const goals = [...new Set([0, Math.floor(random() * width * height)])];
      const model = createDiffusion(map, { method: 'distance' });
      model.setGoals('goal', { cell: goals });
      model.settle();
      sameArray(
        model.field('goal'),
        relaxed(map, goals),
        `${width} x ${height}, ${JSON.stringify(kind)}`,
      );
    }
  }
});

test(`down the costs is a shortest path of the grid of 1 / terrain, seed ${SEED}`, () => {
  const random = randomNumbers(SEED + 1);
  for (const corners of ['always', 'one-open', 'never'] as const) {
    const shape = { width: 40, height: 30, neighbours: 8, corners } as const;
    // with fewer steps allowed, as many cells are connected where fewer are blocked
    const blocked = corners === 'always' ? 0.3 : 0.2;
    checkDescents(randomMap({ ...shape, blocked, ground: 'mixed' }, random));
  }
});

/** All paths down the costs against the reference on the grid of the map. */
function checkDescents(map: DiffusionMap): void {
  const cost = map.terrain.map((t) => (t === 0 ? 0 : 1 / t));
  const { width, height, neighbours, corners = 'always' } = map;
  const grid = buildGrid({ width, height, neighbours, cost, corners });
  const goal = cost.findLastIndex((c) => c > 0);
  const model = createDiffusion(map, { method: 'distance' });
  model.setGoals('goal', { cell: [goal] });
  model.settle();
  const starts = Uint32Array.from({ length: 1200 }, (_, v) => v);
  const routes = model.descend('goal', starts);
  const best = referenceRoutes(
    grid,
    buildQueries({ source: starts, target: starts.map(() => goal) }),
  );
  let found = 0;
  for (let i = 0; i < 1200; i++) {
    if (routes.status[i] !== FOUND) {
      assert.is(routes.status[i], cost[i] === 0 ? SOURCE_BLOCKED : NO_PATH);
      assert.is(best.cost[i], Infinity);
      continue;
    }
    found++;
    const path = routes.node.subarray(routes.firstNode[i], routes.firstNode[i + 1]);
    assert.is(path[0], i);
    assert.is(path[path.length - 1], goal);
    assert.ok(pathLength(grid, path) <= best.cost[i] * (1 + 1e-5), `start ${i}`);
  }
  assert.ok(found > 600);
}

test('changed terrain and goals are worked out again, and nothing else', () => {
  const terrain = new Float32Array(100).fill(1);
  const model = createDiffusion(
    { width: 10, height: 10, neighbours: 4, terrain },
    { method: 'distance' },
  );
  assert.is(model.settle().reason, 'no-goal');
  model.setGoals('goal', { cell: [0] });
  assert.is(model.settle().steps, 1);
  assert.is(model.settle().steps, 0);
  assert.is(model.field('goal')[99], 18);
  // it takes no notice of modulations
  model.setModulation('goal', [50], 0.5);
  assert.is(model.settle().steps, 0);
  // a wall across, and a gap in it that costs 4
  model.setTerrain([50, 51, 52, 53, 54, 55, 56, 57, 58, 59], 0);
  assert.is(model.settle().unreachable, 40);
  assert.is(model.field('goal')[99], Infinity);
  assert.is(model.descend('goal', 99).status[0], NO_PATH);
  model.setTerrain([59], 0.25);
  model.settle();
  assert.is(model.field('goal')[99], 21);
  assert.is(model.descend('goal', 99, { maxSteps: 17 }).status[0], BUDGET_SPENT);
  assert.is(model.descend('goal', 99, { maxSteps: 18 }).status[0], FOUND);
  refuses(() => model.ascend('goal', 0), TypeError, /descend/);
});

test.run();
