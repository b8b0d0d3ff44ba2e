import { BUDGET_SPENT, FOUND, NEAREST } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../../src/discs.ts';
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '../../src/index.ts';
import { createRandom } from '@wayfield/testing/meshes';

const test = suite('nearest places for discs, and limits');

const SIZE = 100;
/** The far end of the maze. */
const FAR = 4 * SIZE - 2;
const ROWS = [
  [2, 2, FAR, FAR],
  [FAR, 2, 2, FAR],
];
/** ROWS with targets in the border wall. */
const IN_WALL = [
  [2, 2, FAR, FAR + 1.8],
  [FAR, 2, 2, FAR + 1.8],
];

/** A maze of SIZE by SIZE cells, from which 30 % of the inner walls are left out. */
function createMaze(): ReturnType<typeof createDiscSearch> {
  const random = createRandom(7);
  const isOpen = new Uint8Array(2 * SIZE * SIZE);
  const seen = new Uint8Array(SIZE * SIZE);
  const stack = [0];
  seen[0] = 1;
  while (stack.length > 0) {
    const cell = stack[stack.length - 1];
    const [x, y] = [cell % SIZE, Math.floor(cell / SIZE)];
    const next: number[] = [];
    if (x > 0) next.push(cell - 1);
    if (x < SIZE - 1) next.push(cell + 1);
    if (y > 0) next.push(cell - SIZE);
    if (y < SIZE - 1) next.push(cell + SIZE);
    const fresh = next.filter((c) => seen[c] === 0);
    if (fresh.length === 0) {
      stack.pop();
      continue;
    }
    const to = fresh[Math.floor(random() * fresh.length)];
    isOpen[2 * Math.min(cell, to) + (Math.abs(cell - to) === 1 ? 0 : 1)] = 1;
    seen[to] = 1;
    stack.push(to);
  }
  const obstacles: number[][] = [];
  const addWall = (x: number, y: number, w: number, h: number): void => {
    if (random() >= 0.3) obstacles.push([x, y, x + w, y, x + w, y + h, x, y + h]);
  };
  for (let cell = 0; cell < SIZE * SIZE; cell++) {
    const [x, y] = [4 * (cell % SIZE), 4 * Math.floor(cell / SIZE)];
    if (x < 4 * SIZE - 4 && !isOpen[2 * cell]) addWall(x + 3.8, y - 0.2, 0.4, 4.4);
    if (y < 4 * SIZE - 4 && !isOpen[2 * cell + 1]) addWall(x - 0.2, y + 3.8, 4.4, 0.4);
  }
  const end = 4 * SIZE;
  const boundary = [0, 0, end, 0, end, end, 0, end];
  const { triangulation } = createNavMesh({ boundary, obstacles });
  return createDiscSearch(buildPolygonMesh(triangulation, { merge: false }), { table: false });
}

const search = createMaze();
const radius = 0.5;

test('a target that can be reached does not move, however many labels the first path takes', () => {
  const queries = buildPointQueries(ROWS);
  const exact = search.run(queries, { radius });
  const limits = { radius, maxExpanded: 10 };
  const plain = search.run(queries, limits);
  assert.ok(plain.status.includes(BUDGET_SPENT), 'no first path takes more than PATIENCE labels');
  const moved = search.run(queries, { ...limits, nearest: 'target' });
  for (const key of ['status', 'isProven', 'cost', 'expanded', 'x', 'y'] as const)
    assert.equal([...moved[key]], [...plain[key]], key);
  const soon = search.run(queries, { radius, nearest: true, milliseconds: 0 });
  assert.equal([...soon.status], [...plain.status]);
  const first = search.run(queries, { radius, nearest: 'target', first: true });
  const whole = search.run(queries, { radius, nearest: 'target' });
  for (let i = 0; i < queries.count; i++) {
    assert.is(first.status[i], FOUND, `first, query ${i}`);
    assert.ok(first.cost[i] >= exact.cost[i]);
    assert.is(whole.status[i], FOUND, `query ${i}`);
    assert.is(whole.cost[i], exact.cost[i]);
    const [sx, sy, tx, ty] = ROWS[i];
    const path = search.search(sx, sy, tx, ty, { radius, nearest: 'target' });
    assert.is(path.status, FOUND, `search, query ${i}`);
    assert.ok(path.improve() && path.cost === exact.cost[i]);
  }
});

for (const r of [radius, 0])
  test(`limits hold on the way to the nearest place too, radius ${r}`, () => {
    const rows = r > 0 ? IN_WALL : IN_WALL.map(([x, y, tx, ty]) => [x, y, tx, ty + 1]);
    const queries = buildPointQueries(rows);
    const exact = search.run(queries, { radius: r, nearest: 'target' });
    const some = search.run(queries, { radius: r, nearest: 'target', maxExpanded: 10 });
    const first = search.run(queries, { radius: r, nearest: 'target', first: true });
    let spent = 0;
    for (let i = 0; i < queries.count; i++) {
      const what = `query ${i}`;
      assert.is(exact.status[i], NEAREST, what);
      assert.is(exact.isProven[i], 1, what);
      assert.is(first.status[i], NEAREST, what);
      assert.ok(first.cost[i] >= exact.cost[i], what);
      assert.ok(some.expanded[i] <= 10, `${what}: ${some.expanded[i]} labels`);
      assert.ok(some.lowerBound[i] <= exact.cost[i] * (1 + 1e-12), what);
      if (some.cost[i] < Infinity) continue;
      spent++;
      assert.is(some.status[i], BUDGET_SPENT, what);
      assert.is(some.isProven[i], 0, what);
      const [sx, sy, tx, ty] = rows[i];
      const path = search.search(sx, sy, tx, ty, { radius: r, nearest: true });
      assert.is(path.status, NEAREST, what);
      assert.ok(path.improve() && path.cost === exact.cost[i], what);
    }
    assert.ok(spent > 0, 'no query that stops at its limit');
  });

test('limits hold from the first label on, for every number of labels and for time', () => {
  const queries = buildPointQueries([...ROWS, ...IN_WALL]);
  const exact = search.run(queries, { radius, nearest: true });
  for (const maxExpanded of [0, 1, 7.5, 100, 2048, 3000, 4096, 5000, 9000]) {
    const routes = search.run(queries, { radius, nearest: true, maxExpanded });
    for (let i = 0; i < queries.count; i++) {
      const what = `query ${i}, at most ${maxExpanded}: ${routes.expanded[i]}`;
      assert.ok(routes.expanded[i] <= Math.ceil(maxExpanded), what);
      // what is left of the budget was not needed
      if (!routes.isProven[i]) assert.ok(routes.expanded[i] >= maxExpanded, what);
      else assert.is(routes.cost[i], exact.cost[i], what);
      assert.ok(routes.lowerBound[i] <= exact.cost[i] * (1 + 1e-12), what);
    }
  }
  const soon = search.run(queries, { radius, nearest: true, milliseconds: 0 });
  assert.equal([...soon.expanded], [0, 0, 0, 0]);
  assert.ok(soon.status.every((status) => status === BUDGET_SPENT));
});

test.run();
