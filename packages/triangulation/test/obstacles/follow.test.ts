import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNavMesh } from '../../src/index.ts';

const test = suite('followers of a nav mesh');

const BOUNDARY = [0, 0, 10, 0, 10, 10, 0, 10];
const OBSTACLE = [4, 4, 6, 4, 6, 6, 4, 6];

test('a listener that throws: the change stands, others are told, the error is thrown', () => {
  const mesh = createNavMesh({ boundary: BOUNDARY, obstacles: [OBSTACLE] });
  const sizes: number[] = [];
  mesh.follow(() => {
    throw new Error('first');
  });
  mesh.follow(() => {
    throw new Error('second');
  });
  mesh.follow(() => sizes.push(mesh.size));
  assert.throws(() => mesh.remove(0), /^first$/);
  assert.is(mesh.size, 0);
  assert.throws(() => mesh.remove(0), /id is 0/);
  assert.throws(() => mesh.add(OBSTACLE), /^first$/);
  assert.is(mesh.size, 1);
  assert.equal(sizes, [0, 1]);
});

test('listeners see the mesh as it is after the change, and may change it again', () => {
  const mesh = createNavMesh({ boundary: BOUNDARY, obstacles: [OBSTACLE] });
  const sizes: number[] = [];
  const stop = mesh.follow(() => {
    sizes.push(mesh.size);
    if (mesh.size === 0) mesh.add(OBSTACLE);
  });
  mesh.remove(0);
  assert.equal(sizes, [0, 1]);
  stop();
  mesh.remove(1);
  assert.equal(sizes, [0, 1]);
});

test('lists the triangles beside an edge that loses one of several walls, whichever it is', () => {
  const wall = [2, 5, 8, 5];
  for (const removed of [0, 1, 2]) {
    const mesh = createNavMesh({ boundary: BOUNDARY, walls: [wall, wall, wall] });
    const t = mesh.triangulation;
    let told: readonly number[] = [];
    mesh.follow((triangles) => (told = triangles.slice()));
    mesh.remove(removed);
    for (let e = 0; e < 3 * t.triangleCount; e++) {
      if (t.corner[e] < 0 || t.constraint[e] < 0) continue;
      const [a, b] = [t.corner[e], t.corner[t.twin[e]]];
      if (t.y[a] === 5 && t.y[b] === 5) assert.ok(told.includes(Math.floor(e / 3)), `${removed}`);
    }
  }
});

test.run();
