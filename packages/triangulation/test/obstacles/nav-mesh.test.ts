import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildGrid } from '@wayfield/graph';
import { parseMovingAiMap } from '@wayfield/graph/formats';
import { dataDir, refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkTriangulation, createNavMesh, outlineGrid, type Polygon } from '../../src/index.ts';
import { locate } from '../../src/triangulation/locate.ts';
import type { Triangulation } from '../../src/index.ts';
import { createRandom, randomPolygon } from '@wayfield/testing/meshes';
import { describe } from '../support/triangles.ts';

const test = suite('nav mesh');

const SQUARE = [0, 0, 10, 0, 10, 10, 0, 10];

/** Twice the area of the triangles of a depth. */
function areaOf(t: Triangulation, wanted: (depth: number) => boolean): number {
  let area = 0;
  for (let e = 0; e < t.triangleCount * 3; e += 3) {
    if (t.corner[e] < 0 || !wanted(t.depth[e / 3])) continue;
    const [a, b, c] = [t.corner[e], t.corner[e + 1], t.corner[e + 2]];
    area += (t.x[b] - t.x[a]) * (t.y[c] - t.y[a]) - (t.y[b] - t.y[a]) * (t.x[c] - t.x[a]);
  }
  return area;
}

/** Whether a point is inside an odd number of rings: crossings of a ray. */
function isInside(rings: readonly ArrayLike<number>[], px: number, py: number): boolean {
  let inside = false;
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length;
      const [ax, ay, bx, by] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
      if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) inside = !inside;
    }
  return inside;
}

test('obstacles that touch, cover each other, and have holes; the outside of the boundary', () => {
  const mesh = createNavMesh({
    boundary: SQUARE,
    obstacles: [
      [1, 1, 4, 1, 4, 4, 1, 4],
      [4, 4, 6, 4, 6, 6, 4, 6],
      [2, 2, 5, 2, 5, 3, 2, 3],
      [
        [6, 7, 9, 7, 9, 9, 6, 9],
        [7, 7.5, 8, 7.5, 8, 8.5, 7, 8.5],
      ],
    ],
  });
  const t = mesh.triangulation;
  checkTriangulation(t);
  assert.is(mesh.size, 4);
  // 100 - 9 - 4 - 1 (the part of the third that is not in the first) - 5
  assert.is(
    areaOf(t, (depth) => depth === 0),
    2 * 81,
  );
  assert.is(
    areaOf(t, (depth) => depth === 2),
    2 * 2,
  );
});

test('a ring that crosses itself covers by the even-odd rule', () => {
  // a bow tie, and a ring that goes round twice
  const bow = createNavMesh({ boundary: SQUARE, obstacles: [[2, 2, 8, 8, 8, 2, 2, 8]] });
  checkTriangulation(bow.triangulation);
  assert.is(
    areaOf(bow.triangulation, (depth) => depth === 0),
    2 * (100 - 18),
  );
  const twice = createNavMesh({
    boundary: SQUARE,
    obstacles: [[1, 1, 5, 1, 5, 5, 1, 5, 1, 1, 5, 1, 5, 5, 1, 5]],
  });
  checkTriangulation(twice.triangulation);
  assert.is(
    areaOf(twice.triangulation, (depth) => depth === 0),
    200,
  );
});

test('what is removed leaves nothing behind', () => {
  const mesh = createNavMesh({ boundary: SQUARE, obstacles: [[1, 1, 9, 2, 5, 8]] });
  const before = describe(mesh.triangulation);
  const wall = mesh.addWall([0, 5, 10, 5]);
  const obstacle = mesh.add([4, 0, 6, 0, 6, 10, 4, 10]);
  assert.ok(describe(mesh.triangulation).length > before.length);
  mesh.remove(wall);
  mesh.remove(obstacle);
  assert.equal(describe(mesh.triangulation), before);
  refuses(() => mesh.remove(obstacle), RangeError, /id is 2, expected that of an obstacle/);
});

test('a refused obstacle changes nothing', () => {
  const mesh = createNavMesh({ boundary: SQUARE });
  const before = describe(mesh.triangulation);
  refuses(
    () => mesh.add([1, 1, 2, 1, 11, 2]),
    RangeError,
    /point 2 \(11, 2\) lies outside the box/,
  );
  refuses(() => mesh.add([1, 1, 2, 1]), RangeError, /obstacle.length is 4, expected at least 6/);
  refuses(() => mesh.add([1, 1, 2, 1, Infinity, 0]), RangeError, /\[4\] is Infinity/);
  refuses(() => mesh.addWall([1, 1]), RangeError, /wall.length is 2, expected at least 4/);
  refuses(() => createNavMesh({}), RangeError, /boundary, obstacles or walls/);
  refuses(
    () => createNavMesh({ boundary: SQUARE, snap: 1e-20 }),
    RangeError,
    /too fine for .* up to 10:/,
  );
  for (const size of [1e-80, 1e-160, 1e160, Number.MAX_VALUE])
    refuses(
      () => createNavMesh({ boundary: SQUARE.map((value) => (value / 100) * size) }),
      RangeError,
      /largest coordinate is .*, expected .*1e-50.*1e\+50/,
    );
  assert.equal(describe(mesh.triangulation), before);
});

test('a coarse grid merges what is close: slivers are gone', () => {
  const mesh = createNavMesh({
    boundary: SQUARE,
    obstacles: [
      [1, 1, 5, 1, 5, 5, 1, 5],
      [5.001, 1, 8, 1, 8, 5, 5.0009, 5],
    ],
    snap: 1 / 64,
  });
  checkTriangulation(mesh.triangulation);
  assert.is(
    areaOf(mesh.triangulation, (depth) => depth === 0),
    2 * (100 - 28),
  );
});

test('no degenerate triangles in any order, on coarse grids and after edits (seeds 1 to 6)', () => {
  let merged = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const random = createRandom(700 + seed);
    const snap = [1 / 4, 1 / 16, 1 / 64, 1][seed % 4];
    const obstacles = Array.from({ length: 12 }, () => randomPolygon(random, seed % 3));
    // doubled with an offset: sides that run along others, closer than the grid
    for (const ring of obstacles.slice(0, 4))
      obstacles.push(ring.map((value) => Math.min(10, value + (random() - 0.5) * snap)));
    const build = (list: readonly Polygon[]) =>
      createNavMesh({ boundary: SQUARE, obstacles: list, snap });
    const mesh = build(obstacles);
    checkCleanliness(mesh.triangulation, snap);
    const fine = createNavMesh({ boundary: SQUARE, obstacles }).triangulation;
    if (mesh.triangulation.vertexCount < fine.vertexCount) merged++;
    const expected = describe(mesh.triangulation);
    assert.equal(describe(build(obstacles.toReversed()).triangulation), expected, `seed ${seed}`);
    // one by one, with others that come and go between
    const edited = build([]);
    for (const ring of obstacles) {
      const id = edited.add(randomPolygon(random, seed % 4));
      edited.add(ring);
      edited.remove(id);
      checkCleanliness(edited.triangulation, snap);
    }
    assert.equal(describe(edited.triangulation), expected, `seed ${seed}, one by one`);
  }
  assert.ok(merged >= 4, `${merged} of 6 with fewer vertices`);
});

/**
 * Vertices on the grid, each in its place, and triangles that have the least area of a triangle on
 * it, or more.
 */
function checkCleanliness(t: Triangulation, step: number): void {
  checkTriangulation(t);
  const places = new Set<string>();
  for (let e = 0; e < t.triangleCount * 3; e++) {
    const v = t.corner[e];
    if (v < 0) continue;
    if (t.vertexHalfEdge[v] === e) {
      assert.ok(!places.has(`${t.x[v]},${t.y[v]}`), `two vertices at ${t.x[v]}, ${t.y[v]}`);
      places.add(`${t.x[v]},${t.y[v]}`);
    }
    assert.ok(Number.isInteger(t.x[v] / step) && Number.isInteger(t.y[v] / step));
    if (e % 3 > 0) continue;
    const [a, b, c] = [v, t.corner[e + 1], t.corner[e + 2]];
    const area = (t.x[b] - t.x[a]) * (t.y[c] - t.y[a]) - (t.y[b] - t.y[a]) * (t.x[c] - t.x[a]);
    assert.ok(area >= step * step);
  }
}

test('random edits leave what a new build gives, depth and all (seeds 1 to 24)', () => {
  let edits = 0;
  for (let seed = 1; seed <= 24; seed++) {
    const random = createRandom(seed);
    const kind = seed % 4;
    const alive = new Map<number, Polygon>();
    const start = Array.from({ length: Math.floor(random() * 6) }, () =>
      randomPolygon(random, kind),
    );
    const mesh = createNavMesh({ obstacles: start, boundary: SQUARE });
    start.forEach((polygon, id) => alive.set(id, polygon));
    for (let step = 0; step < 16; step++) {
      const ids = [...alive.keys()];
      if (ids.length > 0 && random() < 0.5) {
        const id = ids[Math.floor(random() * ids.length)];
        mesh.remove(id);
        alive.delete(id);
      } else {
        const polygon = randomPolygon(random, kind);
        alive.set(mesh.add(polygon), polygon);
      }
      edits++;
      checkTriangulation(mesh.triangulation);
      const again = createNavMesh({ obstacles: [...alive.values()], boundary: SQUARE });
      assert.ok(
        describe(mesh.triangulation).join('\n') === describe(again.triangulation).join('\n'),
        `seed ${seed}, step ${step}`,
      );
      assert.is(mesh.size, alive.size);
    }
    // depth counts the obstacles that cover a point
    const t = mesh.triangulation;
    for (let i = 0; i < 50; i++) {
      const [px, py] = [random() * 10, random() * 10];
      const place = locate(t, px, py, t.lastTriangle);
      if (place.kind !== 'triangle') continue;
      let covers = 0;
      for (const polygon of alive.values()) if (isInside([polygon as number[]], px, py)) covers++;
      assert.is(t.depth[(place.halfEdge / 3) | 0], covers, `seed ${seed}, (${px}, ${py})`);
    }
  }
  assert.is(edits, 384);
});

test('a grid: cells that touch at a corner stay apart, holes are holes', () => {
  const grid = buildGrid({
    width: 5,
    height: 5,
    blocked: [0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1],
  });
  const { obstacles } = outlineGrid(grid);
  assert.is(obstacles!.length, 2);
  assert.is((obstacles![0] as number[][]).length, 2);
  const mesh = createNavMesh(outlineGrid(grid));
  checkTriangulation(mesh.triangulation);
  assert.is(
    areaOf(mesh.triangulation, (depth) => depth === 0),
    2 * 16,
  );
});

const folder = dataDir('grid');
if (folder)
  test('MovingAI maps: triangle counts of published meshes, area of open cells', () => {
    for (const [name, triangles, vertices] of [
      ['dao/arena', 120, 112],
      ['sc1/Aurora', 34816, 34707],
      ['random/random512-10-0', undefined, undefined],
    ] as const) {
      const grid = parseMovingAiMap(gunzipSync(readFileSync(join(folder, `${name}.map.gz`))));
      const { triangulation: t } = createNavMesh(outlineGrid(grid));
      checkTriangulation(t);
      const used = new Set<number>();
      let free = 0;
      for (let e = 0; e < t.triangleCount * 3; e++)
        if (t.corner[e] >= 0 && t.depth[(e / 3) | 0] === 0) {
          used.add(t.corner[e]);
          free++;
        }
      if (triangles !== undefined) assert.is(free / 3, triangles);
      if (vertices !== undefined) assert.is(used.size, vertices);
      let open = 0;
      for (const cost of grid.cost) if (cost > 0) open++;
      assert.is(
        areaOf(t, (depth) => depth === 0),
        2 * open,
        name,
      );
    }
  });

test('remove a corner of 16,000 edges in linear time', () => {
  const ring = Array.from({ length: 16_001 }, (_, i) => {
    const angle = (2 * Math.PI * (i % 16_000)) / 16_000;
    return [50 + 40 * Math.cos(angle), 50 + 40 * Math.sin(angle)];
  });
  const mesh = createNavMesh({
    boundary: [0, 0, 100, 0, 100, 100, 0, 100],
    walls: [ring.flat()],
  });
  const before = describe(mesh.triangulation).join();
  const id = mesh.add([50, 50, 50.001, 50, 50, 50.001]);
  const begun = performance.now();
  mesh.remove(id);
  const took = performance.now() - begun;
  checkTriangulation(mesh.triangulation);
  assert.ok(describe(mesh.triangulation).join() === before, 'the triangles are as before');
  // with a test of each ear against all corners: 15 s
  assert.ok(took < 3000, `${took} ms`);
});

test.run();
