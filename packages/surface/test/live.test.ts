// A surface follows its NavMesh: after every change its answers are those of a surface of a mesh
// with the same obstacles that was made from scratch.
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNavMesh } from '@wayfield/triangulation';
import { createSurface, MOVED_OUT, NO_PLACE, type Surface } from '../src/index.ts';

const test = suite('surfaces of a mesh that changes');

const WORLDS = 6 * Number(process.env['WAYFIELD_SCENES'] ?? 1);
const EDITS = 25;

/** Compares answers at random places, which must not depend on earlier changes of the mesh. */
function compare(one: Surface, other: Surface, random: () => number, where: string): void {
  const near = (a: number, b: number, what: string): void => {
    if (a !== b && !(Math.abs(a - b) < 1e-9)) assert.unreachable(`${where}, ${what}: ${a}, ${b}`);
  };
  for (let i = 0; i < 20; i++) {
    const [x, y] = [(SIDE + 2) * random() - 1, (SIDE + 2) * random() - 1];
    const r = [0, 0.3, 1][i % 3];
    near(one.clearanceAt(x, y), other.clearanceAt(x, y), 'clearance');
    assert.is(one.locate(x, y) >= 0, other.locate(x, y) >= 0);
    const [place, same] = [one.closestPoint(x, y, r), other.closestPoint(x, y, r)];
    near(place.distance, same.distance, 'distance');
    near(one.wallsNear(x, y, 2).count, other.wallsNear(x, y, 2).count, 'walls');
    if (same.status === NO_PLACE) continue;
    const [dx, dy] = [4 * random() - 2, 4 * random() - 2];
    const [a, b] = [
      one.moveAlong(same.x, same.y, dx, dy, r),
      other.moveAlong(same.x, same.y, dx, dy, r),
    ];
    // points on a corner may go to either side
    if (r > 0 || same.status !== MOVED_OUT) near(a.x + 3 * a.y, b.x + 3 * b.y, 'move');
    const [p, q] = [
      one.raycast(same.x, same.y, same.x + dx, same.y + dy, r),
      other.raycast(same.x, same.y, same.x + dx, same.y + dy, r),
    ];
    near(p.fraction, q.fraction, 'ray');
  }
}

test(`${WORLDS} worlds of ${EDITS} changes`, () => {
  for (let seed = 1; seed <= WORLDS; seed++) {
    const random = randomOf(seed);
    const { boundary, obstacles, walls } = randomScene(seed + 500, 12);
    const nav = createNavMesh({ boundary });
    const surface = createSurface(nav);
    const alive = new Map<number, readonly [isWall: boolean, line: readonly number[]]>();
    const waiting = [
      ...obstacles.map((line) => [false, line] as const),
      ...walls.map((line) => [true, line] as const),
    ];
    for (let step = 0; step < EDITS; step++) {
      const ids = [...alive.keys()];
      if (ids.length > 0 && (waiting.length === 0 || random() < 0.4)) {
        const id = ids[Math.floor(random() * ids.length)];
        nav.remove(id);
        waiting.push(alive.get(id)!);
        alive.delete(id);
      } else {
        const [[isWall, line]] = waiting.splice(Math.floor(random() * waiting.length), 1);
        alive.set(isWall ? nav.addWall(line) : nav.add(line), [isWall, line]);
      }
      const lines = [...alive.values()];
      const again = createNavMesh({
        boundary,
        obstacles: lines.filter(([isWall]) => !isWall).map(([, line]) => line),
        walls: lines.filter(([isWall]) => isWall).map(([, line]) => line),
      });
      const other = createSurface(again);
      compare(surface, other, random, `world ${seed}, change ${step}`);
      other.destroy();
    }
    surface.destroy();
  }
});

test('a mesh that grows far beyond its first size', () => {
  const nav = createNavMesh({ boundary: [0, 0, 100, 0, 100, 100, 0, 100] });
  const surface = createSurface(nav);
  const ids: number[] = [];
  for (let i = 0; i < 400; i++) {
    const [x, y] = [5 * (i % 20), 5 * Math.floor(i / 20)];
    ids.push(nav.add([x + 1, y + 1, x + 3, y + 1, x + 3, y + 3, x + 1, y + 3]));
    if (i % 7 === 0) assert.is(surface.clearanceAt(x + 2, y + 2), -1);
  }
  assert.is(surface.closestPoint(52, 52, 0.5).distance, 1.5);
  assert.is(surface.raycast(50, 52, 60, 52).obstacle, ids[10 * 20 + 10]);
  for (const id of ids) nav.remove(id);
  assert.is(surface.clearanceAt(50, 50), 50);
  assert.is(surface.raycast(1, 1, 99, 98, 0.5).fraction, 1);
});

test('of nearest places at the same distance, the one that a new surface gives (seed 9)', () => {
  const random = randomOf(9);
  const whole = (most: number): number => Math.floor(most * random());
  let moved = 0;
  for (let world = 0; world < 12 * (WORLDS / 6); world++) {
    const nav = createNavMesh({ boundary: [0, 0, 24, 0, 24, 24, 0, 24] });
    const surface = createSurface(nav);
    const ids: number[] = [];
    for (let step = 0; step < 30; step++) {
      if (ids.length > 8 && random() < 0.5) nav.remove(ids.splice(whole(ids.length), 1)[0]);
      else {
        const [x, y, size] = [1 + whole(20), 1 + whole(20), 1 + whole(3)];
        const far = [x + size, y + size];
        ids.push(nav.add([x, y, far[0], y, far[0], far[1], x, far[1]]));
      }
      if (step % 5 !== 4) continue;
      const other = createSurface(nav);
      // places and radii in steps of 0.5: many are at the same distance from several walls
      for (let i = 0; i < 60; i++) {
        const [x, y, radius] = [whole(49) / 2, whole(49) / 2, whole(5) / 2];
        const what = `world ${world}, change ${step}, ${x}, ${y}, radius ${radius}`;
        const place = surface.closestPoint(x, y, radius);
        assert.equal(place, other.closestPoint(x, y, radius), what);
        if (place.status === MOVED_OUT) moved++;
      }
      other.destroy();
    }
    surface.destroy();
  }
  assert.ok(moved > 1000, `${moved} moved`);
});

test('an agent under a new obstacle is moved out first', () => {
  const nav = createNavMesh({ boundary: [0, 0, 20, 0, 20, 10, 0, 10] });
  const surface = createSurface(nav);
  const id = nav.add([4, 2, 8, 2, 8, 8, 4, 8]);
  const out = surface.moveAlong(4.5, 5, 0, 1, 0.5);
  assert.is(out.status, MOVED_OUT);
  assert.equal([out.x, out.y], [3.5, 6]);
  assert.is(surface.raycast(2, 5, 6, 5).obstacle, id);
  nav.remove(id);
  assert.equal(surface.moveAlong(4.5, 5, 0, 1, 0.5).y, 6);
  const wall = nav.addWall([10, 0, 10, 10]);
  assert.is(surface.raycast(2, 5, 18, 5).obstacle, wall);
});

test('rays name the obstacles that are there, although ids are kept from call to call', () => {
  const nav = createNavMesh({ boundary: [0, 0, 8, 0, 8, 4, 0, 4] });
  const surface = createSurface(nav);
  const ring = [4, 1, 6, 1, 6, 3, 4, 3];
  const hit = (): number => surface.raycast(1, 2, 7, 2).obstacle;
  assert.is(hit(), -1);
  const first = nav.add(ring);
  assert.is(hit(), first);
  // no triangle changes between free and blocked while one of the two obstacles is left
  const second = nav.add(ring);
  assert.is(hit(), first);
  nav.remove(first);
  assert.is(hit(), second);
  nav.remove(second);
  assert.is(hit(), -1);
  surface.destroy();
});

test.run();
