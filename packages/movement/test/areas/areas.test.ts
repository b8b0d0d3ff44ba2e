// Paths over areas with costs and over links, against brute force and finer graphs.
import { BUDGET_SPENT, FOUND, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Area, type AreaRoutes, createAreaSearch, type Link } from '../../src/areas.ts';
import { searchAreas } from '../../src/areas/create-area-search.ts';
import { openWalks } from '../../src/corridors/walks.ts';
import { KERNELS_BASE64 } from '../../src/walks.gen.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  type NavMesh,
} from '@wayfield/navmesh';
import { createSurface } from '@wayfield/surface';
import { convexObstacles, createRandom, editRooms } from '@wayfield/testing/meshes';

const test = suite('areas');
const TIMES = Number(process.env['WAYFIELD_SCENES'] ?? 1);

type Row = readonly [number, number, number, number];

/** Whether a point lies in a ring, by the even-odd rule. */
function isIn(ring: ArrayLike<number>, x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0; i < ring.length; i += 2) {
    const [ax, ay] = [ring[i], ring[i + 1]];
    const [bx, by] = [ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside;
}

/** The cost of a straight line by many samples, each the cheaper of both sides of the line. */
function sampledCost(areas: readonly Area[], costs: readonly number[], row: Row): number {
  const [ax, ay, bx, by] = row;
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return 0;
  const [nx, ny] = [(-1e-7 * (by - ay)) / length, (1e-7 * (bx - ax)) / length];
  const at = (x: number, y: number): number => {
    let area = 0;
    for (const one of areas) if (isIn(one.polygon as number[], x, y)) area = one.area;
    return costs[area];
  };
  const samples = 200;
  let sum = 0;
  for (let i = 0; i < samples; i++) {
    const share = (i + 0.5) / samples;
    const [x, y] = [ax + share * (bx - ax), ay + share * (by - ay)];
    sum += (Math.min(at(x + nx, y + ny), at(x - nx, y - ny)) * length) / samples;
  }
  return sum;
}

/** Checks a path: its ends, its walks on the mesh, its links, and its cost. */
function checkPath(
  { x, y, link, firstPoint, cost }: AreaRoutes,
  i: number,
  row: Row,
  scene: {
    readonly areas: readonly Area[];
    readonly costs: readonly number[];
    readonly links: readonly Link[];
    isSeen(row: Row): boolean;
  },
  what: string,
): void {
  const [first, last] = [firstPoint[i], firstPoint[i + 1] - 1];
  assert.equal([x[first], y[first], x[last], y[last]], [...row], what);
  let sum = 0;
  let [slack, legs] = [1e-6, 0];
  for (let k = first; k < last; k++) {
    const leg = [x[k], y[k], x[k + 1], y[k + 1]] as const;
    if (link[k] >= 0) {
      const { from, to, cost: price, twoWay } = scene.links[link[k]];
      const ends = [...from, ...to].join();
      const back = [...to, ...from].join();
      assert.ok(leg.join() === ends || (twoWay === true && leg.join() === back), `${what}: link`);
      sum += price;
      continue;
    }
    assert.ok(scene.isSeen(leg), `${what}: ${leg} leaves the mesh`);
    sum += sampledCost(scene.areas, scene.costs, leg);
    slack += (Math.hypot(leg[2] - leg[0], leg[3] - leg[1]) / 200) * 8 * Math.max(...scene.costs);
    legs++;
  }
  assert.ok(legs > 0 && Math.abs(sum - cost[i]) < slack, `${what}: ${sum}, says ${cost[i]}`);
}

/** A way to see whether straight lines stay on a mesh, which does not belong to the search. */
function seeOn(nav: NavMesh): (row: Row) => boolean {
  const t = nav.triangulation;
  const walls: Row[] = [];
  const surface = createSurface(nav);
  const isFree = (e: number): boolean =>
    e >= 0 && t.corner[e] >= 0 && t.depth[Math.floor(e / 3)] === 0;
  for (let e = 0; e < 3 * t.triangleCount; e++) {
    if (!isFree(e) || (t.constraint[e] < 0 && isFree(t.twin[e]))) continue;
    const [a, b] = [t.corner[e], t.corner[e % 3 === 2 ? e - 2 : e + 1]];
    walls.push([t.x[a], t.y[a], t.x[b], t.y[b]]);
  }
  return ([ax, ay, bx, by]) => {
    const side = (px: number, py: number, [cx, cy, dx, dy]: Row): number =>
      ((dx - cx) * (py - cy) - (dy - cy) * (px - cx)) / Math.hypot(dx - cx, dy - cy);
    for (const wall of walls) {
      const [p, q] = [side(ax, ay, wall), side(bx, by, wall)];
      const line = [ax, ay, bx, by] as const;
      const [r, s] = [side(wall[0], wall[1], line), side(wall[2], wall[3], line)];
      const away = 1e-7;
      if (Math.min(p, q) < -away && Math.max(p, q) > away)
        if (Math.min(r, s) < -away && Math.max(r, s) > away) return false;
    }
    for (const share of [0.01, 0.3, 0.5, 0.77, 0.99])
      if (surface.clearanceAt(ax + share * (bx - ax), ay + share * (by - ay)) < -1e-7) return false;
    return true;
  };
}

function randomAreas(random: () => number, size: number, kinds: number): Area[] {
  return Array.from({ length: 6 }, () => {
    const [cx, cy, r] = [size * random(), size * random(), size * (0.08 + 0.2 * random())];
    const corners = 3 + Math.floor(random() * 5);
    const turn = 7 * random();
    const polygon = Array.from({ length: 2 * corners }, (_, k) => {
      const angle = turn + (2 * Math.PI * (k >> 1)) / corners;
      return k % 2 ? cy + r * Math.sin(angle) : cx + r * Math.cos(angle);
    });
    return { polygon, area: 1 + Math.floor(random() * kinds) };
  });
}

const box = (size: number): number[] => [0, 0, size, 0, size, size, 0, size];
const cornersOf = (size: number, random: () => number): [number, number, number, number] => [
  size * random(),
  size * random(),
  size * random(),
  size * random(),
];

test('one strip of mud: refraction as by a search for the best crossings', () => {
  const strip = [4, -1, 6, -1, 6, 11, 4, 11];
  const mesh = createNavMesh({ boundary: box(10) });
  const worst = [0, 0];
  for (const mud of [0.25, 1.5, 3, 8]) {
    const search = createAreaSearch(mesh, {
      areas: [{ polygon: strip, area: 1 }],
      costs: [1, mud],
    });
    const random = createRandom(11);
    for (let i = 0; i < 40; i++) {
      const [ay, by] = [10 * random(), 10 * random()];
      const [ax, bx] = [3 * random(), 7 + 3 * random()];
      // crossings at x = 4 and x = 6: convex, by nested ternary search
      const at = (p: number, q: number): number =>
        Math.hypot(4 - ax, p - ay) + mud * Math.hypot(2, q - p) + Math.hypot(bx - 6, by - q);
      const least = (of: (v: number) => number): number => {
        let [low, high] = [0, 10];
        for (let k = 0; k < 100; k++) {
          const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
          if (of(a) < of(b)) high = b;
          else low = a;
        }
        return (low + high) / 2;
      };
      const p = least((v) =>
        at(
          v,
          least((w) => at(v, w)),
        ),
      );
      const best = at(
        p,
        least((w) => at(p, w)),
      );
      const { cost, status } = search.run(buildPointQueries([[ax, ay, bx, by]]));
      assert.is(status[0], FOUND);
      const over = cost[0] / best - 1;
      assert.ok(over > -1e-9 && over < 1e-3, `mud ${mud}: ${cost[0]}, best ${best}`);
      worst[0] = Math.max(worst[0], over);
    }
    search.destroy();
  }
});

test('paths are valid, cost what they say, and are near to a finer graph (seed 21)', () => {
  const random = createRandom(21);
  const over: number[] = [];
  for (let i = 0; i < 3 * TIMES; i++) {
    const nav = createNavMesh({ boundary: box(40), obstacles: convexObstacles(4, random, 3.5) });
    const areas = randomAreas(random, 40, 3);
    const costs = [1, 3, 0.4, i % 2 === 0 ? Infinity : 6];
    const search = createAreaSearch(nav, { areas, costs });
    const fixed = createAreaSearch(buildPolygonMesh(nav.triangulation, { merge: false }), {
      areas,
      costs,
    });
    const fine = createAreaSearch(nav, { areas, costs, points: 32 });
    const scene = { areas, costs, links: [], isSeen: seeOn(nav) };
    const rows = Array.from({ length: 25 }, () => cornersOf(40, random));
    const queries = buildPointQueries(rows);
    const [routes, finer, again] = [search.run(queries), fine.run(queries), fixed.run(queries)];
    for (let k = 0; k < rows.length; k++) {
      const what = `scene ${i}, row ${rows[k]}`;
      assert.is(routes.status[k], finer.status[k], what);
      assert.is(routes.status[k], again.status[k], what);
      if (routes.status[k] !== FOUND) {
        assert.is(routes.cost[k], Infinity);
        continue;
      }
      checkPath(routes, k, rows[k], scene, what);
      checkPath(finer, k, rows[k], scene, what);
      over.push(routes.cost[k] / finer.cost[k] - 1);
      assert.ok(Math.abs(routes.cost[k] / again.cost[k] - 1) < 0.05, what);
      const [ax, ay, bx, by] = rows[k];
      assert.ok(routes.cost[k] <= search.costOf(ax, ay, bx, by) * (1 + 1e-9), what);
    }
    for (const one of [search, fixed, fine]) one.destroy();
  }
  over.sort((a, b) => a - b);
  const part = (share: number): number => over[Math.floor(share * (over.length - 1))];
  if (process.env['WAYFIELD_SHOW'])
    console.log('over a finer graph', part(0), part(0.5), part(0.95), part(1), over.length);
  assert.ok(over.length > 25 * TIMES, `${over.length} paths`);
  assert.ok(
    part(0.5) < 1e-6 && part(0.95) < 0.004 && part(1) < 0.03,
    `${part(0.5)}, ${part(0.95)}`,
  );
});

test('the graph alone: a path costs at most a spacing more per triangle that it crosses', () => {
  const random = createRandom(26);
  let paths = 0;
  let share = 0;
  for (let i = 0; i < 3 * TIMES; i++) {
    const nav = createNavMesh({ boundary: box(40), obstacles: convexObstacles(4, random, 3.5) });
    const areas = randomAreas(random, 40, 3);
    const costs = [1, 3, 0.4, 6];
    const walks = openWalks(KERNELS_BASE64, nav, 1);
    const fine = createAreaSearch(nav, { areas, costs, points: 32 });
    const rows = Array.from({ length: 20 }, () => cornersOf(40, random));
    const queries = buildPointQueries(rows);
    const best = fine.run(queries);
    // no side is longer than 57, and the spacing of long ones is a 32nd
    for (const spacing of [2, 8]) {
      const graph = searchAreas(nav, { areas, costs }, { rounds: 0, spacing });
      const found = graph.run(queries);
      for (let k = 0; k < rows.length; k++) {
        assert.is(found.status[k], best.status[k]);
        if (found.status[k] !== FOUND) continue;
        let pieces = 0;
        for (let p = best.firstPoint[k]; p + 1 < best.firstPoint[k + 1]; p++) {
          const [ax, ay, bx, by] = [best.x[p], best.y[p], best.x[p + 1], best.y[p + 1]];
          assert.ok(walks.sees(walks.locate(ax, ay), ax, ay, bx, by));
          // each border that is crossed ends a piece too
          pieces += walks.kernels.pathCount() + 2 * areas.length;
        }
        const more = found.cost[k] - best.cost[k];
        assert.ok(more <= Math.max(...costs) * spacing * pieces, `${more}, ${pieces} pieces`);
        share = Math.max(share, more / (spacing * pieces));
        paths++;
      }
      graph.destroy();
    }
    fine.destroy();
    walks.destroy();
  }
  if (process.env['WAYFIELD_SHOW']) console.log('of the bound at most', share, paths);
  assert.ok(paths > 60 * TIMES, `${paths}`);
});

test('equal costs: exact as Polyanya; near to it with a link nobody takes (seed 22)', () => {
  const random = createRandom(22);
  const over: number[] = [];
  for (let i = 0; i < 6 * TIMES; i++) {
    const nav = createNavMesh({ boundary: box(40), obstacles: convexObstacles(4, random, 4) });
    const areas = randomAreas(random, 40, 1);
    const rows = Array.from({ length: 30 }, () => cornersOf(40, random));
    const queries = buildPointQueries(rows);
    const polyanya = createPolyanya(nav);
    const exact = polyanya.run(queries);
    const same = createAreaSearch(nav, { areas, costs: [2, 2] });
    assert.ok(same.isExact);
    const doubled = same.run(queries);
    const link = { from: [1, 1], to: [39, 39], cost: 1e4 } as const;
    const search = createAreaSearch(nav, { areas, links: [link] });
    assert.not.ok(search.isExact);
    const routes = search.run(queries);
    for (let k = 0; k < rows.length; k++) {
      assert.is(doubled.status[k], exact.status[k]);
      assert.is(routes.status[k], exact.status[k], `scene ${i}, row ${rows[k]}`);
      if (exact.status[k] !== FOUND) continue;
      assert.is(doubled.cost[k], 2 * exact.cost[k]);
      assert.ok(routes.cost[k] >= exact.cost[k] * (1 - 1e-9));
      over.push(routes.cost[k] / exact.cost[k] - 1);
    }
    for (const one of [polyanya, same, search]) one.destroy();
  }
  over.sort((a, b) => a - b);
  const part = (share: number): number => over[Math.floor(share * (over.length - 1))];
  if (process.env['WAYFIELD_SHOW']) console.log('over exact', part(0.5), part(0.95), part(1));
  assert.ok(part(0.5) < 1e-6 && part(0.95) < 0.01 && part(1) < 0.05, `${part(0.95)}, ${part(1)}`);
});

test('links: one way, both ways, between parts, closed under obstacles', () => {
  const nav = createNavMesh({
    boundary: box(20),
    obstacles: [[9, 0, 11, 0, 11, 20, 9, 20]],
  });
  const links: Link[] = [
    { from: [5, 10], to: [15, 10], cost: 2 },
    { from: [15, 18], to: [5, 18], cost: 4, twoWay: true },
  ];
  const search = createAreaSearch(nav, { links });
  const scene = { areas: [], costs: [1], links, isSeen: seeOn(nav) };
  const rows: Row[] = [
    [2, 10, 18, 10],
    [18, 10, 2, 10],
  ];
  const run = (): AreaRoutes => search.run(buildPointQueries(rows));
  const there = run();
  assert.ok(Math.abs(there.cost[0] - 8) < 1e-9, `${there.cost[0]}`);
  const back = 2 * Math.hypot(3, 8) + 4;
  assert.ok(Math.abs(there.cost[1] - back) < 1e-9, `${there.cost[1]}, expected ${back}`);
  for (let k = 0; k < 2; k++) checkPath(there, k, rows[k], scene, `row ${k}`);
  assert.equal([...there.link], [-1, 0, -1, -1, -1, 1, -1, -1]);
  const id = nav.add([14, 9, 16, 9, 16, 11, 14, 11]);
  assert.equal([search.isOpen(0), search.isOpen(1)], [false, true]);
  assert.ok(Math.abs(run().cost[0] - back) < 1e-6);
  const other = nav.add([4, 17, 6, 17, 6, 19, 4, 19]);
  assert.equal([...run().status], [NO_PATH, NO_PATH]);
  nav.remove(id);
  assert.equal([search.isOpen(0), search.isOpen(1)], [true, false]);
  assert.equal([...run().status], [FOUND, NO_PATH]);
  nav.remove(other);
  assert.ok(Math.abs(run().cost[1] - back) < 1e-9);
  search.destroy();
});

test('cheap links are taken, chained too: as by all orders of links (seed 23)', () => {
  const random = createRandom(23);
  let used = 0;
  for (let i = 0; i < 5 * TIMES; i++) {
    const nav = createNavMesh({ boundary: box(30), obstacles: convexObstacles(3, random, 4) });
    const surface = createSurface(nav);
    const free = (): [number, number] => {
      const { x, y } = surface.randomPoint(random);
      return [x, y];
    };
    const links = Array.from({ length: 3 }, () => ({
      from: free(),
      to: free(),
      cost: random() < 0.5 ? 0 : 5 * random(),
      twoWay: random() < 0.5,
    }));
    const search = createAreaSearch(nav, { links });
    const polyanya = createPolyanya(nav);
    const jumps = links.flatMap(({ from, to, cost, twoWay }) =>
      twoWay
        ? [
            { from, to, cost },
            { from: to, to: from, cost },
          ]
        : [{ from, to, cost }],
    );
    const walk = (a: readonly number[], b: readonly number[]): number =>
      polyanya.run(buildPointQueries([[...a, ...b]])).cost[0];
    for (let k = 0; k < 12; k++) {
      const [s, t] = [free(), free()];
      // Dijkstra over the ends of links
      const places = [s, t, ...jumps.flatMap(({ from, to }) => [from, to])];
      const dist = places.map((p) => walk(s, p));
      for (let round = 0; round < places.length; round++)
        for (const [j, { cost }] of jumps.entries()) {
          const to = 3 + 2 * j;
          dist[to] = Math.min(dist[to], dist[to - 1] + cost);
          for (let p = 0; p < places.length; p++)
            dist[p] = Math.min(dist[p], dist[to] + walk(places[to], places[p]));
        }
      const row = [s[0], s[1], t[0], t[1]] as const;
      const routes = search.run(buildPointQueries([row]));
      const what = `scene ${i}, row ${row}`;
      assert.is(routes.status[0], dist[1] < Infinity ? FOUND : NO_PATH, what);
      if (routes.status[0] !== FOUND) continue;
      checkPath(routes, 0, row, { areas: [], costs: [1], links, isSeen: seeOn(nav) }, what);
      assert.ok(routes.cost[0] >= dist[1] - 1e-9, `${what}: ${routes.cost[0]}, best ${dist[1]}`);
      assert.ok(routes.cost[0] <= 1.03 * dist[1] + 1e-9, `${what}: ${routes.cost[0]}, ${dist[1]}`);
      if (routes.link.some((one) => one >= 0)) used++;
    }
    for (const one of [search, polyanya, surface]) one.destroy();
  }
  assert.ok(used > 8 * TIMES, `${used}`);
});

test('a mesh that changes answers as a mesh made again (seed 24)', () => {
  const random = createRandom(24);
  const over: number[] = [];
  let found = 0;
  for (let i = 0; i < 2 * TIMES; i++) {
    const nav = createNavMesh({ boundary: [0, 0, 40, 0, 40, 40, 0, 40] });
    const areas = randomAreas(random, 40, 2);
    const links = [{ from: [3.3, 3.1], to: [36.2, 37.7], cost: 9, twoWay: true } as const];
    const costs = [1, 2.5, Infinity];
    const all = { areas, costs, links };
    // nodes of one spacing, so that those of both are the same
    const spacing = 2;
    const search = searchAreas(nav, all, { spacing });
    const graph = searchAreas(nav, all, { rounds: 0, spacing });
    const edit = editRooms(nav, 4, random, 0.4);
    for (let step = 0; step < 12; step++) {
      for (let k = 0; k < 4; k++) edit();
      const again = searchAreas(nav, all, { spacing });
      const rows = Array.from({ length: 6 }, () => cornersOf(40, random));
      const queries = buildPointQueries(rows);
      const [mine, other] = [search.run(queries), again.run(queries)];
      const [raw, rawAgain] = [
        graph.run(queries),
        searchAreas(nav, all, { rounds: 0, spacing }).run(queries),
      ];
      const scene = { areas, costs, links, isSeen: seeOn(nav) };
      for (let k = 0; k < rows.length; k++) {
        const what = `scene ${i}, step ${step}, row ${rows[k]}`;
        assert.is(mine.status[k], other.status[k], what);
        if (mine.status[k] !== FOUND) continue;
        found++;
        assert.ok(Math.abs(raw.cost[k] / rawAgain.cost[k] - 1) < 1e-7, what);
        // of paths of the graph that cost the same another one may be taken, and made cheaper
        over.push(Math.abs(mine.cost[k] / other.cost[k] - 1));
        checkPath(mine, k, rows[k], scene, what);
      }
      again.destroy();
    }
    search.destroy();
    graph.destroy();
  }
  assert.ok(found > 50 * TIMES, `${found}`);
  over.sort((a, b) => a - b);
  assert.ok(over[Math.floor(0.95 * over.length)] < 1e-6, `${over[over.length - 1]}`);
});

test('mud up to the walls: no cheap path between mud and wall', () => {
  const mesh = createNavMesh({ boundary: [0, 0, 20, 0, 20, 10, 0, 10] });
  const areas = [{ polygon: [5, 0, 15, 0, 15, 10, 5, 10], area: 1 }];
  const search = createAreaSearch(mesh, { areas, costs: [1, 3] });
  const queries = buildPointQueries([
    [1, 5, 19, 5],
    [1, 0, 19, 0],
  ]);
  const { cost } = search.run(queries);
  assert.ok(Math.abs(cost[0] - 38) < 1e-9 && Math.abs(cost[1] - 38) < 1e-9, `${cost}`);
  // beside mud that ends short of the wall the border itself is cheap
  const beside = [{ polygon: [5, 1, 15, 1, 15, 10, 5, 10], area: 1 }];
  const other = createAreaSearch(mesh, { areas: beside, costs: [1, 3] });
  assert.ok(Math.abs(other.costOf(5, 1, 15, 1) - 10) < 1e-9);
  search.destroy();
  other.destroy();
});

test('closed areas, statuses, limits and wrong arguments', () => {
  const mesh = createNavMesh({ boundary: box(10) });
  const areas = [{ polygon: [4, -1, 6, -1, 6, 11, 4, 11], area: 1 }];
  const search = createAreaSearch(mesh, { areas, costs: [1, Infinity] });
  const { status, cost } = search.run(
    buildPointQueries([
      [1, 1, 9, 1],
      [5, 1, 9, 1],
      [1, 1, 5, 5],
      [-1, 1, 5, 5],
      [1, 1, 3, 5],
    ]),
  );
  assert.equal([...status], [NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED, SOURCE_BLOCKED, FOUND]);
  assert.ok(Math.abs(cost[4] - Math.hypot(2, 4)) < 1e-9);
  assert.is(search.areaAt(5, 5), 1);
  assert.is(search.areaAt(1, 5), 0);
  assert.is(search.costOf(1, 1, 9, 1), Infinity);
  const mud = createAreaSearch(mesh, { areas, costs: [1, 2] });
  assert.ok(Math.abs(mud.costOf(1, 1, 9, 1) - 10) < 1e-9);
  const far = buildPointQueries([[1, 1, 9, 9]]);
  const walled = createNavMesh({ boundary: box(10), walls: [[2, 0, 2, 8]] });
  const slow = createAreaSearch(walled, { areas, costs: [1, 2] });
  assert.is(slow.run(far, { maxExpanded: 0 }).status[0], BUDGET_SPENT);
  assert.is(mud.run(far, { result: 'cost' }).x.length, 0);
  const bad = (options: object): unknown => createAreaSearch(mesh, options);
  refuses(() => bad({ areas, costs: [1] }), RangeError, /areas\[0\]\.area is 1, expected below 1/);
  refuses(() => bad({ costs: [0] }), RangeError, /costs\[0\] is 0/);
  refuses(() => bad({ links: [{ from: [1, 1], to: [2], cost: 1 }] }), RangeError, /links\[0\]\.to/);
  refuses(() => bad({ links: [{ from: [1, 1], to: [2, NaN], cost: 1 }] }), RangeError, /NaN/);
  refuses(() => bad({ links: [{ from: [1, 1], to: [2, 2], cost: -1 }] }), RangeError, /-1/);
  refuses(() => bad({ points: 33 }), RangeError, /points is 33/);
  refuses(() => mud.isOpen(0), RangeError, /link is 0/);
  const merged = buildPolygonMesh(mesh.triangulation);
  refuses(() => createAreaSearch(merged, { areas, costs: [1, 2] }), RangeError, /has 4 sides/);
});

test.run();
