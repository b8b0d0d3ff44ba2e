import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, createPursuers, type DiffusionMap } from '../src/index.ts';
import { randomNumbers } from './random-maps.ts';

const test = suite('createPursuers');

function open(width: number, height: number): DiffusionMap {
  return { width, height, neighbours: 8, terrain: new Float32Array(width * height).fill(1) };
}

for (const precision of ['f32', 'log'] as const) {
  test(`all of a crowd come to the goal, and follow it when it moves, ${precision}`, () => {
    const model = createDiffusion(open(30, 20), { precision });
    model.setGoals('goal', { cell: [0] });
    model.settle();
    const random = randomNumbers(5);
    const cell = Array.from({ length: 200 }, () => Math.floor(random() * 600));
    const pursuers = createPursuers(model, { cell, weights: { goal: 1 } });
    for (let tick = 0; tick < 30 && pursuers.move() > 0; tick++) model.step();
    assert.ok(pursuers.cell.every((v) => v === 0));
    // it walks along the top, one cell every other tick
    for (let tick = 0; tick < 60; tick++) {
      model.setGoals('goal', { cell: [Math.min(29, tick >> 1)] });
      model.step(2);
      pursuers.move();
    }
    assert.ok(pursuers.cell.every((v) => v === 29));
    pursuers.destroy();
  });
}

test('those that move stand still on a top, and choose as next does', () => {
  const model = createDiffusion(open(9, 9));
  model.setGoals('goal', { cell: [40] });
  model.settle();
  const all = Array.from({ length: 81 }, (_, v) => v);
  const expected = all.map((v) => model.next('goal', v));
  const pursuers = createPursuers(model, { cell: all, weights: { goal: 2 } });
  assert.is(pursuers.move(), 80);
  assert.equal([...pursuers.cell], expected);
});

test('only one gets a cell that is for one', () => {
  const model = createDiffusion(open(5, 1));
  model.setGoals('goal', { cell: [4] });
  model.settle();
  const pursuers = createPursuers(model, {
    cell: [0, 1, 2],
    weights: { goal: 1 },
    exclusive: true,
  });
  pursuers.move();
  // the cells before them were taken when the tick began, but for the first in line
  assert.equal([...pursuers.cell], [0, 1, 3]);
  for (let i = 0; i < 9; i++) pursuers.move();
  assert.equal([...pursuers.cell], [2, 3, 4]);
  pursuers.place([0, 1, 4]);
  assert.equal([...pursuers.cell], [0, 1, 4]);
});

test('repelled by what it emits itself and by others, a crowd spreads', () => {
  const model = createDiffusion(open(15, 15), { layers: ['goal', 'crowd'] });
  model.setGoals('goal', { cell: [112], strength: 1 });
  const start = [110, 111, 112, 113, 114, 97, 127];
  const spread = (weights: Record<string, number>): number => {
    const pursuers = createPursuers(model, {
      cell: start,
      weights,
      emit: { layer: 'crowd', strength: 1 },
      exclusive: true,
    });
    for (let i = 0; i < 12; i++) {
      model.step(15);
      pursuers.move();
    }
    let sum = 0;
    for (const a of pursuers.cell) {
      for (const b of pursuers.cell) {
        sum += Math.hypot((a % 15) - (b % 15), Math.floor(a / 15) - Math.floor(b / 15));
      }
    }
    pursuers.destroy();
    model.reset();
    return sum;
  };
  assert.ok(spread({ goal: 1, crowd: -4 }) > 1.5 * spread({ goal: 1 }));
});

test('a crowd that emits takes no more memory tick by tick', () => {
  const model = createDiffusion(open(40, 40), { layers: ['goal', 'crowd'] });
  model.setGoals('goal', { cell: [820] });
  model.settle({ layers: ['goal'] });
  const pursuers = createPursuers(model, {
    cell: Array.from({ length: 400 }, (_, i) => i * 4),
    weights: { goal: 1 },
    emit: { layer: 'crowd', strength: 1 },
  });
  model.step();
  const held = model.memoryBytes;
  for (let i = 0; i < 30; i++) {
    pursuers.move();
    model.step();
    assert.is(model.memoryBytes, held);
  }
  assert.ok(pursuers.cell.every((v) => v === 820));
});

test('a pursuer in a gate dims the scent behind it, so that the next one takes the other gate', () => {
  // two gates in a wall, the upper one nearer to the start
  const map = open(11, 11);
  for (let y = 0; y < 11; y++) if (y !== 4 && y !== 7) map.terrain[y * 11 + 5] = 0;
  const model = createDiffusion(map);
  model.setGoals('goal', { cell: [5 * 11 + 10] });
  const from = 5 * 11;
  const gateOf = (): number =>
    [...model.ascend('goal', from).node].findLast((v) => v % 11 === 5) ?? -1;
  model.settle({ until: 'residual' });
  assert.is(gateOf(), 4 * 11 + 5);
  const first = createPursuers(model, {
    cell: [4 * 11 + 5],
    weights: { goal: 1 },
    modulate: { layer: 'goal', factor: 0.01 },
  });
  model.settle({ until: 'residual' });
  assert.is(gateOf(), 7 * 11 + 5);
  first.destroy();
  model.settle({ until: 'residual' });
  assert.is(gateOf(), 4 * 11 + 5);
});

test('what makes no sense is refused', () => {
  const model = createDiffusion(open(3, 3));
  const make = (more: object) => () => {
    createPursuers(model, { cell: [0], weights: { goal: 1 }, ...more });
  };
  refuses(make({ cell: [9] }), RangeError, 'cell[0] is 9, the map has 9 cells');
  refuses(make({ weights: {} }), RangeError, /^weights names no layer/);
  refuses(make({ weights: { food: 1 } }), RangeError, "there is no layer 'food', only goal");
  refuses(make({ weights: { goal: NaN } }), RangeError, /^weights.goal is NaN/);
  refuses(make({ modulate: { layer: 'goal', factor: 2 } }), RangeError, /^modulate.factor is 2/);
  refuses(make({ emit: { layer: 'goal', strength: 0 } }), RangeError, /^strength is 0/);
  const costs = createDiffusion(open(3, 3), { method: 'distance' });
  refuses(() => createPursuers(costs, { cell: [0], weights: { goal: 1 } }), TypeError, /no scent/);
});

test.run();
