// What is at the edge of what is allowed, the same whatever the method.
import { FOUND, NO_PATH, NONE, TARGET_BLOCKED } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createDiffusion,
  createPursuers,
  type Diffusion,
  type DiffusionMap,
  type DiffusionOptions,
} from '../src/index.ts';

const test = suite('edges of every method');

const METHODS: readonly DiffusionOptions[] = [
  { method: 'diffusion', precision: 'f32' },
  { method: 'diffusion' },
  { method: 'diffusion', rule: 'heat', border: 'clamp' },
  { method: 'steady' },
  { method: 'steady', rule: 'heat', border: 'clamp' },
  { method: 'distance' },
  { method: 'distance', metric: 'eikonal' },
];

function open(width: number, height: number): DiffusionMap {
  return { width, height, neighbours: 8, terrain: new Float32Array(width * height).fill(1) };
}

function way(model: Diffusion, start: number): { status: number; cells: number[] } {
  const routes = model[model.method === 'distance' ? 'descend' : 'ascend']('goal', start);
  return { status: routes.status[0], cells: [...routes.node.subarray(0, routes.firstNode[1])] };
}

for (const options of METHODS) {
  const name = Object.values(options).join(', ');
  const make = (map: DiffusionMap): Diffusion => createDiffusion(map, options);

  test(`no goal, a sealed goal, a goal on an obstacle: ${name}`, () => {
    const map = open(7, 5);
    for (const v of [2, 9, 14, 15, 16]) map.terrain[v] = 0;
    const model = make(map);
    const pursuers = createPursuers(model, { cell: [34, 8], weights: { goal: 1 } });
    assert.is(model.settle().reason, 'no-goal');
    assert.is(pursuers.move(), 0);
    assert.is(way(model, 34).status, NO_PATH);

    // four cells in a corner, the goal in one of them
    model.setGoals('goal', { cell: [0] });
    const sealed = model.settle();
    assert.ok(sealed.converged);
    assert.ok(sealed.steps <= 4, `${sealed.steps}`);
    assert.is(sealed.unreachable, 26);
    assert.is(way(model, 34).status, NO_PATH);
    assert.is(model.next('goal', 34), NONE);
    assert.is(pursuers.move(), 1);
    assert.equal([...pursuers.cell], [34, 0]);

    model.setGoals('goal', { cell: [9] });
    assert.is(model.settle().reason, 'no-goal');
    assert.is(way(model, 8).status, TARGET_BLOCKED);
    model.setTerrain([9], 0.5);
    assert.ok(model.settle().converged);
    assert.is(model.unreachable('goal'), 0);
    assert.equal(way(model, 34).cells.at(-1), 9);
    assert.is(pursuers.move(), 2);
    // its cell closes under it: it stays until it opens
    model.setTerrain([pursuers.cell[1]], 0);
    model.settle();
    pursuers.move();
    model.destroy();
  });

  test(`maps of one cell, one row, one column: ${name}`, () => {
    for (const [width, height] of [
      [1, 1],
      [1, 7],
      [7, 1],
      [33, 3],
    ] as const) {
      const model = make(open(width, height));
      const last = width * height - 1;
      model.setGoals('goal', { cell: [last] });
      assert.ok(model.settle().converged, `${width} x ${height}`);
      const { status, cells } = way(model, 0);
      assert.is(status, FOUND);
      assert.is(cells.length, Math.max(width, height));
      const pursuers = createPursuers(model, { cell: [0], weights: { goal: 1 } });
      for (let t = 1; t < cells.length; t++) assert.is(pursuers.move(), 1);
      assert.is(pursuers.cell[0], last);
      assert.is(pursuers.move(), 0);
      model.destroy();
    }
    assert.is(createPursuers(make(open(2, 2)), { cell: [], weights: { goal: 1 } }).move(), 0);
  });

  test(`terrain that is none, and more layers than there can be: ${name}`, () => {
    for (const value of [NaN, -1, 1.5, 2 ** -61, Infinity]) {
      const map = open(3, 2);
      map.terrain[4] = value;
      refuses(() => make(map), RangeError, new RegExp(`^terrain\\[4\\] is ${value}`));
      const model = make(open(3, 2));
      refuses(() => model.setTerrain([1, 4], [0.5, value]), RangeError, /^terrain\[1\] is/);
      model.setGoals('goal', { cell: [0] });
      model.settle();
      // nothing of it was taken over
      const other = make(open(3, 2));
      other.setGoals('goal', { cell: [0] });
      other.settle();
      assert.equal([...model.field('goal')], [...other.field('goal')]);
    }
    const layers = Array.from({ length: 65 }, (_, i) => `layer ${i}`);
    refuses(
      () => createDiffusion(open(2, 2), { ...options, layers }),
      RangeError,
      /^layers.length is 65/,
    );
  });
}

test('where nothing drains scent, it ends the same everywhere, and no path leads up', () => {
  const map: DiffusionMap = { ...open(12, 9), neighbours: 4 };
  const model = createDiffusion(map, { method: 'steady', border: 'clamp' });
  model.setGoals('goal', { cell: [0], strength: 1 });
  assert.ok(model.settle({ tolerance: 1e-6 }).converged);
  assert.ok(model.field('goal').every((value) => Math.abs(value) < 1e-4));
  assert.is(way(model, 107).status, NO_PATH);
});

test.run();
