// `onProgress` that updates the map: later queries of the run are of the new map.
import { buildGrid, type Graph, type Grid, type Queries } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver, type SolverOptions } from '../src/index.ts';
import { onFastClock } from './fast-clock.ts';
import { nodePairs, streets } from './random-graphs.ts';
import { randomPairs } from './random-grids.ts';

const test = suite('an update during a run');

/**
 * Runs queries with an update at the first report of progress, and again. The queries after that
 * report must have the costs after the update.
 */
function compare(
  map: Graph | Grid,
  options: SolverOptions,
  queries: Queries,
  change: () => number[],
): void {
  const solver = createWasmSolver(map, { ...options, warmUp: 0 });
  const before = solver.run(queries).cost;
  let first = 0;
  const onProgress = (done: number): void => {
    if (first > 0) return;
    first = done;
    solver.update(change());
  };
  const { cost } = onFastClock(() => solver.run(queries, { onProgress }));
  const expected = createWasmSolver({ ...map }, options).run(queries).cost;
  assert.ok(first < queries.count);
  sameArray(cost.subarray(0, first), before.subarray(0, first), options.algorithm);
  sameArray(cost.subarray(first), expected.subarray(first), options.algorithm);
  sameArray(solver.run(queries).cost, expected, options.algorithm);
  solver.destroy();
}

test('of weights: searches take the new scale, landmarks and reverse graph', () => {
  const cases = [
    ['astar', 0.2],
    ['alt', 0.2],
    ['bidirectional', 5],
  ] as const;
  for (const [algorithm, factor] of cases) {
    const graph = streets(30, 3);
    for (let a = 0; a < graph.arcCount; a++) graph.weight[a] = Math.ceil(graph.weight[a]);
    const next = random(5);
    compare(graph, { algorithm }, nodePairs(graph, 60, 8), () => {
      const arcs = Array.from({ length: 300 }, () => next(graph.arcCount));
      for (const a of arcs) graph.weight[a] *= factor;
      return arcs;
    });
  }
});

test('of cells: jump point searches get room for the new jump points', () => {
  for (const algorithm of ['jps', 'jps+'] as const) {
    const grid = buildGrid({ width: 300, height: 300 });
    const next = random(3);
    compare(grid, { algorithm }, randomPairs(grid, 600, 8), () => {
      const closed = Array.from({ length: 12_000 }, () => next(90_000));
      for (const cell of closed) grid.cost[cell] = 0;
      return closed;
    });
  }
});

test.run();
