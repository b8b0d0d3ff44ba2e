// Links of discs with ends inside large obstacles: the grown mesh is free there, yet `isOpen` calls
// these links closed, so no path may take them.
import { FOUND, NO_PATH, TARGET_BLOCKED } from '@wayfield/graph';
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import type { NavMesh } from '@wayfield/triangulation';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAreaSearch, type Link } from '../../src/areas.ts';
import { createAreaPool } from '../../src/areas-pool.ts';

const test = suite('links into large obstacles');
const radius = 0.5;
/** The obstacle across the map, wide enough for a free inside on the grown mesh. */
const across = [15, 0, 25, 0, 25, 20, 15, 20];
const boundary = [0, 0, 40, 0, 40, 20, 0, 20];
const queries = buildPointQueries([[2, 10, 38, 10]]);
/** Into the obstacle, and out of it on the other side. */
const links: readonly Link[] = [
  { from: [10, 10], to: [18, 10], cost: 1 },
  { from: [22, 10], to: [30, 10], cost: 1, twoWay: true },
];
const walled = (): NavMesh => createNavMesh({ boundary, obstacles: [across] });

test('no path takes a closed link into an obstacle and another out of it', () => {
  const nav = walled();
  for (const mesh of [nav, buildPolygonMesh(nav.triangulation, { merge: false })])
    for (const given of [0, radius]) {
      const search = createAreaSearch(mesh, { radius: given, links });
      assert.equal([...search.isOpenAll()], [0, 0]);
      assert.is(search.run(queries).status[0], NO_PATH, `radius ${given}`);
      search.destroy();
    }
});

test('a target moves to no place behind a closed link', () => {
  const search = createAreaSearch(walled(), { radius, links });
  const { x, link } = search.run(queries, { nearest: 'target' });
  assert.ok(Math.abs(x.at(-1)! - (15 - radius)) < 1e-6, `${x.at(-1)}`);
  assert.ok(link.every((one) => one === -1));
  search.destroy();
});

test('an open link across the obstacle is taken beside closed ones', () => {
  const over: Link = { from: [10, 10], to: [30, 10], cost: 5 };
  const search = createAreaSearch(walled(), { radius, links: [...links, over] });
  const { status, cost, link } = search.run(queries);
  assert.is(status[0], FOUND);
  assert.ok(Math.abs(cost[0] - 21) < 1e-9, `${cost[0]}`);
  assert.equal(
    [...link].filter((one) => one >= 0),
    [2],
  );
  search.destroy();
});

test('links close and open as the mesh changes, in a search and in pools', async () => {
  const nav = createNavMesh({ boundary });
  const search = createAreaSearch(nav, { radius, links });
  const pools = await Promise.all(
    [1, 2].map((threads) => createAreaPool(nav, { radius, links, threads })),
  );
  const expect = async (cost: number, open: number): Promise<void> => {
    const all = [search.run(queries), ...(await Promise.all(pools.map((p) => p.run(queries))))];
    for (const routes of all) {
      assert.is(routes.status[0], cost < Infinity ? FOUND : NO_PATH);
      if (cost < Infinity) assert.ok(Math.abs(routes.cost[0] - cost) < 1e-9, `${routes.cost[0]}`);
    }
    assert.equal([...search.isOpenAll()], [open, open]);
    for (const pool of pools) assert.equal([...(await pool.isOpenAll())], [open, open]);
  };
  await expect(22, 1);
  for (let round = 0; round < 2; round++) {
    const id = nav.add(across);
    await expect(Infinity, 0);
    // an obstacle inside the other changes triangles, but not the free space
    const inner = nav.add([19, 9, 21, 9, 21, 11, 19, 11]);
    await expect(Infinity, 0);
    nav.remove(inner);
    await expect(Infinity, 0);
    nav.remove(id);
    await expect(22, 1);
  }
  await Promise.all(pools.map((pool) => pool.destroy()));
  search.destroy();
});

test('a link into a box of walls closes when an obstacle fills the box', () => {
  const box = [10, 5, 20, 5, 20, 15, 10, 15];
  const nav = createNavMesh({ boundary, walls: [[...box, 10, 5]] });
  const search = createAreaSearch(nav, {
    radius,
    links: [{ from: [5, 10], to: [15, 10], cost: 1 }],
  });
  const into = buildPointQueries([[2, 10, 15, 11]]);
  for (let round = 0; round < 2; round++) {
    assert.is(search.isOpen(0), true);
    assert.is(search.run(into).status[0], FOUND);
    const id = nav.add(box);
    assert.is(search.isOpen(0), false);
    assert.is(search.run(into).status[0], TARGET_BLOCKED);
    nav.remove(id);
  }
  search.destroy();
});

test.run();
