// Pools answer as a surface on the calling thread does, bit by bit, also after changes.
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNavMesh } from '../../src/index.ts';
import { createSurface } from '../../src/surface.ts';
import { createSurfacePool } from '../../src/surface-pool.ts';

const test = suite('surface pools');

/** A fixed number of rows: above those for which threads are told, or below. */
const COUNTS = [3000, 40];

type Columns = Readonly<Record<string, ArrayLike<number>>>;

function same(pooled: object, single: object, what: string): void {
  const [one, other] = [pooled as Columns, single as Columns];
  for (const name in one)
    for (let i = 0; i < one[name].length; i++)
      if (!Object.is(one[name][i], other[name][i]))
        assert.unreachable(`${what}, ${name}[${i}]: ${one[name][i]}, ${other[name][i]}`);
}

test('give the same bits as one thread, while the mesh changes', async () => {
  const scene = randomScene(31, 14);
  const nav = createNavMesh(scene);
  const surface = createSurface(nav);
  const pool = await createSurfacePool(nav, { threads: 3 });
  assert.is(pool.fallback, undefined);
  assert.is(pool.threads, 3);
  const random = randomOf(5);
  const ids: number[] = [];
  for (let round = 0; round < 6; round++) {
    for (const count of COUNTS) {
      const column = (low: number, high: number): Float64Array =>
        Float64Array.from({ length: count }, () => low + (high - low) * random());
      const [x, y] = [column(-1, SIDE + 1), column(-1, SIDE + 1)];
      const [dx, dy, radius] = [column(-3, 3), column(-3, 3), column(0, 0.8)];
      const hints = [new Int32Array(count).fill(-1), new Int32Array(count).fill(-1)];
      const moves = { x, y, dx, dy, radius };
      same(
        await pool.moveAlongAll({ ...moves, at: hints[0] }),
        surface.moveAlongAll({ ...moves, at: hints[1] }),
        'moves',
      );
      same({ at: hints[0] }, { at: hints[1] }, 'hints');
      const places = { x, y, radius, within: 3 };
      same(await pool.closestPointAll(places), surface.closestPointAll(places), 'places');
      const rays = { ax: x, ay: y, bx: dx, by: dy, radius };
      same(await pool.raycastAll(rays), surface.raycastAll(rays), 'rays');
      const [a, b] = await Promise.all([pool.clearanceAtAll({ x, y }), pool.locateAll({ x, y })]);
      same(a, surface.clearanceAtAll({ x, y }), 'clearances');
      same({ at: b }, { at: surface.locateAll({ x, y }) }, 'polygons');
      const near = { x, y, distance: 1.5, most: 3 };
      same(await pool.wallsNearAll(near), surface.wallsNearAll(near), 'walls');
    }
    if (round % 2 === 1) nav.remove(ids.pop()!);
    // many at once: the mesh outgrows its room, and threads begin anew
    for (let k = 0; k < 60; k++) {
      const [x, y] = [(SIDE - 1) * random(), (SIDE - 1) * random()];
      ids.push(nav.add([x, y, x + 0.2, y, x + 0.2, y + 0.2, x, y + 0.2]));
    }
  }
  assert.ok(pool.memoryBytes > 0);
  await pool.destroy();
  surface.destroy();
});

test('reject wrong rows, wrong threads, and calls after destroy', async () => {
  const nav = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9] });
  const rejects = async (call: Promise<unknown>, message: RegExp): Promise<void> => {
    const error = await call.then(
      () => undefined,
      (reason: Error) => reason,
    );
    assert.match(error?.message ?? 'no error', message);
  };
  await rejects(createSurfacePool(nav, { threads: 0 }), /threads is 0/);
  const pool = await createSurfacePool(nav, { threads: 2 });
  const one = Float64Array.of(1);
  await rejects(pool.closestPointAll({ x: one, y: Float64Array.of(1, 2) }), /y\.length is 2/);
  await rejects(
    pool.moveAlongAll({ x: one, y: one, dx: one, dy: Float64Array.of(NaN) }),
    /dy\[0\]/,
  );
  assert.is((await pool.clearanceAtAll({ x: one, y: one })).clearance[0], 1);
  await pool.destroy();
  await rejects(pool.locateAll({ x: one, y: one }), /the pool was destroyed/);
});

test.run();
