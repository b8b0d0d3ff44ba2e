import { random } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '../src/create-crowd.ts';
import { wallsOfPolygons } from '../src/walls.ts';

const test = suite('same input, same hash');

/**
 * The hash after 300 ticks, on every machine and version of Node. A change of the model changes
 * it: run the test with the versions that .ci/run names, and take the new number if all agree.
 */
const HASH = 2_458_237_115;

test('gives the stored hash: a crowd between walls, agents that come, go and are pushed', () => {
  const next = random(21);
  const blocks = Array.from({ length: 12 }, (_, i) => {
    const [x, y] = [4 + 6 * (i % 4), 4 + 6 * Math.floor(i / 4)];
    return [x, y, x + 2, y, x + 2, y + 1.5, x, y + 1.5];
  });
  const walls = wallsOfPolygons([[0, 0, 26, 0, 26, 20, 0, 20], ...blocks]);
  const crowd = createCrowd({ walls }, { capacity: 260, seed: 7, defaults: { radius: 0.2 } });
  const ids: number[] = [];
  const join = (): void => {
    const side = next(2) === 0;
    const x = side ? 1 + next(100) / 50 : 23 + next(100) / 50;
    ids.push(crowd.add({ x, y: 1 + next(1800) / 100, preferredX: side ? 1.3 : -1.3 }));
  };
  for (let i = 0; i < 200; i++) join();
  for (let tick = 0; tick < 300; tick++) {
    if (tick % 10 === 5) join();
    if (tick % 15 === 7) crowd.remove(ids.splice(next(ids.length), 1)[0]);
    if (tick % 50 === 20) crowd.set(ids[next(ids.length)], { x: 12.5, y: 8 + next(10) / 10 });
    crowd.step(1 / 30);
  }
  assert.is(crowd.hash(), HASH);
  crowd.destroy();
});

test.run();
