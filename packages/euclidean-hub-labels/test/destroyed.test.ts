// What was destroyed says so at every call, and runs on no freed memory.
import { rejects } from 'node:assert/strict';
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import { endsCalls } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildPointLabels, createLabelSearch, createLiveLabelSearch } from '../src/index.ts';

const test = suite('destroyed');

const nav = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9], walls: [[4, 0, 4, 7]] });
const triangles = buildPolygonMesh(nav.triangulation, { merge: false });
const queries = buildPointQueries([[1, 1, 8, 1]]);

test('label searches', async () => {
  const search = createLabelSearch(triangles, buildPointLabels(triangles));
  endsCalls('search', search, { run: () => search.run(queries) });
  const live = createLiveLabelSearch(nav);
  assert.ok(await live.mend());
  // `endsCalls` asks for calls that throw at once
  const { mend, ...calls } = live;
  endsCalls('search', calls, { run: () => live.run(queries) });
  assert.not(live.isCurrent);
  await rejects(mend(), /^Error: the search was destroyed$/);
});

test.run();
