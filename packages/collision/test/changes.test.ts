// Which bodies an update finds changed.
import { openKernels } from '@wayfield/wasm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBodyStore } from '../src/bodies/body-store.ts';
import { createChanges } from '../src/bodies/changes.ts';
import { addBody, buildBodies } from '../src/index.ts';
import { type Kernels, KERNELS_BASE64 } from '../src/kernels.gen.ts';

const test = suite('createChanges');

test('counts no body that has stayed, also with a radius below the least one', () => {
  // few bodies are loose: they are compared on the host. All are loose: the kernel compares them.
  for (const fixed of [true, false]) {
    const bodies = buildBodies({ capacity: 16 });
    for (let k = 0; k < 16; k++) addBody(bodies, { x: 3 * k, y: 0, fixed: fixed && k > 1 });
    bodies.radius[1] = 2 ** -60;
    const host = { ...openKernels<Kernels>(KERNELS_BASE64, { shared: false }), three: false };
    const store = createBodyStore(host);
    store.take(bodies, true);
    const changes = createChanges(store, host);
    const collect = (): readonly number[] => {
      assert.ok(changes.collect(bodies, 8));
      return [...changes.slots.subarray(0, changes.count)];
    };
    assert.equal(collect(), [], `fixed: ${fixed}`);
    // refused later, so it must be found
    bodies.radius[1] = -1;
    assert.equal(collect(), [1], `a radius below 0, fixed: ${fixed}`);
    bodies.radius[1] = 2 ** -48;
    assert.equal(collect(), [1], `a larger radius, fixed: ${fixed}`);
  }
});

test.run();
