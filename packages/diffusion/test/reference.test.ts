import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cellFactor } from '../src/model/cell-factor.ts';
import { checkMap, sortGoals } from '../src/model/check-input.ts';
import {
  type ReferenceField,
  referenceField,
  referenceStep,
  referenceValues,
} from '../src/step/reference.ts';
import { resolveOptions } from '../src/model/resolve-options.ts';
import type { DiffusionMap, DiffusionOptions } from '../src/types.ts';

const test = suite('reference');

/** The field after so many steps on an open n x n map, and how many steps fill it. */
function spread(n: number, steps: number, goalCell: number, options: DiffusionOptions) {
  const map: DiffusionMap = {
    width: n,
    height: n,
    neighbours: 8,
    terrain: new Float32Array(n * n).fill(1),
  };
  const resolved = resolveOptions(map, options);
  const factor = map.terrain.map((t) => cellFactor(t, 1, resolved.rate));
  const goals = sortGoals(n * n, { cell: [goalCell] });
  let field: ReferenceField = referenceField(map, resolved, goals);
  let filled = 0;
  for (let i = 1; i <= steps; i++) {
    field = referenceStep(map, resolved, goals, factor, field);
    if (filled === 0 && !field.fraction.includes(0)) filled = i;
  }
  return { values: referenceValues(resolved, field), filled };
}

test('one step from a goal of 1024 gives 128 around it', () => {
  const { values } = spread(3, 1, 4, { precision: 'f32' });
  sameArray(values, [128, 128, 128, 128, 1024, 128, 128, 128, 128]);
});

test("the printed kernel's border keeps what would leave straight, not diagonally", () => {
  const { values } = spread(2, 2, 0, { precision: 'f32', border: 'clamp' });
  // after one step 128 in the three others; then 128 is 1/8 of goal + two others + itself twice
  sameArray(values, [1024, 192, 192, 192]);
});

test("f32 fills 64 x 64 in 68 steps, with the parallel program's settings in 75, log in 63", () => {
  const goal = 64 * 64 - 1;
  const sequential: DiffusionOptions = { precision: 'f32', flushToZero: false };
  assert.is(spread(64, 70, goal, sequential).filled, 68);
  assert.is(spread(64, 76, goal, { precision: 'f32', border: 'clamp' }).filled, 75);
  assert.is(spread(64, 64, goal, {}).filled, 63);
});

test('where f32 does not underflow, log holds the same values', () => {
  const { values } = spread(9, 40, 3, { precision: 'f32' });
  const { values: logs } = spread(9, 40, 3, { precision: 'log' });
  sameArray(logs, values.map(Math.log2));
});

test('maps and goals that make no sense are refused with the number', () => {
  const map = { width: 2, height: 1, neighbours: 8, terrain: Float32Array.of(1, NaN) } as const;
  refuses(() => checkMap(map), RangeError, /^terrain\[1\] is NaN, expected 0, or .* to 1$/);
  refuses(
    () => sortGoals(4, { cell: [1, 4] }),
    RangeError,
    'cell[1] is 4, expected a cell below 4',
  );
  refuses(
    () => sortGoals(4, { cell: [1, 1] }),
    RangeError,
    'cell[1] and cell[0] are both 1, expected each cell once',
  );
});

test.run();
