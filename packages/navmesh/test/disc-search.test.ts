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
import { createDiscSearch } from '../src/discs.ts';
import { buildPointQueries, createPolyanya } from '../src/index.ts';
import { findPassWidths } from '../src/pass-widths.ts';
import { buildPassages } from '../src/passages.ts';
import { createRandom } from './random.ts';
import { blockScene, move, pebbleScene, randomScene, SCENES } from './disc-scenes.ts';
import { clearanceOf, shortestByTangents, wallsOf } from './tangents.ts';

const test = suite('search for discs');

const COUNT = 48;
const SEED = 2;
/** Tables for some radii, for none. */
const RADII = [[], [0.1, 0.3, 0.6, 1], []];

test(`the shortest of all tangents and arcs, and clear of all walls: ${COUNT} scenes (seed ${SEED})`, () => {
  const random = createRandom(SEED);
  const seen = new Map<number, number>();
  for (let i = 0; i < COUNT; i++) {
    const mesh = SCENES[i % 4]!(random);
    const walls = wallsOf(mesh);
    const search = createDiscSearch(mesh, i % 3 === 0 ? {} : { radii: RADII[i % 3]! });
    const rows = Array.from({ length: 4 }, () => [0, 0, 0, 0].map(() => 10 * random()));
    const radius = Float64Array.from(rows, () => (i % 4 === 3 ? 0.5 : 0.02 + 1.5 * random() ** 2));
    const routes = search.run(buildPointQueries(rows), { radius });
    for (let k = 0; k < rows.length; k++) {
      const r = radius[k]!;
      const what = `scene ${i}, query ${k}, radius ${r}`;
      const status = routes.status[k]!;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      const exact =
        status === SOURCE_BLOCKED || status === TARGET_BLOCKED
          ? Infinity
          : shortestByTangents(mesh, walls, r, [rows[k]!])[0]!;
      if (status === FOUND) {
        const [from, to] = [routes.firstPoint[k]!, routes.firstPoint[k + 1]!];
        const clear = clearanceOf(routes, from, to, walls);
        assert.ok(clear >= r * (1 - 1e-9), `${what}: clearance ${clear}`);
        assert.equal([routes.x[from], routes.y[from], routes.x[to - 1], routes.y[to - 1]], rows[k]);
      }
      assert.ok(
        Math.abs(routes.cost[k]! - exact) <= 1e-9 * exact || routes.cost[k] === exact,
        `${what}: ${STATUS_NAMES[status]} ${routes.cost[k]}, exact ${exact}`,
      );
    }
    search.destroy();
  }
  for (const status of [FOUND, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED])
    assert.ok(seen.get(status)! > 0, `${STATUS_NAMES[status]}: ${seen.get(status)}`);
});

test('between a corner and a wall that begins at the next, with less than a right angle (seed 8)', () => {
  const random = createRandom(8);
  let mesh = randomScene(random);
  let row: number[] = [];
  for (let i = 0; i <= 36; i++) {
    if (i > 0) mesh = i % 2 === 0 ? randomScene(random) : blockScene(random);
    const rows = Array.from({ length: 40 }, () => [0, 0, 0, 0].map(() => 10 * random()));
    for (let k = 0; k < 40; k++) if (i % 4 !== 3 && k % 9 !== 8) random();
    row = rows[16]!;
  }
  const radius = 0.4813479218851523;
  const search = createDiscSearch(mesh);
  const routes = search.run(buildPointQueries([row]), { radius });
  const walls = wallsOf(mesh);
  const exact = shortestByTangents(mesh, walls, radius, [row])[0]!;
  assert.ok(exact > 12 && exact < 13, `${exact}`);
  assert.ok(Math.abs(routes.cost[0]! - exact) <= 1e-9 * exact, `${routes.cost[0]}, exact ${exact}`);
  const clear = clearanceOf(routes, 0, routes.firstPoint[1]!, walls);
  assert.ok(clear >= radius * (1 - 1e-9), `clearance ${clear}`);
  search.destroy();
});

test('a disc passes what is as wide as it is, and what is wider by 1e-9: 48 scenes (seed 21)', () => {
  const random = createRandom(21);
  let [found, narrow] = [0, 0];
  for (let i = 0; i < 48; i++) {
    const mesh = SCENES[i % 4]!(random);
    const walls = wallsOf(mesh);
    const widths = findPassWidths(mesh).filter((width) => width > 0.05 && width < 2.5);
    if (widths.length === 0) continue;
    const width = widths[Math.floor(random() * widths.length)]!;
    const off = [0, 0, 0, 1e-13, -1e-13, 1e-9, -1e-9, -1e-11][Math.floor(random() * 8)]!;
    const radius = (width / 2) * (1 + off);
    const rows = Array.from({ length: 8 }, () => [0, 0, 0, 0].map(() => 10 * random()));
    const search = createDiscSearch(mesh, i % 3 === 0 ? { radii: [] } : {});
    const routes = search.run(buildPointQueries(rows), { radius });
    const larger = search.run(buildPointQueries(rows), { radius: radius * (1 + 1e-6) });
    // between what a disc must pass and what it may
    const least = shortestByTangents(mesh, walls, radius, rows, { sameAngle: 1e-8 });
    const most = shortestByTangents(mesh, walls, radius, rows, {
      tolerance: 5e-13,
      sameAngle: 1e-8,
    });
    for (let k = 0; k < rows.length; k++) {
      const [status, cost] = [routes.status[k]!, routes.cost[k]!];
      if (status === SOURCE_BLOCKED || status === TARGET_BLOCKED) continue;
      const what = `scene ${i}, query ${k}, radius ${radius}: ${cost}, ${least[k]} to ${most[k]}`;
      assert.ok(cost >= least[k]! * (1 - 1e-6) && cost <= most[k]! * (1 + 1e-6), what);
      if (status === FOUND) found++;
      if (status === FOUND && larger.cost[k]! > cost * 1.0001) narrow++;
    }
    search.destroy();
  }
  assert.ok(found > 60 && narrow >= 3, `${found} paths, ${narrow} through a gap`);
});

const FORMERLY_LONG = [
  {
    what: 'a way beside the source that is too narrow ends no other',
    mesh: pebbleScene(createRandom(900526)),
    row: [0.9655844909138978, 1.8854181841015816, 8.063571413513273, 8.567757909186184],
    radius: 0.8813145471952916,
  },
  {
    what: 'a corner is gone around that the turn to the last side had put aside, which comes after the target',
    mesh: randomScene(createRandom(5568)),
    row: [8.947455890011042, 6.376000358723104, 4.357783303130418, 1.613322887569666],
    radius: 0.7207512209788703,
  },
];
for (const { what, mesh, row, radius } of FORMERLY_LONG)
  test(`there and back as long as the shortest of all tangents: ${what}`, () => {
    const walls = wallsOf(mesh);
    const search = createDiscSearch(mesh, { radii: [] });
    const back = [row[2]!, row[3]!, row[0]!, row[1]!];
    for (const r of [radius, radius * (1 - 1e-9), radius * (1 + 1e-9), radius * 0.99]) {
      const { cost } = search.run(buildPointQueries([row, back]), { radius: r });
      const exact = shortestByTangents(mesh, walls, r, [row], { sameAngle: 1e-8 })[0]!;
      assert.ok(exact > Math.hypot(row[2]! - row[0]!, row[3]! - row[1]!), `${exact}`);
      for (const length of cost)
        assert.ok(Math.abs(length - exact) <= 1e-9 * exact, `${r}: ${length}, exact ${exact}`);
    }
    search.destroy();
  });

test('tables change no length: 60 scenes (seed 9)', () => {
  const random = createRandom(9);
  let found = 0;
  for (let i = 0; i < 60; i++) {
    const mesh = i % 2 === 0 ? randomScene(random) : blockScene(random);
    const queries = buildPointQueries(
      Array.from({ length: 30 }, () => [0, 0, 0, 0].map(() => 10 * random())),
    );
    const radius = Float64Array.from({ length: 30 }, () => 0.02 + 1.2 * random() ** 2);
    const searches = [[], [0.05, 0.2, 0.5, 0.9], undefined].map((radii) =>
      createDiscSearch(mesh, radii === undefined ? {} : { radii }),
    );
    const [plain, ...others] = searches.map((search) => search.run(queries, { radius }));
    for (const other of others)
      for (let k = 0; k < 30; k++) {
        const [a, b] = [plain!.cost[k]!, other.cost[k]!];
        assert.ok(a === b || Math.abs(a - b) <= 1e-9 * a, `scene ${i}, query ${k}: ${a}, ${b}`);
        if (a < Infinity) found++;
      }
    for (const search of searches) search.destroy();
  }
  assert.ok(found > 1000, `${found} paths`);
});

test('the width of ways: as a search along all of them says (seed 4)', () => {
  const mesh = randomScene(createRandom(4));
  const passWidth = findPassWidths(mesh);
  const { widest } = buildPassages(mesh, passWidth);
  const count = mesh.twin.length;
  const before = (s: number): number => (s % 3 === 0 ? s + 2 : s - 1);
  for (let from = 0; from < count; from++) {
    // Dijkstra for the widest way, from side to side around corners
    const width = new Float64Array(count);
    const isDone = new Uint8Array(count);
    const reach = (s: number, w: number): void => {
      for (const side of [s, mesh.twin[s]!]) if (side !== NONE && w > width[side]!) width[side] = w;
    };
    reach(from, Infinity);
    for (;;) {
      let best = -1;
      for (let s = 0; s < count; s++)
        if (!isDone[s] && width[s]! > (best < 0 ? 0 : width[best]!)) best = s;
      if (best < 0) break;
      isDone[best] = 1;
      const t = 3 * Math.floor(best / 3);
      for (let s = t; s < t + 3; s++)
        if (s === best) reach(before(s), Math.min(width[best]!, passWidth[s]!));
        else if (before(s) === best) reach(s, Math.min(width[best]!, passWidth[s]!));
    }
    for (let to = 0; to < count; to++) assert.is(widest(from, to), width[to]!, `${from} to ${to}`);
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
          Math.abs(one.cost[k]! - other.cost[k]!) <= 1e-9 * other.cost[k]!,
        `scene ${i}, query ${k}: ${one.cost[k]}, Polyanya ${other.cost[k]}`,
      );
    }
    search.destroy();
    polyanya.destroy();
  }
});

test('radii from 1e-12 to 0.1: as long as for a point but for the arcs, and clear (seed 12)', () => {
  const random = createRandom(12);
  const tiny = Array.from({ length: 23 }, (_, i) => 10 ** (-12 + i / 2));
  let turned = 0;
  for (let scene = 0; scene < 12; scene++) {
    // gaps are at least 1 wide and ends at least 0.15 from walls: the way around is the same for all of these radii
    const mesh = move(blockScene(random), scene % 3 === 0 ? 1e5 : 0);
    const walls = wallsOf(mesh);
    const largest = mesh.x.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const place = (): number => Math.floor(10 * random()) + 0.15 + 0.7 * random();
    const queries = buildPointQueries(
      Array.from({ length: 30 }, () => [0, 0, 0, 0].map(() => largest - 10 + place())),
    );
    const search = createDiscSearch(mesh, scene % 2 === 0 ? {} : { radii: [1e-9, 1e-3] });
    const point = search.run(queries, { radius: 0 });
    for (const radius of tiny) {
      const routes = search.run(queries, { radius });
      for (let k = 0; k < queries.count; k++) {
        const what = `scene ${scene}, query ${k}, radius ${radius}`;
        assert.is(routes.status[k], point.status[k], what);
        if (routes.status[k] !== FOUND) continue;
        const [from, to] = [routes.firstPoint[k]!, routes.firstPoint[k + 1]!];
        const arcs = routes.sweep.subarray(from, to).filter((sweep) => sweep !== 0).length;
        if (arcs > 0) turned++;
        const more = routes.cost[k]! - point.cost[k]!;
        assert.ok(more >= -1e-13 * point.cost[k]!, `${what}: shorter than a point's by ${-more}`);
        assert.ok(
          more <= 2 * Math.PI * radius * arcs + 1e-13 * point.cost[k]!,
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
  refuses(
    () => createDiscSearch(mesh, { radii: [1, -2] }),
    RangeError,
    'radii[1] is -2, expected a finite number >= 0',
  );
});

test.run();
