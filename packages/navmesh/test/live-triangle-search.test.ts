import { FOUND } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildPointQueries,
  buildPolygonMesh,
  createLiveTriangleSearch,
  createNavMesh,
  createPolyanya,
} from '../src/index.ts';
import { countFollowers } from './followers.ts';
import { createRandom } from './random.ts';
import { editRooms } from './rooms.ts';
import { pathFault } from './scenes.ts';

const test = suite('live triangle search');

const SIDE = 60;
const SQUARE = [0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE];

for (const algorithm of ['tra*', 'tangents'] as const)
  test(`${algorithm}: answers of the mesh as it is, before and after its tables are made anew`, () => {
    const random = createRandom(algorithm === 'tra*' ? 71 : 72);
    const nav = createNavMesh({ boundary: SQUARE });
    const edit = editRooms(nav, SIDE / 10, random, 0.7);
    for (let i = 0; i < 40; i++) edit();
    const search = createLiveTriangleSearch(nav, { algorithm });
    const anew = createPolyanya(buildPolygonMesh(nav.triangulation));
    let found = 0;
    for (let step = 0; step < 24; step++) {
      edit();
      assert.is(search.algorithm, 'polyanya');
      if (step % 3 === 2) {
        search.update();
        assert.is(search.algorithm, algorithm);
      }
      anew.update(buildPolygonMesh(nav.triangulation));
      const queries = buildPointQueries(
        Array.from({ length: 20 }, () => Array.from({ length: 4 }, () => random() * SIDE)),
      );
      const routes = search.run(queries);
      const expected = anew.run(queries);
      for (let i = 0; i < queries.count; i++) {
        const said = `step ${step}, query ${i}`;
        assert.is(routes.status[i], expected.status[i], said);
        assert.is(routes.isProven[i], 1, said);
        assert.is(routes.lowerBound[i], routes.cost[i], said);
        if (expected.status[i] !== FOUND) continue;
        found++;
        assert.ok(Math.abs(routes.cost[i]! - expected.cost[i]!) < 1e-9 * SIDE, said);
        assert.is(pathFault(routes, queries, i), '', said);
      }
      const [sx, sy, tx, ty] = [queries.sourceX, queries.sourceY, queries.targetX, queries.targetY];
      const path = search.search(sx[0]!, sy[0]!, tx[0]!, ty[0]!);
      assert.ok(path.improve() && path.isProven);
      assert.is(path.status, expected.status[0]);
      const points = path.path();
      if (path.status === FOUND) {
        assert.ok(Math.abs(path.cost - expected.cost[0]!) < 1e-9 * SIDE);
        assert.equal([...points.subarray(0, 2), ...points.slice(-2)], [sx[0], sy[0], tx[0], ty[0]]);
      } else assert.is(points.length, 0);
    }
    assert.ok(found > 200, `${found}`);
    search.destroy();
  });

test('refuses the same with Polyanya as with its own tables', () => {
  const nav = createNavMesh({ boundary: SQUARE });
  const search = createLiveTriangleSearch(nav);
  const queries = buildPointQueries([[1, 1, 50, 50]]);
  for (const algorithm of ['tra*', 'polyanya']) {
    assert.is(search.algorithm, algorithm);
    refuses(() => search.run(queries, { gap: -1 }), RangeError, /gap is -1/);
    refuses(() => search.run({ ...queries, radius: [1] } as never), RangeError, /radius\[0\] is 1/);
    refuses(() => search.search(1, 1, Number.NaN, 1), RangeError, /targetX is NaN/);
    nav.add([20, 20, 40, 20, 30, 40]);
  }
  search.destroy();
});

test('where it cannot be made nothing follows the mesh', () => {
  const [nav, followers] = countFollowers(createNavMesh({ boundary: SQUARE }));
  refuses(() => createLiveTriangleSearch(nav, { algorithm: 'a' as never }), RangeError, /'a'/);
  assert.is(followers(), 0);
  const search = createLiveTriangleSearch(nav);
  assert.ok(followers() > 0);
  search.destroy();
  assert.is(followers(), 0);
});

test.run();
