import { openGrid, random } from '@wayfield/graph/generators';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '../src/create-crowd.ts';
import {
  ALL_STOREYS,
  checkWalls,
  joinWalls,
  type Walls,
  wallsOfGrid,
  wallsOfPolygons,
} from '../src/walls.ts';

const polygons = suite('wallsOfPolygons');
const lists = suite('lists of walls');

const rowsOf = ({ count, ax, ay, bx, by }: Walls): string[] =>
  Array.from({ length: count }, (_, i) => [ax[i], ay[i], bx[i], by[i]].join(' '));

polygons('gives the sides of rings, one that two rings share once', () => {
  const walls = wallsOfPolygons([
    [0, 0, 2, 0, 2, 2, 0, 2],
    [2, 2, 2, 0, 4, 0], // runs the other way along (2, 0) to (2, 2)
  ]);
  assert.equal(rowsOf(walls), ['0 0 0 2', '0 0 2 0', '0 2 2 2', '2 0 2 2', '2 0 4 0', '2 2 4 0']);
  assert.ok([...walls.storey!].every((storey) => storey === ALL_STOREYS));
});

polygons('leaves open lines open', () => {
  const walls = wallsOfPolygons([[0, 0, 1, 0, 1, 1]], { closed: false });
  assert.equal(rowsOf(walls), ['0 0 1 0', '1 0 1 1']);
});

polygons('covers every side of 200 random rings, and nothing else (seed 3)', () => {
  const next = random(3);
  for (let k = 0; k < 200; k++) {
    const rings = Array.from({ length: 1 + next(4) }, () =>
      Array.from({ length: 2 * (3 + next(6)) }, () => 100 * next() - 50),
    );
    const expected = new Set<string>();
    for (const ring of rings)
      for (let i = 0; i < ring.length; i += 2) {
        const [ax, ay] = [ring[i], ring[i + 1]];
        const [bx, by] = [ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]];
        expected.add((ax < bx ? [ax, ay, bx, by] : [bx, by, ax, ay]).join(' '));
      }
    const found = rowsOf(wallsOfPolygons(rings));
    assert.is(found.length, expected.size);
    assert.ok(found.every((row) => expected.has(row)));
  }
});

polygons('does not depend on the order of rings and points', () => {
  const a = wallsOfPolygons([
    [0, 0, 4, 0, 4, 3],
    [-0, 9, 1, 9, 1, 8],
  ]);
  const b = wallsOfPolygons([
    [1, 8, 0, 9, 1, 9],
    [4, 3, 4, 0, 0, 0],
  ]);
  for (const key of ['ax', 'ay', 'bx', 'by'] as const) sameArray(a[key], b[key], key);
});

polygons('refuses sides of length 0 and numbers that are not finite', () => {
  refuses(
    () =>
      wallsOfPolygons([
        [0, 0, 1, 0, 1, 1],
        [5, 5, 6, 5, 6, 6, 5, 5],
      ]),
    RangeError,
    'points 3 and 0 of rings[1] are both (5, 5): a wall of length 0',
  );
  refuses(() => wallsOfPolygons([[0, 0, NaN, 0, 1, 1]]), RangeError, /^rings\[0\]\[2\] is NaN/);
  refuses(() => wallsOfPolygons([[0, 0, 1, 1]]), RangeError, /^rings\[0\]/);
});

lists('join walls of several storeys', () => {
  const room = [0, 0, 1, 0, 1, 1];
  const walls = joinWalls([
    wallsOfPolygons([room], { storey: 2 }),
    wallsOfGrid(openGrid(2, 2), { storey: 0 }),
    wallsOfPolygons([room], { storey: 2 }),
  ]);
  assert.equal([...walls.storey!], [0, 0, 0, 0, 2, 2, 2]);
  const { storey: _, ...bare } = wallsOfPolygons([room]);
  assert.equal([...joinWalls([bare]).storey!], [ALL_STOREYS, ALL_STOREYS, ALL_STOREYS]);
});

lists('are refused with the numbers', () => {
  const good = wallsOfPolygons([[0, 0, 1, 0, 1, 1]]);
  checkWalls(good);
  const bad = { ...good, ax: Float64Array.of(0, 0), count: 3 };
  refuses(() => checkWalls(bad), RangeError, 'walls.ax.length is 2, expected at least count, 3');
  const short = { ...good, storey: new Uint16Array(1) };
  refuses(() => joinWalls([good, short]), RangeError, /^lists\[1\]\.storey\.length is 1/);
  const flat = { ...good, bx: good.ax, by: good.ay };
  refuses(() => checkWalls(flat), RangeError, 'wall 0 from (0, 0) to (0, 0) has length 0');
  const gone = { ...good, by: Float64Array.of(0, Infinity, 1) };
  refuses(() => checkWalls(gone), RangeError, /^walls\.by\[1\] is Infinity/);
});

polygons.run();
lists('refuses walls that are too short for a direction in f64', () => {
  const short = { ...wallsOfPolygons([[0, 0, 1, 0]], { closed: false }) };
  short.bx[0] = 1e-170;
  refuses(() => checkWalls(short), RangeError, /^wall 0 from \(0, 0\) to \(1e-170, 0\) is shorter/);
  const message =
    /^walls 0 is 'from \(0, 0\) to \(1e-170, 0\)', expected a length above 0, at least/;
  const crowd = createCrowd({}, { capacity: 1 });
  refuses(() => crowd.setWalls(short), RangeError, message);
  short.bx[0] = 1e-99;
  crowd.setWalls(short);
  crowd.add({ x: 0.1, y: 0.1, preferredX: 1 });
  for (let tick = 0; tick < 30; tick++) crowd.step(1 / 30);
  assert.ok(crowd.positionX[0] > 0.3, `at ${crowd.positionX[0]}`);
});

lists.run();
