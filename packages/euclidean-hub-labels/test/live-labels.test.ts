// Labels of a mesh that changes: Polyanya answers until the labels are mended.
import { rejects } from 'node:assert/strict';
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLiveLabelSearch } from '../src/index.ts';

const test = suite('live labels');

const random = randomOf(8);
const place = (): number => SIDE * random();
const rows = Array.from({ length: 100 }, () => [place(), place(), place(), place()]);
const queries = buildPointQueries(rows);

test('answer as Polyanya before, while and after labels are mended', async () => {
  const nav = createNavMesh(randomScene(50, 20));
  const search = createLiveLabelSearch(nav);
  const polyanya = createPolyanya(nav);
  const check = (what: string): void => {
    const [found, expected] = [search.run(queries), polyanya.run(queries)];
    assert.equal(found.status, expected.status, what);
    for (let i = 0; i < queries.count; i++)
      if (expected.cost[i] < Infinity)
        assert.ok(Math.abs(found.cost[i] - expected.cost[i]) < 1e-9 * (1 + expected.cost[i]), what);
  };
  check('no labels yet');
  assert.not(search.isCurrent);
  assert.ok(await search.mend());
  assert.ok(search.isCurrent);
  check('with labels');
  for (let round = 0; round < 3; round++) {
    const [x, y] = [(SIDE - 1) * random(), (SIDE - 1) * random()];
    const id = nav.add([x, y, x + 0.8, y, x + 0.8, y + 0.8, x, y + 0.8]);
    assert.not(search.isCurrent);
    check('a new obstacle');
    const mended = search.mend();
    await rejects(search.mend(), /Error: mend is at work already/);
    assert.ok(await mended);
    check('mended');
    if (round === 1) nav.remove(id);
  }
  assert.ok(await search.mend());
  check('at the end');
  search.destroy();
  polyanya.destroy();
});

test('give up labels of a mesh that changes meanwhile, and end with the search', async () => {
  const nav = createNavMesh(randomScene(51, 20));
  const search = createLiveLabelSearch(nav);
  // a change in the first step of the build
  const onProgress = (): void => {
    if (isFirst) nav.add([1, 1, 1.5, 1, 1.5, 1.5, 1, 1.5]);
    isFirst = false;
  };
  let isFirst = true;
  assert.not(await search.mend({ onProgress }));
  assert.not(search.isCurrent);
  assert.ok(await search.mend({ onProgress }));
  nav.addWall([2, 2, 2, 3]);
  const controller = new AbortController();
  const aborted = { signal: controller.signal, onProgress: () => controller.abort() };
  await rejects(search.mend(aborted), /abort/i);
  await rejects(
    search.mend({ onProgress: () => search.destroy() }),
    /Error: the search was destroyed/,
  );
});

test.run();
