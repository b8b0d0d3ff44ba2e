// Paths of discs over areas: they keep the radius, are near to the paths of exact searches for
// discs, and follow a mesh that changes.
import { FOUND, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAreaSearch } from '../../src/areas.ts';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import { CLEAR, createSurface } from '@wayfield/surface';
import { convexObstacles, createRandom, editRooms } from '@wayfield/testing/meshes';

const test = suite('areas for discs');
const TIMES = Number(process.env['WAYFIELD_SCENES'] ?? 1);
const boundary = [0, 0, 40, 0, 40, 40, 0, 40];
const mud = { polygon: [10, 5, 30, 5, 30, 35, 10, 35], area: 1 };

const placesOf = (random: () => number, count: number): number[][] =>
  Array.from({ length: count }, () => Array.from({ length: 4 }, () => 40 * random()));

test('every leg keeps the radius; paths are as long as those of an exact search', () => {
  const random = createRandom(31);
  let found = 0;
  for (let i = 0; i < 4 * TIMES; i++) {
    const nav = createNavMesh({ boundary, obstacles: convexObstacles(4, random, 3.5) });
    nav.add([20, 20, 20, 20, 20, 20]);
    const mesh = i % 2 ? nav : buildPolygonMesh(nav.triangulation, { merge: false });
    const surface = createSurface(nav);
    const exact = createDiscSearch(buildPolygonMesh(nav.triangulation, { merge: false }));
    const queries = buildPointQueries(placesOf(random, 30));
    for (const radius of [0.3, 1]) {
      const even = createAreaSearch(mesh, { radius });
      const search = createAreaSearch(mesh, { radius, areas: [mud], costs: [1, 4] });
      assert.ok(even.isExact && !search.isExact);
      const [lengths, routes] = [even.run(queries), search.run(queries)];
      const best = exact.run(queries, { radius });
      // a disc that is 2 % larger finds every path of the grown mesh shorter
      const wide = exact.run(queries, { radius: 1.02 * radius });
      for (let k = 0; k < queries.count; k++) {
        assert.is(lengths.status[k], routes.status[k]);
        const isSure = best.status[k] === wide.status[k];
        if (isSure) assert.is(lengths.status[k], best.status[k]);
        if (lengths.status[k] !== FOUND) continue;
        found++;
        assert.ok(lengths.cost[k] >= best.cost[k] * (1 - 1e-9), `${lengths.cost[k]}`);
        if (isSure) assert.ok(lengths.cost[k] <= wide.cost[k] * 1.01 + 0.05 * radius);
        assert.ok(routes.cost[k] >= lengths.cost[k] * (1 - 1e-9));
        for (const { x, y, firstPoint } of [lengths, routes])
          for (let p = firstPoint[k]; p + 1 < firstPoint[k + 1]; p++) {
            const keep = radius * (1 - 1e-7);
            const ray = surface.raycast(x[p], y[p], x[p + 1], y[p + 1], keep);
            assert.is(ray.status, CLEAR, `scene ${i}, query ${k}, radius ${radius}`);
          }
      }
      even.destroy();
      search.destroy();
    }
    surface.destroy();
    exact.destroy();
  }
  assert.ok(found > 40 * TIMES, `${found}`);
});

test('a mesh that changes answers as a mesh made again', () => {
  const random = createRandom(32);
  const nav = createNavMesh({ boundary });
  const options = { radius: 0.4, areas: [mud], costs: [1, 2] };
  const search = createAreaSearch(nav, options);
  const edit = editRooms(nav, 4, random, 0.4);
  let found = 0;
  for (let step = 0; step < 6; step++) {
    for (let k = 0; k < 4; k++) edit();
    if (step === 3) nav.add([20, 20, 20, 20, 20, 20]);
    const again = createAreaSearch(nav, options);
    const queries = buildPointQueries(placesOf(random, 10));
    const [mine, other] = [search.run(queries), again.run(queries)];
    for (let k = 0; k < queries.count; k++) {
      assert.is(mine.status[k], other.status[k]);
      if (mine.status[k] !== FOUND) continue;
      found++;
      assert.ok(Math.abs(mine.cost[k] / other.cost[k] - 1) < 0.05, `${mine.cost[k]}`);
    }
    again.destroy();
  }
  assert.ok(found > 10, `${found}`);
  search.destroy();
});

test('gaps, ends and links', () => {
  const nav = createNavMesh({
    boundary: [0, 0, 20, 0, 20, 20, 0, 20],
    obstacles: [
      [8, 0, 12, 0, 12, 9, 8, 9],
      [8, 11, 12, 11, 12, 20, 8, 20],
    ],
  });
  const rows = buildPointQueries([
    [2, 10, 18, 10],
    [10, 4, 18, 10],
    [2, 10, 19.5, 10],
  ]);
  const links = [{ from: [2, 18], to: [18, 18], cost: 1 } as const];
  const statusOf = (radius: number): number[] => {
    const search = createAreaSearch(nav, { radius });
    const { status } = search.run(rows);
    search.destroy();
    return [...status];
  };
  assert.equal(statusOf(0.4), [FOUND, SOURCE_BLOCKED, FOUND]);
  assert.equal(statusOf(0.99), [FOUND, SOURCE_BLOCKED, TARGET_BLOCKED]);
  assert.equal(statusOf(1.01), [NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED]);
  const search = createAreaSearch(nav, { radius: 1.5, links });
  const routes = search.run(rows);
  assert.ok(Math.abs(routes.cost[0] - 17) < 1e-9, `${routes.cost[0]}`);
  assert.ok(search.isOpen(0));
  assert.is(search.costOf(10, 4, 10, 5), Infinity);
  const id = nav.add([1, 16, 3, 16, 3, 17, 1, 17]);
  assert.not.ok(search.isOpen(0));
  assert.is(search.run(rows).status[0], NO_PATH);
  nav.remove(id);
  assert.is(search.run(rows).status[0], FOUND);
  refuses(() => createAreaSearch(nav, { radius: -1 }), RangeError, /radius is -1/);
  search.destroy();
});

test.run();
