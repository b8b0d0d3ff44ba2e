// Steps of a build stay short, however fast the machine.
import { buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { labelSteps } from '../src/labels/build.ts';

const test = suite('steps of a build of labels');

/** Words that a step adds to the lists at most, before the list of its last cell: 2^18. */
const STEP_WORDS = 2 ** 18;

test('lists are made in steps of bounded length where no step takes any time', () => {
  const nav = createNavMesh({
    boundary: [0, 0, 100, 0, 100, 100, 0, 100],
    obstacles: [[40, 40, 60, 40, 50, 60]],
  });
  const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
  const { now } = performance;
  performance.now = () => 0;
  try {
    const steps = labelSteps(mesh, { cellSize: 100 / 600 });
    let count = 0;
    let last = steps.next();
    while (!last.done) {
      count++;
      last = steps.next();
    }
    const { lists } = last.value;
    assert.ok(lists.length > 40 * STEP_WORDS, `${lists.length} words of lists are too few`);
    assert.ok(count > lists.length / STEP_WORDS, `${count} steps for ${lists.length} words`);
  } finally {
    performance.now = now;
  }
});

test('all work on corners, entries and triangles is divided where every step takes long', () => {
  const nav = createNavMesh({
    boundary: [0, 0, 100, 0, 100, 100, 0, 100],
    obstacles: [
      [40, 40, 60, 40, 50, 60],
      [10, 10, 20, 10, 15, 20],
    ],
  });
  const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
  const { now } = performance;
  let time = 0;
  performance.now = () => (time += 20);
  try {
    const steps = labelSteps(mesh, {});
    let count = 0;
    let last = steps.next();
    for (; !last.done; last = steps.next()) count++;
    const { cornerCount, entries, listEnd } = last.value;
    // arcs, trees, hubs, searches, columns, numbers and views of corners; links and copies of
    // entries
    const items = 7 * cornerCount + 2 * (entries.length / 4) + mesh.polygonCount + listEnd.length;
    assert.ok(count > items, `${count} steps for ${items} items`);
  } finally {
    performance.now = now;
  }
});

test.run();
