import { FOUND, NEAREST } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch, createLiveDiscSearch } from '../src/discs.ts';
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '../src/index.ts';
import { countFollowers } from './followers.ts';
import { createRandom } from './random.ts';
import { editRooms } from './rooms.ts';
import { clearanceOf, wallsOf } from './tangents.ts';

const test = suite('live search for discs');

const SIDE = 50;
const SQUARE = [0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE];

test('answers as a new build gives them, after every edit, with tables and without (seed 81)', () => {
  const random = createRandom(81);
  const nav = createNavMesh({ boundary: SQUARE });
  const edit = editRooms(nav, SIDE / 10, random, 0.6);
  for (let i = 0; i < 30; i++) edit();
  const search = createLiveDiscSearch(nav, { radii: [0, 0.5] });
  assert.ok(search.hasTables);
  let [found, nearest] = [0, 0];
  for (let step = 0; step < 28; step++) {
    edit();
    assert.not(search.hasTables);
    if (step % 4 === 3) {
      search.update();
      assert.ok(search.hasTables);
    }
    const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
    const walls = wallsOf(mesh);
    const anew = createDiscSearch(mesh, { radii: [] });
    const queries = buildPointQueries(
      Array.from({ length: 12 }, () => Array.from({ length: 4 }, () => random() * SIDE)),
    );
    const options = { radius: Array.from({ length: 12 }, () => 2 * random() ** 2), nearest: true };
    const routes = search.run(queries, options);
    const expected = anew.run(queries, options);
    for (let i = 0; i < queries.count; i++) {
      const said = `step ${step}, query ${i}, radius ${options.radius[i]}`;
      const [cost, other] = [routes.cost[i]!, expected.cost[i]!];
      assert.is(routes.status[i], expected.status[i], said);
      assert.is(routes.isProven[i], 1, said);
      if (other === Infinity) continue;
      assert.ok(Math.abs(cost - other) <= 1e-9 * SIDE, `${said}: ${cost}, ${other}`);
      const [from, to] = [routes.firstPoint[i]!, routes.firstPoint[i + 1]!];
      const clear = clearanceOf(routes, from, to, walls);
      assert.ok(clear >= options.radius[i]! * (1 - 1e-9), `${said}: clearance ${clear}`);
      if (routes.status[i] === FOUND) found++;
      if (routes.status[i] !== NEAREST) continue;
      nearest++;
      const away = (of: typeof routes): number => {
        const last = of.firstPoint[i + 1]! - 1;
        return Math.hypot(of.x[last]! - queries.targetX[i]!, of.y[last]! - queries.targetY[i]!);
      };
      assert.ok(Math.abs(away(routes) - away(expected)) <= 1e-9 * SIDE, said);
    }
    anew.destroy();
  }
  assert.ok(found > 100 && nearest > 30, `${found} found, ${nearest} nearest`);
  search.destroy();
});

test('one path is of the mesh as it was when it began', () => {
  const nav = createNavMesh({ boundary: SQUARE });
  const search = createLiveDiscSearch(nav);
  const path = search.search(5, 25, 45, 25, { radius: 1 });
  assert.is(path.cost, 40);
  nav.add([20, 10, 30, 10, 30, 49, 20, 49]);
  assert.is(path.cost, 40);
  const around = search.search(5, 25, 45, 25, { radius: 1 });
  assert.ok(around.cost > 45 && around.improve());
  assert.is(search.explain(5, 25, 25, 25, { radius: 1 }).targetClearance, 0);
  nav.add([5, 5, 6, 5, 6, 6]);
  search.update();
  assert.ok(search.hasTables);
  search.destroy();
});

test('where it cannot be made nothing follows the mesh', () => {
  const [nav, followers] = countFollowers(createNavMesh({ boundary: SQUARE }));
  refuses(() => createLiveDiscSearch(nav, { radii: [-1] }), RangeError, /radii\[0\] is -1/);
  assert.is(followers(), 0);
  const search = createLiveDiscSearch(nav, { radii: [1] });
  assert.ok(followers() > 0);
  search.destroy();
  assert.is(followers(), 0);
});

test.run();
