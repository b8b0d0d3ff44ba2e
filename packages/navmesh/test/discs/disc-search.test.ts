import {
  FOUND,
  NO_PATH,
  NONE,
  SOURCE_BLOCKED,
  STATUS_NAMES,
  TARGET_BLOCKED,
} from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../../src/discs.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
} from '../../src/index.ts';
import { findPassWidths } from '@wayfield/triangulation/internal/polygons';
import { buildPassages } from '../../src/discs/passages.ts';
import { createRandom, wallsOf } from '@wayfield/testing/meshes';
import { blockScene, move, pebbleScene, randomScene, SCENES } from './disc-scenes.ts';
import { clearanceOf, shortestByTangents } from '../tangents/tangents.ts';

const test = suite('search for discs');

const COUNT = 48;
const SEED = 2;

test(`shortest of all tangents and arcs, clear of walls: ${COUNT} scenes (seed ${SEED})`, () => {
  const random = createRandom(SEED);
  const seen = new Map<number, number>();
  for (let i = 0; i < COUNT; i++) {
    const mesh = SCENES[i % 4](random);
    const walls = wallsOf(mesh);
    const search = createDiscSearch(mesh, { table: i % 3 === 0 });
    const rows = Array.from({ length: 4 }, () => [0, 0, 0, 0].map(() => 10 * random()));
    const radius = Float64Array.from(rows, () => (i % 4 === 3 ? 0.5 : 0.02 + 1.5 * random() ** 2));
    const routes = search.run(buildPointQueries(rows), { radius });
    for (let k = 0; k < rows.length; k++) {
      const r = radius[k];
      const what = `scene ${i}, query ${k}, radius ${r}`;
      const status = routes.status[k];
      seen.set(status, (seen.get(status) ?? 0) + 1);
      const exact =
        status === SOURCE_BLOCKED || status === TARGET_BLOCKED
          ? Infinity
          : shortestByTangents(mesh, walls, r, [rows[k]])[0];
      if (status === FOUND) {
        const [from, to] = [routes.firstPoint[k], routes.firstPoint[k + 1]];
        const clear = clearanceOf(routes, from, to, walls);
        assert.ok(clear >= r * (1 - 1e-9), `${what}: clearance ${clear}`);
        assert.equal([routes.x[from], routes.y[from], routes.x[to - 1], routes.y[to - 1]], rows[k]);
      }
      assert.ok(
        Math.abs(routes.cost[k] - exact) <= 1e-9 * exact || routes.cost[k] === exact,
        `${what}: ${STATUS_NAMES[status]} ${routes.cost[k]}, exact ${exact}`,
      );
    }
    search.destroy();
  }
  for (const status of [FOUND, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED])
    assert.ok(seen.get(status)! > 0, `${STATUS_NAMES[status]}: ${seen.get(status)}`);
});

test('between a corner and a wall from the next one, below a right angle (seed 8)', () => {
  const random = createRandom(8);
  let mesh = randomScene(random);
  let row: number[] = [];
  for (let i = 0; i <= 36; i++) {
    if (i > 0) mesh = i % 2 === 0 ? randomScene(random) : blockScene(random);
    const rows = Array.from({ length: 40 }, () => [0, 0, 0, 0].map(() => 10 * random()));
    for (let k = 0; k < 40; k++) if (i % 4 !== 3 && k % 9 !== 8) random();
    row = rows[16];
  }
  const radius = 0.4813479218851523;
  const search = createDiscSearch(mesh);
  const routes = search.run(buildPointQueries([row]), { radius });
  const walls = wallsOf(mesh);
  const exact = shortestByTangents(mesh, walls, radius, [row])[0];
  assert.ok(exact > 12 && exact < 13, `${exact}`);
  assert.ok(Math.abs(routes.cost[0] - exact) <= 1e-9 * exact, `${routes.cost[0]}, exact ${exact}`);
  const clear = clearanceOf(routes, 0, routes.firstPoint[1], walls);
  assert.ok(clear >= radius * (1 - 1e-9), `clearance ${clear}`);
  search.destroy();
});

test('a disc passes gaps as wide as itself, or wider by 1e-9: 48 scenes (seed 21)', () => {
  const random = createRandom(21);
  let [found, narrow] = [0, 0];
  for (let i = 0; i < 48; i++) {
    const mesh = SCENES[i % 4](random);
    const walls = wallsOf(mesh);
    const widths = findPassWidths(mesh).filter((width) => width > 0.05 && width < 2.5);
    if (widths.length === 0) continue;
    const width = widths[Math.floor(random() * widths.length)];
    const off = [0, 0, 0, 1e-13, -1e-13, 1e-9, -1e-9, -1e-11][Math.floor(random() * 8)];
    const radius = (width / 2) * (1 + off);
    const rows = Array.from({ length: 8 }, () => [0, 0, 0, 0].map(() => 10 * random()));
    const search = createDiscSearch(mesh, { table: i % 3 !== 0 });
    const routes = search.run(buildPointQueries(rows), { radius });
    const larger = search.run(buildPointQueries(rows), { radius: radius * (1 + 1e-6) });
    // a gap narrower than the disc by up to 1e-9 may count as open, as for `least`, or closed
    const least = shortestByTangents(mesh, walls, radius, rows, { sameAngle: 1e-8 });
    const most = shortestByTangents(mesh, walls, radius, rows, {
      tolerance: 5e-13,
      sameAngle: 1e-8,
    });
    for (let k = 0; k < rows.length; k++) {
      const [status, cost] = [routes.status[k], routes.cost[k]];
      if (status === SOURCE_BLOCKED || status === TARGET_BLOCKED) continue;
      const what = `scene ${i}, query ${k}, radius ${radius}: ${cost}, ${least[k]} to ${most[k]}`;
      assert.ok(cost >= least[k] * (1 - 1e-6) && cost <= most[k] * (1 + 1e-6), what);
      if (status === FOUND) found++;
      if (status === FOUND && larger.cost[k] > cost * 1.0001) narrow++;
    }
    search.destroy();
  }
  assert.ok(found > 60 && narrow >= 3, `${found} paths, ${narrow} through a gap`);
});

const FORMERLY_LONG = [
  {
    what: 'a passage beside the source that is too narrow prunes no other',
    mesh: pebbleScene(createRandom(900526)),
    row: [0.9655844909138978, 1.8854181841015816, 8.063571413513273, 8.567757909186184],
    radius: 0.8813145471952916,
  },
  {
    what: 'the path turns at a corner that the turn to the last side, after the target, put aside',
    mesh: randomScene(createRandom(5568)),
    row: [8.947455890011042, 6.376000358723104, 4.357783303130418, 1.613322887569666],
    radius: 0.7207512209788703,
  },
];
for (const { what, mesh, row, radius } of FORMERLY_LONG)
  test(`there and back as long as the shortest of all tangents: ${what}`, () => {
    const walls = wallsOf(mesh);
    const search = createDiscSearch(mesh, { table: false });
    const back = [row[2], row[3], row[0], row[1]];
    for (const r of [radius, radius * (1 - 1e-9), radius * (1 + 1e-9), radius * 0.99]) {
      const { cost } = search.run(buildPointQueries([row, back]), { radius: r });
      const exact = shortestByTangents(mesh, walls, r, [row], { sameAngle: 1e-8 })[0];
      assert.ok(exact > Math.hypot(row[2] - row[0], row[3] - row[1]), `${exact}`);
      for (const length of cost)
        assert.ok(Math.abs(length - exact) <= 1e-9 * exact, `${r}: ${length}, exact ${exact}`);
    }
    search.destroy();
  });

test('the table changes no length: 60 scenes (seed 9)', () => {
  const random = createRandom(9);
  let found = 0;
  for (let i = 0; i < 60; i++) {
    const mesh = i % 2 === 0 ? randomScene(random) : blockScene(random);
    const queries = buildPointQueries(
      Array.from({ length: 30 }, () => [0, 0, 0, 0].map(() => 10 * random())),
    );
    const radius = Float64Array.from({ length: 30 }, () => 0.02 + 1.2 * random() ** 2);
    const searches = [false, true].map((table) => createDiscSearch(mesh, { table }));
    const [plain, other] = searches.map((search) => search.run(queries, { radius }));
    for (let k = 0; k < 30; k++) {
      const [a, b] = [plain!.cost[k], other!.cost[k]];
      assert.ok(a === b || Math.abs(a - b) <= 1e-9 * a, `scene ${i}, query ${k}: ${a}, ${b}`);
      if (a < Infinity) found++;
    }
    for (const search of searches) search.destroy();
  }
  assert.ok(found > 500, `${found} paths`);
});

test('the width of passages: as a search along all of them says (seed 4)', () => {
  const mesh = randomScene(createRandom(4));
  const passWidth = findPassWidths(mesh);
  const { widest } = buildPassages(mesh, passWidth);
  const count = mesh.twin.length;
  const before = (s: number): number => (s % 3 === 0 ? s + 2 : s - 1);
  for (let from = 0; from < count; from++) {
    // Dijkstra for the widest passage, from side to side around corners
    const width = new Float64Array(count);
    const isDone = new Uint8Array(count);
    const reach = (s: number, w: number): void => {
      for (const side of [s, mesh.twin[s]]) if (side !== NONE && w > width[side]) width[side] = w;
    };
    reach(from, Infinity);
    for (;;) {
      let best = -1;
      for (let s = 0; s < count; s++)
        if (!isDone[s] && width[s] > (best < 0 ? 0 : width[best])) best = s;
      if (best < 0) break;
      isDone[best] = 1;
      const t = 3 * Math.floor(best / 3);
      for (let s = t; s < t + 3; s++)
        if (s === best) reach(before(s), Math.min(width[best], passWidth[s]));
        else if (before(s) === best) reach(s, Math.min(width[best], passWidth[s]));
    }
    for (let to = 0; to < count; to++) assert.is(widest(from, to), width[to], `${from} to ${to}`);
  }
});

test('with radius 0 as long as Polyanya (seed 3)', () => {
  const random = createRandom(3);
  for (let i = 0; i < 40; i++) {
    const mesh = randomScene(random);
    const queries = buildPointQueries(
      Array.from({ length: 20 }, () => [0, 0, 0, 0].map(() => 10 * random())),
    );
    const [search, polyanya] = [createDiscSearch(mesh), createPolyanya(mesh)];
    const one = search.run(queries, { radius: 0, result: 'cost' });
    const other = polyanya.run(queries, { result: 'cost' });
    for (let k = 0; k < 20; k++) {
      assert.is(one.status[k], other.status[k], `scene ${i}, query ${k}`);
      assert.ok(
        one.cost[k] === other.cost[k] ||
          Math.abs(one.cost[k] - other.cost[k]) <= 1e-9 * other.cost[k],
        `scene ${i}, query ${k}: ${one.cost[k]}, Polyanya ${other.cost[k]}`,
      );
    }
    search.destroy();
    polyanya.destroy();
  }
});

test('radii from 1e-12 to 0.1: as long as for a point except the arcs, clear (seed 12)', () => {
  const random = createRandom(12);
  const tiny = Array.from({ length: 23 }, (_, i) => 10 ** (-12 + i / 2));
  let turned = 0;
  for (let scene = 0; scene < 12; scene++) {
    // gaps are at least 1 wide and ends at least 0.15 from walls: the path takes the same turns for
    // all of these radii
    const mesh = move(blockScene(random), scene % 3 === 0 ? 1e5 : 0);
    const walls = wallsOf(mesh);
    const largest = mesh.x.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const place = (): number => Math.floor(10 * random()) + 0.15 + 0.7 * random();
    const queries = buildPointQueries(
      Array.from({ length: 30 }, () => [0, 0, 0, 0].map(() => largest - 10 + place())),
    );
    const search = createDiscSearch(mesh, { table: scene % 2 === 0 });
    const point = search.run(queries, { radius: 0 });
    for (const radius of tiny) {
      const routes = search.run(queries, { radius });
      for (let k = 0; k < queries.count; k++) {
        const what = `scene ${scene}, query ${k}, radius ${radius}`;
        assert.is(routes.status[k], point.status[k], what);
        if (routes.status[k] !== FOUND) continue;
        const [from, to] = [routes.firstPoint[k], routes.firstPoint[k + 1]];
        const arcs = routes.sweep.subarray(from, to).filter((sweep) => sweep !== 0).length;
        if (arcs > 0) turned++;
        const more = routes.cost[k] - point.cost[k];
        assert.ok(more >= -1e-13 * point.cost[k], `${what}: shorter than a point's by ${-more}`);
        assert.ok(
          more <= 2 * Math.PI * radius * arcs + 1e-13 * point.cost[k],
          `${what}: ${more} more`,
        );
        const clear = clearanceOf(routes, from, to, walls);
        const room = radius < largest * 2 ** -40 ? 0 : radius * (1 - 1e-9) - largest * 2 ** -46;
        assert.ok(clear >= room, `${what}: clearance ${clear}`);
      }
    }
    search.destroy();
  }
  assert.ok(turned > 1000, `${turned} paths with arcs`);
});

test('refuses radii that are none', () => {
  const mesh = randomScene(createRandom(1));
  const search = createDiscSearch(mesh);
  const queries = buildPointQueries([[1, 1, 2, 2]]);
  refuses(
    () => search.run(queries, { radius: -1 }),
    RangeError,
    /^radius is -1, expected a finite number >= 0/,
  );
  refuses(
    () => search.run(queries, { radius: [] }),
    RangeError,
    'radius.length is 0, expected at least 1, the count of queries',
  );
  search.destroy();
});

/**
 * An obstacle with one corner at (x, y). It widens to the right (`toward` 1) or the left (-1).
 */
const wedge = (x: number, y: number, toward: number): number[] =>
  toward > 0 ? [x, y, x + 30, y - 6, x + 30, y + 6] : [x, y, x - 30, y + 6, x - 30, y - 6];

test('the pieces of a path add up to its length where the disc just fits a gap (seed 5)', () => {
  const random = createRandom(5);
  let found = 0;
  for (let i = 0; i < 400; i++) {
    const [a, b] = [3 + Math.floor(random() * 15), Math.floor(random() * 12) - 6];
    const k = 0.5 + 0.5 * Math.floor(random() * 3);
    // the gap of length 2 r from (0, 0) to (a, b), and a corner before and behind it
    const obstacles = [
      wedge(0, 0, -1),
      wedge(a, b, 1),
      wedge(Math.round(b * k), Math.round(-a * k), -1),
      wedge(a, Math.round(b + a * k), 1),
    ];
    const boundary = [-80, -80, 80, -80, 80, 80, -80, 80];
    const { triangulation } = createNavMesh({ boundary, obstacles, snap: 2 ** -10 });
    const search = createDiscSearch(buildPolygonMesh(triangulation, { merge: false }));
    const side = (): number => a / 2 + 40 * (random() - 0.5);
    const rows = Array.from({ length: 4 }, () => {
      return [side(), 25 + 40 * random(), side(), -25 - 40 * random()];
    });
    const routes = search.run(buildPointQueries(rows), { radius: Math.hypot(a, b) / 2 });
    for (let q = 0; q < rows.length; q++) {
      if (routes.status[q] !== FOUND) continue;
      found++;
      let length = 0;
      for (let p = routes.firstPoint[q]; p + 1 < routes.firstPoint[q + 1]; p++) {
        const { x, y, centreX, centreY, sweep } = routes;
        length +=
          sweep[p] === 0
            ? Math.hypot(x[p + 1] - x[p], y[p + 1] - y[p])
            : Math.abs(sweep[p]) * Math.hypot(x[p] - centreX[p], y[p] - centreY[p]);
      }
      const cost = routes.cost[q];
      assert.ok(Math.abs(length - cost) <= 1e-9 * cost, `gap ${a}, ${b}: ${length} for ${cost}`);
    }
    search.destroy();
  }
  assert.ok(found > 200, `${found} paths`);
});

test.run();
