import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, RESIDUAL_INTERVAL } from '../src/index.ts';
import { randomGoals, randomMap, randomNumbers } from './random-maps.ts';

const test = suite('settle, residual');
const SEED = 61;

test(`is the largest relative change of the last step, seed ${SEED}`, () => {
  const random = randomNumbers(SEED);
  let changing = 0;
  for (const precision of ['f32', 'log'] as const) {
    for (const ground of ['free', 'mixed', 'harsh'] as const) {
      const map = randomMap({ width: 37, height: 23, neighbours: 8, blocked: 0.2, ground }, random);
      const goals = randomGoals(map, 6, random);
      const model = createDiffusion(map, { precision });
      const twin = createDiffusion(map, { precision });
      model.setGoals('goal', goals);
      twin.setGoals('goal', goals);
      for (const steps of [RESIDUAL_INTERVAL, 3 * RESIDUAL_INTERVAL]) {
        model.reset();
        twin.reset();
        model.step(steps - RESIDUAL_INTERVAL);
        const { residual } = model.settle({ until: 'residual', tolerance: Infinity });
        twin.step(steps - 1);
        const before = twin.field('goal');
        const after = model.field('goal');
        let most = 0;
        for (let v = 0; v < after.length; v++) {
          if (before[v] === after[v]) continue;
          const ratio = precision === 'log' ? 2 ** (before[v] - after[v]) : before[v] / after[v];
          most = Math.max(most, Math.abs(1 - ratio));
        }
        if (most > 0) changing++;
        // fields of 'log' are logarithms in f32: good to some 1e-5 of their values
        const slack = precision === 'log' ? 1e-3 : 1e-6;
        assert.ok(
          Math.abs(residual - most) <= slack * (1 + residual),
          `${precision}, ${ground}, step ${steps}: ${residual}, expected ${most}`,
        );
      }
    }
  }
  assert.ok(changing >= 8, `${changing} of 12 fields still changed`);
});

test.run();
