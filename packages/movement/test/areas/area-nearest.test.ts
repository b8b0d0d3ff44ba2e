// Ends that `nearest` moves. On worlds made by hand the places are known; elsewhere no place of a
// fine grid may be nearer. packages/acceptance judges more of them, by brute force.
import {
  BUDGET_SPENT,
  FOUND,
  NEAREST,
  NO_PATH,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
} from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type AreaRunOptions, type AreaSearch, createAreaSearch } from '../../src/areas.ts';
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import { convexObstacles, createRandom } from '@wayfield/testing/meshes';

const test = suite('nearest ends of areas');

const boundary = [0, 0, 20, 0, 20, 20, 0, 20];
const square = (x: number, y: number, size: number): number[] => {
  const [right, top] = [x + size, y + size];
  return [x, y, right, y, right, top, x, top];
};

/** The status of one query, and the ends of its path. */
function ask(search: AreaSearch, row: readonly number[], options: AreaRunOptions) {
  const { status, x, y, cost } = search.run(buildPointQueries([row]), options);
  const last = x.length - 1;
  const ends = last < 0 ? [] : [x[0], y[0], x[last], y[last]];
  // places are exact to 2^-37 of the largest coordinate
  return { status: status[0], ends: ends.map((c) => Math.round(c * 1e8) / 1e8), cost: cost[0] };
}

test('each mode moves its ends out of obstacles, closed areas, and back onto the mesh', () => {
  const nav = createNavMesh({ boundary, obstacles: [square(2, 2, 4)] });
  const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
  for (const on of [nav, mesh]) {
    const areas = [{ polygon: square(10, 10, 6), area: 1 }];
    const search = createAreaSearch(on, { areas, costs: [1, Infinity] });
    const row = [3, 4, 15, 12];
    assert.is(ask(search, row, {}).status, SOURCE_BLOCKED);
    assert.is(ask(search, row, { nearest: false }).status, SOURCE_BLOCKED);
    assert.is(ask(search, row, { nearest: 'source' }).status, TARGET_BLOCKED);
    assert.is(ask(search, row, { nearest: 'target' }).status, SOURCE_BLOCKED);
    const both = ask(search, row, { nearest: 'both' });
    assert.equal([both.status, ...both.ends], [NEAREST, 2, 4, 16, 12]);
    const off = ask(search, [-3, 21, 8, 8], { nearest: 'source' });
    assert.equal([off.status, ...off.ends], [NEAREST, 0, 20, 8, 8]);
    const target = ask(search, [8, 8, 11, 13], { nearest: true });
    assert.equal([target.status, ...target.ends], [NEAREST, 8, 8, 10, 13]);
    assert.ok(Math.abs(target.cost - Math.hypot(2, 5)) < 1e-9, `${target.cost}`);
    // nothing to move: the same answer as without
    const [free, plain] = [[8, 8, 18, 9] as const, {}];
    assert.equal(ask(search, free, { nearest: 'both' }), ask(search, free, plain));
    // a place that an end was moved to is not blocked
    const { x, y } = search.run(buildPointQueries([row]), { nearest: 'both' });
    const again = [x[0], y[0], x.at(-1)!, y.at(-1)!];
    assert.is(ask(search, again, plain).status, FOUND);
    const cut = ask(search, row, { nearest: 'both', maxExpanded: 0 });
    assert.equal([cut.status, ...cut.ends], [BUDGET_SPENT]);
    assert.is(
      search.run(buildPointQueries([row]), { nearest: 'both', result: 'cost' }).x.length,
      0,
    );
    refuses(
      () => search.run(buildPointQueries([row]), { nearest: 'end' as never }),
      RangeError,
      /nearest/,
    );
    search.destroy();
    assert.throws(() => ask(search, row, { nearest: 'both' }), /destroyed/);
  }
});

test('a target beyond closed ground is moved to what is reached, by open links too', () => {
  const nav = createNavMesh({ boundary });
  const areas = [{ polygon: [8, -1, 12, -1, 12, 21, 8, 21], area: 1 }];
  const costs = [1, Infinity];
  const row = [2, 10, 18, 10];
  const river = createAreaSearch(nav, { areas, costs });
  assert.is(ask(river, row, {}).status, NO_PATH);
  const stop = ask(river, row, { nearest: 'target' });
  assert.equal([stop.status, ...stop.ends], [NEAREST, 2, 10, 8, 10]);
  river.destroy();
  // in the river the far bank is nearer, and is not reached
  const link = { from: [1, 1], to: [14, 1], cost: 1 } as const;
  const bridged = createAreaSearch(nav, { areas, costs, links: [link] });
  const water = [2, 10, 11, 10];
  assert.equal(ask(bridged, water, { nearest: 'target' }).ends, [2, 10, 12, 10]);
  assert.equal(ask(bridged, [18, 10, 9, 10], { nearest: 'target' }).ends, [18, 10, 12, 10]);
  const id = nav.add(square(0.5, 0.5, 1));
  assert.equal(ask(bridged, water, { nearest: 'target' }).ends, [2, 10, 8, 10]);
  assert.equal(ask(bridged, [1, 1.2, 2, 2], { nearest: 'source' }).ends, [1, 1.5, 2, 2]);
  nav.remove(id);
  assert.equal(ask(bridged, water, { nearest: 'target' }).ends, [2, 10, 12, 10]);
  bridged.destroy();
});

test('areas on top of closed ones are islands; where nothing is open ends stay blocked', () => {
  const nav = createNavMesh({ boundary });
  const areas = [
    { polygon: [-1, -1, 21, -1, 21, 21, -1, 21], area: 1 },
    { polygon: square(3, 8, 2), area: 2 },
    { polygon: [4, 9, 6, 9, 6, 11, 4, 11], area: 1 },
  ];
  const search = createAreaSearch(nav, { areas, costs: [1, Infinity, 2] });
  const island = ask(search, [19, 8.5, 10, 16], { nearest: 'both' });
  // a corner of the island where the closed area on top cuts into it
  assert.equal([island.status, ...island.ends], [NEAREST, 5, 8.5, 4, 10]);
  search.destroy();
  for (const radius of [0, 1]) {
    const closed = createAreaSearch(nav, { costs: [Infinity], radius });
    assert.is(ask(closed, [1, 1, 2, 2], { nearest: 'both' }).status, SOURCE_BLOCKED);
    closed.destroy();
    const full = createNavMesh({ boundary, obstacles: [[-1, -1, 21, -1, 21, 21, -1, 21]] });
    for (const costs of [[1], [1, 2]]) {
      const blocked = createAreaSearch(full, {
        costs,
        radius,
        areas: areas.slice(0, costs.length - 1),
      });
      assert.is(ask(blocked, [1, 1, 2, 2], { nearest: 'both' }).status, SOURCE_BLOCKED);
      blocked.destroy();
    }
  }
});

test('discs keep the radius, and stay out of the hollow middle of large obstacles', () => {
  const nav = createNavMesh({ boundary, obstacles: [square(4, 4, 12)] });
  const mud = { areas: [{ polygon: square(0, 0, 3), area: 1 }], costs: [1, 4] };
  for (const options of [{}, mud]) {
    const search = createAreaSearch(nav, { ...options, radius: 1 });
    assert.is(search.isExact, options !== mud);
    const both = ask(search, [7, 9, 13.5, 12], { nearest: 'both' });
    assert.equal([both.status, ...both.ends], [NEAREST, 3, 9, 17, 12]);
    const off = ask(search, [30, 10, 10, 10.5], { nearest: 'both' });
    assert.equal([off.status, ...off.ends], [NEAREST, 19, 10, 10, 17]);
    assert.is(ask(search, [7, 9, 2, 2], { nearest: 'target' }).status, SOURCE_BLOCKED);
    assert.is(ask(search, [2, 2, 9, 9], { nearest: 'source' }).status, TARGET_BLOCKED);
    const id = nav.add(square(0, 8, 4));
    assert.equal(ask(search, [7, 9, 2, 18], { nearest: 'source' }).ends, [3, 7, 2, 18]);
    nav.remove(id);
    assert.equal(ask(search, [7, 9, 2, 18], { nearest: 'source' }).ends, [3, 9, 2, 18]);
    search.destroy();
    const large = createAreaSearch(nav, { ...options, radius: 11 });
    assert.is(ask(large, [7, 9, 2, 18], { nearest: 'both' }).status, SOURCE_BLOCKED);
    large.destroy();
  }
});

test('ends in hollow obstacles stay blocked, whatever walls have gone', () => {
  const nav = createNavMesh({ boundary, obstacles: [square(4, 4, 6)] });
  const ids = [square(12, 12, 6), square(14, 2, 4)].map((ring) => nav.add(ring));
  const search = createAreaSearch(nav, { radius: 1 });
  for (const id of ids) {
    nav.remove(id);
    assert.is(ask(search, [7, 7, 7, 7], {}).status, SOURCE_BLOCKED);
    assert.is(ask(search, [2, 2, 7, 7], {}).status, TARGET_BLOCKED);
  }
  search.destroy();
});

for (const radius of [0, 0.4])
  test(`no free place of a fine grid is nearer, radius ${radius}; seed 71`, () => {
    const random = createRandom(71);
    let moved = 0;
    for (let scene = 0; scene < 4; scene++) {
      const nav = createNavMesh({ boundary, obstacles: convexObstacles(2, random, 4) });
      const place = (): number => 20 * random();
      const areas = Array.from({ length: 4 }, (_, i) => {
        const [x, y] = [place(), place()];
        return {
          polygon: [x, y, x + 9 * random(), y + 1, x + 2, y + 8 * random()],
          area: 1 + (i % 2),
        };
      });
      const search = createAreaSearch(nav, { areas, costs: [1, Infinity, 3], radius });
      const rows = Array.from({ length: 20 }, () => [place(), place(), place(), place()]);
      const far = search.run(buildPointQueries(rows), { nearest: 'both' });
      const grid: [number, number][] = [];
      for (let x = 0.05; x < 20; x += 0.31) for (let y = 0.07; y < 20; y += 0.29) grid.push([x, y]);
      const { status } = search.run(buildPointQueries(grid.map(([x, y]) => [x, y, x, y])));
      const free = grid.filter((_, i) => status[i] === FOUND);
      for (const [i, [sx, sy, tx, ty]] of rows.entries()) {
        assert.ok([FOUND, NEAREST].includes(far.status[i]), `status ${far.status[i]}`);
        const [first, last] = [far.firstPoint[i], far.firstPoint[i + 1] - 1];
        const [fx, fy] = [far.x[first], far.y[first]];
        const away = Math.hypot(fx - sx, fy - sy);
        if (away > 0) moved++;
        for (const [x, y] of free)
          assert.ok(Math.hypot(x - sx, y - sy) > away - 1e-9, `${x}, ${y}`);
        const off = Math.hypot(far.x[last] - tx, far.y[last] - ty);
        const nearer = free.filter(([x, y]) => Math.hypot(x - tx, y - ty) < off - 1e-9);
        const there = search.run(buildPointQueries(nearer.map(([x, y]) => [fx, fy, x, y])));
        assert.ok(!there.status.includes(FOUND), `scene ${scene}, query ${i}`);
      }
      search.destroy();
    }
    assert.ok(moved > 10, `${moved}`);
  });

test.run();
