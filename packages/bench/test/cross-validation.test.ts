// Broken solvers on purpose: what every experiment judges its answers by must catch each of them.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import type { Routes } from '@wayfield/graph';
import { randomGrid, randomQueries } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrossValidation } from '../src/run/check/cross-validation.ts';
import type { TruePairs } from '../src/bodies/measure/judge-pairs.ts';
import type { Problem } from '../src/run/problems/problem.ts';
import {
  denied,
  extraStep,
  mislabelled,
  repeatedPair,
  withoutPair,
} from './fixtures/broken-answers.ts';

const data = randomGrid(60, 60, { density: 0.2, seed: 31 });
const queries = randomQueries(data, 200, { seed: 31 });
const problem: Problem = { name: 'random', description: 'seed 31', data, queries };

function answers(algorithm: 'dijkstra' | 'astar'): Routes {
  const solver = createWasmSolver(data, { algorithm });
  const { count, status, cost, firstNode, node } = solver.run(queries);
  const routes = {
    count,
    status: status.slice(),
    cost: cost.slice(),
    firstNode: firstNode.slice(),
    node: node.slice(),
  };
  solver.destroy();
  return routes;
}
const dijkstra = answers('dijkstra');
const astar = answers('astar');
const other = { by: 'Dijkstra', routes: dijkstra };

const routesSuite = suite('createCrossValidation, routes');

routesSuite('finds nothing wrong with two solvers that are right (seed 31)', () => {
  const judge = createCrossValidation();
  assert.is(judge.routes('A*', problem, astar, other), 0);
  assert.is(judge.routes('A*', problem, astar, other), 0);
  assert.equal(judge.checks, [{ what: 'A*', against: 'Dijkstra', compared: 400, differed: 0 }]);
});

routesSuite('catches a path that is one step too long (seed 31)', () => {
  const judge = createCrossValidation();
  assert.is(judge.routes('broken', problem, extraStep(data, astar), other), 1);
  const [{ compared, differed, first }] = judge.checks;
  assert.equal([compared, differed], [200, 1]);
  assert.match(
    first!,
    /^broken on random, query \d+: \d+ \(x \d+, y \d+\) to \d+ \(.*\): cost is [\d.]+, expected [\d.]+$/,
  );
});

routesSuite('catches it too where it says the cost of the shortest one (seed 31)', () => {
  const judge = createCrossValidation();
  const lying = extraStep(data, astar, true);
  // also where costs are not compared, as for searches that promise no shortest path
  for (const exact of [true, false]) {
    assert.is(judge.routes('broken', problem, lying, { ...other, exact }), 1);
  }
  assert.match(judge.checks[0].first!, /FOUND: cost is .*, expected/);
});

routesSuite('catches a path that is denied, and answers that are missing (seed 31)', () => {
  const judge = createCrossValidation();
  assert.is(judge.routes('broken', problem, denied(astar), other), 1);
  assert.match(judge.checks[0].first!, /is NO_PATH, expected FOUND/);
  const half = { ...astar, count: 100 };
  assert.is(judge.routes('half', problem, half, other), 200);
});

routesSuite.run();

/** A million bodies in pairs, in the order of a solver that looks at cells one after another. */
function million(): { truth: TruePairs; found: { count: number; slots: Uint32Array } } {
  const count = 1_000_000;
  const bodies = 2 * count;
  const slots = new Uint32Array(2 * count);
  const keys = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const pair = (k * 7919) % count; // 7919 is prime: every pair once
    slots[2 * k] = 2 * pair + 1;
    slots[2 * k + 1] = 2 * pair;
    keys[k] = 2 * k * bodies + 2 * k + 1;
  }
  return { truth: { count: bodies, keys, by: 'plain grid' }, found: { count, slots } };
}

const pairsSuite = suite('createCrossValidation, pairs');

pairsSuite('catches one pair of a million that is left out, and one that comes twice', () => {
  const { truth, found } = million();
  const judge = createCrossValidation();
  assert.is(judge.pairs('right', truth, found), 0);
  assert.is(judge.pairs('drops', truth, withoutPair(found, 654_321)), 1);
  assert.is(judge.pairs('repeats', truth, repeatedPair(found, 1234)), 2);
  const [right, drops, repeats] = judge.checks;
  assert.equal(right, { what: 'right', against: 'plain grid', compared: 1_000_000, differed: 0 });
  assert.is(drops.first, 'of 1,000,000 pairs 1 missed, 0 duplicates');
  assert.is(repeats.first, 'of 1,000,000 pairs 1 missed, 1 duplicates');
});

pairsSuite.run();

const cellsSuite = suite('createCrossValidation, cells');

cellsSuite('catches one cell of a field that is off by the last bit, and one label', () => {
  const field = Float32Array.from({ length: 1 << 18 }, (_, v) => 1 / (v + 1));
  const labels = Uint32Array.from({ length: 1 << 18 }, (_, v) => v >> 9);
  const judge = createCrossValidation();
  assert.is(judge.cells('field', 'C++', field.slice(), field), 0);
  assert.is(judge.cells('field', 'C++', mislabelled(field, 77_777), field), 1);
  assert.is(judge.cells('labels', 'flood fill', mislabelled(labels, 200_000), labels), 1);
  assert.is(judge.cells('labels', 'flood fill', labels.subarray(1), labels), labels.length);
  const [fields, flood] = judge.checks;
  assert.equal([fields.compared, fields.differed], [1 << 19, 1]);
  assert.match(
    fields.first!,
    /^1 cells differ, the first 77777, by up to \d\.\de-8: [\d.e-]+, expected [\d.e-]+$/,
  );
  assert.match(flood.first!, /the first 200000, .*: 391, expected 390$/);
});

cellsSuite('adds to checks of an earlier part, and keeps their first difference', () => {
  const earlier = createCrossValidation();
  earlier.fact('world', 'R-tree', false, 'tick 3');
  const later = createCrossValidation(earlier.checks);
  later.fact('world', 'R-tree', true);
  later.fact('world', 'R-tree', false, 'tick 9');
  assert.equal(later.checks, [
    { what: 'world', against: 'R-tree', compared: 3, differed: 2, first: 'tick 3' },
  ]);
});

cellsSuite.run();
