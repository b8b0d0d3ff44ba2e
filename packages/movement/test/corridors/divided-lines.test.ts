// Polygons with several sides between them: obstacles that are single points divide their line.
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
} from '@wayfield/navmesh';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { randomOf } from '@wayfield/testing/surface';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCorridor, createCorridors } from '../../src/corridors.ts';

const test = suite('several sides between two polygons');

type Points = readonly (readonly [number, number])[];
const worldOf = (points: Points) =>
  createNavMesh({
    boundary: [0, 0, 10, 0, 10, 10, 0, 10],
    walls: points.map(([x, y]) => [x, y, x, y]),
  });
const meshOf = (points: Points) => buildPolygonMesh(worldOf(points).triangulation);

test('points cross the line anywhere: no corridor is longer than its route (seed 5)', () => {
  const random = randomOf(5);
  const whole = (): number => 1 + Math.floor(8 * random());
  const place = (): number => 10 * random();
  for (let count = 1; count < 60; count += 7) {
    const mesh = meshOf(Array.from({ length: count }, () => [whole(), whole()] as const));
    const rows = Array.from({ length: 40 }, () => [place(), place(), place(), place()]);
    const solver = createPolyanya(mesh);
    const routes = solver.run(buildPointQueries(rows));
    const corridors = createCorridors(mesh, rows.length);
    assert.ok(corridors.setAll({ routes }).every((isSet) => isSet === 1));
    for (const [i, length] of corridors.distanceAll().entries())
      assert.ok(Math.abs(length - routes.cost[i]) < 1e-9, `${count}: ${rows[i]}: ${length}`);
    corridors.destroy();
    solver.destroy();
  }
});

test('discs cross where they fit', () => {
  for (const [x, y] of [
    [2, 5],
    [8, 5],
    [5, 2],
    [5, 8],
  ] as const) {
    const mesh = meshOf([[x, y]]);
    const solver = createDiscSearch(worldOf([[x, y]]), { table: false });
    // through the wider part of the line, on which the disc of radius 1.5 fits
    const [ax, ay, bx, by] = y === 5 ? [5, 2, 5, 8] : [2, 5, 8, 5];
    const routes = solver.run(buildPointQueries([[ax, ay, bx, by]]), { radius: 1.5 });
    const corridor = createCorridor(mesh);
    assert.ok(corridor.set(routes, 0, 1.5));
    assert.ok(Math.abs(corridor.distance() - 6) < 1e-9, `${x} ${y}: ${corridor.distance()}`);
    assert.ok(corridor.valid());
    corridor.destroy();
    solver.destroy();
  }
});

test.run();
