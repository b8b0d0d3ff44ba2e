// Memory that ends in the middle of a change of a NavMesh: the change is taken back.
import { whereArraysEnd } from '@wayfield/testing';
import { createRandom, randomPolygon } from '@wayfield/testing/meshes';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkTriangulation, createNavMesh, type NavMesh } from '../../src/index.ts';
import { describe } from '../support/triangles.ts';

const test = suite('memory that ends in a change of a nav mesh');

const boundary = [0, 0, 10, 0, 10, 10, 0, 10];

/** A polygon that goes up and down `teeth` times, on most of the box. */
const comb = (teeth: number): number[] => {
  const up = Array.from({ length: 2 * teeth }, (_, i) => [1 + (4 * i) / teeth, i % 2 ? 9 : 1.5]);
  return [...up.flat(), 9, 0.5, 1, 0.5];
};

/** The same places of free ground, walls and depths as in a mesh made again. */
function judge(mesh: NavMesh, obstacles: readonly (readonly number[])[], what: string): void {
  checkTriangulation(mesh.triangulation);
  const again = createNavMesh({ boundary, obstacles: obstacles.map((ring) => [...ring]) });
  assert.equal(describe(mesh.triangulation), describe(again.triangulation), what);
}

for (const kind of [0, 1, 2, 3])
  test(`the mesh is as before, and takes the next change (polygons of kind ${kind})`, () => {
    const random = createRandom(kind + 1);
    const obstacles = Array.from({ length: 8 }, () => randomPolygon(random, kind));
    const added = comb(12);
    let ends = 0;
    for (let count = 0, isDone = false; !isDone; count++) {
      const mesh = createNavMesh({ boundary, obstacles });
      const before = describe(mesh.triangulation);
      let told = 0;
      mesh.follow(() => told++);
      isDone = whereArraysEnd(count, () => mesh.add(added));
      const what = `${count} arrays`;
      assert.is(mesh.size, obstacles.length + (isDone ? 1 : 0));
      if (!isDone) {
        ends++;
        checkTriangulation(mesh.triangulation);
        assert.equal(describe(mesh.triangulation), before, what);
        assert.is(mesh.add(added), obstacles.length);
      }
      judge(mesh, [...obstacles, added], what);
      mesh.remove(obstacles.length);
      assert.equal(describe(mesh.triangulation), before, what);
      assert.ok(
        whereArraysEnd(0, () => mesh.remove(0)),
        what,
      );
      judge(mesh, obstacles.slice(1), what);
      assert.ok(told > 0);
    }
    assert.ok(ends > 8, `${ends}`);
  });

test('a wall that crosses itself and others', () => {
  const walls = Array.from({ length: 9 }, (_, i) => [0.5, i + 1, 9.5, i + 0.5]);
  const zigzag = comb(15).slice(0, 60);
  let ends = 0;
  for (let count = 0, isDone = false; !isDone; count++) {
    const mesh = createNavMesh({ boundary, walls });
    const before = describe(mesh.triangulation);
    isDone = whereArraysEnd(count, () => mesh.addWall([...zigzag, 1, 9, 9, 1]));
    if (isDone) continue;
    ends++;
    checkTriangulation(mesh.triangulation);
    assert.equal(describe(mesh.triangulation), before, `${count} arrays`);
  }
  assert.ok(ends > 8, `${ends}`);
});

test.run();
