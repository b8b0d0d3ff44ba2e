import { buildGrid, buildQueries, FOUND, NO_PATH, SOURCE_BLOCKED } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOracle } from '../src/run/check/oracle.ts';
import type { Problem, Published } from '../src/run/problems/problem.ts';

const row = buildGrid({ width: 5, height: 1, blocked: [0, 0, 0, 1, 0] });

function problemOf(published?: Published): Problem {
  return {
    name: 'row',
    description: '',
    data: row,
    queries: buildQueries([
      [0, 2],
      [0, 4],
      [3, 0],
    ]),
    ...(published && { published }),
  };
}

const oracleSuite = suite('createOracle');

oracleSuite('knows blocked cells by itself', () => {
  const oracle = createOracle(problemOf());
  assert.is(oracle.fault(2, SOURCE_BLOCKED, Infinity, 0), undefined);
  assert.match(oracle.fault(2, NO_PATH, Infinity, 0)!, /NO_PATH, expected SOURCE_BLOCKED/);
});

oracleSuite('prefers the reference to what solvers said', () => {
  const oracle = createOracle(problemOf());
  assert.ok(Number.isNaN(oracle.least(0)));
  oracle.learnReference(0, 2);
  assert.is(oracle.referenced, 1);
  assert.is(oracle.least(0), 2);
  assert.is(oracle.fault(0, FOUND, 2, 3), undefined);
  assert.match(oracle.fault(0, FOUND, 3, 4)!, /cost is 3, the reference says 2/);
  assert.match(oracle.fault(0, NO_PATH, Infinity, 0)!, /cost is Infinity, the reference says 2/);
});

oracleSuite('holds published lengths to their tolerance, and "no path" exactly', () => {
  const oracle = createOracle(
    problemOf({ length: Float64Array.of(2, Infinity, NaN), absolute: 1e-3, relative: 1e-5 }),
  );
  assert.is(oracle.fault(0, FOUND, 2.0009, 3), undefined);
  assert.match(oracle.fault(0, FOUND, 2.002, 3)!, /published length is 2/);
  assert.is(oracle.fault(1, NO_PATH, Infinity, 0), undefined);
  assert.match(oracle.fault(1, FOUND, 9, 3)!, /published length is Infinity/);
});

oracleSuite('names the solver whose answer another one contradicts', () => {
  const oracle = createOracle(problemOf());
  const routes = {
    count: 3,
    status: Uint8Array.of(FOUND, NO_PATH, SOURCE_BLOCKED),
    cost: Float32Array.of(2, Infinity, Infinity),
    firstNode: Uint32Array.of(0, 3, 3, 3),
    node: Uint32Array.of(0, 1, 2),
  };
  oracle.learnAnswers('dijkstra', routes);
  oracle.learnAnswers('astar', { ...routes, cost: Float32Array.of(9, 9, 9) });
  assert.match(oracle.fault(0, FOUND, 1, 3)!, /cost is 1, dijkstra says 2/);
});

oracleSuite('allows other roundings where sums are f32, and nowhere else', () => {
  const terrain = buildGrid({ width: 3, height: 1, cost: [1, 1.3, 1.7] });
  const queries = buildQueries([
    [0, 2],
    [2, 0],
  ]);
  const oracle = createOracle({ name: 'terrain', description: '', data: terrain, queries });
  oracle.learnReference(0, 3);
  oracle.learnReference(1, Infinity);
  const next = 3 + 2 ** -22; // an ulp of f32
  assert.match(oracle.fault(0, FOUND, next, 3)!, /the reference says 3/);
  assert.is(oracle.fault(0, FOUND, next, 3, true), undefined);
  assert.match(oracle.fault(0, FOUND, 3.00001, 3, true)!, /the reference says 3/);
  assert.match(oracle.fault(1, FOUND, 9, 3, true)!, /the reference says Infinity/);
  const uniform = createOracle(problemOf());
  uniform.learnReference(0, 3);
  assert.match(uniform.fault(0, FOUND, next, 3, true)!, /the reference says 3/);
});

oracleSuite.run();
