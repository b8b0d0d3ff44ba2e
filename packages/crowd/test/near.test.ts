import { random } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '../src/create-crowd.ts';

const test = suite('nearest agents');

/** A pile, a lattice with equal distances, and a few agents far away from all others. */
function places(count: number): { x: number; y: number }[] {
  const next = random(3);
  return Array.from({ length: count }, (_, i) => {
    if (i % 3 === 0) return { x: next(1000) / 500, y: next(1000) / 500 };
    if (i % 17 === 1) return { x: next(1000) * 10, y: next(1000) * 10 };
    return { x: 10 + (i % 20), y: 10 + Math.floor(i / 20) };
  });
}

test('does not depend on how far the last neighbour was in the tick before', () => {
  const count = 400;
  const options = { capacity: count, defaults: { radius: 0.2, neighbourDistance: 6 } };
  const crowd = createCrowd({}, options);
  const next = random(5);
  const ids = places(count).map((place, i) =>
    crowd.add({
      ...place,
      maxNeighbours: 1 + (i % 20),
      preferredX: 1,
      preferredY: (i % 7) / 3 - 1,
    }),
  );
  for (let tick = 0; tick < 40; tick++) {
    // an agent that jumps into the pile, or out of it, has a wrong span
    for (let k = 0; k < 10; k++) {
      const id = ids[next(count)];
      if (tick % 2 === 0) crowd.set(id, { x: next(100) / 50, y: next(100) / 50 });
      else crowd.set(id, { x: 100 + next(900), y: next(900) });
    }
    const fresh = createCrowd({}, options);
    fresh.restore(crowd.snapshot());
    crowd.step(0.1);
    fresh.step(0.1);
    assert.is(crowd.hash(), fresh.hash(), `tick ${tick}`);
    fresh.destroy();
  }
  crowd.destroy();
});

test.run();
