import { FOUND } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eikonalReference, eikonalUpdate } from '../src/distance/eikonal-reference.ts';
import { createDiffusion, createPursuers, type DiffusionMap } from '../src/index.ts';
import { KINDS, randomMap, randomNumbers, serpentine } from './random-maps.ts';

const test = suite("metric 'eikonal'");
const SEED = 53;
const OPTIONS = { method: 'distance', metric: 'eikonal' } as const;

function solved(map: DiffusionMap, goals: readonly number[]): Float32Array {
  const model = createDiffusion(map, OPTIONS);
  model.setGoals('goal', { cell: goals });
  model.settle();
  const field = model.field('goal');
  model.destroy();
  return field;
}

function solvedHeadings(map: DiffusionMap, goals: readonly number[]): Float32Array {
  const model = createDiffusion(map, OPTIONS);
  model.setGoals('goal', { cell: goals });
  model.settle();
  const headings = model.headings();
  model.destroy();
  return headings;
}

function open(width: number, height: number, neighbours: 4 | 8 = 8): DiffusionMap {
  return { width, height, neighbours, terrain: new Float32Array(width * height).fill(1) };
}

test(`every cell holds what its neighbours give it, no lower solution exists, seed ${SEED}`, () => {
  const random = randomNumbers(SEED);
  for (const [width, height] of [
    [1, 1],
    [1, 8],
    [9, 1],
    [2, 2],
    [41, 27],
  ] as const) {
    for (const kind of KINDS) {
      for (const ground of ['free', 'mixed', 'harsh', 'winding'] as const) {
        const shape = { width, height, ...kind, blocked: 0.25 };
        const map =
          ground === 'winding'
            ? { ...shape, terrain: serpentine(width, height) }
            : randomMap({ ...shape, ground }, random);
        const goals = [...new Set([0, Math.floor(random() * width * height)])];
        const field = solved(map, goals);
        const what = `${width} x ${height}, ${JSON.stringify(kind)}, ${ground}`;
        for (let v = 0; v < field.length; v++) {
          const given = goals.includes(v) && map.terrain[v] > 0 ? 0 : eikonalUpdate(map, field, v);
          assert.is(field[v], given, `${what}, cell ${v}`);
        }
        sameArray(field, eikonalReference(map, goals), what);
      }
    }
  }
});

test('comes nearer to the true distance with finer cells, from all directions', () => {
  // the largest error of the distance to a corner, in widths of the map
  const errorOf = (n: number, neighbours: 4 | 8, metric: 'graph' | 'eikonal'): number => {
    const model = createDiffusion(open(n, n, neighbours), { method: 'distance', metric });
    model.setGoals('goal', { cell: [0] });
    model.settle();
    const field = model.field('goal');
    model.destroy();
    let worst = 0;
    for (let v = 0; v < n * n; v++) {
      worst = Math.max(worst, Math.abs(field[v] - Math.hypot(v % n, Math.floor(v / n))) / n);
    }
    return worst;
  };
  for (const neighbours of [4, 8] as const) {
    const errors = [32, 64, 128, 256].map((n) => errorOf(n, neighbours, 'eikonal'));
    for (let i = 1; i < errors.length; i++) {
      // of order h |log h|: not quite halved
      assert.ok(errors[i] < 0.66 * errors[i - 1], `${neighbours}: ${errors.join(' ')}`);
    }
    assert.ok(errors[3] < 0.02, `${errors[3]}`);
    // steps along the axes and diagonals alone stay wrong however fine they are
    assert.ok(errorOf(256, neighbours, 'graph') > 4 * errors[3]);
  }
});

test('bends where the ground is slower, as light does', () => {
  // half of the map is half as fast: the path from a corner crosses the border by Snell's law
  const n = 200;
  const map = open(n, n);
  map.terrain.fill(0.5, (n / 2) * n);
  const field = solved(map, [0]);
  // the least time of all paths, one through each cell of the border
  const to = n * n - 1;
  let least = Infinity;
  for (let x = 0; x < n; x += 0.25) {
    const above = Math.hypot(x, n / 2 - 0.5);
    least = Math.min(least, above + 2 * Math.hypot(n - 1 - x, n / 2 - 0.5));
  }
  assert.ok(Math.abs(field[to] / least - 1) < 0.01, `${field[to]} and ${least}`);
});

test('goals, terrain and agents are as with ways from cell to cell', () => {
  const map = open(40, 30);
  const model = createDiffusion(map, OPTIONS);
  assert.is(model.metric, 'eikonal');
  assert.is(model.settle().reason, 'no-goal');
  model.setGoals('goal', { cell: [0] });
  assert.is(model.settle().steps, 1);
  assert.is(model.settle().steps, 0);
  const starts = Array.from({ length: 1200 }, (_, v) => v);
  const routes = model.descend('goal', starts);
  assert.ok(routes.status.every((status) => status === FOUND));
  const crowd = createPursuers(model, { cell: starts, weights: { goal: 1 } });
  for (let tick = 0; tick < 60; tick++) crowd.move();
  assert.ok(crowd.cell.every((v) => v === 0));
  // a wall with one gap, then none
  model.setTerrain(
    Array.from({ length: 29 }, (_, y) => y * 40 + 20),
    0,
  );
  assert.is(model.settle().unreachable, 0);
  const way = model.descend('goal', 39);
  assert.ok([...way.node].includes(29 * 40 + 20));
  model.setTerrain([29 * 40 + 20], 0);
  assert.is(model.settle().unreachable, 19 * 30);
  assert.is(model.field('goal')[39], Infinity);
  refuses(
    () => createDiffusion(map, { metric: 'eikonal' }),
    RangeError,
    "metric is 'eikonal', but method 'diffusion' has none",
  );
});

test('headings lead straight to a goal over open ground, and around obstacles', () => {
  for (const neighbours of [4, 8] as const) {
    const [width, height] = [90, 70];
    const map = open(width, height, neighbours);
    const goal = 35 * width + 45;
    const way = solvedHeadings(map, [goal]);
    assert.equal([way[2 * goal], way[2 * goal + 1]], [0, 0]);
    for (let v = 0; v < width * height; v++) {
      const [dx, dy] = [45 - (v % width), 35 - Math.floor(v / width)];
      const far = Math.hypot(dx, dy);
      if (far < 12) continue;
      const cosine = (way[2 * v] * dx + way[2 * v + 1] * dy) / far;
      assert.ok(cosine > Math.cos((8 * Math.PI) / 180), `cell ${v}: ${cosine}`);
    }
    const random = randomNumbers(SEED + neighbours);
    const rough = randomMap({ width, height, neighbours: 4, blocked: 0.2, ground: 'free' }, random);
    rough.terrain[goal] = 1;
    const costs = solved(rough, [goal]);
    const ways = solvedHeadings(rough, [goal]);
    for (let v = 0; v < costs.length; v += 7) {
      if (costs[v] === Infinity) {
        assert.equal([ways[2 * v], ways[2 * v + 1]], [0, 0]);
        continue;
      }
      const [x, y] = [Math.sign(ways[2 * v]), Math.sign(ways[2 * v + 1])];
      // each part of the heading leads to a cell that is nearer
      if (x !== 0) assert.ok(costs[v + x] < costs[v], `cell ${v}`);
      if (y !== 0) assert.ok(costs[v + y * width] < costs[v], `cell ${v}`);
      assert.ok(v === goal || Math.abs(Math.hypot(ways[2 * v], ways[2 * v + 1]) - 1) < 1e-6);
    }
  }
});

test.run();
