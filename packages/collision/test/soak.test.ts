import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCollisionSolver, hasBody } from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';
import { createEnvironment } from '../src/environment/index.ts';
import { createRandom } from './random.ts';

const soak = suite('a long life');

for (const [motion, ticks] of [
  ['auto', 4000],
  ['few', 2000],
] as const) {
  const name = `of ${ticks} ticks with adds, moves and removes: no more memory, no stale id`;
  soak(`${name}, motion ${motion}, seed 3`, async () => {
    const random = createRandom(3);
    let memory = (): number => 0;
    const environment = createEnvironment({
      capacity: 64,
      solver: (bodies) => {
        const solver = createCollisionSolver(bodies, { motion });
        memory = () => solver.memoryBytes;
        return solver;
      },
    });
    const { bodies } = environment;
    const reference = createReferenceSolver(bodies);
    const living: number[] = [];
    const removed: number[] = [];
    let settled = 0;
    let capacity = 0;
    let contacts = 0;
    for (let tick = 0; tick < ticks; tick++) {
      // between 100 and 200 bodies, up and down again and again
      const wanted = 150 + 50 * Math.sin(tick / 50);
      while (living.length < wanted) {
        const fixed = random() < 0.1;
        const shape = tick % 100 < 50 ? 0 : Math.floor(random() * 4);
        const place = { x: random() * 40, y: random() * 40 };
        living.push(environment.add({ ...place, radius: random(), extentX: 0.5, shape, fixed }));
      }
      while (living.length > wanted + 2 || random() < 0.6) {
        const [id] = living.splice(Math.floor(random() * living.length), 1);
        environment.remove(id);
        removed.push(id);
      }
      for (let i = 0; i < 20; i++) {
        const id = living[Math.floor(random() * living.length)];
        environment.move(id, random() * 40, random() * 40);
        environment.explore({ x: random() * 40, y: random() * 40, radius: 5, self: id });
      }
      const answer = await environment.commit();
      contacts += answer.contacts.total;
      if (tick % 500 === 0) {
        reference.update();
        const { slots } = reference.pairs();
        assert.is(answer.contacts.total, slots.length);
      }
      if (tick === 1000) {
        settled = memory();
        ({ capacity } = bodies);
      }
    }
    assert.is(bodies.count, living.length);
    assert.is(bodies.capacity, capacity);
    assert.is(memory(), settled);
    assert.ok(contacts > 50 * ticks, `${contacts} contacts`);
    assert.ok(removed.length > ticks / 2, `${removed.length} removed`);
    for (const id of living) assert.ok(hasBody(bodies, id));
    for (const id of removed) assert.not(hasBody(bodies, id));
    sameArray(Float64Array.from(new Set([...living, ...removed])), [...living, ...removed]);
  });
}
soak.run();
