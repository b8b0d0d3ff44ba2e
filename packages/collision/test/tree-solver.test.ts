import { refuses, sameArray } from '@wayfield/testing';
import Flatbush from 'flatbush';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Bodies, createCollisionSolver, FREE, buildBodies } from '../src/index.ts';
import { createReferenceSolver, createTreeSolver } from '../src/reference.ts';
import { createEnvironment } from '../src/environment/index.ts';
import { createAntelopesAndLions } from '../src/study/index.ts';
import { agree } from './agree.ts';
import { createRandom } from './random.ts';
import { randomAreas, randomScene, shake } from './scenes.ts';

const tree = suite('createTreeSolver');
const solver = (bodies: Bodies) => createTreeSolver(bodies, Flatbush);

tree('agrees with the reference on 300 scenes that move, seeds 0 to 299', async () => {
  let contacts = 0;
  for (let seed = 0; seed < 300; seed++) {
    const bodies = randomScene(seed);
    const asks = createTreeSolver(bodies, Flatbush);
    const reference = createReferenceSolver(bodies);
    for (let tick = 0; tick < 2; tick++) {
      const areas = randomAreas(bodies, 6, seed + tick);
      const radius = (bodies.radius[seed % (bodies.end || 1)] ?? 1) * 1.5;
      contacts += await agree(asks, reference, areas, radius, `scene ${seed}, tick ${tick}`);
      shake(bodies, seed);
    }
  }
  assert.ok(contacts > 5000, `only ${contacts} contacts`);
});

tree(
  'answers nothing for no bodies, refuses what others refuse, and counts what does not fit',
  () => {
    const none = solver(buildBodies({ kind: new Uint8Array(4).fill(FREE), capacity: 4 }));
    assert.equal([none.pairs().total, none.neighbours({ k: 2 }).total], [0, 0]);
    const bodies = buildBodies({ x: new Float32Array([0, 1, 2]), radius: 1 });
    const few = solver(bodies);
    const { count, total, overflow } = few.pairs({ capacity: 1 });
    assert.equal([count, total, overflow], [1, 3, true]);
    sameArray(few.neighbours({ k: 9 }).slots, [1, 2, 0, 2, 1, 0]);
    bodies.x[1] = NaN;
    refuses(() => few.update(), RangeError, /x\[1\] is NaN/);
    assert.is(few.pairs().total, 3);
    refuses(() => few.neighbours({}), RangeError, 'neighbours needs a radius, a k or both');
  },
);

tree(
  'serves an environment, as brute force and the grid do, through 25 ticks, seed 4',
  async () => {
    const random = createRandom(4);
    const all = [solver, createReferenceSolver, createCollisionSolver].map((make) =>
      createEnvironment({ solver: make }),
    );
    const ids: number[] = [];
    for (let tick = 0; tick < 25; tick++) {
      for (let i = 0; i < 6; i++) {
        const body = { x: random() * 20, y: random() * 20, radius: 1, kind: 1 + (i % 2) };
        ids.push(...all.map((one) => one.add(body)).slice(2));
      }
      if (tick > 3) {
        const [gone] = ids.splice(Math.floor(random() * ids.length), 1);
        for (const one of all) one.remove(gone);
      }
      for (const id of ids) {
        const [x, y] = [random() * 20, random() * 20];
        for (const one of all) {
          one.move(id, x, y);
          one.explore({ x, y, radius: 4, self: id });
        }
      }
      const [mine, ...others] = await Promise.all(all.map((one) => one.commit()));
      for (const { contacts, found } of others) {
        sameArray(mine.contacts.first, contacts.first, `tick ${tick}, contacts`);
        sameArray(mine.contacts.slots, contacts.slots, `tick ${tick}, contacts`);
        sameArray(mine.found.slots, found.slots, `tick ${tick}, found`);
      }
    }
    for (const one of all) await one.destroy();
  },
);

tree('gives the model the same worlds, seed 8', async () => {
  const options = { agents: 300, seed: 8 };
  const fast = createAntelopesAndLions(options);
  const slow = createAntelopesAndLions({ ...options, solver });
  for (let tick = 0; tick < 20; tick++) {
    await fast.tick();
    await slow.tick();
    assert.is(fast.hash(), slow.hash(), `tick ${tick}`);
  }
});
tree.run();
