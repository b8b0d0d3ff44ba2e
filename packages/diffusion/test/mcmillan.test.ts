// Table 5.1 of McMillan (2014): steps until no cell of an open map is 0. The sizes 1024 and 2048
// take 10 s and minutes; `wayfield-bench study diffusion --full` runs them.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, type DiffusionOptions } from '../src/index.ts';
import {
  MCMILLAN_PARALLEL,
  MCMILLAN_SEQUENTIAL,
  MCMILLAN_STRENGTH,
  MCMILLAN_TABLE_5_1,
  mcmillanOpenMap,
} from '../src/study/index.ts';

const test = suite('mcmillan, table 5.1');

function stepsToFill(n: number, options: DiffusionOptions): number {
  const model = createDiffusion(mcmillanOpenMap(n), options);
  model.setGoals('goal', { cell: [n * n - 1], strength: MCMILLAN_STRENGTH });
  const { steps, reason } = model.settle();
  assert.is(reason, 'front');
  model.destroy();
  return steps;
}

for (const { n, sequential, parallel } of MCMILLAN_TABLE_5_1.filter((row) => row.n <= 512)) {
  test(`${n} x ${n}: ${sequential} steps, parallel ${parallel}, without underflow ${n - 1}`, () => {
    assert.is(stepsToFill(n, MCMILLAN_SEQUENTIAL), sequential);
    assert.is(stepsToFill(n, MCMILLAN_PARALLEL), parallel);
    assert.is(stepsToFill(n, {}), n - 1);
  });
}

test.run();
