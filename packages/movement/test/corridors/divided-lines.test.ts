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

/** Walls along the lines y = `ys[k]` from x = 0 to 10, but for gaps from `from` to `to`. */
type Gaps = readonly (readonly [from: number, to: number])[];
function linesWith(lines: readonly (readonly [y: number, gaps: Gaps])[], height = 10) {
  const walls = lines.flatMap(([y, gaps]) => {
    const ends = [0, ...gaps.flat(), 10];
    return gaps.concat([[0, 0]]).map((_, i) => [ends[2 * i], y, ends[2 * i + 1], y]);
  });
  return createNavMesh({ boundary: [0, 0, 10, 0, 10, height, 0, height], walls });
}

/** A line from x = 0 to 10 at y = 5 with walls, but for gaps from x to x + 1. */
const gapsAt = (...gaps: readonly number[]) => linesWith([[5, gaps.map((x) => [x, x + 1])]]);

test('gaps with a wall between them: a path takes the gap of its route', () => {
  const nav = gapsAt(1, 4, 7);
  const mesh = buildPolygonMesh(nav.triangulation);
  // one polygon above the line and one below
  assert.is(mesh.polygonCount, 2);
  const solver = createPolyanya(mesh);
  const discs = createDiscSearch(nav, { table: false });
  const places = [0.7, 1.5, 3, 4.4, 6.2, 7.5, 9.1];
  const rows = places.flatMap((x) => places.map((to) => [x, 5.6, to, 4.3]));
  const queries = buildPointQueries([...rows, ...rows.map(([a, b, c, d]) => [c, d, a, b])]);
  for (const [radius, routes] of [
    [0, solver.run(queries)],
    [0.4, discs.run(queries, { radius: 0.4 })],
  ] as const) {
    const corridors = createCorridors(mesh, queries.count);
    const isSet = corridors.setAll({ routes, radius });
    assert.ok(isSet.every((one, i) => one === Number(routes.cost[i] < Infinity)));
    for (const [i, length] of corridors.distanceAll().entries())
      if (isSet[i] === 1)
        assert.ok(length <= routes.cost[i] + 1e-9, `${radius}, ${i}: ${length}, ${routes.cost[i]}`);
    corridors.destroy();
  }
  discs.destroy();
  solver.destroy();
});

test('gaps in many lines: no corridor is longer than its route (seed 7)', () => {
  const random = randomOf(7);
  for (let count = 2; count <= 12; count++) {
    /** One to four gaps, from 0.3 to 0.9 wide. */
    const gaps = (): Gaps =>
      Array.from({ length: 1 + Math.floor(4 * random()) }, (_, i) => {
        const from = 0.2 + 2.4 * i + 1.4 * random();
        return [from, from + 0.3 + 0.6 * random()];
      });
    const lines = Array.from({ length: count }, (_, k) => [k + 1, gaps()] as const);
    const nav = linesWith(lines, count + 1);
    const mesh = buildPolygonMesh(nav.triangulation);
    // one polygon between two lines
    assert.is(mesh.polygonCount, count + 1);
    const place = (): number => 10 * random();
    const rows = Array.from({ length: 60 }, (_, i) => {
      const ends = [place(), random(), place(), count + random()];
      return i % 2 === 0 ? ends : [ends[2], ends[3], ends[0], ends[1]];
    });
    const solver = createPolyanya(mesh);
    const routes = solver.run(buildPointQueries(rows));
    const corridors = createCorridors(mesh, rows.length);
    assert.ok(corridors.setAll({ routes }).every((isSet) => isSet === 1));
    for (const [i, length] of corridors.distanceAll().entries())
      assert.ok(
        Math.abs(length - routes.cost[i]) < 1e-9,
        `${count}: ${rows[i]}: ${length}, ${routes.cost[i]}`,
      );
    corridors.destroy();
    solver.destroy();
  }
});

test.run();
