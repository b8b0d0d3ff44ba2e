// Paths of more ticks than small maps have: by multiplied ticks, by maps said to be longer than
// they are, and on real ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  buildGrid,
  buildQueries,
  FOUND,
  type Grid,
  type Queries,
  referenceDijkstra,
} from '@wayfield/graph';
import { parseMovingAiMap, parseMovingAiScenario } from '@wayfield/graph/formats';
import { dataDir, reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuSolver, type GpuSolverOptions } from '../src/index.ts';
import { longestPath } from '../src/search/longest-path.ts';
import { layOut } from '../src/search/problem.ts';
import { createSolver } from '../src/search/solver.ts';
import { checkRoutes, randomGrid, randomQueries } from './search-cases.ts';
import { device } from './device.ts';

const tuning = { workspaces: 4, workgroupSize: 32 };
const SMALL: GpuSolverOptions = { variant: 'workgroup', tuning };
const LARGE: GpuSolverOptions = { variant: 'workgroup', tuning: { ...tuning, large: true } };
const QUEUES: GpuSolverOptions = { variant: 'invocation', tuning };
const HEAP: GpuSolverOptions = { variant: 'invocation', tuning: { ...tuning, heap: true } };

/** One corridor that winds through the map, row by row, one cell wide. */
function serpentine(width: number, height: number, neighbours: 4 | 8 = 8): Grid {
  const cost = new Float32Array(width * height).fill(1);
  for (let y = 1; y < height; y += 2) {
    cost.fill(0, y * width, (y + 1) * width);
    cost[y * width + (y % 4 === 1 ? width - 1 : 0)] = 1;
  }
  return buildGrid({ width, height, cost, neighbours });
}

const bounds = suite('longestPath');

bounds('is no shorter than any shortest path, and close to the longest, seed 51', () => {
  const grids = [serpentine(21, 17), randomGrid(30, 20, 0.35, [1], {}), serpentine(9, 9, 4)];
  for (const grid of grids) {
    // ticks so large that their sum has to be looked at
    const tickScale = 2 ** 20;
    const { nodeCount, words, offsets, ticks, longest, original } = parts(grid, tickScale);
    assert.is(longest, longestPath(nodeCount, ...rows(words, offsets, nodeCount), ticks));
    let most = 0;
    for (const u of original) {
      for (const d of referenceDijkstra(grid, u).dist) if (d < Infinity) most = Math.max(most, d);
    }
    const straight = ticks[0];
    assert.ok(longest >= most * straight * 0.999999, `${longest} < ${most * straight}`);
    assert.ok(longest <= 1.5 * most * straight, `${longest} is far above ${most * straight}`);
  }
});

function parts(
  grid: Grid,
  tickScale: number,
): ReturnType<typeof layOut> & { readonly original: Uint32Array } {
  const problem = layOut(grid, { tickScale });
  const { words, offsets, nodeCount } = problem;
  const original = words.subarray(offsets.original, offsets.original + nodeCount);
  return { ...problem, original };
}

function rows(
  words: Uint32Array,
  { firstOut, out }: { readonly firstOut: number; readonly out: number },
  nodeCount: number,
): [Uint32Array, Uint32Array] {
  return [words.subarray(firstOut, firstOut + nodeCount + 1), words.subarray(out)];
}

bounds.run();

const test = suite('long paths');

const WAYS: readonly [string, GpuSolverOptions, 'astar' | 'dijkstra'][] = [
  ['in workgroup memory', SMALL, 'astar'],
  ['in storage', LARGE, 'dijkstra'],
  ['queues', QUEUES, 'astar'],
  ['heap', HEAP, 'dijkstra'],
];
for (const [name, way, algorithm] of WAYS) {
  test(`of up to 2^32 ticks are counted: ${name}, seed 52`, async () => {
    const grid = serpentine(21, 17);
    // its 187 steps are 3.1e9 ticks then
    const internals = { tickScale: 7000 };
    const queries = withEnds(randomQueries(grid, 20, 52), 0, 21 * 17 - 1);
    const solver = await createSolver(device, grid, { algorithm, ...way }, internals);
    const routes = await solver.run(queries, { share: 'never' });
    assert.is(routes.distinct, queries.count);
    checkRoutes(grid, queries, routes, algorithm, name);
    assert.ok(routes.cost[0] * 2378 * 7000 > 2 ** 31, `${routes.cost[0]}`);
    solver.destroy();
  });
}

/** The queries after one from `source` to `target`. */
function withEnds(queries: Queries, source: number, target: number): Queries {
  return buildQueries({
    source: Uint32Array.of(source, ...queries.source),
    target: Uint32Array.of(target, ...queries.target),
  });
}

for (const neighbours of [8, 4] as const) {
  test(`beyond are found by trees: ${neighbours} neighbours, seed 53`, async () => {
    const grid = randomGrid(22, 15, 0.3, [2.5], { neighbours });
    const queries = randomQueries(grid, 40, 53);
    // trees count labels modulo 2^15 ticks, which is a path of 13 cells
    const solver = await createSolver(device, grid, {}, { longest: 2 ** 33, window: 2 ** 15 });
    for (const share of ['never', 'auto'] as const) {
      const routes = await solver.run(queries, { share });
      checkRoutes(grid, queries, routes, 'astar');
      assert.is(routes.distinct, 0);
      assert.ok(routes.shared.queries > 15);
    }
    const routes = await solver.run(queries);
    const costs = await solver.run(queries, { result: 'cost' });
    sameArray(costs.cost, routes.cost);
    const next = await solver.run(queries, { result: 'next' });
    sameArray(next.cost, routes.cost);
    const second = (q: number): number =>
      routes.node[Math.min(routes.firstNode[q] + 1, routes.firstNode[q + 1] - 1)];
    const found = queries.source.map((_, q) => q).filter((q) => routes.status[q] === FOUND);
    sameArray(next.node, found.map(second));
    assert.match(
      await reason(solver.agents(queries)),
      /^RangeError: agents: a path could have 8,589,934,592 ticks/,
    );
    solver.destroy();
    // the same costs with a window that no label reaches
    const plain = await createSolver(device, grid, {}, { longest: 2 ** 33 });
    sameArray((await plain.run(queries, { result: 'cost' })).cost, routes.cost);
    plain.destroy();
  });
}

test('are shared by counting their steps where labels pass the window, seed 54', async () => {
  const grid = serpentine(21, 17);
  const queries = withEnds(randomQueries(grid, 40, 54), 0, 21 * 17 - 1);
  const solver = await createSolver(device, grid, SMALL, { longest: 2 ** 31, window: 2 ** 16 });
  const routes = await solver.run(queries, { share: 'always' });
  assert.ok(routes.shared.queries > 0 && routes.distinct > 0);
  checkRoutes(grid, queries, routes, 'astar');
  solver.destroy();
});

const folder = dataDir('grid');
const each = folder === undefined ? test.skip : test;
each('of a map with 754,304 open cells have their published lengths', async () => {
  const at = (name: string): Buffer =>
    gunzipSync(readFileSync(join(folder as string, 'sc1', name)));
  const grid = parseMovingAiMap(at('TheFrozenSea.map.gz'));
  const rowsOf = parseMovingAiScenario(at('TheFrozenSea.map.scen.gz'));
  assert.is(grid.cost.filter((c) => c > 0).length, 754_304);
  const picked = [0, 120, 700, rowsOf.count - 1];
  const queries = buildQueries(
    picked.map((row) => [rowsOf.source[row], rowsOf.target[row]] as const),
  );
  const solver = await createGpuSolver(device, grid, { tuning: { workspaces: 4 } });
  const routes = await solver.run(queries, { share: 'never' });
  picked.forEach((row, i) => {
    const off = Math.abs(routes.cost[i] - rowsOf.length[row]);
    assert.ok(off <= 1e-5 * rowsOf.length[row] + 1e-4, `row ${row} is off by ${off}`);
  });
  solver.destroy();
});

test.run();
