// Corridors that are kept while agents walk, against exact paths and looks at all polygons.
import { FOUND } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  CORRIDOR_STATUS,
  createCorridor,
  createCorridors,
  type Corridors,
  type CorridorStatus,
} from '../../src/corridors.ts';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  type NavMesh,
  type PolyanyaSolver,
  type PolygonMesh,
} from '@wayfield/navmesh';
import { betweenSegments } from '@wayfield/triangulation/internal/half-edges';
import { SCENES } from '../support/scenes.ts';
import { convexObstacles, createRandom, editRooms, wallsOf } from '@wayfield/testing/meshes';

const test = suite('corridors');
const TIMES = Number(process.env['WAYFIELD_SCENES'] ?? 1);

/** The polygons of a mesh: rings, neighbours over open sides. */
interface World {
  ring(p: number): number[];
  neighbours(p: number): number[];
  isFree(p: number): boolean;
}

function worldOf(mesh: NavMesh | PolygonMesh): World {
  if ('triangulation' in mesh) {
    const t = mesh.triangulation;
    const isFree = (p: number): boolean => t.corner[3 * p] >= 0 && t.depth[p] === 0;
    return {
      isFree,
      ring: (p) => [0, 1, 2].flatMap((k) => [t.x[t.corner[3 * p + k]], t.y[t.corner[3 * p + k]]]),
      neighbours: (p) =>
        [0, 1, 2]
          .filter((k) => t.constraint[3 * p + k] < 0)
          .map((k) => Math.floor(t.twin[3 * p + k] / 3))
          .filter((q) => q >= 0 && isFree(q)),
    };
  }
  const { x, y, firstSide, corner, twin } = mesh;
  const owner = new Map<number, number>();
  const sides = (p: number): number[] =>
    Array.from({ length: firstSide[p + 1] - firstSide[p] }, (_, k) => firstSide[p] + k);
  for (let p = 0; p < mesh.polygonCount; p++) for (const s of sides(p)) owner.set(s, p);
  return {
    isFree: () => true,
    ring: (p) => sides(p).flatMap((s) => [x[corner[s]], y[corner[s]]]),
    neighbours: (p) =>
      sides(p)
        .filter((s) => twin[s] !== 0xffffffff)
        .map((s) => owner.get(twin[s])!),
  };
}

function isIn(ring: readonly number[], x: number, y: number): boolean {
  for (let i = 0; i < ring.length; i += 2) {
    const [bx, by] = [ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]];
    if ((bx - ring[i]) * (y - ring[i + 1]) - (by - ring[i + 1]) * (x - ring[i]) < -1e-7)
      return false;
  }
  return true;
}

/** What is wrong with a corridor: polygons are free and neighbours, and hold both ends. */
function faultOf(corridors: Corridors, slot: number, world: World): string {
  const polygons = corridors.polygons(slot);
  const [x, y, tx, ty] = corridors.ends(slot);
  if (polygons.length === 0) return 'empty';
  for (let i = 0; i < polygons.length; i++) {
    if (!world.isFree(polygons[i])) return `polygon ${i} is not free`;
    if (i > 0 && !world.neighbours(polygons[i - 1]).includes(polygons[i]))
      return `polygons ${i - 1} and ${i} are no neighbours`;
  }
  if (!isIn(world.ring(polygons[0]), x, y)) return `the agent is not in polygon ${polygons[0]}`;
  if (!isIn(world.ring(polygons.at(-1)!), tx, ty)) return 'the target is not in the last polygon';
  return '';
}

const makeNav = (random: () => number): NavMesh =>
  createNavMesh({
    boundary: [0, 0, 40, 0, 40, 40, 0, 40],
    obstacles: convexObstacles(4, random, 3 + 2.2 * random()),
  });

/** The exact distance between two places. */
function exact(solver: PolyanyaSolver, row: readonly number[]): number {
  return solver.run(buildPointQueries([row]), { result: 'cost' }).cost[0];
}

const scenes = (random: () => number): (NavMesh | PolygonMesh)[] => {
  const nav = makeNav(random);
  const { triangulation } = nav;
  return [nav, buildPolygonMesh(triangulation), buildPolygonMesh(triangulation, { merge: false })];
};

test('a corridor of a route has its length and corners, and an agent walks it (seed 1)', () => {
  const random = createRandom(1);
  let [walked, corners] = [0, 0];
  for (let i = 0; i < 10 * TIMES; i++)
    for (const mesh of scenes(random)) {
      const world = worldOf(mesh);
      const solver = createPolyanya(mesh);
      const at = (): number => (i % 3 === 0 ? Math.floor(random() * 41) : random() * 40);
      const rows = Array.from({ length: 12 }, () => [at(), at(), at(), at()]);
      const routes = solver.run(buildPointQueries(rows));
      const corridors = createCorridors(mesh, rows.length);
      for (let slot = 0; slot < rows.length; slot++) {
        const what = `scene ${i}, row ${rows[slot]}`;
        const isSet = corridors.set(slot, routes, slot);
        assert.is(isSet, routes.status[slot] === FOUND, what);
        if (!isSet) continue;
        assert.is(faultOf(corridors, slot, world), '', what);
        const { cost } = routes;
        const length = corridors.distance(slot);
        assert.ok(Math.abs(length - cost[slot]) <= 1e-9 * (1 + length), `${what}: ${length}`);
        let sum = 0;
        let [x, y] = rows[slot];
        // step by step to the next corner; every step is followed
        for (let step = 0; ; step++) {
          assert.ok(step < 500, `${what}: does not arrive`);
          const next = corridors.corners(slot, 1 + (step % 3));
          assert.ok(next.count >= 1);
          corners += next.count;
          const [dx, dy] = [next.x[0] - x, next.y[0] - y];
          const away = Math.hypot(dx, dy);
          const share = Math.min(1, 2.5 / away);
          if (away > 0) [x, y] = [x + share * dx, y + share * dy];
          if (share === 1) [x, y] = [next.x[0], next.y[0]];
          sum += away * (away > 0 ? share : 0);
          assert.is(corridors.move(slot, x, y), 'kept', what);
          const rest = corridors.distance(slot);
          assert.ok(Math.abs(sum + rest - cost[slot]) < 1e-7, `${what}: ${sum} + ${rest}`);
          walked++;
          if (x === rows[slot][2] && y === rows[slot][3]) break;
        }
        assert.is(faultOf(corridors, slot, world), '', what);
      }
      corridors.destroy();
      solver.destroy();
    }
  assert.ok(walked > 1200 * TIMES && corners > walked, `${walked} steps`);
});

test('pushed about, corridors stay whole, and optimize makes them short again (seed 2)', () => {
  const random = createRandom(2);
  const over: number[] = [];
  for (let i = 0; i < 8 * TIMES; i++)
    for (const mesh of scenes(random)) {
      const world = worldOf(mesh);
      const solver = createPolyanya(mesh);
      const corridors = createCorridors(mesh, 6);
      const rows = Array.from({ length: 6 }, () => [0, 0, 0, 0].map(() => random() * 40));
      const routes = solver.run(buildPointQueries(rows));
      for (let slot = 0; slot < 6; slot++) {
        if (!corridors.set(slot, routes, slot)) continue;
        for (let step = 0; step < 40; step++) {
          const [x, y, tx, ty] = corridors.ends(slot);
          const what = `scene ${i}, slot ${slot}, step ${step}`;
          const [nx, ny] = [x + 3 * (random() - 0.5), y + 3 * (random() - 0.5)];
          const [mx, my] = [tx + 3 * (random() - 0.5), ty + 3 * (random() - 0.5)];
          // 'lost' exactly where nothing near holds the place
          const isNear = exact(solver, [x, y, nx, ny]) < 6;
          const moved = corridors.move(slot, nx, ny);
          if (isNear) assert.is(moved, 'kept', what);
          if (exact(solver, [nx, ny, nx, ny]) === Infinity) assert.is(moved, 'lost', what);
          const shifted = corridors.moveTarget(slot, mx, my);
          if (exact(solver, [tx, ty, mx, my]) < 6) assert.is(shifted, 'kept', what);
          assert.is(faultOf(corridors, slot, world), '', what);
          assert.ok(corridors.valid(slot), what);
          const before = corridors.distance(slot);
          const shortest = exact(solver, [...corridors.ends(slot)]);
          assert.ok(before >= shortest - 1e-9, `${what}: ${before}, shortest ${shortest}`);
          const isShorter = corridors.optimize(slot);
          const after = corridors.distance(slot);
          assert.is(isShorter, after < before, what);
          assert.ok(after >= shortest - 1e-9, what);
          assert.is(faultOf(corridors, slot, world), '', what);
          if (shortest > 1) over.push(after / shortest);
        }
      }
      corridors.destroy();
      solver.destroy();
    }
  over.sort((a, b) => a - b);
  const share = (part: number): number => over[Math.floor(part * (over.length - 1))];
  assert.ok(share(0.5) < 1 + 1e-9, `median ${share(0.5)}`);
  assert.ok(share(0.9) < 1.05, `nine of ten ${share(0.9)}`);
});

test('valid and repair after obstacles come and go (seed 3)', () => {
  const random = createRandom(3);
  let [broken, mended, none] = [0, 0, 0];
  for (let i = 0; i < 12 * TIMES; i++) {
    const nav = createNavMesh({ boundary: [0, 0, 50, 0, 50, 50, 0, 50] });
    const edit = editRooms(nav, 5, random, 0.3);
    for (let k = 0; k < 40; k++) edit();
    const solver = createPolyanya(nav);
    const corridors = createCorridors(nav, 10);
    const plan = (slot: number): void => {
      const row = [0, 0, 0, 0].map(() => random() * 50);
      corridors.set(slot, solver.run(buildPointQueries([row])), 0);
    };
    for (let slot = 0; slot < 10; slot++) plan(slot);
    for (let step = 0; step < 25; step++) {
      edit();
      const world = worldOf(nav);
      for (let slot = 0; slot < 10; slot++) {
        const what = `scene ${i}, step ${step}, slot ${slot}`;
        if (corridors.polygons(slot).length === 0) {
          plan(slot);
          continue;
        }
        const fault = faultOf(corridors, slot, world);
        assert.is(corridors.valid(slot), fault === '', `${what}: ${fault}`);
        const shortest = exact(solver, [...corridors.ends(slot)]);
        if (fault !== '') broken++;
        const isMended = corridors.repair(slot);
        assert.is(isMended, shortest < Infinity, what);
        if (!isMended) {
          none++;
          corridors.clear(slot);
          continue;
        }
        if (fault !== '') mended++;
        assert.is(faultOf(corridors, slot, world), '', what);
        assert.ok(corridors.valid(slot));
        assert.ok(corridors.distance(slot) >= shortest - 1e-9, what);
        corridors.optimize(slot);
        assert.is(faultOf(corridors, slot, world), '', what);
      }
    }
    corridors.destroy();
    solver.destroy();
  }
  assert.ok(broken > 200 && mended > 150 && none > 5, `${broken}, ${mended}, ${none}`);
});

test('a corridor of one polygon, in which an obstacle now lies, has no path (seed 7)', () => {
  const random = createRandom(7);
  let removed = 0;
  for (let i = 0; i < 300; i++) {
    const nav = createNavMesh({
      boundary: [0, 0, 20, 0, 20, 20, 0, 20],
      obstacles: [[2, 2, 4, 2, 4, 4]],
    });
    const corridors = createCorridors(nav, 1);
    const [x, y] = [1 + random() * 17, 1 + random() * 17];
    const routes = { firstPoint: Uint32Array.of(0, 2), x: Float64Array.of(x, x + 0.2) };
    corridors.set(0, { ...routes, y: Float64Array.of(y, y + 0.3) }, 0, i % 2 ? 0.01 : 0);
    if (corridors.polygons(0).length !== 1) continue;
    nav.add([x - 0.9, y - 0.7, x + 0.8, y - 0.7, x + 0.8, y + 0.6, x - 0.7, y + 0.6]);
    if (!worldOf(nav).isFree(corridors.polygons(0)[0])) {
      removed++;
      assert.is(corridors.distance(0), Infinity);
      assert.is(corridors.corners(0, 2).count, 0);
      assert.not(corridors.optimize(0));
    }
    corridors.destroy();
  }
  assert.ok(removed > 10, `${removed}`);
});

test('corridors of discs: lengths, corners that keep the radius (seed 4)', () => {
  const random = createRandom(4);
  let [found, cut] = [0, 0];
  for (let i = 0; i < 20 * TIMES; i++) {
    const mesh = SCENES[i % 4](random);
    const search = createDiscSearch(mesh, { table: false });
    const world = worldOf(mesh);
    const walls = wallsOf(mesh);
    const corridors = createCorridors(mesh, 1);
    for (let k = 0; k < 20; k++) {
      const radius = 0.05 + 0.4 * random();
      const row = [0, 0, 0, 0].map(() => 10 * random());
      const routes = search.run(buildPointQueries([row]), { radius });
      const what = `scene ${i}, row ${row}, radius ${radius}`;
      assert.is(corridors.set(0, routes, 0, radius), routes.status[0] === FOUND, what);
      if (routes.status[0] !== FOUND) continue;
      found++;
      assert.is(faultOf(corridors, 0, world), '', what);
      // walls beside the sleeve can make the exact path longer
      const length = corridors.distance(0);
      assert.ok(length <= routes.cost[0] * (1 + 1e-9), `${what}: ${length}, ${routes.cost[0]}`);
      if (length > routes.cost[0] * (1 - 1e-9)) {
        const { count, x, y, hasTarget } = corridors.corners(0, 60);
        assert.ok(hasTarget, what);
        let [px, py] = row;
        for (let c = 0; c < count; c++) {
          for (let w = 0; w < walls.length; w += 4) {
            const wall = [walls[w], walls[w + 1], walls[w + 2], walls[w + 3]] as const;
            // a wall beside a piece outside an arc can be nearer than the arc was
            const away = Math.sqrt(betweenSegments([px, py, x[c], y[c]], wall));
            assert.ok(away >= radius * 0.8, `${what}: ${away}`);
          }
          [px, py] = [x[c], y[c]];
        }
      }
      assert.is(corridors.move(0, row[0], row[1]), 'kept');
      const before = corridors.distance(0);
      if (corridors.optimize(0)) cut++;
      assert.ok(corridors.distance(0) <= before, what);
      assert.is(faultOf(corridors, 0, world), '', what);
      assert.ok(corridors.valid(0), what);
    }
    corridors.destroy();
    search.destroy();
  }
  assert.ok(found > 100 * TIMES, `${found} found, ${cut} made shorter`);
});

test('the next corners of a long corridor are the first ones of all (seed 6)', () => {
  const random = createRandom(6);
  const mesh = createNavMesh({
    boundary: [0, 0, 200, 0, 200, 200, 0, 200],
    obstacles: convexObstacles(20, random, 4.6),
  });
  const solver = createPolyanya(mesh);
  const rows = Array.from({ length: 60 }, () => [0, 0, 0, 0].map(() => random() * 200));
  const routes = solver.run(buildPointQueries(rows));
  const corridors = createCorridors(mesh, 1);
  let long = 0;
  for (let i = 0; i < rows.length; i++) {
    if (!corridors.set(0, routes, i)) continue;
    if (corridors.polygons(0).length > 48) long++;
    const all = corridors.corners(0, 255);
    assert.ok(all.hasTarget);
    for (const n of [1, 2, 3, 7]) {
      const few = corridors.corners(0, n);
      assert.is(few.count, Math.min(n, all.count));
      assert.equal(Array.from(few.x.slice(0, few.count)), Array.from(all.x.slice(0, few.count)));
      assert.equal(Array.from(few.y.slice(0, few.count)), Array.from(all.y.slice(0, few.count)));
    }
  }
  assert.ok(long >= 10, `${long} long corridors`);
  corridors.destroy();
  solver.destroy();
});

test('batches answer as single calls do, and check all rows first', () => {
  const random = createRandom(7);
  const mesh = makeNav(random);
  const solver = createPolyanya(mesh);
  const rows = Array.from({ length: 20 }, () => [0, 0, 0, 0].map(() => random() * 40));
  const routes = solver.run(buildPointQueries(rows));
  const [many, each] = [createCorridors(mesh, 20), createCorridors(mesh, 20)];
  const list = Array.from({ length: 20 }, (_, slot) => slot);
  const slots = list.toReversed();
  const numbers = (call: (row: number) => boolean | number): number[] => list.map((i) => +call(i));
  const batch = (answers: ArrayLike<number>): number[] => Array.from(answers);
  assert.equal(
    batch(many.setAll({ routes, slots })),
    numbers((i) => each.set(slots[i], routes, i)),
  );
  for (let step = 0; step < 4; step++) {
    const column = (k: number): Float64Array =>
      Float64Array.from(slots, (slot) => each.ends(slot)[k] + 2 * (random() - 0.5) || 1);
    const [x, y, tx, ty] = [column(0), column(1), column(2), column(3)];
    const status = (answer: CorridorStatus): number => CORRIDOR_STATUS.indexOf(answer);
    assert.equal(
      batch(many.moveAll({ x, y, slots })),
      numbers((i) => status(each.move(slots[i], x[i], y[i]))),
    );
    assert.equal(
      batch(many.moveTargetAll({ x: tx, y: ty, slots })),
      numbers((i) => status(each.moveTarget(slots[i], tx[i], ty[i]))),
    );
    assert.equal(
      batch(many.optimizeAll()),
      numbers((i) => each.optimize(i)),
    );
    assert.equal(batch(many.distanceAll({ slots: [3, 3] })), [each.distance(3), each.distance(3)]);
    if (step === 1) mesh.add([10, 10, 20, 10, 20, 12, 10, 12]);
    assert.equal(
      batch(many.validAll()),
      numbers((i) => each.valid(i)),
    );
    assert.equal(
      batch(many.repairAll({ slots })),
      numbers((i) => each.repair(slots[i])),
    );
  }
  const before = many.snapshot();
  const x = Float64Array.of(1, NaN);
  refuses(() => many.moveAll({ x, y: x }), RangeError, /rows\.x\[1\] is NaN/);
  refuses(() => many.setAll({ routes, slots: [0] }), RangeError, /slots\.length is 1, expected 20/);
  refuses(() => many.clearAll({ slots: [0, 20] }), RangeError, /rows\.slots\[1\] is 20/);
  assert.equal(many.snapshot(), before);
  many.clearAll({ slots: [4] });
  assert.is(many.distance(4), Infinity);
  solver.destroy();
});

test('a snapshot goes on elsewhere as it was, and is checked again where the mesh differs', () => {
  const seeds = [createRandom(8), createRandom(8)];
  const [mesh, twin] = seeds.map(makeNav);
  const search = createDiscSearch(mesh, { table: false });
  const random = createRandom(9);
  const rows = Array.from({ length: 20 }, () => [0, 0, 0, 0].map(() => random() * 40));
  const routes = search.run(buildPointQueries(rows), { radius: 0.1 });
  const one = createCorridors(mesh, 20);
  one.setAll({ routes, radius: 0.1 });
  const other = createCorridors(twin, 20);
  other.restore(one.snapshot());
  assert.equal(other.snapshot(), one.snapshot());
  assert.equal(other.validAll(), one.validAll());
  assert.equal(other.cornersAll(4), one.cornersAll(4));
  assert.equal(other.optimizeAll(), one.optimizeAll());
  assert.equal(other.distanceAll(), one.distanceAll());
  const numbers = one.snapshot();
  // a wall through all, which a mesh has that did not write the snapshot
  mesh.add([19, 0.5, 20, 0.5, 20, 39.5, 19, 39.5]);
  one.restore(numbers);
  const isFound = Array.from(other.validAll());
  const valid = Array.from(one.validAll());
  assert.ok(
    valid.some((is, slot) => is < isFound[slot]),
    'some are cut',
  );
  for (let slot = 0; slot < 20; slot++)
    assert.is(one.valid(slot), faultOf(one, slot, worldOf(mesh)) === '', `slot ${slot}`);
  assert.ok(
    one.repairAll().some((is, slot) => is > valid[slot]),
    'some are mended',
  );
  const kept = one.snapshot();
  for (const bad of [numbers.slice(1), numbers.slice(0, -1), numbers.map(() => -1)])
    refuses(() => one.restore(bad), RangeError, /numbers/);
  refuses(() => createCorridors(mesh, 3).restore(numbers), RangeError, /numbers\[0\] is 20/);
  assert.equal(one.snapshot(), kept);
  search.destroy();
});

test('one corridor answers as a slot does; batches as single calls; wrong arguments', () => {
  const random = createRandom(5);
  const mesh = makeNav(random);
  const solver = createPolyanya(mesh);
  const rows = Array.from({ length: 30 }, () => [0, 0, 0, 0].map(() => random() * 40));
  const routes = solver.run(buildPointQueries(rows));
  const corridors = createCorridors(mesh, 30);
  const corridor = createCorridor(mesh);
  for (let slot = 0; slot < 30; slot++)
    assert.is(corridors.set(slot, routes, slot), corridor.set(routes, slot));
  const all = corridors.cornersAll(3);
  for (let slot = 0; slot < 30; slot++) {
    corridor.set(routes, slot);
    const one = corridor.corners(3);
    assert.is(all.count[slot], one.count);
    assert.is(all.hasTarget[slot], one.hasTarget ? 1 : 0);
    assert.equal(
      [...all.x.subarray(3 * slot, 3 * slot + one.count)],
      Array.from(one.x.slice(0, one.count)),
    );
    assert.is(corridor.distance(), corridors.distance(slot));
  }
  refuses(() => corridors.move(30, 1, 1), RangeError, /slot is 30, expected .* 0 to 29/);
  refuses(() => corridors.move(0, NaN, 1), RangeError, /x is NaN/);
  refuses(() => corridors.set(0, routes, 30), RangeError, /route is 30, expected .* 0 to 29/);
  refuses(() => corridors.set(0, routes, 0, -1), RangeError, /radius is -1/);
  refuses(() => corridors.corners(0, 0), RangeError, /n is 0/);
  refuses(() => createCorridors(mesh, 0), RangeError, /count is 0/);
  const empty = createCorridor(mesh);
  assert.is(empty.move(1, 1), 'empty');
  assert.is(empty.valid() || empty.repair() || empty.optimize(), false);
  assert.is(empty.distance(), Infinity);
  assert.is(empty.corners(2).count, 0);
});

test.run();
