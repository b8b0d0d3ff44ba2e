import { BUDGET_SPENT, FOUND, STATUS_NAMES } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../../src/discs.ts';
import { reasonOf } from '../../src/discs/explain-disc.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  outlineGrid,
} from '../../src/index.ts';
import { createRandom } from '@wayfield/testing/meshes';

const test = suite('search for discs: a mesh that changes');

const BOX = [0, 0, 10, 0, 10, 10, 0, 10];

test('right after add and remove, as a search made for the mesh as it is (seed 71)', () => {
  const random = createRandom(71);
  const nav = createNavMesh({ boundary: BOX });
  const search = createDiscSearch(nav);
  const ids: number[] = [];
  let found = 0;
  for (let change = 0; change < 40; change++) {
    if (ids.length > 4 && random() < 0.5)
      nav.remove(ids.splice(Math.floor(random() * ids.length), 1)[0]);
    else {
      const [x, y, size] = [8 * random(), 8 * random(), 0.3 + random()];
      ids.push(nav.add([x, y, x + size, y, x + size, y + size, x, y + size]));
    }
    const queries = buildPointQueries(
      Array.from({ length: 6 }, () => [0, 0, 0, 0].map(() => 10 * random())),
    );
    const fresh = createDiscSearch(buildPolygonMesh(nav.triangulation, { merge: false }));
    for (const nearest of [false, 'both'] as const) {
      const options = { radius: 0.05 + 0.4 * random(), nearest };
      const [now, expected] = [search.run(queries, options), fresh.run(queries, options)];
      for (let i = 0; i < queries.count; i++) {
        const what = `change ${change}, query ${i}: ${STATUS_NAMES[now.status[i]]}`;
        assert.is(now.status[i], expected.status[i], what);
        if (now.status[i] === FOUND) found++;
        const difference = Math.abs(now.cost[i] - expected.cost[i]);
        assert.ok(!(difference > 1e-9 * expected.cost[i]), `${what}, differs by ${difference}`);
      }
    }
    fresh.destroy();
  }
  assert.ok(found > 100, `${found} paths`);
  search.destroy();
});

test('the reason says after how many labels `explain` gave up', () => {
  const end = { x: 1, y: 5, triangles: [0] };
  const measured = { sourceClearance: 1, targetClearance: 1, largestRadius: 1 };
  assert.match(reasonOf(BUDGET_SPENT, 0.5, end, end, measured), /with 4096 labels/);
});

test('a search for one path keeps what it found, explain follows', () => {
  const nav = createNavMesh({ boundary: BOX });
  const search = createDiscSearch(nav);
  const one = search.search(1, 5, 9, 5, { radius: 0.4 });
  assert.is(one.status, FOUND);
  nav.addWall([5, 0, 5, 9.5]);
  assert.is(one.status, FOUND);
  assert.is(search.explain(1, 5, 9, 5, { radius: 0.4 }).largestRadius, 0.25);
  // the path that was found before `explain` stays
  assert.is(one.cost, 8);
  search.destroy();
  refuses(() => search.explain(1, 5, 9, 5, { radius: 0.4 }), Error, /destroy/);
  nav.addWall([6, 0, 6, 9]);
});

test('a run of no queries ends a search for one path, a refused run does not (seed 35)', () => {
  const random = createRandom(35);
  const cost = Float32Array.from({ length: 1600 }, () => (random() < 0.2 ? 0 : 1));
  const nav = createNavMesh(outlineGrid({ width: 40, height: 40, cost }));
  const search = createDiscSearch(nav);
  const far = [1.5, 1.5, 38.5, 38.5] as const;
  const one = search.search(...far, { radius: 0.2 });
  assert.ok(!one.isProven && one.cost < Infinity);
  const id = nav.addWall([20, 20, 20.5, 20.5]);
  const queries = buildPointQueries([[...far]]);
  refuses(() => search.run(queries, { radius: [-1] }), RangeError, /radius\[0\]/);
  refuses(() => search.run(queries, { radius: [] }), RangeError, /radius\.length/);
  assert.not(one.improve({ maxExpanded: 32 }));
  search.run(buildPointQueries([]), { radius: [] });
  refuses(() => one.improve(), Error, /another search has begun/);
  nav.remove(id);
  const other = search.search(...far, { radius: 0.2 });
  assert.ok(!other.isProven);
  search.run(buildPointQueries([]), { radius: 0.2, nearest: true });
  refuses(() => other.improve(), Error, /another search has begun/);
  search.destroy();
});

test('refuses a reduction, which is of one mesh', () => {
  const nav = createNavMesh({ boundary: BOX });
  const reduction = buildReduction(buildPolygonMesh(nav.triangulation, { merge: false }));
  refuses(() => createDiscSearch(nav, { reduction }), TypeError, /makes its own/);
});

test.run();
