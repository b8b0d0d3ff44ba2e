// Limits may be fractions, and kernels take whole numbers of labels.
import { BUDGET_SPENT, FOUND } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../../src/discs.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createTriangleSearch,
} from '../../src/index.ts';
import { convexObstacles, createRandom } from '@wayfield/testing/meshes';

const test = suite('limits that are fractions');

const obstacles = convexObstacles(8, createRandom(3), 4.2);
const { triangulation } = createNavMesh({ boundary: [0, 0, 80, 0, 80, 80, 0, 80], obstacles });
const mesh = buildPolygonMesh(triangulation, { merge: false });
const queries = buildPointQueries([[0.1, 0.1, 79.9, 79.9]]);

test('points: at most half a label more', () => {
  const search = createTriangleSearch(mesh, { algorithm: 'tra*', table: false });
  assert.ok(search.run(queries).expanded[0] > 4);
  const { status, expanded, isProven } = search.run(queries, { maxExpanded: 1.5 });
  assert.is(status[0], FOUND);
  assert.is(isProven[0], 0);
  assert.ok(expanded[0] < search.run(queries).expanded[0]);
  search.destroy();
});

test('discs', () => {
  const search = createDiscSearch(mesh, { table: false });
  const { status, expanded } = search.run(queries, { radius: 0.05, maxExpanded: 1.5 });
  assert.ok(status[0] === FOUND || status[0] === BUDGET_SPENT);
  assert.ok(expanded[0] < search.run(queries, { radius: 0.05 }).expanded[0]);
  search.destroy();
});

test.run();
