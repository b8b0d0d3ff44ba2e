// Guides forget agents that `reset` and `restore` took away.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd, type Crowd } from '@wayfield/crowd';
import { createDiffusion } from '@wayfield/diffusion';
import {
  createFieldGuide,
  createPathGuide,
  GUIDE_STATUS,
  joinGuides,
} from '@wayfield/crowd/guides';

const test = suite('guides after reset and restore');
const DT = 1 / 30;
const { NONE, WALKING } = GUIDE_STATUS;

/** A crowd that follows guides along fields and paths, and one along paths that it does not. */
function start() {
  const crowd = createCrowd({}, { capacity: 8 });
  const cells = {
    width: 20,
    height: 4,
    neighbours: 8,
    terrain: new Float32Array(80).fill(1),
  } as const;
  const model = createDiffusion(cells, { method: 'distance', layers: ['exit'] });
  model.setGoals('exit', { cell: [39] });
  model.settle();
  const guides = {
    paths: createPathGuide(crowd),
    other: createPathGuide(crowd),
    fields: createFieldGuide(crowd, model),
  };
  crowd.follow(joinGuides([guides.paths, guides.fields]));
  return { crowd, ...guides };
}

/** Where the agent of a slot goes in some ticks. */
function walk(crowd: Crowd, slot: number): [number, number] {
  for (let tick = 0; tick < 30; tick++) crowd.step(DT);
  return [crowd.positionX[slot], crowd.positionY[slot]];
}

test('agents that are added after reset go nowhere until a guide is told', () => {
  const { crowd, paths, other, fields } = start();
  const old = [1, 2, 3].map((x) => crowd.add({ x: 5 * x, y: 1 }));
  paths.assign(old[0], [5, 1, 19, 1]);
  fields.assign(old[1], 0);
  other.assign(old[2], [15, 1, 19, 1]);
  walk(crowd, 0);
  crowd.reset();
  const ids = [1, 2, 3].map((x) => crowd.add({ x: 5 * x, y: 1 }));
  assert.equal(ids, old);
  for (const { status } of [paths, fields, other]) assert.equal([...status], Array(8).fill(NONE));
  for (const [slot, x] of [5, 10, 15].entries()) assert.equal(walk(crowd, slot), [x, 1]);
  // a guide that the crowd begins to follow has forgotten as well
  crowd.follow(other);
  assert.equal(walk(crowd, 2), [15, 1]);
  assert.throws(() => other.release(ids[2]), /of this guide/);
  paths.assign(ids[0], [5, 1, 19, 1]);
  crowd.follow(paths);
  assert.ok(walk(crowd, 0)[0] > 5.5);
  crowd.destroy();
});

test('an agent that restore took away is forgotten, others go on', () => {
  const { crowd, other } = start();
  crowd.follow(undefined);
  const kept = crowd.add({ x: 5, y: 1 });
  other.assign(kept, [5, 1, 19, 1]);
  const early = crowd.snapshot();
  other.assign(crowd.add({ x: 5, y: 3 }), [5, 3, 19, 3]);
  crowd.follow(other);
  assert.ok(walk(crowd, 1)[0] > 5.5);
  crowd.restore(early);
  crowd.add({ x: 5, y: 3 });
  assert.equal([...other.status].slice(0, 2), [WALKING, NONE]);
  assert.equal(walk(crowd, 1), [5, 3]);
  assert.ok(crowd.positionX[0] > 5.5);
  crowd.destroy();
});

test('a restored guide keeps the agents of its snapshot', () => {
  const { crowd, paths } = start();
  paths.assign(crowd.add({ x: 5, y: 1 }), [5, 1, 19, 1]);
  walk(crowd, 0);
  const late = crowd.snapshot();
  const where = walk(crowd, 0);
  crowd.reset();
  crowd.restore(late);
  assert.equal(walk(crowd, 0), where);
  crowd.destroy();
});

test.run();
