// The bodies on the GPU move and push as those in WebAssembly do, to the bit, and who touches is
// right.
import { sameArray } from '@wayfield/testing';
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startBodies } from '../src/scenes/collisions/bodies.ts';
import { collisionFunctions } from '../src/scenes/collisions/on-cpu.ts';
import { createGpuCollisions } from '../src/scenes/collisions/on-gpu.ts';
import { partsOf } from '../src/scenes/collisions/solver.ts';
import { touchingPairs } from './touching-pairs.ts';

const device = await testDevice();
const test = suite('collisions');

for (const spread of [1, 16]) {
  test(`GPU, WebAssembly and all pairs agree, sizes 1 to ${spread} (seed 5)`, async () => {
    const options = { count: 400, spread, fill: 0.6, seed: 5 };
    const gpu = await createGpuCollisions(device, startBodies(options));
    const { data, pairs } = await collisionFunctions.begin(options);
    const { radius } = partsOf(data);
    assert.is((await gpu.snapshot()).pairs, pairs);
    for (const ticks of [1, 15]) {
      const cpu = await collisionFunctions.tick(ticks);
      await gpu.tick(ticks);
      const now = await gpu.snapshot();
      const { x, y } = partsOf(cpu.data);
      sameArray(now.x, x, `x after ${ticks}`);
      sameArray(now.y, y, `y after ${ticks}`);
      const known = touchingPairs(x, y, radius);
      assert.ok(known > 20, `${known} pairs`);
      assert.equal([cpu.pairs, now.pairs], [known, known]);
    }
    gpu.destroy();
  });
}

test('bodies stay in their world, and push each other apart', async () => {
  const options = { count: 2000, spread: 8, fill: 0.7, seed: 2 };
  const { width, height, pairs } = await collisionFunctions.begin(options);
  const later = await collisionFunctions.tick(120);
  const { x, y, radius } = partsOf(later.data);
  for (let i = 0; i < options.count; i++) {
    assert.ok(x[i] >= radius[i] && x[i] <= Math.fround(width - radius[i]), `x of ${i}`);
    assert.ok(y[i] >= radius[i] && y[i] <= Math.fround(height - radius[i]), `y of ${i}`);
  }
  assert.ok(later.pairs < 0.8 * pairs, `${later.pairs} of ${pairs} pairs`);
});

test('pairs are those of the tick shown, also when the next one is done', async () => {
  const { width, height } = await collisionFunctions.begin({
    count: 500,
    spread: 4,
    fill: 0.6,
    seed: 9,
  });
  const shown = await collisionFunctions.tick(2);
  const all = [0, 0, width, height] as const;
  const touchAt = ({ data }: typeof shown, slots: Uint32Array): number => {
    const { x, y, radius } = partsOf(data);
    let touching = 0;
    for (let p = 0; p < slots.length; p += 2) {
      const [a, b] = [slots[p], slots[p + 1]];
      if (Math.hypot(x[a] - x[b], y[a] - y[b]) <= radius[a] + radius[b]) touching++;
    }
    return touching;
  };
  for (const ahead of [0, 3]) {
    const next = await collisionFunctions.tick(ahead);
    const pairs = collisionFunctions.links(all, 2);
    assert.is(pairs.length / 2, shown.pairs);
    assert.is(touchAt(shown, pairs), shown.pairs);
    const newest = collisionFunctions.links(all, 2 + ahead);
    assert.is(touchAt(next, newest), next.pairs);
    if (ahead > 0) assert.ok(touchAt(next, pairs) < shown.pairs, 'they have moved');
  }
  assert.is(collisionFunctions.links(all, 1).length, 0);
});

test.after(() => collisionFunctions.end());
test.run();
