// The crowd on the GPU: agents stay out of walls, arrive and turn round; walls come on top of them.
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldFunctions } from '../src/scenes/crowd/fields.ts';
import { createGpuCrowdSolver } from '../src/scenes/crowd/on-gpu.ts';
import { makeWorld } from '../src/scenes/crowd/worlds.ts';

const device = await testDevice();
const test = suite('crowd on the GPU');

test('agents walk to and fro between their goals, beside ghosts', async () => {
  const world = makeWorld('streams', 120, 5);
  const { width, terrain } = world;
  const fields = {
    begin: async () => fieldFunctions.begin(world),
    change: async (...change: Parameters<typeof fieldFunctions.change>) =>
      fieldFunctions.change(...change),
    end: () => undefined,
  };
  const solver = await createGpuCrowdSolver(device, world, [width + 5, 0], fields);
  solver.setSeconds(1 / 8);
  const start = await solver.places();
  assert.is(start.x.length, 240);
  // ghosts begin at the same places
  for (let k = 0; k < 120; k++) assert.is(start.x[k] + width + 5, start.x[120 + k]);
  const inWalls = async (): Promise<number> => {
    const { x, y } = await solver.places();
    let inside = 0;
    for (let k = 0; k < 120; k++) {
      if (terrain[Math.floor(y[k]) * width + Math.floor(x[k])] === 0) inside++;
    }
    return inside;
  };
  for (let i = 0; i < 12; i++) {
    await solver.tick(10);
    assert.is(await inWalls(), 0);
  }
  const end = await solver.places();
  assert.ok(end.x.filter((x, k) => Math.abs(x - start.x[k]) > 1).length > 150);
  // the look at arrivals follows the tick
  for (let i = 0; i < 40 && (solver.facts.arrived[1] ?? 0) < 5; i++) {
    await solver.tick(30);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { arrived } = solver.facts;
  assert.ok(arrived.length === 2 && arrived[0] > 5 && arrived[1] > 5, arrived.join());

  // a wall on top of some agents
  const { x, y } = await solver.places();
  const cells = Uint32Array.from(
    new Set(Array.from({ length: 6 }, (_, k) => Math.floor(y[k]) * width + Math.floor(x[k]))),
  );
  for (const cell of cells) terrain[cell] = 0;
  solver.setTerrain(cells, new Float32Array(cells.length));
  await solver.tick(1);
  assert.is(await inWalls(), 0);
  solver.setGoals(world.goals.map((goal) => ({ ...goal, x: goal.x + 1 })));
  await solver.tick(5);
  assert.is(await inWalls(), 0);
  solver.destroy();
});

test.run();
