import {
  BUDGET_SPENT,
  FOUND,
  NO_PATH,
  SOURCE_BLOCKED,
  STATUS_NAMES,
  TARGET_BLOCKED,
} from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { searchDiscs } from '../../src/discs/create-disc-search.ts';
import { type ArcPath, createDiscSearch } from '../../src/discs.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  outlineGrid,
  type PolygonMesh,
} from '../../src/index.ts';
import { SCENES } from './disc-scenes.ts';
import { createRandom, wallsOf } from '@wayfield/testing/meshes';
import { clearanceOf } from '../tangents/tangents.ts';

const test = suite('anytime search for discs');

/** The outlines of the blocked cells of a grid: many obstacles, and many channels around them. */
function largeScene(random: () => number, size: number): PolygonMesh {
  const cost = Float32Array.from({ length: size * size }, () => (random() < 0.2 ? 0 : 1));
  const { triangulation } = createNavMesh(outlineGrid({ width: size, height: size, cost }));
  return buildPolygonMesh(triangulation, { merge: false });
}

/** A query across a scene of 40 from corner to corner, where both ends are free. */
const FAR = [1.5, 1.5, 38.5, 38.5] as const;

function lengthOf({ count, x, y, centreX, centreY, sweep }: ArcPath): number {
  let length = 0;
  for (let i = 0; i + 1 < count; i++)
    length +=
      sweep[i] === 0
        ? Math.hypot(x[i + 1] - x[i], y[i + 1] - y[i])
        : Math.abs(sweep[i]) * Math.hypot(x[i] - centreX[i], y[i] - centreY[i]);
  return length;
}

test('a path at once, then shorter ones, all clear; bounds below the shortest (seed 31)', () => {
  const random = createRandom(31);
  const seen = new Map<number, number>();
  let [longer, steps] = [0, 0];
  for (let i = 0; i < 20; i++) {
    const size = i % 5 === 4 ? 24 : 10;
    const mesh = size > 10 ? largeScene(random, size) : SCENES[i % 4](random);
    const walls = wallsOf(mesh);
    const search = createDiscSearch(mesh, { table: i % 2 === 0 });
    for (let k = 0; k < 12; k++) {
      const row = [0, 0, 0, 0].map(() => size * random()) as [number, number, number, number];
      const radius = size > 10 ? 0.2 + 0.3 * random() : 0.02 + random() ** 2;
      const what = `scene ${i}, query ${k}, radius ${radius}`;
      const routes = search.run(buildPointQueries([row]), { radius });
      const shortest = routes.cost[0];
      assert.is(routes.isProven[0], 1, what);
      assert.is(routes.lowerBound[0], shortest, what);
      seen.set(routes.status[0], (seen.get(routes.status[0]) ?? 0) + 1);
      const path = search.search(...row, { radius });
      assert.is(path.status, routes.status[0], `${what}: ${STATUS_NAMES[path.status]}`);
      let [cost, bound] = [path.cost, path.lowerBound];
      if (cost > shortest) longer++;
      for (;;) {
        assert.ok(path.cost >= shortest && path.lowerBound <= shortest * (1 + 1e-12), what);
        if (path.status === FOUND) {
          const points = path.path();
          assert.ok(Math.abs(lengthOf(points) - path.cost) <= 1e-9 * path.cost, what);
          const clear = clearanceOf(points, 0, points.count, walls);
          assert.ok(clear >= radius * (1 - 1e-9), `${what}: clearance ${clear}`);
        }
        if (path.isProven) break;
        steps++;
        path.improve({ maxExpanded: 1 });
        assert.ok(path.cost <= cost && path.lowerBound >= bound, what);
        [cost, bound] = [path.cost, path.lowerBound];
      }
      assert.is(path.cost, shortest, what);
      assert.is(path.lowerBound, shortest, what);
      const points = path.path();
      if (path.status !== FOUND) assert.is(points.count, 0, what);
      else
        assert.equal(
          [points.x[0], points.y[0], points.x[points.count - 1], points.y[points.count - 1]],
          row,
        );
    }
    search.destroy();
  }
  for (const status of [FOUND, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED])
    assert.ok(seen.get(status)! > 0, `${STATUS_NAMES[status]}: ${seen.get(status)}`);
  assert.ok(longer >= 5 && steps > 120, `${longer} first paths were longer, ${steps} steps`);
});

test('limits of a run: a first path, a gap, a number of labels (seed 32)', () => {
  const random = createRandom(32);
  const mesh = largeScene(random, 30);
  const search = createDiscSearch(mesh, { table: false });
  const queries = buildPointQueries(
    Array.from({ length: 60 }, () => [0, 0, 0, 0].map(() => 30 * random())),
  );
  const radius = 0.3;
  const exact = search.run(queries, { radius });
  let [open, spent] = [0, 0];
  for (const limits of [{ first: true }, { gap: 0.05 }, { maxExpanded: 3 }, { milliseconds: 0 }]) {
    const routes = search.run(queries, { radius, ...limits });
    for (let k = 0; k < queries.count; k++) {
      const what = `query ${k}, ${JSON.stringify(limits)}`;
      const [cost, least] = [routes.cost[k], routes.lowerBound[k]];
      if ('maxExpanded' in limits) assert.ok(routes.expanded[k] <= 3, what);
      if ('milliseconds' in limits) assert.is(routes.expanded[k], 0, what);
      if (routes.status[k] === BUDGET_SPENT) {
        assert.ok('maxExpanded' in limits || 'milliseconds' in limits, what);
        assert.is(cost, Infinity, what);
        assert.ok(least <= exact.cost[k] * (1 + 1e-12), what);
        spent++;
      } else assert.is(routes.status[k], exact.status[k], what);
      assert.is(routes.firstPoint[k + 1] > routes.firstPoint[k], cost < Infinity, what);
      if (cost === Infinity) continue;
      assert.ok(cost >= exact.cost[k] && least <= exact.cost[k] * (1 + 1e-12), what);
      if (routes.isProven[k]) assert.is(cost, exact.cost[k], what);
      else open++;
      if ('gap' in limits) assert.ok(cost - least <= 0.05 * cost, `${what}: ${least} to ${cost}`);
    }
  }
  assert.ok(open > 20 && spent > 20, `${open} not proven, ${spent} without a path`);
  assert.ok(open + spent > 40, `${open} not proven, ${spent} without a path`);
  search.destroy();
});

test('in slices, until a signal; what was found stays', async () => {
  const mesh = largeScene(createRandom(35), 40);
  const search = createDiscSearch(mesh, { table: false });
  const [row, radius] = [FAR, 0.2];
  const shortest = search.run(buildPointQueries([row]), { radius }).cost[0];
  const path = search.search(...row, { radius });
  assert.is(path.status, FOUND);
  const stop = new AbortController();
  stop.abort(new Error('enough'));
  await path.improveAsync({ signal: stop.signal }).then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'enough'),
  );
  assert.not(path.isProven);
  assert.ok(path.cost >= shortest && path.path().count > 1);
  assert.not(await path.improveAsync({ maxExpanded: 2 }));
  assert.ok(await path.improveAsync({ slice: 0.1 }));
  assert.is(path.cost, shortest);

  const other = search.search(...row, { radius });
  search.run(buildPointQueries([row]), { radius });
  assert.throws(() => other.improve(), /another search has begun/);
  assert.ok(other.cost >= shortest && other.path().count > 1);
  search.destroy();
});

test('refuses limits and numbers that are none', () => {
  const search = createDiscSearch(largeScene(createRandom(34), 10));
  const queries = buildPointQueries([[1, 1, 9, 9]]);
  refuses(
    () => search.run(queries, { radius: 0.1, gap: -1 }),
    RangeError,
    'gap is -1, expected a number >= 0',
  );
  refuses(
    () => search.search(1, 1, 9, 9, { radius: -2 }),
    RangeError,
    'radius is -2, expected a finite number >= 0',
  );
  refuses(
    () => search.search(1, 1, Number.NaN, 9, { radius: 0 }),
    RangeError,
    /^(source|target)[XY] is NaN, expected a finite number$/,
  );
  search.destroy();
});

test('a search with more labels than its memory may hold says so, and the next one works', () => {
  const mesh = largeScene(createRandom(35), 40);
  const near = buildPointQueries([[1.5, 1.5, 1.6, 1.6]]);
  const queries = buildPointQueries([FAR]);
  const whole = createDiscSearch(mesh, { table: false });
  const exact = whole.run(queries, { radius: 0.2 });
  assert.is(exact.status[0], FOUND);
  assert.is(whole.run(near, { radius: 0.2 }).status[0], FOUND);
  // the number of labels until the first path, plus one
  const maxExpanded = whole.run(queries, { radius: 0.2, first: true }).expanded[0] + 1;
  whole.destroy();
  const search = searchDiscs(mesh, { table: false }, 2 ** 10);
  refuses(
    () => search.run(queries, { radius: 0.2 }),
    RangeError,
    'from 1.5, 1.5 to 38.5, 38.5 with radius 0.2 there are more labels than fit into ' +
      '0.03125 MiB; set maxExpanded',
  );
  const some = search.run(queries, { radius: 0.2, maxExpanded });
  assert.is(some.status[0], FOUND);
  assert.ok(some.cost[0] >= exact.cost[0] && some.isProven[0] === 0);
  assert.is(search.run(near, { radius: 0.2 }).status[0], FOUND);
  const path = search.search(...FAR, { radius: 0.2 });
  for (let i = 0; i < 2; i++) {
    refuses(
      () => path.improve(),
      RangeError,
      i === 0 ? /more labels than fit/ : /labels or memory ran out/,
    );
    assert.ok(!path.isProven && path.status === FOUND);
  }
  search.destroy();
});

test('a label that was left out last is not taken for no path', () => {
  // a corridor past obstacles, each with a gap for the disc on one hand: one label at a time
  const obstacles = Array.from({ length: 20 }, (_, i) => {
    const [x, y] = [2 + 3 * i, i % 2 === 0 ? 0.3 : 1.7];
    return [x, y, x + 1, y, x + 1, y + 2, x, y + 2];
  });
  const nav = createNavMesh({ boundary: [0, 0, 63, 0, 63, 4, 0, 4], obstacles });
  const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
  const queries = buildPointQueries([[1, 2, 62, 2]]);
  const whole = createDiscSearch(mesh, { table: false });
  const exact = whole.run(queries, { radius: 0.5 });
  whole.destroy();
  assert.is(exact.status[0], FOUND);
  for (let most = 8; ; most += 8) {
    const search = searchDiscs(mesh, { table: false }, most);
    let cost: number | undefined;
    try {
      cost = search.run(queries, { radius: 0.5 }).cost[0];
    } catch (error) {
      assert.match((error as Error).message, 'there are more labels than fit into');
    }
    search.destroy();
    if (cost === undefined) continue;
    assert.is(cost, exact.cost[0], `${most} labels`);
    assert.ok(most > 16, `${most} labels were enough`);
    break;
  }
});

test.run();
