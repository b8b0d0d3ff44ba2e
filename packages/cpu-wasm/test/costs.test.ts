// The table of docs/costs.md: which solvers give Dijkstra's labels bit for bit, and which the
// f32 sum along a path of their own.
import { buildGrid, type Graph, type Grid, isGrid, NO_PATH, type Routes } from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { gridToGraph } from '@wayfield/graph/reorder';
import {
  random,
  randomGrid,
  randomQueries,
  roadGraph,
  terrainGrid,
} from '@wayfield/graph/generators';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildCustomizable, createCustomizableSolver } from '../src/customizable.ts';
import { buildHierarchy, createHierarchySolver } from '../src/hierarchy.ts';
import { type Algorithm, createWasmSolver } from '../src/index.ts';

const test = suite('costs');
const SEED = 18;

/**
 * Answers of every solver that the map allows, by its name; each cost is proved to be that of its
 * path.
 */
function answers(map: Grid | Graph): Map<string, Routes> {
  const queries = randomQueries(map, 60, { seed: SEED });
  const algorithms: Algorithm[] = isGrid(map)
    ? ['dijkstra', 'astar', 'bidirectional']
    : ['dijkstra', 'astar', 'bidirectional', 'alt'];
  const uniform = isGrid(map) && new Set(map.cost).size <= 2 && map.neighbours === 8;
  if (uniform) algorithms.push('jps', 'jps+');
  const all = new Map<string, Routes>();
  for (const algorithm of algorithms) {
    const solver = createWasmSolver(map, { algorithm });
    all.set(algorithm, solver.run(queries));
    solver.destroy();
  }
  if (!isGrid(map)) {
    const hierarchy = createHierarchySolver(map, buildHierarchy(map));
    all.set('hierarchy', hierarchy.run(queries));
    const customizable = createCustomizableSolver(map, buildCustomizable(map));
    all.set('customizable', customizable.run(queries));
    const source = queries.source[0];
    const dijkstra = createWasmSolver(map, { algorithm: 'dijkstra' });
    sameArray(hierarchy.tree(source).dist, dijkstra.tree(source).dist, 'hierarchy.tree');
    hierarchy.destroy();
    customizable.destroy();
    dijkstra.destroy();
  }
  for (const routes of all.values()) validateRoutes(map, queries, routes);
  return all;
}

/**
 * Costs of these solvers equal Dijkstra's bit for bit; those of the others lie above by rounding
 * only.
 */
function compare(all: Map<string, Routes>, exact: readonly string[]): number {
  const right = all.get('dijkstra')!;
  let differ = 0;
  for (const [name, { cost, status, firstNode }] of all) {
    if (exact.includes(name)) sameArray(cost, right.cost, name);
    for (let i = 0; i < right.count; i++) {
      assert.is(status[i], right.status[i], name);
      if (status[i] === NO_PATH || cost[i] === right.cost[i]) continue;
      differ++;
      assert.ok(cost[i] > right.cost[i], `${name}: no sum is below Dijkstra's label`);
      const steps = Math.max(stepsOf(firstNode, i), stepsOf(right.firstNode, i));
      assert.ok(cost[i] <= right.cost[i] * (1 + 4 * steps * 2 ** -24), name);
    }
  }
  return differ;
}

function stepsOf(firstNode: Uint32Array, i: number): number {
  return firstNode[i + 1] - firstNode[i] - 1;
}

const EVERY = [
  'dijkstra',
  'astar',
  'bidirectional',
  'alt',
  'jps',
  'jps+',
  'hierarchy',
  'customizable',
];
/** Many paths of the same length, whose sums are rounded in different ways. */
const plateau = (seed: number): Grid => {
  const next = random(seed);
  const cost = Array.from({ length: 900 }, () => (next() < 0.15 ? 0 : next() < 0.9 ? 1 : 2.3));
  return buildGrid({ width: 30, height: 30, cost });
};

test('on uniform grids all solvers give the same bits', () => {
  for (let seed = 1; seed <= 3; seed++) {
    const grid = randomGrid(30, 30, { density: 0.2, seed });
    assert.is(compare(answers(grid), EVERY), 0);
    const four = randomGrid(30, 30, { density: 0.2, seed, neighbours: 4 });
    assert.is(compare(answers(four), EVERY), 0);
  }
});

test('where sums are exact all solvers give the same bits', () => {
  for (let seed = 1; seed <= 2; seed++) {
    // whole numbers: 4 neighbours, no diagonals
    const grid = terrainGrid(24, 24, { seed, neighbours: 4 });
    assert.is(compare(answers(grid), EVERY), 0);
    assert.is(compare(answers(gridToGraph(grid)), EVERY), 0);
  }
});

test('on weighted grids Dijkstra and trees give labels, others sums along their paths', () => {
  let differ = 0;
  for (let seed = 1; seed <= 3; seed++) {
    differ += compare(answers(plateau(seed)), ['dijkstra']);
    differ += compare(answers(terrainGrid(40, 40, { seed })), ['dijkstra']);
  }
  assert.ok(differ > 0, 'the table could claim more');
});

test('on long weighted paths A* exceeds the label by (steps + 1) roundings at most', () => {
  // factors that hardly differ: many paths of nearly one cost, of up to some 1,000 steps
  const [width, height] = [1500, 60];
  const next = random(5);
  const cost = Array.from({ length: width * height }, () => 0.7 * (1 + 1e-5 * next()));
  const grid = buildGrid({ width, height, cost });
  const queries = randomQueries(grid, 60, { seed: 1 });
  const [dijkstra, astar] = (['dijkstra', 'astar'] as const).map((algorithm) => {
    const solver = createWasmSolver(grid, { algorithm });
    const routes = solver.run(queries);
    solver.destroy();
    return routes;
  });
  validateRoutes(grid, queries, astar);
  let [longest, differ] = [0, 0];
  for (let i = 0; i < queries.count; i++) {
    const label = dijkstra.cost[i];
    const steps = stepsOf(dijkstra.firstNode, i);
    longest = Math.max(longest, steps);
    if (astar.cost[i] !== label) differ++;
    assert.ok(astar.cost[i] >= label, 'no sum is below the label');
    assert.ok(astar.cost[i] <= label * (1 + (steps + 1) * 2 ** -24), `query ${i}, ${steps} steps`);
  }
  assert.ok(longest > 1000, `${longest} steps`);
  assert.ok(differ > 0, 'A* gives the label');
});

test('on graphs A* and ALT give the labels too', () => {
  let differ = 0;
  for (let seed = 1; seed <= 2; seed++) {
    const labels = ['dijkstra', 'astar', 'alt'];
    differ += compare(answers(gridToGraph(plateau(seed))), labels);
    differ += compare(answers(gridToGraph(terrainGrid(30, 30, { seed }))), labels);
    compare(answers(roadGraph(15, 15, { seed })), labels);
  }
  assert.ok(differ > 0, 'the table could claim more');
});

test.run();
