// The option `nearest` on the GPU: the answers of the reference to the replaced queries.
import {
  buildQueries,
  FOUND,
  type Grid,
  NEAREST,
  nearestCell,
  type NearestEnds,
  NO_PATH,
  NONE,
  pathOf,
  type Queries,
  referenceRoutes,
  SOURCE_BLOCKED,
  weakComponents,
} from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuSolver } from '../src/index.ts';
import { device } from './device.ts';
import { numbers, randomGraph, randomGrid } from './search-cases.ts';

const test = suite('nearest ends on the GPU');

/** Where query `i` is to start and end; undefined where it cannot start. */
function ends(grid: Grid, queries: Queries, i: number, nearest: NearestEnds) {
  const { component } = weakComponents(grid);
  let [s, t] = [queries.source[i], queries.target[i]];
  if (nearest === 'source' || nearest === 'both') s = nearestCell(grid, s);
  if (s === NONE || component[s] === NONE) return undefined;
  if (nearest === true || nearest === 'target' || nearest === 'both') {
    t = nearestCell(grid, t, (v) => component[v] === component[s]);
  }
  return [s, t] as const;
}

const GRIDS: readonly (readonly [string, Grid])[] = [
  ['uniform', randomGrid(19, 17, 0.4, [1], {})],
  ['four neighbours', randomGrid(12, 23, 0.3, [2], { neighbours: 4 })],
  ['weighted', randomGrid(15, 14, 0.5, [1, 3, 0.7], { corners: 'one-open' })],
  ['blocked', randomGrid(5, 4, 1, [1], {})],
];

for (const [name, grid] of GRIDS) {
  test(`${name} grid: 60 queries of every kind of end`, async () => {
    const gpu = await createGpuSolver(device, grid);
    const random = numbers(5);
    const cells = grid.cost.length;
    const pick = (): number => Math.floor(random() * cells);
    const queries = buildQueries(Array.from({ length: 60 }, () => [pick(), pick()] as const));
    const given = queries.source.slice();
    for (const nearest of [false, true, 'source', 'target', 'both'] as const) {
      const routes = await gpu.run(queries, { nearest });
      validateRoutes(grid, queries, routes, { nearest });
      const counts = new Map<number, number>();
      for (let i = 0; i < queries.count; i++) {
        const what = `${name}, ${nearest}: query ${i}`;
        counts.set(routes.status[i], (counts.get(routes.status[i]) ?? 0) + 1);
        const pair = ends(grid, queries, i, nearest);
        if (!pair) {
          assert.is(routes.status[i], SOURCE_BLOCKED, what);
          continue;
        }
        const expected = referenceRoutes(grid, buildQueries([pair]));
        const same = pair[0] === queries.source[i] && pair[1] === queries.target[i];
        const found = expected.status[0] === FOUND;
        assert.is(routes.status[i], found && !same ? NEAREST : expected.status[0], what);
        assert.is(routes.cost[i], expected.cost[0], what);
        if (found) assert.equal([pathOf(routes, i)[0], pathOf(routes, i).at(-1)], [...pair], what);
      }
      if (name === 'blocked') continue;
      assert.is(counts.has(NEAREST), nearest !== false, `${name}, ${nearest}`);
      assert.is(counts.has(NO_PATH), nearest === false || nearest === 'source', `${nearest}`);
    }
    assert.equal(queries.source, given, 'the queries of the caller stay as they are');
    gpu.destroy();
  });
}

test('graphs are left to the CPU', async () => {
  const gpu = await createGpuSolver(device, randomGraph(20, 3));
  const queries = buildQueries([[0, 1]]);
  assert.is(
    await reason(gpu.run(queries, { nearest: 'both' })),
    "RangeError: nearest is 'both': on the GPU it needs a grid, this is a graph: " +
      'take createWasmSolver of @wayfield/cpu-wasm',
  );
  assert.is((await gpu.run(queries, { nearest: 'source' })).count, 1);
  gpu.destroy();
});

test.run();
