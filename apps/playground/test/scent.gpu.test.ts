// The crowd on the GPU goes where the crowd in WebAssembly goes, tick by tick.
import { sameArray } from '@wayfield/testing';
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultsOf } from '../src/common/settings.ts';
import { goalCells, placeGoals } from '../src/scenes/scent/goals.ts';
import { SCENT, scentOptions } from '../src/scenes/scent/scent.ts';
import { readMap } from '../src/scenes/maps/make-map.ts';
import { scentFunctions } from '../src/scenes/scent/on-cpu.ts';
import { createGpuScent } from '../src/scenes/scent/on-gpu.ts';
import { TWO_ROOMS } from './maps.ts';

const device = await testDevice();
const test = suite('scent');

for (const alone of [false, true]) {
  test(`GPU and WebAssembly agree, ${alone ? 'one agent' : 'any number'} per cell`, async () => {
    const map = readMap(TWO_ROOMS, 3);
    const goals = placeGoals(map.open, map.width, 2);
    const settings = { ...defaultsOf(SCENT.controls), agents: 60, alone, steps: 5 };
    const options = { ...scentOptions(map, goals, settings), threads: 1 };
    const crowd = await createGpuScent(device, options, () => new Uint32Array(256));
    await scentFunctions.begin(options);

    async function agree(ticks: number): Promise<void> {
      await crowd.tick(ticks);
      const { to } = await scentFunctions.tick(ticks, options.steps);
      sameArray(await crowd.places(), to, 'places');
    }
    await agree(1);
    await agree(11);
    const { to, arrived } = await scentFunctions.tick(0, options.steps);
    assert.ok(arrived > 10, `${arrived} arrived`);
    assert.ok(to.some((cell, i) => cell !== options.start[i]));

    // a wall comes, a goal moves
    const wall = Uint32Array.from([5 * map.width + 3, 5 * map.width + 4]);
    const ground = new Float32Array(2);
    goals[0].x = 2;
    goals[0].y = 2;
    for (const cell of wall) map.terrain[cell] = 0;
    for (const solver of [crowd, scentFunctions]) {
      solver.setTerrain(wall, ground);
      solver.setGoals(goalCells(goals, map));
    }
    await agree(9);
    crowd.destroy();
  });
}

test.run();
