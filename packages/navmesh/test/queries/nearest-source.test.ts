// `nearest: 'source'` and 'both': where paths start whose source is blocked, against brute force.
import { FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../../src/discs.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  createTriangleSearch,
  type PointQueries,
  type PointRoutes,
  type PolygonMesh,
} from '../../src/index.ts';
import { isInside, placesNear, type Point, still } from '../discs/disc-places.ts';
import { SCENES } from '../discs/disc-scenes.ts';
import { createRandom, randomPolygon, wallsOf } from '@wayfield/testing/meshes';
import { clearanceOf } from '../tangents/tangents.ts';

const test = suite("nearest: 'source' and 'both'");

const TIMES = Number(process.env['WAYFIELD_SCENES'] ?? 1);

type Nearest = boolean | 'source' | 'target' | 'both';
type Run = (queries: PointQueries, nearest: Nearest) => PointRoutes;

/** The distance of a point to all triangles of a mesh, 0 inside. */
function distanceTo(mesh: PolygonMesh, [px, py]: Point): number {
  if (isInside(mesh, [px, py])) return 0;
  const { x, y, corner, firstSide, polygonCount } = mesh;
  let best = Infinity;
  for (let p = 0; p < polygonCount; p++)
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      const [a, b] = [corner[s], corner[s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1]];
      const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
      const share = ((px - x[a]) * dx + (py - y[a]) * dy) / (dx * dx + dy * dy);
      const t = Math.max(0, Math.min(1, share));
      best = Math.min(best, Math.hypot(x[a] + t * dx - px, y[a] + t * dy - py));
    }
  return best;
}

const startOf = ({ x, y, firstPoint }: PointRoutes, i: number): Point => [
  x[firstPoint[i]],
  y[firstPoint[i]],
];

/**
 * Compares one query with a query from the place where its path starts; `away` is the distance from
 * the source to the nearest place. Returns whether the source was moved.
 */
function checkOne(
  run: Run,
  row: readonly number[],
  away: () => number,
  what: string,
): Point | undefined {
  const queries = buildPointQueries([row]);
  const plain = run(queries, false);
  for (const nearest of ['source', 'both'] as const) {
    const routes = run(queries, nearest);
    if (plain.status[0] === SOURCE_BLOCKED) continue;
    const expected = nearest === 'source' ? plain : run(queries, 'target');
    assert.is(routes.status[0], expected.status[0], what);
    assert.is(routes.cost[0], expected.cost[0], what);
  }
  if (plain.status[0] !== SOURCE_BLOCKED) return undefined;
  const both = run(queries, 'both');
  assert.is(both.status[0], NEAREST, what);
  const start = startOf(both, 0);
  const [wanted, moved] = [away(), Math.hypot(start[0] - row[0], start[1] - row[1])];
  assert.ok(Math.abs(moved - wanted) < 1e-9, `${what}: moved by ${moved}, expected ${wanted}`);
  const again = buildPointQueries([[...start, row[2], row[3]]]);
  const target = run(again, 'target');
  assert.ok(Math.abs(both.cost[0] - target.cost[0]) <= 1e-12 * (1 + target.cost[0]), what);
  // with 'source' alone the target stays where it is
  const source = run(queries, 'source');
  const fixed = run(again, false);
  assert.is(source.status[0], fixed.status[0] === FOUND ? NEAREST : fixed.status[0], what);
  if (fixed.status[0] === FOUND) assert.equal(startOf(source, 0), start, what);
  assert.ok(fixed.cost[0] === source.cost[0] || Math.abs(fixed.cost[0] - source.cost[0]) < 1e-11);
  return start;
}

test(`points: the nearest point of the mesh, for all searches (seed 51)`, () => {
  const random = createRandom(51);
  const seen = new Map<number, number>();
  for (let i = 0; i < 24 * TIMES; i++) {
    const nav = createNavMesh({
      boundary: [0, 0, 10, 0, 10, 10, 0, 10],
      obstacles: Array.from({ length: 6 }, () => randomPolygon(random, i % 4)),
    });
    const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
    const live = createPolyanya(nav);
    const merged = createPolyanya(buildPolygonMesh(nav.triangulation));
    const channels = createTriangleSearch(mesh, { algorithm: 'tra*' });
    const discs = createDiscSearch(mesh, { table: false });
    const tangents = createTriangleSearch(mesh, { algorithm: 'tangents' });
    const runs: Readonly<Record<string, Run>> = {
      live: (queries, nearest) => live.run(queries, { nearest }),
      merged: (queries, nearest) => merged.run(queries, { nearest }),
      channels: (queries, nearest) => channels.run(queries, { nearest }),
      limited: (queries, nearest) => channels.run(queries, { nearest, maxExpanded: 1e9 }),
      tangents: (queries, nearest) => tangents.run(queries, { nearest }),
      discs: (queries, nearest) => discs.run(queries, { nearest, radius: 0 }),
    };
    for (let k = 0; k < 12; k++) {
      if (k === 6) {
        nav.add(randomPolygon(random, i % 4).map((c) => Math.min(10, Math.max(0, c))));
        break;
      }
      const at = (): number => (k % 2 ? Math.floor(random() * 13) - 1 : random() * 12 - 1);
      const row = [at(), at(), at(), at()];
      for (const name in runs) {
        const what = `scene ${i}, ${name}, row ${row}`;
        const queries = buildPointQueries([row]);
        const { status } = runs[name](queries, 'source');
        seen.set(status[0], (seen.get(status[0]) ?? 0) + 1);
        checkOne(runs[name], row, () => distanceTo(mesh, [row[0], row[1]]), what);
      }
    }
    // the solver of the NavMesh after a change
    const changed = buildPolygonMesh(nav.triangulation, { merge: false });
    for (let k = 0; k < 6; k++) {
      const row = [0, 0, 0, 0].map(() => random() * 12 - 1);
      const away = (): number => distanceTo(changed, [row[0], row[1]]);
      checkOne(runs['live'], row, away, `scene ${i} changed, row ${row}`);
    }
    for (const solver of [live, merged, channels, discs, tangents]) solver.destroy();
  }
  for (const status of [FOUND, NEAREST, NO_PATH, TARGET_BLOCKED])
    assert.ok(seen.get(status)! >= 10, `status ${status}: ${seen.get(status)}`);
  assert.is(seen.get(SOURCE_BLOCKED), undefined);
});

test('discs: no place where the disc fits is nearer, by offset and samples (seed 52)', () => {
  const random = createRandom(52);
  let [moved, blocked] = [0, 0];
  for (let i = 0; i < 12 * TIMES; i++) {
    const mesh = SCENES[i % 4](random);
    const walls = wallsOf(mesh);
    const search = createDiscSearch(mesh, { table: i % 3 === 0 });
    for (let k = 0; k < 8; k++) {
      const radius = i % 4 === 3 ? 0.15 + 0.4 * random() : 0.02 + 1.2 * random() ** 2;
      const row = [0, 0, 0, 0].map(() => 12 * random() - 1);
      const source = [row[0], row[1]] as const;
      const what = `scene ${i}, query ${k}, radius ${radius}, row ${row}`;
      const fits = (p: Point): boolean =>
        isInside(mesh, p) && clearanceOf(still(p), 0, 2, walls) >= radius * (1 - 1e-12);
      const queries = buildPointQueries([row]);
      const alone = search.run(queries, { radius, nearest: 'source' });
      if (alone.status[0] === SOURCE_BLOCKED) {
        // the disc fits nowhere
        for (let n = 0; n < 200; n++) {
          const p = [10 * random(), 10 * random()] as const;
          assert.not.ok(fits(p), `${what}: fits at ${p}`);
        }
        blocked++;
        continue;
      }
      const run: Run = (asked, nearest) => search.run(asked, { radius, nearest });
      const away = (): number => {
        let best = Infinity;
        for (const p of placesNear(mesh, walls, radius, source))
          if (fits(p)) best = Math.min(best, Math.hypot(p[0] - row[0], p[1] - row[1]));
        for (let n = 0; n < 100; n++) {
          const p = [10 * random(), 10 * random()] as const;
          const length = Math.hypot(p[0] - row[0], p[1] - row[1]);
          if (length < best && fits(p)) best = length;
        }
        return best;
      };
      const start = checkOne(run, row, away, what);
      if (!start) continue;
      moved++;
      const routes = search.run(queries, { radius, nearest: 'both' });
      const clear = clearanceOf(routes, 0, routes.firstPoint[1], walls);
      assert.ok(clear >= radius * (1 - 1e-9), `${what}: clearance ${clear}`);
      // `search` and `improve` start at the same place as `run`
      const [sx, sy, tx, ty] = row;
      const one = search.search(sx, sy, tx, ty, { radius, nearest: 'both' });
      one.improve();
      assert.is(one.status, NEAREST, what);
      const path = one.path();
      assert.equal([path.x[0], path.y[0]], start, what);
      assert.ok(Math.abs(one.cost - routes.cost[0]) <= 1e-9 * (1 + one.cost), what);
    }
    search.destroy();
  }
  assert.ok(moved >= 20 * TIMES, `${moved} moved, ${blocked} blocked`);
});

test('search starts where run does; an unknown word is refused', () => {
  const { triangulation } = createNavMesh({
    boundary: [0, 0, 10, 0, 10, 10, 0, 10],
    obstacles: [[4, 4, 6, 4, 6, 6, 4, 6]],
  });
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  const search = createTriangleSearch(mesh);
  const one = search.search(4.5, 5, 9, 5, { nearest: 'source' });
  one.improve();
  assert.is(one.status, NEAREST);
  const path = one.path();
  assert.equal(Array.from(path.slice(0, 2)), [4, 5]);
  assert.equal(Array.from(path.slice(-2)), [9, 5]);
  const nearest = 'sources' as 'source';
  refuses(
    () => search.run(buildPointQueries([[1, 1, 2, 2]]), { nearest }),
    RangeError,
    /nearest.*sources/,
  );
  search.destroy();
});

test.run();
