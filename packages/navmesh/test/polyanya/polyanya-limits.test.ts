import { BUDGET_SPENT, FOUND, NO_PATH } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  createTriangleSearch,
  type PolygonMesh,
} from '../../src/index.ts';
import { guarded } from '../../src/queries/search-engine.ts';
import { convexObstacles, createRandom } from '@wayfield/testing/meshes';

const test = suite('polyanya: limits');

test('a query stopped by maxExpanded has its best path and a bound below the shortest', () => {
  const random = createRandom(61);
  const obstacles = convexObstacles(8, random, 4);
  const { triangulation } = createNavMesh({ boundary: [0, 0, 80, 0, 80, 80, 0, 80], obstacles });
  const solver = createPolyanya(buildPolygonMesh(triangulation, { merge: false }));
  const rows = Array.from({ length: 40 }, () => [0, 0, 0, 0].map(() => 80 * random()));
  const queries = buildPointQueries(rows);
  const exact = solver.run(queries);
  let gaveUp = 0;
  for (let most = 0; most < 400; most += 5) {
    const routes = solver.run(queries, { maxExpanded: most });
    for (let i = 0; i < queries.count; i++) {
      const what = `at most ${most}, query ${i}`;
      const [status, cost] = [routes.status[i], routes.cost[i]];
      if (exact.status[i] !== FOUND) {
        assert.ok(status === exact.status[i] || status === BUDGET_SPENT, what);
        continue;
      }
      assert.is(status, cost < Infinity ? FOUND : BUDGET_SPENT, what);
      assert.ok(routes.lowerBound[i] <= exact.cost[i] * (1 + 1e-12), what);
      assert.ok(cost >= exact.cost[i] * (1 - 1e-12), what);
      assert.is(routes.isProven[i] === 1, routes.lowerBound[i] === cost, what);
      if (routes.isProven[i]) assert.is(cost, exact.cost[i], what);
      else if (status === FOUND) {
        const last = routes.firstPoint[i + 1] - 1;
        assert.equal([routes.x[last], routes.y[last]], rows[i].slice(2), what);
      } else gaveUp++;
    }
  }
  assert.ok(gaveUp > 100, `${gaveUp} without a path`);
  solver.destroy();
});

test('a longer path that was found before the limit is the answer', () => {
  // a zigzag of walls, which is straight ahead and has no branches, and a field of points below
  const zigzag = Array.from({ length: 13 }, (_, i) =>
    i % 2 === 0 ? [4 + i, 9, 4 + i, 10.9] : [4 + i, 9.1, 4 + i, 11],
  );
  const dots = Array.from({ length: 30 }, (_, i) => {
    const [x, y] = [2 + (i % 10) * 1.7, 1 + Math.floor(i / 10)];
    return [x, y, x, y, x, y];
  });
  const { triangulation } = createNavMesh({
    boundary: [0, 0, 20, 0, 20, 20, 0, 20],
    obstacles: [[3, 4, 17, 4, 17, 9, 3, 9], [3, 11, 17, 11, 17, 20, 3, 20], ...dots],
    walls: zigzag,
  });
  const solver = createPolyanya(buildPolygonMesh(triangulation));
  const queries = buildPointQueries([[1, 10, 19, 10]]);
  const [shortest] = solver.run(queries).cost;
  const { status, cost, lowerBound, isProven, x } = solver.run(queries, { maxExpanded: 2 });
  assert.is(status[0], FOUND);
  assert.is(isProven[0], 0);
  assert.ok(lowerBound[0] <= shortest && shortest < cost[0], `${cost[0]}, ${shortest}`);
  assert.is(x[x.length - 1], 19);
});

test('a target that cannot be reached is NO_PATH under a limit, where the search runs dry', () => {
  const { triangulation } = createNavMesh({
    boundary: [0, 0, 10, 0, 10, 10, 0, 10],
    walls: [[2, 2, 8, 2, 8, 8, 2, 8, 2, 2]],
  });
  const solver = createPolyanya(buildPolygonMesh(triangulation));
  const { status, isProven, lowerBound } = solver.run(buildPointQueries([[1, 1, 5, 5]]), {
    maxExpanded: 0,
  });
  assert.equal([status[0], isProven[0], lowerBound[0]], [NO_PATH, 1, Infinity]);
});

test('only a trap of full labels is called one', () => {
  const trap = (): never => {
    throw new WebAssembly.RuntimeError('memory access out of bounds');
  };
  const engine = (full: number) => ({ kernels: { labelsAreFull: () => full }, mostLabels: 1024 });
  refuses(() => guarded(engine(1), trap), RangeError, /more than 0\.03125 MiB of labels/);
  refuses(() => guarded(engine(0), trap), WebAssembly.RuntimeError, /out of bounds/);
});

test('meshes whose arrays do not agree are refused, and the solver keeps its mesh', () => {
  const { triangulation } = createNavMesh({ boundary: [0, 0, 10, 0, 10, 10, 0, 10] });
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  const wrong = { ...mesh, corner: mesh.corner.map((v, s) => (s === 2 ? 99 : v)) };
  const least = `below ${mesh.vertexCount}`;
  const refused = new RegExp(`^corner\\[2\\] is 99, expected ${least}$`);
  const solver = createPolyanya(mesh);
  refuses(() => solver.update(wrong), RangeError, refused);
  const queries = buildPointQueries([[1, 5, 9, 5]]);
  assert.ok(Math.abs(solver.run(queries).cost[0] - 8) < 1e-9);
  solver.destroy();
  refuses(() => createPolyanya(wrong), RangeError, refused);
  refuses(() => createTriangleSearch(wrong), RangeError, refused);
});

test('an update that failed, for want of memory say, is made up for by the next run', () => {
  const roomWith = (obstacle: readonly number[]): PolygonMesh =>
    buildPolygonMesh(
      createNavMesh({ boundary: [0, 0, 10, 0, 10, 10, 0, 10], obstacles: [[...obstacle]] })
        .triangulation,
    );
  const first = roomWith([4, 0, 5, 0, 5, 8, 4, 8]);
  const next = roomWith([4, 2, 5, 2, 5, 10, 4, 10]);
  const queries = buildPointQueries([[1, 5, 9, 5]]);
  const expected = createPolyanya(next).run(queries).cost[0];
  let [reads, most] = [0, Infinity];
  const failing = {
    ...next,
    get x() {
      if (++reads > most) throw new RangeError('no memory');
      return next.x;
    },
  };
  createPolyanya(failing);
  // the last read of `x` fails: the one that writes the mesh into the kernels
  most = reads - 1;
  reads = 0;
  const solver = createPolyanya(first);
  refuses(() => solver.update(failing), RangeError, /no memory/);
  most = Infinity;
  assert.is(solver.run(queries).cost[0], expected);
  solver.destroy();
});

test.run();
