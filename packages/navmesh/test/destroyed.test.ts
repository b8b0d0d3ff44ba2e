// Every call of a destroyed object throws an Error, and none reads freed memory.
import { rejects } from 'node:assert/strict';
import { endsCalls, refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../src/discs.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  createTriangleSearch,
} from '../src/index.ts';

const test = suite('destroyed');

const nav = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9], walls: [[4, 0, 4, 7]] });
const triangles = buildPolygonMesh(nav.triangulation, { merge: false });
const queries = buildPointQueries([[1, 1, 8, 1]]);

test('Polyanya', () => {
  for (const mesh of [nav, buildPolygonMesh(nav.triangulation)]) {
    const solver = createPolyanya(mesh);
    const update = (): void => (mesh === nav ? solver.update() : solver.update(triangles));
    endsCalls('solver', solver, { run: () => solver.run(queries), update });
  }
});

test('triangle searches', () => {
  for (const algorithm of ['tra*', 'auto'] as const) {
    const search = createTriangleSearch(triangles, { algorithm });
    endsCalls('search', search, {
      run: () => search.run(queries),
      search: () => search.search(1, 1, 8, 1),
    });
  }
});

test('disc searches', () => {
  const search = createDiscSearch(triangles);
  const radius = 0.25;
  endsCalls('search', search, {
    run: () => search.run(queries, { radius }),
    search: () => search.search(1, 1, 8, 1, { radius }),
    explain: () => search.explain(1, 1, 8, 1, { radius }),
  });
});

test('a search for one path keeps what it found, and cannot be improved', async () => {
  const obstacles = Array.from({ length: 25 }, (_, i) => {
    const [x, y] = [4 * (i % 5) + 2 + 0.3 * (i % 3), 4 * Math.floor(i / 5) + 2 + 0.2 * (i % 4)];
    return [x, y, x + 1.7, y + 0.4, x + 1.1, y + 1.6];
  });
  const field = createNavMesh({ boundary: [0, 0, 24, 0, 24, 24, 0, 24], obstacles });
  const mesh = buildPolygonMesh(field.triangulation, { merge: false });
  const points = createTriangleSearch(mesh, { algorithm: 'tra*' });
  const discs = createDiscSearch(mesh);
  const paths = [points.search(0.5, 1, 23, 22.5), discs.search(0.5, 1, 23, 22.5, { radius: 0.3 })];
  points.destroy();
  discs.destroy();
  for (const path of paths) {
    const { cost } = path;
    assert.not(path.isProven);
    refuses(() => path.improve(), Error, 'the search was destroyed');
    await rejects(path.improveAsync(), /the search was destroyed/);
    assert.ok(cost < Infinity && path.cost === cost);
    assert.ok(path.path());
  }
});

test.run();
