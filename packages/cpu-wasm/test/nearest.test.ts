// The option `nearest`, against a look at every cell.
import {
  BUDGET_SPENT,
  buildGraph,
  buildGrid,
  buildQueries,
  FOUND,
  type Grid,
  NEAREST,
  type NearestEnds,
  NO_PATH,
  NONE,
  pathOf,
  type Queries,
  referenceRoutes,
  type Routes,
  SOURCE_BLOCKED,
  weakComponents,
} from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { random } from '@wayfield/graph/generators';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver } from '../src/index.ts';
import { createWasmPool } from '../src/pool.ts';
import type { Algorithm } from '../src/types.ts';

const test = suite('nearest ends');

const ENDS = [false, true, 'source', 'target', 'both'] as const;
const ALGORITHMS: Algorithm[] = ['astar', 'dijkstra', 'bidirectional', 'greedy', 'jps', 'jps+'];

/** A grid whose blocked cells are dense, and queries between any two cells. */
function randomCase(
  next: ReturnType<typeof random>,
  algorithm: Algorithm,
): { grid: Grid; queries: Queries } {
  const [width, height] = [1 + next(14), 1 + next(14)];
  const cells = width * height;
  const density = next();
  // of weighted grids Dijkstra's labels are those of the reference
  const most = algorithm === 'dijkstra' ? 1 + next(3) : 1;
  const cost = Array.from({ length: cells }, () => (next() < density ? 0 : 1 + next(most)));
  const neighbours = !algorithm.startsWith('jps') && next(3) === 0 ? 4 : 8;
  const corners = (['never', 'one-open', 'always'] as const)[next(3)];
  const grid = buildGrid({ width, height, cost, corners, neighbours });
  const pairs = Array.from({ length: 12 }, () => [next(cells), next(cells)] as const);
  return { grid, queries: buildQueries(pairs) };
}

/** The nearest cell of those that `accept` lets through, the lowest index among equals. */
function brute({ width, cost }: Grid, cell: number, accept: (v: number) => boolean): number {
  let [best, least] = [NONE, Infinity];
  for (let v = 0; v < cost.length; v++) {
    if (!accept(v)) continue;
    const dx = (v % width) - (cell % width);
    const dy = Math.floor(v / width) - Math.floor(cell / width);
    if (dx * dx + dy * dy < least) [best, least] = [v, dx * dx + dy * dy];
  }
  return best;
}

/** The query that is searched instead of query `i`, by the promise of `NearestEnds`. */
function replaced(grid: Grid, { source, target }: Queries, i: number, ends: NearestEnds) {
  const { component } = weakComponents(grid);
  let [s, t] = [source[i], target[i]];
  if (component[s] === NONE && (ends === 'source' || ends === 'both')) {
    s = brute(grid, s, (v) => component[v] !== NONE);
    if (s === NONE) return undefined;
  }
  if (component[s] === NONE) return undefined;
  const moves = ends === true || ends === 'target' || ends === 'both';
  if (moves) t = brute(grid, t, (v) => component[v] === component[s]);
  return [s, t] as const;
}

/** Holds routes against the reference's answers to the replaced queries. */
function hold(grid: Grid, queries: Queries, ends: NearestEnds, routes: Routes, exact = true): void {
  validateRoutes(grid, queries, routes, { nearest: ends });
  for (let i = 0; i < queries.count; i++) {
    const ask = replaced(grid, queries, i, ends);
    const what = `${ends}: query ${i}, ${queries.source[i]} to ${queries.target[i]}`;
    if (ask === undefined) {
      assert.is(routes.status[i], SOURCE_BLOCKED, what);
      continue;
    }
    const expected = referenceRoutes(grid, buildQueries([ask]));
    const same = ask[0] === queries.source[i] && ask[1] === queries.target[i];
    const found = expected.status[0] === FOUND;
    assert.is(routes.status[i], found && !same ? NEAREST : expected.status[0], what);
    if (exact) assert.is(routes.cost[i], expected.cost[0], what);
    const path = pathOf(routes, i);
    if (found) assert.equal([path[0], path.at(-1)], [...ask], what);
    else assert.is(path.length, 0, what);
  }
}

test('2,000 random grids, all algorithms in turn, every end (seed 20)', () => {
  const next = random(20);
  const seen = new Set<string>();
  for (let k = 0; k < 2000; k++) {
    const algorithm = ALGORITHMS[k % ALGORITHMS.length];
    const { grid, queries } = randomCase(next, algorithm);
    const solver = createWasmSolver(grid, { algorithm });
    const ends = ENDS[next(ENDS.length)];
    const routes = solver.run(queries, { nearest: ends });
    hold(grid, queries, ends, routes, algorithm !== 'greedy');
    routes.status.forEach((status) => seen.add(`${ends} ${status}`));
    const one = solver.route(queries.source[0], queries.target[0], { nearest: ends });
    assert.is(one.status, routes.status[0]);
    sameArray(one.path, pathOf(routes, 0));
    solver.destroy();
  }
  // the cases are worth something: an end was replaced, and where it may not be, it was not
  for (const ends of ['true', 'source', 'target', 'both'])
    assert.ok(seen.has(`${ends} ${NEAREST}`));
  assert.ok(seen.has(`source ${NO_PATH}`) && !seen.has(`false ${NEAREST}`));
  assert.ok(!seen.has(`both ${NO_PATH}`));
});

test('after cells were closed and opened (seed 21)', () => {
  const next = random(21);
  for (let k = 0; k < 200; k++) {
    const algorithm = ALGORITHMS[k % ALGORITHMS.length];
    const { grid, queries } = randomCase(next, algorithm);
    const solver = createWasmSolver(grid, { algorithm });
    for (let round = 0; round < 4; round++) {
      const changed = Array.from({ length: 1 + next(5) }, () => next(grid.cost.length));
      for (const cell of changed) grid.cost[cell] = next(2);
      solver.update(changed);
      const routes = solver.run(queries, { nearest: 'both' });
      hold(grid, queries, 'both', routes, algorithm !== 'greedy');
    }
    solver.destroy();
  }
});

test('a pool answers as one thread does, agents of several sizes too (seed 22)', async () => {
  const next = random(22);
  for (let k = 0; k < 5; k++) {
    const cells = 60 * 50;
    const blocked = Array.from({ length: cells }, () => next() < 0.3 + 0.1 * k);
    const grid = buildGrid({ width: 60, height: 50, blocked });
    const pairs = Array.from({ length: 300 }, () => [next(cells), next(cells)] as const);
    const agentSize = Array.from({ length: 300 }, () => 1 + next(3));
    const solver = createWasmSolver(grid);
    const pool = await createWasmPool(grid, { threads: 2 });
    for (const nearest of ENDS) {
      const expected = solver.run(buildQueries(pairs), { nearest, agentSize });
      const routes = await pool.run(buildQueries(pairs), { nearest, agentSize });
      sameArray(routes.status, expected.status);
      sameArray(routes.cost, expected.cost);
      sameArray(routes.node, expected.node);
      // an agent starts where it fits
      for (let i = 0; i < 300; i++) {
        for (const cell of pathOf(routes, i).subarray(0, 1)) {
          for (let j = 0; j < agentSize[i] ** 2; j++) {
            const [dx, dy] = [j % agentSize[i], Math.floor(j / agentSize[i])];
            assert.ok(!blocked[cell + dy * 60 + dx] && (cell % 60) + dx < 60, `${nearest} ${i}`);
          }
        }
      }
    }
    await pool.destroy();
    solver.destroy();
  }
});

test("a graph's source is never replaced", () => {
  const arcs = { nodeCount: 3, tail: [0], head: [1], weight: [1] };
  const plain = createWasmSolver(buildGraph(arcs));
  const queries = buildQueries([[0, 2]]);
  assert.is(plain.run(queries, { nearest: 'source' }).status[0], NO_PATH);
  refuses(
    () => plain.run(queries, { nearest: 'both' }),
    RangeError,
    'nearest needs coordinates, the graph has no x and y',
  );
  const placed = createWasmSolver(buildGraph({ ...arcs, x: [0, 1, 2], y: [0, 0, 0] }));
  for (const nearest of [true, 'target', 'both'] as const) {
    const routes = placed.run(queries, { nearest });
    assert.is(routes.status[0], NEAREST);
    sameArray(pathOf(routes, 0), [0, 1]);
  }
});

test('both searches of a bidirectional query count (two chains, no path between them)', () => {
  // 0 -> 1 .. -> 9, and 19 -> 18 .. -> 10, the target, from where only an arc to 0 leaves
  const arcs = Array.from({ length: 9 }, (_, i) => [
    [i, i + 1],
    [i + 11, i + 10],
  ]).flat();
  arcs.push([10, 0]);
  const graph = buildGraph({
    nodeCount: 20,
    tail: arcs.map(([tail]) => tail),
    head: arcs.map(([, head]) => head),
    weight: arcs.map(() => 1),
    x: Array.from({ length: 20 }, (_, v) => v % 10),
    y: Array.from({ length: 20 }, () => 0),
  });
  const solver = createWasmSolver(graph, { algorithm: 'bidirectional' });
  const { status, settled } = solver.route(0, 10);
  assert.is(status, NO_PATH);
  // the second search settles nodes 0 to 9
  const all = settled + 10;
  const near = solver.route(0, 10, { nearest: 'target', maxSettled: all });
  assert.equal([near.status, near.settled], [NEAREST, all]);
  const spent = solver.route(0, 10, { nearest: 'target', maxSettled: all - 1 });
  assert.equal([spent.status, spent.settled], [BUDGET_SPENT, all - 1]);
});

test('refuses other words', () => {
  const solver = createWasmSolver(buildGrid({ width: 2, height: 1 }));
  refuses(
    () => solver.run(buildQueries([[0, 1]]), { nearest: 'start' as 'source' }),
    RangeError,
    "nearest is 'start', expected true, false, 'source', 'target' or 'both'",
  );
});

test.run();
