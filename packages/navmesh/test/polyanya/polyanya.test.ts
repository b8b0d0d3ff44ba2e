import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { parseMovingAiMap } from '@wayfield/graph/formats';
import { dataDir, refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  loadMesh,
  outlineGrid,
  type PointQueries,
  type PointRoutes,
} from '../../src/index.ts';
import { createRandom } from '@wayfield/testing/meshes';
import { shortestByVisibility } from '../support/visibility.ts';

const test = suite('polyanya');

const ROOM = { boundary: [0, 0, 10, 0, 10, 10, 0, 10], obstacles: [[3, 0, 7, 0, 7, 8, 3, 8]] };

/** Asserts that a path runs from source to target, has the stated length, and bends at vertices. */
function checkPath(routes: PointRoutes, queries: PointQueries, i: number): void {
  const first = routes.firstPoint[i];
  const last = routes.firstPoint[i + 1] - 1;
  assert.equal(
    [routes.x[first], routes.y[first], routes.x[last], routes.y[last]],
    [queries.sourceX[i], queries.sourceY[i], queries.targetX[i], queries.targetY[i]],
  );
  let length = 0;
  for (let k = first; k < last; k++)
    length += Math.hypot(routes.x[k + 1] - routes.x[k], routes.y[k + 1] - routes.y[k]);
  assert.ok(Math.abs(length - routes.cost[i]) <= 1e-12 * Math.max(1, length), `query ${i}`);
}

test('around a wall, within one polygon, to the start itself', () => {
  for (const merge of [false, true]) {
    const solver = createPolyanya(buildPolygonMesh(createNavMesh(ROOM).triangulation, { merge }));
    const queries = buildPointQueries([
      [1, 1, 9, 1],
      [1, 1, 2, 9],
      [5, 9, 5, 9],
      [3, 0, 7, 0],
      [3, 8, 9, 10],
    ]);
    const routes = solver.run(queries);
    assert.equal(Array.from(routes.status), [FOUND, FOUND, FOUND, FOUND, FOUND]);
    const slope = Math.hypot(2, 7);
    assert.ok(Math.abs(routes.cost[0] - (4 + 2 * slope)) < 1e-12);
    assert.equal(Array.from(routes.x.subarray(0, 4)), [1, 3, 7, 9]);
    assert.equal(Array.from(routes.y.subarray(0, 4)), [1, 8, 8, 1]);
    assert.is(routes.cost[2], 0);
    // along the wall
    assert.is(routes.cost[3], 20);
    for (let i = 0; i < 5; i++) checkPath(routes, queries, i);
    solver.destroy();
  }
});

test('says why there is no path', () => {
  const mesh = createNavMesh({
    boundary: [0, 0, 10, 0, 10, 10, 0, 10],
    obstacles: [[4, 0, 6, 0, 6, 10, 4, 10]],
  });
  const solver = createPolyanya(buildPolygonMesh(mesh.triangulation));
  const queries = buildPointQueries([
    [1, 1, 9, 1],
    [5, 5, 9, 1],
    [1, 1, 5, 5],
    [1, 1, 11, 5],
    [1, 1, 4, 5],
  ]);
  const { status, cost, x } = solver.run(queries);
  assert.equal(Array.from(status), [
    NO_PATH,
    SOURCE_BLOCKED,
    TARGET_BLOCKED,
    TARGET_BLOCKED,
    FOUND,
  ]);
  assert.equal(Array.from(cost.subarray(0, 4)), [Infinity, Infinity, Infinity, Infinity]);
  assert.is(x.length, 2);
  assert.is(solver.run(queries, { result: 'cost' }).x.length, 0);
  refuses(() => buildPointQueries([[1, 2, 3]]), TypeError, /^rows\[0\]\[3\] is undefined/);
  refuses(
    () => solver.run({ ...queries, targetY: queries.targetY.subarray(0, 2) }),
    RangeError,
    /count is 5, expected at most 2, the entries of targetY/,
  );
  const far = buildPointQueries([[1, 1, 9, 1]]);
  const room = createPolyanya(buildPolygonMesh(createNavMesh(ROOM).triangulation));
  // Here the first label leads to the target without the open list, so the limit is not tested.
  // Limits are tested in polyanya-limits.test.ts.
  assert.is(room.run(far, { maxExpanded: 0 }).status[0], FOUND);
});

test('nearest: to the reachable point nearest to the target, marked as such (seed 21)', () => {
  const random = createRandom(21);
  const mesh = createNavMesh({
    boundary: [0, 0, 30, 0, 30, 20, 0, 20],
    obstacles: [
      [4, 4, 10, 4, 10, 16, 4, 16],
      // a room without an opening
      [
        [16, 4, 26, 4, 26, 16, 16, 16],
        [18, 6, 24, 6, 24, 14, 18, 14],
      ],
    ],
  });
  const solver = createPolyanya(buildPolygonMesh(mesh.triangulation));
  const one = solver.run(
    buildPointQueries([
      [2, 10, 9.5, 10],
      [2, 10, 21, 7],
      [2, 10, 40, 10],
      [2, 10, 3, 10],
      [21, 10, 2, 10],
      [5, 5, 2, 10],
    ]),
    { nearest: true },
  );
  assert.equal(Array.from(one.status), [NEAREST, NEAREST, NEAREST, FOUND, NEAREST, SOURCE_BLOCKED]);
  const ends = Array.from({ length: 5 }, (_, i) => {
    const last = one.firstPoint[i + 1] - 1;
    return [one.x[last], one.y[last]];
  });
  assert.equal(ends, [
    [10, 10],
    [21, 4],
    [30, 10],
    [3, 10],
    [18, 10],
  ]);
  // no sampled free point is nearer than the end of the path
  const free = Array.from({ length: 4000 }, () => [random() * 30, random() * 20] as const).filter(
    ([x, y]) => !(x > 4 && x < 10 && y > 4 && y < 16) && !(x > 16 && x < 26 && y > 4 && y < 16),
  );
  const rows = Array.from({ length: 100 }, () => [1, 1, random() * 50 - 10, random() * 40 - 10]);
  const routes = solver.run(buildPointQueries(rows), { nearest: true });
  for (let i = 0; i < rows.length; i++) {
    const last = routes.firstPoint[i + 1] - 1;
    const [tx, ty] = [rows[i][2], rows[i][3]];
    const away = Math.hypot(routes.x[last] - tx, routes.y[last] - ty);
    assert.is(routes.status[i], away === 0 ? FOUND : NEAREST, `query ${i}`);
    for (const [x, y] of free) assert.ok(Math.hypot(x - tx, y - ty) >= away - 1e-9, `query ${i}`);
  }
});

test('two obstacles that touch at a corner let nothing through', () => {
  const mesh = createNavMesh({
    boundary: [0, 0, 4, 0, 4, 4, 0, 4],
    obstacles: [
      [0, 0, 2, 0, 2, 2, 0, 2],
      [2, 2, 4, 2, 4, 4, 2, 4],
    ],
  });
  const solver = createPolyanya(buildPolygonMesh(mesh.triangulation));
  const { status } = solver.run(
    buildPointQueries([
      [1, 3, 3, 1],
      [2, 2, 3, 1],
      [2, 2, 1, 3],
    ]),
  );
  assert.equal(Array.from(status), [NO_PATH, FOUND, FOUND]);
});

test('convex obstacles: lengths of the visibility graph, merged or not (seeds 1 to 12)', () => {
  let compared = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const random = createRandom(seed);
    const side = 3 + (seed % 3);
    const obstacles: number[][] = [];
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++) {
        const corners = 3 + Math.floor(random() * 5);
        const turned = random() * 7;
        const ring: number[] = [];
        for (let k = 0; k < corners; k++) {
          const angle = turned + (2 * Math.PI * k) / corners;
          const reach = seed % 2 ? 4.6 : 4.9;
          // on sixteenths, so that meshes on the snap grid and the oracle have the same corners
          ring.push(
            Math.round((10 * column + 5 + reach * Math.cos(angle)) * 16) / 16,
            Math.round((10 * row + 5 + reach * Math.sin(angle)) * 16) / 16,
          );
        }
        obstacles.push(ring);
      }
    const size = 10 * side;
    const mesh = createNavMesh({ boundary: [0, 0, size, 0, size, size, 0, size], obstacles });
    const rows = Array.from({ length: 60 }, () =>
      Array.from({ length: 4 }, () => Math.round(random() * size * 16) / 16),
    );
    const queries = buildPointQueries(rows);
    const plain = createPolyanya(buildPolygonMesh(mesh.triangulation, { merge: false }));
    const merged = createPolyanya(buildPolygonMesh(mesh.triangulation));
    const one = plain.run(queries);
    const two = merged.run(queries);
    for (let i = 0; i < rows.length; i++) {
      assert.is(one.status[i], two.status[i], `seed ${seed}, query ${i}`);
      if (one.status[i] !== FOUND) continue;
      const [sx, sy, tx, ty] = rows[i] as [number, number, number, number];
      const exact = shortestByVisibility(obstacles, size, [sx, sy, tx, ty]);
      const message = `seed ${seed}, query ${i}: ${one.cost[i]}, ${two.cost[i]}, exact ${exact}`;
      assert.ok(Math.abs(one.cost[i] - exact) <= 1e-9 * (1 + exact), message);
      assert.ok(Math.abs(two.cost[i] - exact) <= 1e-9 * (1 + exact), message);
      checkPath(one, queries, i);
      checkPath(two, queries, i);
      compared++;
    }
    plain.destroy();
    merged.destroy();
  }
  assert.ok(compared > 100, `${compared} compared`);
});

test('update: after obstacles come and go, the paths of a new solver (seed 31)', () => {
  const random = createRandom(31);
  const nav = createNavMesh({ boundary: [0, 0, 10, 0, 10, 10, 0, 10] });
  const queries = buildPointQueries(
    Array.from({ length: 40 }, () => Array.from({ length: 4 }, () => random() * 10)),
  );
  const solver = createPolyanya(buildPolygonMesh(nav.triangulation));
  const alive: number[] = [];
  for (let step = 0; step < 30; step++) {
    if (step >= 12) nav.remove(alive.shift()!);
    const [x, y, r] = [random() * 8 + 1, random() * 8 + 1, 0.2 + random() * 0.8];
    alive.push(nav.add([x - r, y, x, y - r, x + r, y, x, y + r]));
    const mesh = buildPolygonMesh(nav.triangulation, { merge: step % 3 > 0 });
    solver.update(mesh);
    const rebuilt = createPolyanya(mesh);
    const [one, two] = [solver.run(queries), rebuilt.run(queries)];
    for (const name of ['status', 'cost', 'firstPoint', 'x', 'y'] as const)
      sameArray(one[name] as Float64Array, two[name] as Float64Array);
    assert.is(solver.memoryBytes, rebuilt.memoryBytes);
    rebuilt.destroy();
  }
  solver.destroy();
});

test('a .mesh file: refuses what it does not know, with the word', () => {
  refuses(() => loadMesh('mash 2'), RangeError, /word 0 of the mesh is 'mash'/);
  refuses(() => loadMesh('mesh 3 0 0'), RangeError, /word 1 .* expected version 2/);
  refuses(
    () => loadMesh('mesh 2 1 0 0'),
    RangeError,
    /word 5 of the mesh is 'undefined', expected a y/,
  );
  refuses(
    () => loadMesh('mesh 2 3 1 0 0 1 0 1 0 1 0 0 1 1 0 3 0 1 3 -1 -1 -1'),
    RangeError,
    /word 19 .* expected a vertex from 0 to 2/,
  );
});

const grids = dataDir('grid');
const meshes = dataDir('mesh');
const FOLDERS: Record<string, string> = {
  arena: 'dao',
  arena2: 'dao',
  den312d: 'dao',
  brc202d: 'dao',
  ht_chantry: 'da2',
  'random-64-64-20': 'mapf',
  'maze-32-32-2': 'mapf',
};

if (grids && meshes)
  test('seven maps: the exact lengths of the collection', () => {
    let compared = 0;
    for (const [name, folder] of Object.entries(FOLDERS)) {
      const grid = parseMovingAiMap(
        gunzipSync(readFileSync(join(grids, folder, `${name}.map.gz`))),
      );
      const { triangulation } = createNavMesh(outlineGrid(grid));
      const rows = gunzipSync(
        readFileSync(join(meshes, 'anyangle-derived', `${name}.anyangle.tsv.gz`)),
      )
        .toString()
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('#'))
        .map((line) => line.split('\t'));
      const queries = buildPointQueries(rows.map((row) => row.slice(0, 4).map(Number)));
      for (const merge of [false, true]) {
        const solver = createPolyanya(buildPolygonMesh(triangulation, { merge }));
        const { cost, status } = solver.run(queries);
        for (let i = 0; i < rows.length; i++) {
          // column 6 lets paths pass between blocked cells that touch at a corner, column 7 does
          // not; from such a corner itself (*) both sides can be reached
          const strict = Number.parseFloat(rows[i][6]);
          const exact = rows[i].join().includes('*') ? Number.parseFloat(rows[i][5]) : strict;
          const found = status[i] === FOUND ? cost[i] : -1;
          const isRight =
            Math.abs(found - exact) <= 1e-6 * Math.max(1, exact) ||
            Math.abs(found - strict) <= 1e-6 * Math.max(1, strict);
          assert.ok(isRight, `${name}, row ${i}: ${found}, exact ${exact}`);
          compared++;
        }
        solver.destroy();
      }
    }
    assert.is(compared, 2 * 2345);
  });

if (meshes)
  test('the Polyanya fixtures: ambiguous corners and collinear sides', () => {
    // the files' lengths 4 and 7.414 are those from the corner itself, a hundredth or less beside
    // the points that they name; -1 says that the authors' program answers nothing on an ambiguous
    // corner
    const near = 2 * Math.hypot(0.01, 0.99) + 2;
    const exact: Record<string, readonly number[]> = {
      'bad-ambig': [near, 0, Math.hypot(0.01, 0.01), Math.hypot(0.01, 0.01)],
      'bad-collinear': [Math.hypot(0.001, 0.999) + 3 + Math.SQRT2 + Math.hypot(1.999, 0.001)],
      'bad-collinear2-rot0': [6],
      'bad-collinear2-rot45': [6],
      'bad-collinear2-rot90': [6],
      square: [Math.SQRT1_2],
    };
    for (const [name, lengths] of Object.entries(exact)) {
      const at = join(meshes, 'polyanya', name);
      const solver = createPolyanya(loadMesh(readFileSync(`${at}.mesh`, 'utf8')));
      const rows = readFileSync(`${at}.scen`, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/).slice(4).map(Number));
      const { cost } = solver.run(buildPointQueries(rows.map((row) => row.slice(0, 4))));
      assert.is(rows.length, lengths.length);
      for (let i = 0; i < rows.length; i++) {
        assert.ok(Math.abs(cost[i] - lengths[i]) < 1e-12, `${name}: ${cost[i]}`);
        if (rows[i][4] > 0) assert.ok(Math.abs(cost[i] - rows[i][4]) < 0.02);
      }
      solver.destroy();
    }
  });

if (meshes)
  test('Aurora, every tenth row: as short on the published meshes as on ours', () => {
    const at = join(meshes, 'polyanya', 'aurora');
    const load = (name: string): ReturnType<typeof loadMesh> =>
      loadMesh(gunzipSync(readFileSync(`${at}${name}.mesh.gz`)).toString());
    const rows = gunzipSync(readFileSync(`${at}.scen.gz`))
      .toString()
      .trim()
      .split('\n')
      .filter((_, i) => i % 10 === 1)
      .map((line) => line.split('\t').map(Number));
    const queries = buildPointQueries(rows.map((row) => row.slice(4, 8)));
    const [one, two] = ['', '-merged'].map((name) => {
      const solver = createPolyanya(load(name));
      const { cost } = solver.run(queries, { result: 'cost' });
      solver.destroy();
      return cost;
    });
    for (let i = 0; i < rows.length; i++) {
      assert.ok(Math.abs(one![i] - two![i]) <= 1e-9 * one![i], `row ${i}`);
      // never longer than on the grid's eight directions
      assert.ok(one![i] <= rows[i][8] + 1e-4, `row ${i}`);
    }
    assert.is(rows.length, 299);
  });

test.run();
