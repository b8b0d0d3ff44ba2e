// Corridors of discs whose ends move: `valid` against a test of all sides.
import { FOUND } from '@wayfield/graph';
import { createNavMesh, type PointRoutes } from '@wayfield/navmesh';
import { createRandom } from '@wayfield/testing/meshes';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Corridors, createCorridors } from '../../src/corridors.ts';

const test = suite('moves of discs');
const TIMES = Number(process.env['WAYFIELD_SCENES'] ?? 1);

/** A route of two points. */
const straightRoute = (ax: number, ay: number, bx: number, by: number): PointRoutes =>
  ({
    firstPoint: Uint32Array.of(0, 2),
    x: Float64Array.of(ax, bx),
    y: Float64Array.of(ay, by),
    status: Uint8Array.of(FOUND),
    count: 1,
    cost: Float64Array.of(Math.hypot(bx - ax, by - ay)),
  }) as PointRoutes;

/** Two rooms, joined by a gap from y = 4.9 to 5.1. */
const twoRooms = () =>
  createNavMesh({
    boundary: [0, 0, 20, 0, 20, 10, 0, 10],
    obstacles: [
      [9, 0, 11, 0, 11, 4.9, 9, 4.9],
      [9, 5.1, 11, 5.1, 11, 10, 9, 10],
    ],
  });

test('a corridor that a move leads through a narrow gap is not valid', () => {
  for (const [radius, fits] of [
    [0, true],
    [0.099, true],
    [0.101, false],
    [1, false],
  ] as const) {
    const mesh = twoRooms();
    const corridors = createCorridors(mesh, 2);
    const here = straightRoute(2, 5, 7, 5);
    for (const slot of [0, 1]) assert.ok(corridors.set(slot, here, 0, radius));
    assert.equal([...corridors.validAll()], [1, 1]);
    assert.is(corridors.moveTarget(0, 18, 5), 'kept');
    assert.is(corridors.move(1, 18, 5), 'kept');
    const says = `radius ${radius}`;
    assert.equal([...corridors.validAll()], fits ? [1, 1] : [0, 0], says);
    assert.is(corridors.distance(0) < Infinity, fits, says);
    // back in the first room, no side of the corridor is narrow
    assert.is(corridors.moveTarget(0, 7, 5), 'kept');
    assert.is(corridors.move(1, 2, 5), 'kept');
    assert.equal([...corridors.validAll()], [1, 1], says);
    corridors.destroy();
  }
});

test('a route through a gap that is too narrow for the radius is not valid', () => {
  const corridors = createCorridors(twoRooms(), 1);
  assert.ok(corridors.set(0, straightRoute(2, 5, 18, 5), 0, 1));
  assert.not(corridors.valid(0));
  assert.ok(corridors.set(0, straightRoute(2, 5, 18, 5), 0));
  assert.ok(corridors.valid(0));
});

/** 16 squares in a square of 20, with gaps from 0.2 to 1.8 between them. */
function gaps(random: () => number) {
  const obstacles = Array.from({ length: 16 }, (_, k) => {
    const [x, y, half] = [2.5 + 5 * (k % 4), 2.5 + 5 * Math.floor(k / 4), 1.6 + 0.8 * random()];
    return [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half];
  });
  return createNavMesh({ boundary: [0, 0, 20, 0, 20, 20, 0, 20], obstacles });
}

/** Whether slot 0 is valid by a test of all its sides: as if the mesh had changed. */
function isWide(corridors: Corridors, other: Corridors): boolean {
  const numbers = corridors.snapshot();
  numbers[2] = -1;
  other.restore(numbers);
  return other.valid(0);
}

test('valid answers as a test of all sides does, after each move (seed 1)', () => {
  const random = createRandom(1);
  let [wide, narrow, crossed] = [0, 0, 0];
  for (let i = 0; i < 12 * TIMES; i++) {
    const mesh = gaps(random);
    const corridors = createCorridors(mesh, 1);
    const other = createCorridors(mesh, 1);
    for (let k = 0; k < 20; k++) {
      const radius = 0.1 + 0.8 * random();
      // a route along a corridor between two rows of squares
      const lane = 5 * (1 + Math.floor(3 * random()));
      const row = [20 * random(), lane, 20 * random(), lane] as const;
      assert.ok(corridors.set(0, straightRoute(...row), 0, radius));
      assert.is(corridors.valid(0), isWide(corridors, other), `scene ${i}, row ${row}`);
      for (let step = 0; step < 20; step++) {
        const [x, y, tx, ty] = corridors.ends(0);
        const [dx, dy] = [8 * (random() - 0.5), 8 * (random() - 0.5)];
        const before = corridors.polygons(0).length;
        if (step % 2) corridors.move(0, x + dx, y + dy);
        else corridors.moveTarget(0, tx + dx, ty + dy);
        if (corridors.polygons(0).length !== before) crossed++;
        if (step % 5 === 4) corridors.optimize(0);
        const is = isWide(corridors, other);
        const says = `scene ${i}, row ${row}, radius ${radius}, step ${step}`;
        assert.is(corridors.valid(0), is, says);
        if (is) wide++;
        else narrow++;
      }
    }
    for (const made of [corridors, other]) made.destroy();
  }
  const counts = `${wide} wide, ${narrow} narrow, ${crossed} crossed`;
  assert.ok(wide > 100 * TIMES && narrow > 100 * TIMES && crossed > 100 * TIMES, counts);
});

test.run();
