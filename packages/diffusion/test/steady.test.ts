import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, type DiffusionMap, type DiffusionOptions } from '../src/index.ts';
import { randomMap, randomNumbers, serpentine } from './random-maps.ts';

const test = suite("method 'steady'");
const SEED = 17;

/** Solves, then steps: a field that steps leave as it is, in every cell relative to itself, is the steady one. */
function stays(
  map: DiffusionMap,
  options: DiffusionOptions,
  goals: readonly number[],
  what: string,
): void {
  const model = createDiffusion(map, { ...options, method: 'steady' });
  model.setGoals('goal', { cell: goals });
  const report = model.settle({ tolerance: 1e-5 });
  assert.is(report.reason, 'residual', what);
  assert.ok(report.steps < 60, `${what}: ${report.steps} cycles`);
  const steady = model.field('goal');
  const other = createDiffusion(map, options);
  other.setGoals('goal', { cell: goals });
  other.settle();
  // far more steps than the field needs to come to rest
  other.settle({ until: 'residual', tolerance: 2e-7, limit: 20_000 });
  const rest = other.field('goal');
  let worst = 0;
  for (let v = 0; v < rest.length; v++) {
    assert.is(steady[v] === -Infinity, rest[v] === -Infinity, `${what}, cell ${v}`);
    if (rest[v] > -Infinity) worst = Math.max(worst, Math.abs(steady[v] - rest[v]));
  }
  // 0.002 of a binary place is 1.4 parts in 1000
  assert.ok(worst < 2e-3, `${what}: ${worst} binary places off`);
}

test(`is where the steps come to rest, seed ${SEED}`, () => {
  const random = randomNumbers(SEED);
  for (const neighbours of [4, 8] as const) {
    for (const border of ['zero', 'clamp'] as const) {
      const map = randomMap(
        { width: 33, height: 21, neighbours, blocked: 0.15, ground: 'mixed' },
        random,
      );
      map.terrain[0] = 1;
      stays(map, { border }, [0, 400], `${neighbours} neighbours, ${border}`);
    }
  }
  const free = randomMap(
    { width: 24, height: 24, neighbours: 8, blocked: 0, ground: 'free' },
    random,
  );
  stays(free, {}, [0], 'open');
  stays(free, { rule: 'heat', rate: 0.05 }, [300], 'heat');
});

test('reaches the end of a winding corridor, hundreds of powers of ten below the goal', () => {
  const map: DiffusionMap = { width: 31, height: 31, neighbours: 8, terrain: serpentine(31, 31) };
  const model = createDiffusion(map, { method: 'steady' });
  model.setGoals('goal', { cell: [0] });
  assert.is(model.settle().reason, 'residual');
  const field = model.field('goal');
  assert.ok(field[960] < -900 && field[960] > -Infinity, `${field[960]}`);
  // the same field again costs nothing
  assert.is(model.settle().steps, 0);
  const again = model.field('goal');
  sameArray(again, field);
});

test('needs a precision in which scent ends nowhere', () => {
  const map: DiffusionMap = {
    width: 2,
    height: 1,
    neighbours: 4,
    terrain: new Float32Array([1, 1]),
  };
  refuses(
    () => createDiffusion(map, { method: 'steady', precision: 'f32' }),
    RangeError,
    /needs precision 'log'/,
  );
});

test.run();
