// Solvers on a GPU that find no memory when they are made leave no buffer behind.
import { countBuffers, sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuCollisionSolver } from '../src/gpu/index.ts';
import { addBody, buildBodies } from '../src/index.ts';
import { createGpuOrientedSolver } from '../src/oriented-gpu.ts';
import { addOrientedBody, buildOrientedBodies, buildShapes } from '../src/oriented/index.ts';

const device = await sharedDevice();
const test = suite('a solver that finds no memory on the GPU');
const buffers = countBuffers(device);
test.before(buffers.begin);
test.after(buffers.end);

function plain() {
  const bodies = buildBodies();
  for (const x of [0, 1, 5]) addBody(bodies, { x, y: 0, radius: 1 });
  return createGpuCollisionSolver(device, bodies);
}

function oriented() {
  const shapes = buildShapes(2, [{ half: [2, 1] }]);
  const world = buildOrientedBodies(shapes);
  addOrientedBody(world, { x: 0, y: 0 });
  return createGpuOrientedSolver(device, world);
}

for (const [name, make] of Object.entries({ plain, oriented })) {
  test(`leaves no buffer, whichever cannot be made: ${name}`, async () => {
    const first = buffers.made;
    await (await make()).destroy();
    const count = buffers.made - first;
    assert.ok(count > 10, `${count} buffers`);
    for (let at = 0; at < count; at++) {
      assert.not.match(await buffers.failing(at, make), 'it came to its end');
      assert.is(buffers.live.size, 0, `buffer ${at} of ${count} fails`);
    }
  });
}

test.run();
