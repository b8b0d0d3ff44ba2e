// Limits of terrain, strengths and weights, on one thread and on a pool.
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, createPursuers } from '@wayfield/diffusion';
import { createDiffusionPool } from '@wayfield/diffusion/pool';
import { checkDescents, checkRefusals, checkStrengths, type Make, WEIGHTS } from './limits.ts';

const test = suite('limits');

const BACKENDS: readonly (readonly [name: string, make: Make])[] = [
  ['one thread', createDiffusion],
  ['pool', (map, options) => createDiffusionPool(map, { ...options, threads: 2 })],
];

for (const [name, make] of BACKENDS) {
  for (const metric of ['graph', 'eikonal'] as const) {
    test(`every cell of a finite cost has a path, metric ${metric}: ${name}`, () =>
      checkDescents(make, metric));
  }
  test(`the largest strength gives numbers: ${name}`, () => checkStrengths(make, [4, 8]));
  test(`what is outside the limits is refused: ${name}`, () => checkRefusals(make));

  test(`an onProgress that throws ends the call, and the model goes on: ${name}`, async () => {
    const side = 700;
    const terrain = new Float32Array(side * side).fill(1);
    const map = { width: side, height: side, neighbours: 8, terrain } as const;
    const model = await make(map, { precision: 'f32', flushToZero: false });
    model.setGoals('goal', { cell: [0] });
    const reason = new Error('from onProgress');
    let caught: unknown;
    try {
      await model.settle({
        until: 400,
        onProgress: () => {
          throw reason;
        },
      });
    } catch (error) {
      caught = error;
    }
    assert.is(caught, reason);
    model.reset();
    const { reason: end, steps } = await model.settle({ until: 20 });
    assert.equal([end, steps], ['steps', 20]);
    const fresh = await make(map, { precision: 'f32', flushToZero: false });
    fresh.setGoals('goal', { cell: [0] });
    await fresh.step(20);
    const [own, other] = [await model.field('goal'), await fresh.field('goal')];
    assert.ok(own.every((value, v) => value === other[v]));
    await model.destroy();
    await fresh.destroy();
  });
}

test('weights of pursuers up to 2^20 give numbers, larger ones are refused', () => {
  const terrain = new Float32Array(9).fill(1);
  const map = { width: 3, height: 3, neighbours: 8, terrain } as const;
  const model = createDiffusion(map, { layers: ['a', 'b'], precision: 'f32' });
  model.setGoals('a', { cell: [8], strength: 2 ** 100 });
  model.setGoals('b', { cell: [8], strength: 2 ** 100 });
  model.settle();
  const { most, refused } = WEIGHTS;
  const pursuers = createPursuers(model, { cell: [0], weights: { a: most, b: most } });
  assert.is(pursuers.move(), 1);
  assert.is(pursuers.cell[0], 4);
  for (const a of refused) {
    refuses(
      () => createPursuers(model, { cell: [0], weights: { a } }),
      RangeError,
      /^weights\.a is .*, expected a number from -1048576 to 1048576$/,
    );
  }
  model.destroy();
});

test.run();
