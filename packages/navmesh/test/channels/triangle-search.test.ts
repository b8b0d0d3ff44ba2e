import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BUDGET_SPENT, FOUND, NEAREST, NO_PATH, TARGET_BLOCKED } from '@wayfield/graph';
import { parseMovingAiMap } from '@wayfield/graph/formats';
import { roomsGrid } from '@wayfield/graph/generators';
import { dataDir, refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildPointQueries,
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  createPolyanya,
  type NavMeshInput,
  outlineGrid,
  type PolygonMesh,
} from '../../src/index.ts';
import { createStudySearch as createTriangleSearch } from '../../src/study.ts';
import { searchTriangles } from '../../src/channels/create-triangle-search.ts';
import { searchPolygons } from '../../src/polyanya/create-polyanya.ts';
import { MOST_LABELS } from '../../src/queries/search-engine.ts';
import { convexObstacles, createRandom } from '@wayfield/testing/meshes';
import { pathFault } from '../support/path-fault.ts';
import { shortestByVisibility } from '../support/visibility.ts';

const test = suite('triangle search');

const SEARCHES = [
  ['tra*', true],
  ['tra*', false],
  ['ta*', false],
  ['fringe', true],
  ['tangents', true],
  ['tangents', false],
] as const;

const trianglesOf = (input: NavMeshInput): PolygonMesh =>
  buildPolygonMesh(createNavMesh(input).triangulation, { merge: false });

/** Compares all algorithms with Polyanya. Returns how many labels TRA* expanded, per query. */
function compare(mesh: PolygonMesh, rows: readonly (readonly number[])[]): Uint32Array {
  const queries = buildPointQueries(rows);
  const polyanya = createPolyanya(mesh);
  const exact = polyanya.run(queries);
  polyanya.destroy();
  let expanded = new Uint32Array(0);
  for (const [algorithm, table] of SEARCHES) {
    const search = createTriangleSearch(mesh, { algorithm, table });
    const routes = search.run(queries);
    for (let i = 0; i < rows.length; i++) {
      const what = `${algorithm}, query ${i} (${rows[i].join(', ')})`;
      assert.is(routes.status[i], exact.status[i], what);
      assert.is(routes.isProven[i], 1, what);
      assert.is(routes.lowerBound[i], routes.cost[i], what);
      if (routes.status[i] !== FOUND) continue;
      const off = Math.abs(routes.cost[i] - exact.cost[i]);
      assert.ok(off <= 1e-9 * (1 + exact.cost[i]), `${what}: ${routes.cost[i]}, ${exact.cost[i]}`);
      assert.is(pathFault(routes, queries, i), '', algorithm);
    }
    if (table && algorithm === 'tra*') expanded = routes.expanded as Uint32Array<ArrayBuffer>;
    search.destroy();
  }
  return expanded;
}

const square = (x: number, y: number, size: number): number[] => [
  x,
  y,
  x + size,
  y,
  x + size,
  y + size,
  x,
  y + size,
];

test('without a search: in one triangle, a dead end, a tree, a ring', () => {
  const tree = trianglesOf({
    boundary: [0, 0, 10, 0, 10, 10, 0, 10],
    obstacles: [[3, 0, 7, 0, 7, 8, 3, 8]],
  });
  const inTree = compare(tree, [
    [1, 1, 1, 1],
    [1, 1, 2, 9],
    [1, 1, 9, 1],
    [3, 8, 9, 10],
  ]);
  assert.equal(Array.from(inTree), [0, 0, 0, 0]);

  // around one obstacle, with bays on its outer walls
  const ring = trianglesOf({
    boundary: [0, 0, 20, 0, 20, 8, 26, 8, 26, 12, 20, 12, 20, 20, 0, 20],
    obstacles: [square(6, 6, 8)],
  });
  const random = createRandom(5);
  const rows = [
    [25, 10, 1, 10],
    [25, 10, 25, 9],
    [25, 10, 17, 10],
    [6, 6, 14, 14],
    [10, 2, 10, 18],
  ];
  while (rows.length < 60) {
    const row = Array.from({ length: 4 }, () => random() * 20);
    rows.push(row);
  }
  assert.ok(compare(ring, rows).every((count) => count === 0));

  // two obstacles: one corridor between them, loops around both
  const eight = trianglesOf({
    boundary: [0, 0, 30, 0, 30, 10, 0, 10],
    obstacles: [square(5, 2, 6), square(19, 2, 6)],
  });
  compare(
    eight,
    Array.from({ length: 60 }, () => [random() * 30, random() * 10, random() * 30, random() * 10]),
  );
});

test('as short as the visibility graph and Polyanya (seeds 31 to 36)', () => {
  let compared = 0;
  for (let seed = 31; seed <= 36; seed++) {
    const random = createRandom(seed);
    const side = 3 + (seed % 3);
    const size = 10 * side;
    const obstacles = convexObstacles(side, random, seed % 2 ? 4.6 : 4.95);
    const mesh = trianglesOf({ boundary: [0, 0, size, 0, size, size, 0, size], obstacles });
    const corner = (): readonly [number, number] => {
      const ring = obstacles[Math.floor(random() * obstacles.length)];
      const k = 2 * Math.floor(random() * (ring.length / 2));
      return [ring[k], ring[k + 1]];
    };
    const point = (): readonly [number, number] =>
      random() < 0.3
        ? corner()
        : [Math.round(random() * size * 16) / 16, Math.round(random() * size * 16) / 16];
    const rows = Array.from({ length: 40 }, () => [...point(), ...point()]);
    compare(mesh, rows);
    const search = createTriangleSearch(mesh);
    const { cost, status } = search.run(buildPointQueries(rows), { result: 'cost' });
    for (let i = 0; i < rows.length; i++) {
      if (status[i] !== FOUND) continue;
      const [sx, sy, tx, ty] = rows[i] as [number, number, number, number];
      const exact = shortestByVisibility(obstacles, size, [sx, sy, tx, ty]);
      const message = `seed ${seed}, query ${i}: ${cost[i]}, exact ${exact}`;
      assert.ok(Math.abs(cost[i] - exact) <= 1e-9 * (1 + exact), message);
      compared++;
    }
    search.destroy();
  }
  assert.ok(compared > 100, `${compared} compared`);
});

test('grids with cells touching at corners, ends on corners and sides (seeds 41 to 44)', () => {
  for (let seed = 41; seed <= 44; seed++) {
    const random = createRandom(seed);
    const width = 14;
    const obstacles: number[][] = [];
    for (let cell = 0; cell < width * width; cell++)
      if (random() < 0.32) obstacles.push(square(cell % width, Math.floor(cell / width), 1));
    const mesh = trianglesOf({ boundary: [0, 0, width, 0, width, width, 0, width], obstacles });
    // whole and half numbers: corners, sides, middles
    const rows = Array.from({ length: 120 }, () =>
      Array.from({ length: 4 }, () => Math.round(random() * 2 * width) / 2),
    );
    compare(mesh, rows);
  }
});

test('rooms, too many for a table of all: landmarks (seed 45)', () => {
  const random = createRandom(45);
  const grid = roomsGrid(128, 128, { size: 8, seed: 45 });
  const { triangulation } = createNavMesh(outlineGrid(grid));
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  const queries = buildPointQueries(
    Array.from({ length: 60 }, () => Array.from({ length: 4 }, () => random() * 126)),
  );
  const polyanya = createPolyanya(buildPolygonMesh(triangulation));
  const exact = polyanya.run(queries);
  polyanya.destroy();
  const labels = [true, false].map((table) => {
    const search = createTriangleSearch(mesh, { algorithm: 'tra*', table });
    const { cost, expanded } = search.run(queries);
    for (let i = 0; i < queries.count; i++)
      assert.ok(
        exact.status[i] !== FOUND || Math.abs(cost[i] - exact.cost[i]) <= 1e-9 * exact.cost[i],
        `query ${i}: ${cost[i]}, ${exact.cost[i]}`,
      );
    search.destroy();
    return expanded.reduce((a, b) => a + b, 0);
  });
  assert.ok(labels[0] < labels[1], `${labels} labels with landmarks and without`);
});

for (const [algorithm, table] of [
  ['tra*', true],
  ['tangents', true],
  ['tangents', false],
] as const)
  test(`anytime: paths, then the proof (${algorithm}, table ${table}, seed 51)`, async () => {
    const random = createRandom(51);
    const obstacles = convexObstacles(8, random, 4.7);
    const mesh = trianglesOf({ boundary: [0, 0, 80, 0, 80, 80, 0, 80], obstacles });
    const reduction = buildReduction(mesh);
    const search = createTriangleSearch(mesh, { algorithm, table, reduction });
    assert.is(search.algorithm, algorithm);
    const rows = Array.from({ length: 60 }, () => Array.from({ length: 4 }, () => random() * 80));
    const queries = buildPointQueries(rows);
    const exact = search.run(queries);
    const first = search.run(queries, { first: true });
    const close = search.run(queries, { gap: 0.02 });
    const short = search.run(queries, { maxExpanded: 3 });
    let longer = 0;
    let open = 0;
    for (let i = 0; i < rows.length; i++) {
      if (exact.status[i] !== FOUND) continue;
      for (const routes of [first, close, short]) {
        if (routes === short && routes.status[i] === BUDGET_SPENT) continue;
        assert.is(routes.status[i], FOUND);
        assert.ok(routes.cost[i] >= exact.cost[i] * (1 - 1e-12));
        assert.ok(routes.lowerBound[i] <= exact.cost[i] * (1 + 1e-12));
        if (routes.isProven[i]) assert.is(routes.lowerBound[i], routes.cost[i]);
        assert.is(pathFault(routes, queries, i), '');
      }
      if (first.cost[i] > exact.cost[i] * (1 + 1e-9)) longer++;
      if (!short.isProven[i]) open++;
      assert.ok(short.expanded[i] <= first.expanded[i] + 3);
      assert.ok(close.cost[i] - close.lowerBound[i] <= 0.02 * close.cost[i] + 1e-9);
      const [sx, sy, tx, ty] = rows[i] as [number, number, number, number];
      const path = search.search(sx, sy, tx, ty);
      let [cost, bound] = [path.cost, path.lowerBound];
      while (!path.improve({ maxExpanded: 1 })) {
        assert.ok(path.cost <= cost && path.lowerBound >= bound, `query ${i}`);
        [cost, bound] = [path.cost, path.lowerBound];
      }
      assert.is(path.cost, exact.cost[i]);
      assert.is(path.lowerBound, path.cost);
      const points = path.path();
      assert.equal([...points.subarray(0, 2), ...points.subarray(-2)], rows[i]);
    }
    assert.ok(longer > 0 && open > 0, `${longer} first paths were longer, ${open} not proven`);

    const far = search.search(1, 1, 79, 79, { nearest: true });
    assert.is(far.isProven, false);
    const begun = far.cost;
    assert.ok(begun < Infinity);
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await far.improveAsync({ signal: stop.signal }).then(
      () => assert.unreachable(),
      (error: Error) => assert.is(error.message, 'enough'),
    );
    assert.is(far.cost, begun);
    assert.is(await far.improveAsync({ milliseconds: 0 }), false);
    assert.is(await far.improveAsync(), true);
    assert.ok(far.cost <= begun && far.expanded > 0 && far.queued > 0 && far.tested > 0);

    const one = search.search(1, 1, 79, 79);
    search.run(queries);
    refuses(() => one.improve(), Error, /another search has begun/);
    assert.ok(one.cost < Infinity);
    search.destroy();
  });

test('at a limit TA* has a path, Fringe search has not (seed 51)', () => {
  const obstacles = convexObstacles(8, createRandom(51), 4.7);
  const mesh = trianglesOf({ boundary: [0, 0, 80, 0, 80, 80, 0, 80], obstacles });
  // TA* finds a first path before limits count, Fringe search does not
  for (const [algorithm, status] of [
    ['ta*', FOUND],
    ['fringe', BUDGET_SPENT],
  ] as const) {
    const other = createTriangleSearch(mesh, { algorithm, table: false });
    const spent = other.run(buildPointQueries([[1, 1, 79, 79]]), { maxExpanded: 2 });
    assert.is(spent.status[0], status);
    assert.is(spent.isProven[0], 0);
    other.destroy();
  }
});

test('says why there is no path, and refuses what it cannot do', () => {
  const mesh = trianglesOf({
    boundary: [0, 0, 10, 0, 10, 10, 0, 10],
    obstacles: [[4, 0, 6, 0, 6, 10, 4, 10]],
  });
  const search = createTriangleSearch(mesh);
  const queries = buildPointQueries([
    [1, 1, 9, 1],
    [1, 1, 5, 5],
    [1, 1, 4, 5],
  ]);
  const { status, isProven, x } = search.run(queries);
  assert.equal(Array.from(status), [NO_PATH, TARGET_BLOCKED, FOUND]);
  assert.equal(Array.from(isProven), [1, 1, 1]);
  assert.is(x.length, 2);
  const near = search.run(queries, { nearest: true });
  assert.equal(Array.from(near.status), [NEAREST, NEAREST, FOUND]);
  assert.is(near.x[near.firstPoint[1] - 1], 4);
  assert.is(search.search(1, 1, 9, 1).status, NO_PATH);
  refuses(() => search.run(queries, { gap: -1 }), RangeError, /gap is -1/);
  const wide = { ...queries, radius: Float64Array.of(0, 0.5, 0) };
  refuses(() => search.run(wide), RangeError, /radius\[1\] is 0.5, .* createDiscSearch/);
  refuses(() => search.search(0, NaN, 1, 1), RangeError, /sourceY is NaN/);
  refuses(
    () => createTriangleSearch(mesh, { algorithm: 'a*' as never }),
    RangeError,
    /algorithm is 'a\*'/,
  );
  const other = trianglesOf({ boundary: [0, 0, 1, 0, 1, 1, 0, 1] });
  refuses(
    () => createTriangleSearch(mesh, { reduction: buildReduction(other) }),
    RangeError,
    /the reduction is of 2 triangles, the mesh has/,
  );
});

test('a batch answers as single queries; nearest points are those of Polyanya (seed 71)', () => {
  const random = createRandom(71);
  // two parts: a wall from side to side
  const obstacles = [...convexObstacles(5, random, 4.4), [0, 24, 50, 24, 50, 26, 0, 26]];
  const mesh = trianglesOf({ boundary: [0, 0, 50, 0, 50, 50, 0, 50], obstacles });
  const place = (): number => Math.round((random() * 60 - 5) * 4) / 4;
  const rows = Array.from({ length: 700 }, () => [place(), place(), place(), place()]);
  const queries = buildPointQueries(rows);
  const polyanya = createPolyanya(mesh);
  const exact = polyanya.run(queries, { nearest: true });
  polyanya.destroy();
  for (const algorithm of ['tra*', 'tangents'] as const) {
    const search = createTriangleSearch(mesh, { algorithm });
    const all = search.run(queries, { nearest: true });
    const limited = search.run(queries, { nearest: true, maxExpanded: 1e9 });
    assert.ok(all.status.includes(NEAREST) && all.status.includes(FOUND));
    for (let i = 0; i < rows.length; i++) {
      const what = `${algorithm}, query ${i} (${rows[i].join(', ')})`;
      assert.is(all.status[i], exact.status[i], what);
      if (exact.cost[i] === Infinity) continue;
      assert.ok(Math.abs(all.cost[i] - exact.cost[i]) <= 1e-9 * (1 + exact.cost[i]), what);
      for (const routes of [
        all,
        limited,
        search.run(buildPointQueries([rows[i]]), { nearest: true }),
      ]) {
        const k = routes.count === 1 ? 0 : i;
        const path = (axis: 'x' | 'y', of: typeof exact, j: number): number[] =>
          Array.from(of[axis].subarray(of.firstPoint[j], of.firstPoint[j + 1]));
        if (routes !== limited) {
          assert.equal(path('x', routes, k), path('x', all, i), what);
          assert.equal(path('y', routes, k), path('y', all, i), what);
        }
        assert.is(path('x', routes, k).at(-1), path('x', exact, i).at(-1), what);
        assert.is(path('y', routes, k).at(-1), path('y', exact, i).at(-1), what);
      }
    }
    const costs = search.run(queries, { nearest: true, result: 'cost' });
    assert.is(costs.x.length, 0);
    assert.is(costs.firstPoint[rows.length], 0);
    search.destroy();
  }
});

const grids = dataDir('grid');
if (grids)
  test('two maps: as short as Polyanya (seed 61)', () => {
    const random = createRandom(61);
    for (const name of ['dao/den520d', 'rooms/32room_000']) {
      const grid = parseMovingAiMap(gunzipSync(readFileSync(join(grids, `${name}.map.gz`))));
      const mesh = buildPolygonMesh(createNavMesh(outlineGrid(grid)).triangulation, {
        merge: false,
      });
      const point = (): readonly [number, number] => {
        for (;;) {
          const [x, y] = [random() * grid.width, random() * grid.height];
          if (grid.cost[Math.floor(y) * grid.width + Math.floor(x)] > 0) return [x, y];
        }
      };
      compare(
        mesh,
        Array.from({ length: 150 }, () => [...point(), ...point()]),
      );
    }
  });

if (grids)
  test('streets of blocks: ways of the same length do not multiply (seed 1)', () => {
    const grid = parseMovingAiMap(
      gunzipSync(readFileSync(join(grids, 'mapf/warehouse-20-40-10-2-2.map.gz'))),
    );
    const next = createRandom(1);
    const { triangulation } = createNavMesh(outlineGrid(grid));
    const mesh = buildPolygonMesh(triangulation, { merge: false });
    const queries = buildPointQueries(
      Array.from({ length: 300 }, () => [
        next() * grid.width,
        next() * grid.height,
        next() * grid.width,
        next() * grid.height,
      ]),
    );
    const search = createTriangleSearch(mesh, { algorithm: 'tra*' });
    const { expanded, status } = search.run(queries);
    assert.ok(status.filter((what) => what === FOUND).length > 50);
    const most = expanded.reduce((a, b) => Math.max(a, b), 0);
    // 14,190 labels; 341,114 if repeated labels are not pruned
    assert.ok(most < 100_000, `${most} labels`);
    search.destroy();
    const polyanya = createPolyanya(buildPolygonMesh(triangulation));
    const entered = polyanya.run(queries).expanded.reduce((a, b) => Math.max(a, b), 0);
    polyanya.destroy();
    // 18,414 polygons; millions if repeated intervals are not pruned
    assert.ok(entered < 60_000, `${entered} polygons`);
  });

test('a search with more labels than can be numbered is refused, and the next one is right', () => {
  const side = 30;
  const { triangulation } = createNavMesh({
    boundary: [0, 0, 10 * side, 0, 10 * side, 10 * side, 0, 10 * side],
    obstacles: convexObstacles(side, createRandom(5), 4.5),
  });
  const triangles = buildPolygonMesh(triangulation, { merge: false });
  const reduction = buildReduction(triangles);
  const far = buildPointQueries([[0.5, 0.5, 10 * side - 0.5, 10 * side - 0.5]]);
  const near = buildPointQueries([[0.5, 0.5, 25, 19.75]]);
  const polygons = buildPolygonMesh(triangulation);
  const makers = [
    {
      make: (most: number) => searchPolygons(polygons, most),
      refusal: /needs more than 1024 labels, all that can be numbered: set maxExpanded/,
    },
    ...(
      [
        ['tra*', false],
        // the table is given up
        ['tra*', true],
        ['ta*', false],
        ['fringe', false],
      ] as const
    ).map(([algorithm, table]) => ({
      make: (most: number) => searchTriangles(triangles, { reduction, algorithm, table }, most),
      // 1,024 numbers of 32 bytes
      refusal: /needs more than 0\.03125 MiB of labels, all that can be numbered/,
    })),
  ];
  assert.is(MOST_LABELS, 2 ** 24);
  for (const { make, refusal } of makers) {
    const usual = make(MOST_LABELS);
    const expected = usual.run(near).cost[0];
    assert.ok(expected > 0 && usual.run(far).cost[0] < Infinity);
    usual.destroy();
    const search = make(1024);
    for (let time = 0; time < 2; time++) {
      refuses(() => search.run(far), RangeError, refusal);
      assert.is(search.run(near).cost[0], expected);
    }
    search.destroy();
  }
});

test('a search whose labels have run out stays without proof', () => {
  const { triangulation } = createNavMesh({
    boundary: [0, 0, 60, 0, 60, 60, 0, 60],
    obstacles: convexObstacles(6, createRandom(5), 4.5),
  });
  const triangles = buildPolygonMesh(triangulation, { merge: false });
  for (const algorithm of ['tra*', 'ta*'] as const) {
    const search = searchTriangles(triangles, { algorithm, table: false }, 300);
    const path = search.search(0.5, 0.5, 59.5, 59.5);
    for (let time = 0; time < 30; time++) {
      refuses(() => path.improve(), RangeError, /labels/);
      assert.ok(!path.isProven && path.lowerBound < 86.81 && path.cost < Infinity);
    }
    search.destroy();
  }
});

test.run();
