// Random places: uniform by area, by chi-squared tests; areas by flood fill.
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildPolygonMesh,
  createNavMesh,
  type NavMesh,
  type Polygon,
  type PolygonMesh,
} from '@wayfield/triangulation';
import { createSurface, type Surface } from '../src/index.ts';
import { createRandom, editRooms } from '@wayfield/testing/meshes';

const test = suite('random places');
const TIMES = Number(process.env['WAYFIELD_SCENES'] ?? 1);

/** Numbers that are better mixed than those of `createRandom`: xorshift (Marsaglia 2003). */
function mixed(seed: number): () => number {
  let [a, b, c, d] = [seed, 362436069, 521288629, 88675123];
  return () => {
    const t = a ^ (a << 11);
    [a, b, c] = [b, c, d];
    d = d ^ (d >>> 19) ^ t ^ (t >>> 8);
    return (d >>> 0) / 2 ** 32;
  };
}

type Oracle = { locate(x: number, y: number): number; clearance(x: number, y: number): number };

/** The polygon at a point and the distance to the nearest wall, by looking at all of them. */
function oracleOf(mesh: NavMesh | PolygonMesh): Oracle {
  const polygons: { id: number; ring: number[] }[] = [];
  const walls: number[][] = [];
  if ('triangulation' in mesh) {
    const t = mesh.triangulation;
    for (let e = 0; e < 3 * t.triangleCount; e++) {
      const isFree = (half: number): boolean =>
        half >= 0 && t.corner[half] >= 0 && t.depth[Math.floor(half / 3)] === 0;
      if (!isFree(e)) continue;
      const [a, b] = [t.corner[e], t.corner[e % 3 === 2 ? e - 2 : e + 1]];
      const c = t.corner[e % 3 === 0 ? e + 2 : e - 1];
      const ring = [a, b, c].flatMap((v) => [t.x[v], t.y[v]]);
      if (e % 3 === 0) polygons.push({ id: e / 3, ring });
      if (t.constraint[e] >= 0 || !isFree(t.twin[e])) walls.push(ring.slice(0, 4));
    }
  } else {
    const { x, y, corner, firstSide, twin } = mesh;
    for (let p = 0; p < mesh.polygonCount; p++) {
      const ring: number[] = [];
      for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
        const b = corner[s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1];
        ring.push(x[corner[s]], y[corner[s]]);
        if (twin[s] === 0xffffffff) walls.push([x[corner[s]], y[corner[s]], x[b], y[b]]);
      }
      polygons.push({ id: p, ring });
    }
  }
  return {
    locate(x, y) {
      for (const { id, ring } of polygons) {
        let isIn = true;
        for (let i = 0; i < ring.length; i += 2) {
          const [bx, by] = [ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]];
          if ((bx - ring[i]) * (y - ring[i + 1]) - (by - ring[i + 1]) * (x - ring[i]) < -1e-9)
            isIn = false;
        }
        if (isIn) return id;
      }
      return -1;
    },
    clearance(x, y) {
      let best = Infinity;
      for (const [ax, ay, bx, by] of walls) {
        const [dx, dy] = [bx - ax, by - ay];
        const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
        const t = Math.max(0, Math.min(1, along));
        best = Math.min(best, Math.hypot(ax + t * dx - x, ay + t * dy - y));
      }
      return best;
    },
  };
}

function placesOn(mesh: NavMesh | PolygonMesh): { places: Surface; oracle: () => Oracle } {
  let oracle: Oracle | undefined;
  if ('triangulation' in mesh) mesh.follow(() => (oracle = undefined));
  return { places: createSurface(mesh), oracle: () => (oracle ??= oracleOf(mesh)) };
}

/** Whether a point lies in rings, by the even-odd rule. */
function isInRing(ring: readonly number[], x: number, y: number): boolean {
  let isIn = false;
  for (let i = 0; i < ring.length; i += 2) {
    const [ax, ay] = [ring[i], ring[i + 1]];
    const [bx, by] = [ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
  }
  return isIn;
}

/** The 1 in 100,000 quantile of the chi-squared distribution (Wilson and Hilferty 1931). */
function criticalOf(freedom: number): number {
  const k = 2 / (9 * freedom);
  return freedom * (1 - k + 4.265 * Math.sqrt(k)) ** 3;
}

const SIDE = 20;
const CELLS = 10;
/** Cells of the fine grid per cell and axis: more for more points, as areas are counted on it. */
const FINE = TIMES > 2 ? 64 : 16;

/**
 * Counts points by cells of a grid and compares them with the area of the cells in which `isWanted`
 * holds, by points on a fine grid. Small cells are put together.
 */
function checkUniform(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  isWanted: (x: number, y: number) => boolean,
  what: string,
): void {
  const area = new Float64Array(CELLS * CELLS);
  const seen = new Float64Array(CELLS * CELLS);
  const cell = SIDE / CELLS;
  const cellOf = (px: number, py: number): number =>
    Math.floor(py / cell) * CELLS + Math.floor(px / cell);
  let total = 0;
  for (let i = 0; i < CELLS * FINE; i++)
    for (let k = 0; k < CELLS * FINE; k++) {
      const [px, py] = [((i + 0.5) * cell) / FINE, ((k + 0.5) * cell) / FINE];
      if (!isWanted(px, py)) continue;
      area[cellOf(px, py)]++;
      total++;
    }
  for (let i = 0; i < x.length; i++) {
    assert.ok(x[i] >= 0 && x[i] <= SIDE && y[i] >= 0 && y[i] <= SIDE, `${what}: ${x[i]}, ${y[i]}`);
    seen[cellOf(Math.min(x[i], SIDE - 1e-9), Math.min(y[i], SIDE - 1e-9))]++;
  }
  let [chi, freedom, restArea, restSeen] = [0, -1, 0, 0];
  const add = (wanted: number, count: number): void => {
    chi += (count - wanted) ** 2 / wanted;
    freedom++;
  };
  for (let c = 0; c < area.length; c++) {
    const wanted = (area[c] / total) * x.length;
    if (wanted >= 40) add(wanted, seen[c]);
    else {
      restArea += wanted;
      restSeen += seen[c];
    }
  }
  if (restArea >= 20) add(restArea, restSeen);
  const critical = criticalOf(freedom);
  assert.ok(freedom >= 8, `${what}: ${freedom} degrees of freedom`);
  assert.ok(chi < critical, `${what}: chi-squared ${chi}, at most ${critical} of ${freedom}`);
}

const obstacles = [
  [3, 3, 9, 2, 8, 8, 2, 7],
  [12, 4, 17, 4, 14.5, 9],
  [11, 11, 18, 11, 18, 18, 11, 18],
];
const island = [12.5, 12.5, 16.5, 12.5, 16.5, 16.5, 12.5, 16.5];
const boundary = [0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE];
const makeNav = (): NavMesh =>
  createNavMesh({ boundary, obstacles: [obstacles[0], obstacles[1], [obstacles[2], island]] });
const isFree = (x: number, y: number): boolean =>
  !isInRing(obstacles[0], x, y) &&
  !isInRing(obstacles[1], x, y) &&
  (!isInRing(obstacles[2], x, y) || isInRing(island, x, y));

const meshes = (): Readonly<Record<string, NavMesh | PolygonMesh>> => {
  const nav = makeNav();
  const { triangulation } = nav;
  const changed = createNavMesh({ boundary, obstacles: [obstacles[0], [4, 9, 6, 9, 5, 12]] });
  return {
    nav,
    merged: buildPolygonMesh(triangulation),
    triangles: buildPolygonMesh(triangulation, { merge: false }),
    changed,
  };
};

/** Changes the last mesh, `changed`, into the mesh of the others. */
function change(mesh: NavMesh | PolygonMesh): void {
  if (!('triangulation' in mesh)) return;
  mesh.remove(1);
  mesh.add(obstacles[1]);
  mesh.add([obstacles[2], island]);
}

test('randomPoint is uniform by area: anywhere, by part, in a polygon (seed 5)', () => {
  const random = mixed(5);
  const count = 6_000 * TIMES;
  const star: Polygon = [
    [1, 1, 19, 6, 5, 13, 12, 0.5, 14, 19],
    [15, 12, 19, 12, 19, 15, 15, 14],
  ];
  const isInStar = (x: number, y: number): boolean =>
    isInRing(star[0] as number[], x, y) !== isInRing(star[1] as number[], x, y);
  const all = meshes();
  for (const name in all) {
    const { places, oracle } = placesOn(all[name]);
    places.randomPoint(random);
    if (name === 'changed') change(all[name]);
    assert.is(places.areaCount(), 2, name);
    const shapes = [
      [undefined, isFree],
      [0, (x: number, y: number) => isFree(x, y) && !isInRing(island, x, y)],
      [star, (x: number, y: number) => isFree(x, y) && isInStar(x, y)],
    ] as const;
    for (const [within, isWanted] of shapes) {
      const what = `${name}, within ${JSON.stringify(within)}`;
      const { found, x, y, at } = places.randomPointAll(count, random, { within });
      assert.ok(
        found.every((one) => one === 1),
        what,
      );
      checkUniform(x, y, isWanted, what);
      for (let i = 0; i < count; i += 211) {
        const where = oracle().locate(x[i], y[i]);
        assert.ok(where >= 0, `${what}: ${x[i]}, ${y[i]} is not on the mesh`);
        if (where !== at[i]) assert.ok(oracle().clearance(x[i], y[i]) < 9, what);
      }
    }
    const inIsland = places.randomPoint(random, { within: 1 });
    assert.ok(isInRing(island, inIsland.x, inIsland.y), name);
  }
});

test('for discs only where they fit, also uniform; a disc that fits nowhere (seed 6)', () => {
  const random = mixed(6);
  const count = 8_000 * TIMES;
  const { places, oracle } = placesOn(makeNav());
  const radius = 0.9;
  const fits = (x: number, y: number): boolean =>
    isFree(x, y) && oracle().clearance(x, y) >= radius;
  const { x, y } = places.randomPointAll(count, random, { radius });
  for (let i = 0; i < count; i++) assert.ok(oracle().clearance(x[i], y[i]) >= radius);
  checkUniform(x, y, fits, 'discs');
  assert.is(places.randomPoint(random, { radius: 9 }).found, false);
  assert.is(places.randomPoint(random, { within: [4, 4, 6, 4, 5, 6] }).found, false);
});

test('randomPointNear is uniform by area in a circle (seed 7)', () => {
  const random = mixed(7);
  const count = 5_000 * TIMES;
  const all = meshes();
  for (const name in all) {
    const { places, oracle } = placesOn(all[name]);
    if (name === 'changed') change(all[name]);
    // the middle lies in an obstacle
    const [mx, my, distance] = [13, 12, 5.5];
    const near = (x: number, y: number): boolean => Math.hypot(x - mx, y - my) <= distance;
    const [x, y] = [new Float64Array(count).fill(mx), new Float64Array(count).fill(my)];
    const out = places.randomPointNearAll({ x, y, distance }, random);
    assert.ok(out.found.every((one) => one === 1));
    for (let i = 0; i < count; i++) assert.ok(near(out.x[i], out.y[i]));
    checkUniform(out.x, out.y, (px, py) => isFree(px, py) && near(px, py), name);
    const fits = (px: number, py: number): boolean =>
      isFree(px, py) && near(px, py) && oracle().clearance(px, py) >= 0.5;
    const few = { x: x.slice(0, 2000), y: y.slice(0, 2000), distance };
    const discs = places.randomPointNearAll(few, random, { radius: 0.5 });
    checkUniform(discs.x, discs.y, fits, `${name}, discs`);
    for (let i = 0; i < 50; i++) {
      const one = places.randomPointNear(mx, my, distance, random, { within: 1 });
      assert.ok(one.found && isInRing(island, one.x, one.y) && near(one.x, one.y));
    }
    assert.is(places.randomPointNear(-9, -9, 2, random).found, false);
    assert.is(places.randomPointNear(5, 5, 0.5, random).found, false);
    assert.is(places.randomPointNear(1, 1, 0, random).found, false);
  }
});

test('a call draws two numbers; rows have distances of their own (seed 10)', () => {
  const { places } = placesOn(makeNav());
  let calls = 0;
  const counted = (seed: number) => {
    const random = mixed(seed);
    return () => {
      calls++;
      return random();
    };
  };
  const one = places.randomPoint(counted(10));
  const all = places.randomPointAll(600, counted(10), { radius: 0.2 });
  assert.is(calls, 4);
  const again = places.randomPointAll(1, mixed(10));
  assert.equal([one.x, one.y, one.at], [again.x[0], again.y[0], again.at[0]]);
  assert.ok(new Set(all.x).size > 590);
  const x = Float64Array.from(all.x);
  const y = Float64Array.from(all.y);
  const distance = x.map((_, i) => (i % 7) * 0.3);
  const near = places.randomPointNearAll({ x, y, distance }, mixed(11));
  for (let i = 0; i < x.length; i++) {
    assert.is(near.found[i], i % 7 === 0 ? 0 : 1, `row ${i}`);
    if (i % 7 > 0) assert.ok(Math.hypot(near.x[i] - x[i], near.y[i] - y[i]) <= distance[i]);
  }
});

/**
 * The connected part of each free triangle, by flood fill, the largest part first. Of parts of one
 * area, but for rounding, the part with the leftmost vertex is first.
 */
function partsOf({ triangulation: t }: NavMesh): Int32Array {
  const isUsed = (half: number): boolean =>
    half >= 0 && t.corner[half] >= 0 && t.depth[Math.floor(half / 3)] === 0;
  const labels = new Int32Array(t.triangleCount).fill(-1);
  const areas: number[] = [];
  const left: [number, number][] = [];
  for (let first = 0; first < labels.length; first++) {
    if (!isUsed(3 * first) || labels[first] >= 0) continue;
    const label = areas.push(0) - 1;
    left.push([Infinity, Infinity]);
    const waiting = [first];
    labels[first] = label;
    while (waiting.length > 0) {
      const i = waiting.pop()!;
      const [a, b, c] = [0, 1, 2].map((k) => t.corner[3 * i + k]);
      const [ux, uy, vx, vy] = [t.x[b] - t.x[a], t.y[b] - t.y[a], t.x[c] - t.x[a], t.y[c] - t.y[a]];
      areas[label] += (ux * vy - uy * vx) / 2;
      for (const v of [a, b, c])
        if (t.x[v] < left[label][0] || (t.x[v] === left[label][0] && t.y[v] < left[label][1]))
          left[label] = [t.x[v], t.y[v]];
      for (let e = 3 * i; e < 3 * i + 3; e++) {
        const other = Math.floor(t.twin[e] / 3);
        if (t.constraint[e] >= 0 || !isUsed(t.twin[e]) || labels[other] >= 0) continue;
        labels[other] = label;
        waiting.push(other);
      }
    }
  }
  const order = areas.map((_, label) => label);
  order.sort((a, b) =>
    Math.abs(areas[a] - areas[b]) > 1e-9 * (areas[a] + areas[b])
      ? areas[b] - areas[a]
      : left[a][0] - left[b][0] || left[a][1] - left[b][1],
  );
  return labels.map((label) => (label < 0 ? -1 : order.indexOf(label)));
}

test('areas of a mesh that changes are those of a mesh made again (seed 8)', () => {
  const random = createRandom(8);
  const nav = createNavMesh({ boundary: [0, 0, 40, 0, 40, 40, 0, 40] });
  const { places } = placesOn(nav);
  const edit = editRooms(nav, 4, random, 0.9);
  let most = 0;
  for (let i = 0; i < 120 * TIMES; i++) {
    edit();
    if (i % 3 > 0) continue;
    const again = placesOn(buildPolygonMesh(nav.triangulation)).places;
    assert.is(places.areaCount(), again.areaCount(), `change ${i}`);
    most = Math.max(most, places.areaCount());
    for (let k = 0; k < 25; k++) {
      const [x, y] = [random() * 44 - 2, random() * 44 - 2];
      assert.is(places.areaOf(x, y), again.areaOf(x, y), `change ${i}: ${x}, ${y}`);
    }
    // 100,000 places in all
    const [x, y] = [0, 1].map(() => Float64Array.from({ length: 2500 }, () => random() * 44 - 2));
    const areas = places.areaOfAll({ x, y });
    const at = places.locateAll({ x, y });
    const parts = partsOf(nav);
    for (let k = 0; k < x.length; k++)
      if (areas[k] !== (at[k] < 0 ? -1 : parts[at[k]])) assert.unreachable(`change ${i}, row ${k}`);
    for (let area = 0; area < places.areaCount(); area++) {
      const one = places.randomPoint(random, { within: area });
      assert.is(again.areaOf(one.x, one.y), area, `change ${i}, area ${area}`);
    }
  }
  assert.ok(most >= 4, `${most} areas`);
});

test('wrong arguments are refused with their numbers', () => {
  const { places } = placesOn(makeNav());
  const random = mixed(9);
  refuses(() => places.randomPoint(() => 1), RangeError, /random\(\) is 1, expected/);
  refuses(() => places.randomPoint(random, { within: 2 }), RangeError, /within is 2.* 2 areas/);
  refuses(() => places.randomPoint(random, { within: 0.5 }), RangeError, /within is 0\.5/);
  refuses(() => places.randomPoint(random, { radius: -1 }), RangeError, /radius is -1/);
  refuses(() => places.randomPointNear(0, NaN, 1, random), RangeError, /y is NaN/);
  refuses(() => places.randomPointNear(0, 0, -1, random), RangeError, /distance is -1/);
  refuses(() => places.randomPointAll(1.5, random), RangeError, /count is 1\.5/);
  const near = { x: new Float64Array(2), y: new Float64Array(1), distance: 1 };
  refuses(() => places.randomPointNearAll(near, random), RangeError, /y\.length is 1, expected 2/);
});

test('a `random` that calls the surface, changes the mesh or destroys the surface', () => {
  const mesh = createNavMesh({ boundary: [0, 0, 20, 0, 20, 10, 0, 10] });
  const surface = createSurface(mesh);
  const nested = (): number => {
    surface.randomPoint(() => 0.5, { within: [1, 1, 3, 1, 3, 3, 1, 3] });
    surface.randomPointNear(2, 2, 1, () => 0.5);
    surface.areaOf(2, 2);
    return 0.5;
  };
  for (let i = 0; i < 10; i++) {
    const inside = surface.randomPoint(nested, { within: [15, 5, 18, 5, 18, 8, 15, 8] });
    assert.ok(inside.x >= 15 && inside.y >= 5, `${inside.x}, ${inside.y}`);
    const beside = surface.randomPointNear(16, 6, 1, nested);
    assert.ok(beside.x >= 15 && beside.y >= 5, `${beside.x}, ${beside.y}`);
  }
  let id = -1;
  const block = (): number => {
    if (id < 0) id = mesh.add([1, 1, 19, 1, 19, 9, 1, 9]);
    return 0.5;
  };
  for (const { x, y } of [surface.randomPoint(block)])
    assert.ok(x <= 1 || x >= 19 || y <= 1 || y >= 9, `${x}, ${y}`);
  const end = (): number => {
    surface.destroy();
    return 0.5;
  };
  assert.throws(() => surface.randomPoint(end), /destroyed/);
});

test.run();
