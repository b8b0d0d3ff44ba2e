import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReferenceSolver } from '../src/reference.ts';
import { createAntelopesAndLions } from '../src/study/index.ts';

const model = suite('createAntelopesAndLions');

model('begins with 12 grass, 2 antelopes and 1 lion of 15', () => {
  assert.equal(createAntelopesAndLions({ agents: 1500 }).counts(), {
    grass: 1200,
    antelopes: 200,
    lions: 100,
  });
});

model('is the same at every tick on the solver and on the reference, seed 5', async () => {
  for (const dimensions of [2, 3] as const) {
    const options = { agents: 300, seed: 5, dimensions };
    const fast = createAntelopesAndLions(options);
    const slow = createAntelopesAndLions({ ...options, solver: createReferenceSolver });
    for (let tick = 0; tick < 40; tick++) {
      const [mine, truth] = [await fast.tick(), await slow.tick()];
      assert.is(fast.hash(), slow.hash(), `tick ${tick}`);
      assert.is(mine.contacts.total, truth.contacts.total);
    }
    assert.equal(fast.counts(), slow.counts());
    await fast.destroy();
  }
});

model('lets lions eat antelopes and antelopes grass, and the hungry starve, seed 9', async () => {
  const world = createAntelopesAndLions({ agents: 1500, seed: 9 });
  const start = world.counts();
  let touching = 0;
  for (let tick = 0; tick < 50; tick++) {
    const { contacts } = await world.tick();
    for (let slot = 0; slot < contacts.count; slot++) {
      if (contacts.first[slot + 1] > contacts.first[slot]) touching++;
    }
  }
  // the thesis' tests: 10 to 20 % of the agents collide
  const share = touching / 50 / 1500;
  assert.ok(share > 0.07 && share < 0.2, `${share} touch`);
  const grazed = world.counts();
  assert.ok(grazed.grass < start.grass / 2, `${grazed.grass} grass is left`);
  for (let tick = 50; tick < 235; tick++) await world.tick();
  const { grass, antelopes, lions } = world.counts();
  assert.ok(grass > grazed.grass, `${grass} grass has grown again`);
  assert.ok(antelopes > 0 && antelopes < 100, `${antelopes} antelopes are left`);
  assert.ok(lions < 100, `${lions} lions are left`);
  assert.is(world.ticks, 235);
  const { bodies } = world.environment;
  assert.ok(bodies.x.every((x) => x >= 0 && x <= world.side));
});
model.run();
