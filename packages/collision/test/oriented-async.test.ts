// The calls that the oriented pool and the oriented solver on a GPU share, with phases that fail.
import { createTurns } from '@wayfield/wasm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { asyncCalls, type Phases } from '../src/oriented/async-calls.ts';
import { addOrientedBody, buildOrientedBodies, buildShapes } from '../src/oriented/index.ts';
import { takeWorld } from '../src/oriented/take.ts';
import { refusesLater } from './refuses-later.ts';

const calls = suite('asyncCalls');

calls('keep the bodies of before in both phases where one phase fails to update', async () => {
  for (const failing of ['broad', 'narrow'] as const) {
    const world = buildOrientedBodies(buildShapes(2, [{ radius: 1 }]));
    addOrientedBody(world, { x: 1, y: 0 });
    const first = takeWorld(world);
    const held = { ...first.bodies };
    const has = { broad: first.bodies.x[0], narrow: first.poses[0] };
    let fails = true;
    const fail = (phase: string): void => {
      if (!fails || phase !== failing) return;
      fails = false;
      throw new RangeError('memory ended');
    };
    const phases: Phases = {
      held,
      broad: {
        async update() {
          fail('broad');
          [has.broad] = held.x;
        },
        explore: () => Promise.reject(new Error('not asked')),
      },
      take({ poses }) {
        // as a block that grew: what it held is lost
        has.narrow = NaN;
        fail('narrow');
        [has.narrow] = poses;
      },
      find: () => Promise.reject(new Error('not asked')),
    };
    const { update } = asyncCalls(world, first, createTurns('solver'), phases);
    world.bodies.x[0] = 2;
    await refusesLater(update(), RangeError, /^memory ended$/);
    assert.equal(has, { broad: 1, narrow: 1 }, failing);
    await update();
    assert.equal(has, { broad: 2, narrow: 2 }, failing);
  }
});

calls.run();
