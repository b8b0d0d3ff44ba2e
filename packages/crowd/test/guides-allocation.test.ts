// An update of a guide allocates nothing while no path is planned and no terrain changes.
import { allocatedBytes, runsAlone } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '@wayfield/crowd';
import { createPathGuide } from '@wayfield/crowd/guides';
import { GUIDE_KINDS } from './guide-kinds.ts';

const test = suite('updates of guides');

/** Bytes an update, for 60 agents: one number that is boxed for each would take 960. */
const FEW_BYTES = 100;
const DT = 1 / 30;

/**
 * Without corridors of discs: some of these discs do not fit through the polygons of their path and
 * ask for another path again and again, and an answer takes memory.
 */
const kinds = Object.entries(GUIDE_KINDS).filter(([name]) => name !== 'corridors of discs');

function measureKinds(): void {
  for (const [name, make] of kinds)
    test(`allocate nothing: ${name}`, () => {
      const { crowd, guide } = make();
      for (let tick = 0; tick < 60; tick++) crowd.step(DT);
      const bytes = allocatedBytes(() => void guide.update(crowd, DT), FEW_BYTES);
      assert.ok(bytes <= FEW_BYTES, `${bytes} bytes an update`);
      crowd.destroy();
    });
}

/** In turns, so that each function of the guides has met the objects of all kinds. */
function measureTogether(): void {
  test('allocate nothing in a program that has guides of all kinds', () => {
    const scenes = kinds.map(([name, make]) => ({ name, ...make() }));
    for (let tick = 0; tick < 60; tick++) for (const { crowd } of scenes) crowd.step(DT);
    for (let k = 0; k < 1000; k++) for (const { crowd, guide } of scenes) guide.update(crowd, DT);
    for (const { name, crowd, guide } of scenes) {
      const bytes = allocatedBytes(() => void guide.update(crowd, DT), FEW_BYTES);
      assert.ok(bytes <= FEW_BYTES, `${name}: ${bytes} bytes an update`);
    }
    for (const { crowd } of scenes) crowd.destroy();
  });
}

test('that a number boxed for each agent is seen', () => {
  const crowd = createCrowd({}, { capacity: 60 });
  const seen: unknown[] = [];
  const guide = createPathGuide(crowd, {
    sees(ax, ay) {
      seen[0] = { ax, ay };
      return true;
    },
  });
  for (let k = 0; k < 60; k++) guide.assign(crowd.add({ x: 0, y: k }), [0, k, 9, k]);
  const bytes = allocatedBytes(() => void guide.update(crowd, DT), FEW_BYTES, 0);
  assert.ok(bytes >= 960, `${bytes} bytes an update`);
});

if (runsAlone(import.meta.url, test, '--no-turbo-inlining')) {
  measureKinds();
  measureTogether();
}
test.run();
