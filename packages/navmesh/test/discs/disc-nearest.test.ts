import {
  FOUND,
  NEAREST,
  NO_PATH,
  SOURCE_BLOCKED,
  STATUS_NAMES,
  TARGET_BLOCKED,
} from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch, type DiscRoutes } from '../../src/discs.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  type PolygonMesh,
} from '../../src/index.ts';
import { KINDS } from './disc-kinds.ts';
import { isInside, placesNear, type Point, still } from './disc-places.ts';
import { SCENES } from './disc-scenes.ts';
import { createRandom, wallsOf } from '@wayfield/testing/meshes';
import { clearanceOf, shortestByTangents } from '../tangents/tangents.ts';

const test = suite('nearest place for discs');

interface Answer {
  readonly mesh: PolygonMesh;
  readonly walls: Float64Array;
  readonly radius: number;
  readonly row: readonly number[];
  readonly routes: DiscRoutes;
  readonly random: () => number;
  readonly what: string;
}

/**
 * Checks one answer against offset geometry and samples. Returns how many places are nearer than
 * the answer but cannot be reached.
 */
function checkPlace({ mesh, walls, radius, row, routes, random, what }: Answer): number {
  const last = routes.firstPoint[1] - 1;
  const clear = clearanceOf(routes, 0, last + 1, walls);
  assert.ok(clear >= radius * (1 - 1e-9), `${what}: clearance ${clear}`);
  const goal = [row[2], row[3]] as const;
  const end = [routes.x[last], routes.y[last]] as const;
  const away = Math.hypot(end[0] - goal[0], end[1] - goal[1]);
  const sample = (): Point => {
    const [angle, d] = [7 * random(), away * Math.sqrt(random())];
    return [goal[0] + d * Math.cos(angle), goal[1] + d * Math.sin(angle)];
  };
  const nearer = [...placesNear(mesh, walls, radius, goal), ...Array.from({ length: 40 }, sample)]
    .filter(([x, y]) => Math.hypot(x - goal[0], y - goal[1]) < away - 1e-6 * (radius + away))
    .filter((p) => isInside(mesh, p) && clearanceOf(still(p), 0, 2, walls) >= radius);
  const source = [row[0], row[1]] as const;
  const lengths = shortestByTangents(mesh, walls, radius, [
    [...source, ...end],
    ...nearer.slice(0, 60).map((p) => [...source, ...p]),
  ]);
  assert.ok(
    Math.abs(lengths[0] - routes.cost[0]) <= 1e-9 * lengths[0],
    `${what}: ${lengths[0]}, ${routes.cost[0]}`,
  );
  for (let n = 1; n < lengths.length; n++)
    assert.is(lengths[n], Infinity, `${what}: ${nearer[n - 1]} is nearer than ${end}, ${away}`);
  return nearer.length;
}

const COUNT = 32;
const SEED = 41;

test(`no reachable place is nearer, by offset and samples: ${COUNT} scenes (seed ${SEED})`, () => {
  const random = createRandom(SEED);
  const seen = new Map<number, number>();
  const why = new Map<number, number>();
  let tried = 0;
  for (let i = 0; i < COUNT; i++) {
    const mesh = SCENES[i % 4](random);
    const walls = wallsOf(mesh);
    const search = createDiscSearch(mesh, { table: i % 3 === 0 });
    for (let k = 0; k < 8; k++) {
      const radius = i % 4 === 3 ? 0.15 + 0.4 * random() : 0.02 + 1.2 * random() ** 2;
      const row = [0, 0, 12 * random() - 1, 12 * random() - 1];
      for (let n = 0; n < 20; n++) {
        row[0] = 10 * random();
        row[1] = 10 * random();
        if (search.run(buildPointQueries([row]), { radius }).status[0] !== SOURCE_BLOCKED) break;
      }
      const queries = buildPointQueries([row]);
      const plain = search.run(queries, { radius });
      const routes = search.run(queries, { radius, nearest: true });
      const what = `scene ${i}, query ${k}, radius ${radius}, row ${row}`;
      const status = routes.status[0];
      seen.set(status, (seen.get(status) ?? 0) + 1);
      why.set(plain.status[0], (why.get(plain.status[0]) ?? 0) + 1);
      if (plain.status[0] === FOUND || plain.status[0] === SOURCE_BLOCKED) {
        assert.is(status, plain.status[0], what);
        assert.is(routes.cost[0], plain.cost[0], what);
        continue;
      }
      assert.is(status, NEAREST, `${what}: ${STATUS_NAMES[status]}`);
      assert.is(routes.isProven[0], 1, what);
      tried += checkPlace({ mesh, walls, radius, row, routes, random, what });
    }
    search.destroy();
  }
  assert.ok(seen.get(NEAREST)! > COUNT && seen.get(FOUND)! > COUNT, JSON.stringify([...seen]));
  for (const status of [NO_PATH, TARGET_BLOCKED])
    assert.ok(why.get(status)! >= 5, `${STATUS_NAMES[status]}: ${why.get(status)}`);
  assert.ok(tried > 100, `${tried} places that are nearer cannot be reached`);
});

test('a place through a gap as wide as the disc, none through one narrower by 1e-9', () => {
  const walls = [
    [4, 0, 4, 4.5],
    [4, 5.5, 4, 10],
  ];
  const { triangulation } = createNavMesh({ boundary: [0, 0, 10, 0, 10, 10, 0, 10], walls });
  const search = createDiscSearch(buildPolygonMesh(triangulation, { merge: false }));
  // in the wall at the far end
  const queries = buildPointQueries([[1, 5, 9.9, 5]]);
  for (const [radius, x] of [
    [0.5, 9.5],
    [0.5 * (1 + 1e-9), 4 - 0.5 * Math.sqrt(2e-9)],
  ] as const) {
    const routes = search.run(queries, { radius, nearest: true });
    const last = routes.firstPoint[1] - 1;
    assert.is(routes.status[0], NEAREST);
    assert.ok(Math.abs(routes.x[last] - x) < 1e-6, `${routes.x[last]}, expected ${x}`);
    assert.ok(Math.abs(routes.cost[0] - (x - 1)) < 1e-6);
  }
  // `search` and `improve` go to the same place as `run`
  const path = search.search(1, 9, 9.9, 5, { radius: 0.4, nearest: true });
  assert.is(path.status, NEAREST);
  assert.ok(path.improve() && path.isProven && path.lowerBound === path.cost);
  const { x, y, count } = path.path();
  assert.ok(Math.abs(x[count - 1] - 9.6) < 1e-9 && Math.abs(y[count - 1] - 5) < 1e-9);
  search.destroy();
});

test('endless paths towards a place where the disc does not fit', () => {
  const random = createRandom(221745);
  const scene = KINDS['scattered'](random);
  const { triangulation } = createNavMesh(scene.input);
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  const row = [2.4683338473550975, 5.757948472164571, 1.5413094614632428, 0.4920218326151371];
  const radius = 0.6001613439526409;
  const search = createDiscSearch(mesh, { table: false });
  const routes = search.run(buildPointQueries([row]), { radius, nearest: true });
  assert.is(routes.status[0], NEAREST);
  checkPlace({ mesh, walls: wallsOf(mesh), radius, row, routes, random, what: 'scattered' });
  search.destroy();
});

test('with radius 0 to where Polyanya goes (seed 42)', () => {
  const random = createRandom(42);
  let nearest = 0;
  for (let i = 0; i < 16; i++) {
    const mesh = SCENES[i % 4](random);
    const [search, polyanya] = [createDiscSearch(mesh, { table: false }), createPolyanya(mesh)];
    const rows = Array.from({ length: 12 }, () => [0, 0, 0, 0].map(() => 12 * random() - 1));
    const queries = buildPointQueries(rows);
    const one = search.run(queries, { radius: 0, nearest: true });
    const other = polyanya.run(queries, { nearest: true });
    for (let k = 0; k < rows.length; k++) {
      const what = `scene ${i}, query ${k}`;
      assert.is(one.status[k], other.status[k], what);
      if (one.status[k] !== NEAREST) continue;
      nearest++;
      const [a, b] = [one.firstPoint[k + 1] - 1, other.firstPoint[k + 1] - 1];
      assert.equal([one.x[a], one.y[a]], [other.x[b], other.y[b]], what);
      assert.ok(Math.abs(one.cost[k] - other.cost[k]) <= 1e-9 * other.cost[k], what);
    }
    search.destroy();
    polyanya.destroy();
  }
  assert.ok(nearest > 30, `${nearest}`);
});

test('why there is no path, with the numbers: of all scenes (seed 43)', () => {
  const random = createRandom(43);
  let [found, narrow] = [0, 0];
  for (let i = 0; i < 16; i++) {
    const mesh = SCENES[i % 4](random);
    const walls = wallsOf(mesh);
    const search = createDiscSearch(mesh, { table: false });
    for (let k = 0; k < 10; k++) {
      const row = [0, 0, 0, 0].map(() => 12 * random() - 1) as [number, number, number, number];
      const radius = 0.02 + 1.2 * random() ** 2;
      const what = `scene ${i}, query ${k}, radius ${radius}`;
      const told = search.explain(...row, { radius });
      const statusOf = (r: number): number =>
        search.run(buildPointQueries([row]), { radius: r }).status[0];
      assert.is(told.status, statusOf(radius), what);
      const [source, target] = [row.slice(0, 2), row.slice(2)] as unknown as [Point, Point];
      for (const [end, clearance] of [
        [source, told.sourceClearance],
        [target, told.targetClearance],
      ] as const) {
        const expected = isInside(mesh, end) ? clearanceOf(still(end), 0, 2, walls) : 0;
        assert.ok(Math.abs(clearance - expected) <= 1e-12, `${what}: ${clearance}, ${expected}`);
      }
      const { largestRadius, reason } = told;
      assert.not.equal(statusOf(largestRadius * (1 + 1e-9) + 1e-9), FOUND, what);
      if (largestRadius > 0) {
        if (statusOf(largestRadius * (1 - 1e-9)) === FOUND) found++;
        else narrow++;
      }
      if (told.status === SOURCE_BLOCKED)
        assert.match(reason, /^the source .* (is in an|is 0\.\d+)/);
      if (told.status === TARGET_BLOCKED)
        assert.match(reason, /^the target .* (is in an|is 0\.\d+)/);
      if (told.status === FOUND) assert.match(reason, /^there is a path/);
      if (told.status === NO_PATH) assert.match(reason, /^no path from/);
    }
    search.destroy();
  }
  // the forest of passages can overestimate the width of a passage near its ends
  assert.ok(
    found > 50 && found > 8 * narrow,
    `${found} found with the largest radius, ${narrow} not`,
  );
});

test.run();
