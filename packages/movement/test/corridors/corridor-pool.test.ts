// Corridor pools answer as corridors on the calling thread do, bit by bit, also after changes.
import { rejects } from 'node:assert/strict';
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCorridors, CORRIDOR_STATUS } from '../../src/corridors.ts';
import { createCorridorPool } from '../../src/corridors-pool.ts';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  type PointQueries,
} from '@wayfield/navmesh';

const test = suite('corridor pools');
const COUNT = 50;
const KEPT = CORRIDOR_STATUS.indexOf('kept');

type Columns = Readonly<Record<string, ArrayLike<number>>>;

function same(pooled: object, single: object, what: string): void {
  const [one, other] = [pooled as Columns, single as Columns];
  for (const name of Object.keys(other)) {
    assert.is(one[name].length, other[name].length, `${what}, ${name}`);
    for (let i = 0; i < one[name].length; i++)
      if (!Object.is(one[name][i], other[name][i]))
        assert.unreachable(`${what}, ${name}[${i}]: ${one[name][i]}, ${other[name][i]}`);
  }
}

for (const kind of ['points', 'discs'] as const)
  test(`give the same bits as one thread, while the mesh changes: ${kind}`, async () => {
    const nav = createNavMesh(randomScene(31, 8));
    const polyanya = createPolyanya(nav);
    const discs = createDiscSearch(nav, { table: false });
    const radius = kind === 'discs' ? 0.05 : 0;
    const routesOf = (queries: PointQueries) =>
      kind === 'discs' ? discs.run(queries, { radius }) : polyanya.run(queries);
    const single = createCorridors(nav, COUNT);
    const pool = await createCorridorPool(nav, COUNT, { threads: 3 });
    assert.is(pool.fallback, undefined);
    assert.is(pool.threads, 3);
    assert.is(pool.count, COUNT);
    const random = randomOf(5);
    const place = (): number => SIDE * random();
    const ids: number[] = [];
    const counts = { set: 0, kept: 0, shorter: 0, mended: 0, broken: 0 };
    const sumOf = (answers: Uint8Array, value: number): number =>
      answers.filter((answer) => answer === value).length;
    for (let round = 0; round < 8; round++) {
      // new routes for some slots, in any order, one of them twice
      const slots = round === 0 ? undefined : [7, 40, 3, 22, 40, 49];
      const rows = Array.from({ length: slots?.length ?? COUNT }, () => [0, 0, 0, 0].map(place));
      const routes = routesOf(buildPointQueries(rows));
      const radii = round % 2 === 0 ? radius : new Float64Array(rows.length).fill(radius);
      const sets = { routes, slots, radius: radii };
      const isSet = single.setAll(sets);
      same({ a: await pool.setAll(sets) }, { a: isSet }, 'set');
      counts.set += sumOf(isSet, 1);
      for (let step = 0; step < 3; step++) {
        const next = single.cornersAll(2);
        same(await pool.cornersAll(2), next, 'corners');
        // on to the next corner, and a bit aside
        const x = new Float64Array(COUNT);
        const y = new Float64Array(COUNT);
        for (let slot = 0; slot < COUNT; slot++) {
          const [ax, ay] = single.ends(slot);
          const isThere = next.count[slot] > 0;
          x[slot] = (isThere ? ax + 0.5 * (next.x[2 * slot] - ax) : place()) + 0.5 * random();
          y[slot] = (isThere ? ay + 0.5 * (next.y[2 * slot] - ay) : place()) + 0.5 * random();
        }
        const moved = single.moveAll({ x, y });
        same({ a: await pool.moveAll({ x, y }) }, { a: moved }, 'moves');
        counts.kept += sumOf(moved, KEPT);
        const some = { x: x.slice(0, 3), y: y.slice(0, 3), slots: [30, 2, 16] };
        const targets = pool.moveTargetAll(some);
        same({ a: await targets }, { a: single.moveTargetAll(some) }, 'targets');
        const [shorter, lengths] = await Promise.all([pool.optimizeAll(), pool.distanceAll()]);
        counts.shorter += sumOf(shorter, 1);
        same({ a: shorter }, { a: single.optimizeAll() }, 'optimize');
        same({ a: lengths }, { a: single.distanceAll() }, 'distances');
      }
      if (round % 2 === 1) nav.remove(ids.pop()!);
      // many at once: the triangulation outgrows its arrays
      for (let k = 0; k < 8; k++) {
        const [ax, ay] = [(SIDE - 1) * random(), (SIDE - 1) * random()];
        ids.push(nav.add([ax, ay, ax + 0.2, ay, ax + 0.2, ay + 0.2, ax, ay + 0.2]));
      }
      const valid = single.validAll();
      counts.broken += sumOf(valid, 0);
      same({ a: await pool.validAll() }, { a: valid }, 'valid');
      const mended = single.repairAll();
      counts.mended += sumOf(mended, 1);
      same({ a: await pool.repairAll() }, { a: mended }, 'repair');
    }
    await pool.clearAll({ slots: [1, 2] });
    single.clearAll({ slots: [1, 2] });
    same({ a: await pool.distanceAll() }, { a: single.distanceAll() }, 'cleared');
    await pool.clearAll();
    assert.is(sumOf(await pool.validAll(), 1), 0);
    for (const [what, count] of Object.entries(counts)) assert.ok(count > 0, `${what}: ${count}`);
    await pool.destroy();
    for (const made of [single, polyanya, discs]) made.destroy();
  });

test('take out of earlier calls, and work on fixed meshes', async () => {
  const mesh = buildPolygonMesh(createNavMesh(randomScene(8, 6)).triangulation);
  const solver = createPolyanya(mesh);
  const routes = solver.run(
    buildPointQueries([
      [1, 1, 8, 8],
      [2, 1, 8, 7],
    ]),
  );
  const single = createCorridors(mesh, 2);
  const pool = await createCorridorPool(mesh, 2, { threads: 4 });
  assert.is(pool.threads, 2);
  const set = new Uint8Array(2);
  assert.is(await pool.setAll({ routes }, set), set);
  single.setAll({ routes });
  const corners = await pool.cornersAll(3);
  assert.is(await pool.cornersAll(3, corners), corners);
  same(corners, single.cornersAll(3), 'corners');
  const lengths = new Float64Array(3);
  assert.is(await pool.distanceAll(undefined, lengths), lengths);
  same({ a: lengths.subarray(0, 2) }, { a: single.distanceAll() }, 'distances');
  const [x, y] = [Float64Array.of(1.1, 2.1), Float64Array.of(1, 1)];
  assert.equal(await pool.moveAll({ x, y }), Uint8Array.of(KEPT, KEPT));
  await pool.destroy();
  single.destroy();
  solver.destroy();
});

test('reject wrong rows, and calls after destroy', async () => {
  const nav = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9] });
  await rejects(createCorridorPool(nav, 2, { threads: 0 }), /threads is 0/);
  await rejects(createCorridorPool(nav, 0), /count is 0/);
  const pool = await createCorridorPool(nav, 3, { threads: 2 });
  const one = Float64Array.of(1);
  const solver = createPolyanya(nav);
  const routes = solver.run(buildPointQueries([[1, 1, 8, 8]]));
  await rejects(pool.setAll({ routes, slots: [3] }), /rows\.slots\[0\] is 3/);
  await rejects(pool.setAll({ routes, radius: -1 }), /rows\.radius is -1/);
  await rejects(pool.setAll({ routes, radius: Float64Array.of(1, 2) }), /radius\.length is 2/);
  await rejects(pool.moveAll({ x: one, y: Float64Array.of(1, 2) }), /rows\.y\.length is 2/);
  await rejects(pool.moveAll({ x: one, y: Float64Array.of(NaN) }), /rows\.y\[0\] is NaN/);
  await rejects(pool.moveAll({ x: one, y: one, slots: [0, 1] }), /rows\.slots\.length is 2/);
  const four = new Float64Array(4);
  await rejects(pool.moveAll({ x: four, y: four }), /rows is 4, expected at most 3/);
  await rejects(pool.validAll({}, new Uint8Array(2)), /out\.length is 2/);
  await rejects(pool.cornersAll(0), /n is 0/);
  assert.equal(await pool.setAll({ routes, slots: [2] }), Uint8Array.of(1));
  assert.equal(await pool.validAll(), Uint8Array.of(0, 0, 1));
  await pool.destroy();
  await rejects(pool.validAll(), /the pool was destroyed/);
  solver.destroy();
});

test.run();
