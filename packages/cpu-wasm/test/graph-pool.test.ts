import { referenceRoutes } from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver } from '../src/index.ts';
// the built package: threads run its script
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { nodePairs, randomGraph, streets } from './random-graphs.ts';

const test = suite('createWasmPool on graphs');

const graph = streets(40, 31);
const queries = nodePairs(graph, 300, 32);

test('answers as one solver does, bit for bit, by every algorithm', async () => {
  for (const algorithm of ['astar', 'dijkstra', 'bidirectional', 'greedy'] as const) {
    const expected = createWasmSolver(graph, { algorithm }).run(queries, { nearest: true });
    const pool = await createWasmPool(graph, { algorithm, threads: 3 });
    for (let k = 0; k < 2; k++) {
      const routes = await pool.run(queries, { nearest: true });
      for (const key of ['status', 'cost', 'firstNode', 'node', 'settled'] as const) {
        sameArray(routes[key] ?? [], expected[key] ?? [], `${algorithm} ${key}`);
      }
    }
    await pool.destroy();
    validateRoutes(graph, queries, expected);
  }
});

test('takes over new weights between batches, the reverse graph included', async () => {
  const oneWay = randomGraph(200, 3, (r) => 1 + r, 5);
  const pairs = nodePairs(oneWay, 100, 6);
  const pool = await createWasmPool(oneWay, { algorithm: 'bidirectional', threads: 2 });
  await pool.run(pairs);
  for (let a = 0; a < oneWay.arcCount; a += 3) oneWay.weight[a] *= 5;
  await pool.update();
  const routes = await pool.run(pairs);
  const expected = referenceRoutes(oneWay, pairs);
  validateRoutes(oneWay, pairs, routes);
  for (let i = 0; i < pairs.count; i++) {
    const [a, b] = [routes.cost[i], expected.cost[i]];
    assert.ok(a === b || Math.abs(a - b) < b * 1e-5, `cost[${i}] is ${a}, expected ${b}`);
  }
  await pool.destroy();
});

test.run();
