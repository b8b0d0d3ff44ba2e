import { FOUND } from '@wayfield/graph';
import { mazeGrid, randomGrid, roomsGrid } from '@wayfield/graph/generators';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  createTriangleSearch,
  outlineGrid,
  type PolygonMesh,
  triangulate,
} from '../../src/index.ts';
import { createRandom } from '@wayfield/testing/meshes';
import { searchTriangles } from '../../src/channels/create-triangle-search.ts';
import { pathFault } from '../support/path-fault.ts';

const test = suite('tangent search');

/**
 * Asserts that paths on the tangent graph, with landmarks and without, are as long as Polyanya's.
 * Returns how many queries were compared.
 */
function compare(mesh: PolygonMesh, rows: readonly (readonly number[])[]): number {
  const queries = buildPointQueries(rows);
  const polyanya = createPolyanya(mesh);
  const exact = polyanya.run(queries);
  polyanya.destroy();
  for (const table of [true, false]) {
    const search = createTriangleSearch(mesh, { algorithm: 'tangents', table });
    const proven = search.run(queries);
    const first = search.run(queries, { first: true });
    for (let i = 0; i < rows.length; i++) {
      const what = `query ${i} (${rows[i].join(', ')})`;
      assert.is(proven.status[i], exact.status[i], what);
      assert.is(first.status[i], exact.status[i], what);
      if (exact.status[i] !== FOUND) continue;
      const off = Math.abs(proven.cost[i] - exact.cost[i]);
      assert.ok(off <= 1e-9 * (1 + exact.cost[i]), `${what}: ${proven.cost[i]}, ${exact.cost[i]}`);
      assert.ok(first.cost[i] >= exact.cost[i] * (1 - 1e-12), what);
      assert.ok(first.lowerBound[i] <= exact.cost[i] * (1 + 1e-12), what);
      assert.is(pathFault(proven, queries, i), '', what);
      assert.is(pathFault(first, queries, i), '', what);
    }
    search.destroy();
  }
  return exact.status.filter((status) => status === FOUND).length;
}

test('a mesh with one corner, which sees no other, has a table too', () => {
  const boundary = [0, 0, 9, 0, 9, 9, 0, 9];
  const rows = [
    [1, 1, 8, 1],
    [1, 1, 1, 8],
    [3, 2, 8, 8],
  ];
  const walled = createNavMesh({ boundary, walls: [[4, 0, 4, 7]] });
  const bent = createNavMesh({ boundary: [0, 0, 9, 0, 9, 4, 4, 4, 4, 9, 0, 9] });
  for (const { triangulation } of [walled, bent]) {
    const mesh = buildPolygonMesh(triangulation, { merge: false });
    assert.ok(compare(mesh, rows) >= 2);
  }
});

test('vertices without walls hide nothing, walls that end in the open do (seed 71)', () => {
  const random = createRandom(71);
  // whole numbers, so that many vertices lie in line
  const points: number[] = [];
  for (let y = 0; y <= 8; y++) for (let x = 0; x <= 8; x++) points.push(x, y);
  const at = (x: number, y: number): number => 9 * y + x;
  // a wall up from the border, two in the open, one of them with a bend
  const walls = [
    [at(4, 0), at(4, 3)],
    [at(2, 5), at(6, 5)],
    [at(1, 1), at(2, 3), at(1, 7)],
  ];
  const edges = walls.flatMap((wall) => wall.slice(1).flatMap((v, i) => [wall[i], v]));
  const mesh = buildPolygonMesh(triangulate(points, edges).triangulation, { merge: false });
  const rows = Array.from({ length: 400 }, () =>
    Array.from({ length: 4 }, () => Math.round(random() * 16) / 2),
  );
  assert.ok(compare(mesh, rows) > 300);
});

test('rooms, blocks that touch at corners, a maze: as Polyanya (seed 72)', () => {
  const random = createRandom(72);
  const grids = [
    roomsGrid(40, 40, { size: 8, seed: 72 }),
    randomGrid(40, 40, { seed: 72, density: 0.35 }),
    mazeGrid(41, 41, { seed: 72 }),
  ];
  for (const grid of grids) {
    const mesh = buildPolygonMesh(createNavMesh(outlineGrid(grid)).triangulation, { merge: false });
    const rows = Array.from({ length: 150 }, (_, i) =>
      // every other one from corner to corner, or along sides
      Array.from({ length: 4 }, () => (i % 2 ? random() * 40 : Math.round(random() * 80) / 2)),
    );
    assert.ok(compare(mesh, rows) > 20);
  }
});

test('by default for many nodes or deep dead ends; TRA* elsewhere', () => {
  const algorithmOf = (mesh: PolygonMesh): string => {
    const search = createTriangleSearch(mesh, { table: false });
    search.destroy();
    return search.algorithm;
  };
  const triangles = (grid: ReturnType<typeof roomsGrid>): PolygonMesh =>
    buildPolygonMesh(createNavMesh(outlineGrid(grid)).triangulation, { merge: false });
  assert.is(algorithmOf(triangles(roomsGrid(40, 40, { size: 8, seed: 1 }))), 'tra*');
  assert.is(algorithmOf(triangles(randomGrid(96, 96, { seed: 1, density: 0.2 }))), 'tangents');
  assert.is(algorithmOf(triangles(mazeGrid(101, 101, { seed: 1 }))), 'tangents');

  // each of many small obstacles in the open sees nearly all others
  const size = 30;
  const obstacles = Array.from({ length: size * size }, (_, i) => {
    const [x, y] = [1 + (i % size) + 0.013 * (i % 7), 1 + Math.floor(i / size) + 0.017 * (i % 5)];
    return [x, y, x + 0.01, y, x, y + 0.01];
  });
  const boundary = [0, 0, size + 2, 0, size + 2, size + 2, 0, size + 2];
  const open = buildPolygonMesh(createNavMesh({ boundary, obstacles }).triangulation, {
    merge: false,
  });
  assert.is(algorithmOf(open), 'tra*');
  refuses(
    () => createTriangleSearch(open, { algorithm: 'tangents' }),
    RangeError,
    /more than 64 others each/,
  );
});

test("more corners than labels: 'tangents' says so, 'auto' takes TRA*", () => {
  const grid = mazeGrid(101, 101, { seed: 1 });
  const { triangulation } = createNavMesh(outlineGrid(grid));
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  refuses(
    () => searchTriangles(mesh, { algorithm: 'tangents', table: false }, 1024),
    RangeError,
    /the mesh has \d+ corners, more than the 1024 that can be numbered/,
  );
  const search = searchTriangles(mesh, { table: false }, 1024);
  search.destroy();
  assert.is(search.algorithm, 'tra*');
});

test.run();
