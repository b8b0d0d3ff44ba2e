// Scent that grows from nothing has no tops but goals (docs/concepts/free-agents.md).
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, type Diffusion, type DiffusionMap } from '../src/index.ts';
import { KINDS, randomMap, randomNumbers } from './random-maps.ts';

const test = suite('tops of scent');
const SEED = 68;

/** Cells with scent that have no neighbour with as much, goals excepted. */
function tops(model: Diffusion, { width, height }: DiffusionMap, goals: readonly number[]): number {
  const field = model.field('goal');
  let count = 0;
  for (let v = 0; v < field.length; v++) {
    if (field[v] === -Infinity || goals.includes(v)) continue;
    const [x, y] = [v % width, Math.floor(v / width)];
    let best = -Infinity;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const [toX, toY] = [x + dx, y + dy];
        if ((dx === 0 && dy === 0) || toX < 0 || toX >= width || toY < 0 || toY >= height) continue;
        best = Math.max(best, field[toY * width + toX]);
      }
    }
    if (field[v] > best) count++;
  }
  return count;
}

test(`none after reset, at any number of steps, seed ${SEED}`, () => {
  const random = randomNumbers(SEED);
  let kept = 0;
  for (const kind of KINDS) {
    for (const rule of ['average', 'heat'] as const) {
      const shape = { width: 45, height: 31, ...kind, blocked: 0.2, ground: 'free' } as const;
      const map = randomMap(shape, random);
      const goals = [0, 700];
      for (const goal of goals) map.terrain[goal] = 1;
      const model = createDiffusion(map, { rule });
      model.setGoals('goal', { cell: goals });
      for (let round = 0; round < 6; round++) {
        model.settle();
        // a goal goes and comes back, and cells are blocked
        model.setGoals('goal', { cell: [goals[round % 2]] });
        const blocked = Array.from({ length: 9 }, () => 1 + Math.floor(random() * 600));
        model.setTerrain(blocked, 0);
        model.step(3);
        kept += tops(model, map, goals);
        model.reset();
        for (const steps of [1, 2, 5, 40]) {
          model.step(steps);
          assert.is(tops(model, map, goals), 0, `${JSON.stringify(kind)} ${rule}, ${steps} steps`);
        }
        // what only lets more scent through makes none
        model.setTerrain(blocked, 1);
        model.setGoals('goal', { cell: goals });
        model.step(3);
        assert.is(tops(model, map, goals), 0, `${JSON.stringify(kind)} ${rule}, opened`);
      }
      model.destroy();
    }
  }
  assert.ok(kept > 0, 'without reset old scent has tops');
});

test.run();
