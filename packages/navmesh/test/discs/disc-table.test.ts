import { FOUND, NO_PATH, SOURCE_BLOCKED } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../../src/discs.ts';
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '../../src/index.ts';
import { checkCase, type DiscCase, makeCase } from './disc-cases.ts';
import { KINDS } from './disc-kinds.ts';
import { createRandom } from '@wayfield/testing/meshes';
import { pebbleScene } from './disc-scenes.ts';

const test = suite('search for discs, with the table of lower bounds');

const withTable = (one: DiscCase): DiscCase => ({ ...one, table: true });

/** More with WAYFIELD_SCENES, and others from WAYFIELD_SEED on: see CONTRIBUTING.md. */
const COUNT = 3 * Number(process.env.WAYFIELD_SCENES ?? 1);
const SEED = 100 + Number(process.env.WAYFIELD_SEED ?? 0);

for (const [kind, makeScene] of Object.entries(KINDS))
  test(`clear, and as long as the oracle says: ${kind}, ${COUNT} scenes (seed ${SEED})`, () => {
    let paths = 0;
    const all: string[] = [];
    for (let seed = SEED; seed < SEED + COUNT; seed++) {
      const { faults, found } = checkCase(withTable(makeCase(makeScene, seed)));
      paths += found;
      for (const fault of faults) all.push(`scene ${seed}, ${fault}`);
    }
    assert.equal(all, []);
    assert.ok(paths > 0, `${paths} paths`);
  });

test('all around a point that is alone, over the direction where its angles begin', () => {
  // its circle is a whole turn but for rounding
  assert.equal(checkCase(withTable(makeCase(KINDS.gear!, 2919))).faults, []);
});

test('many queries at once, some without a path, as one by one, and as without the table', () => {
  const mesh = pebbleScene(createRandom(77));
  const random = createRandom(78);
  const rows = Array.from({ length: 600 }, () => [0, 0, 0, 0].map(() => 10 * random()));
  const radius = 0.35;
  const search = createDiscSearch(mesh);
  const plain = createDiscSearch(mesh, { table: false });
  const many = search.run(buildPointQueries(rows), { radius });
  const others = plain.run(buildPointQueries(rows), { radius });
  const costs = search.run(buildPointQueries(rows), { radius, result: 'cost' });
  assert.is(costs.x.length, 0);
  const seen = new Map<number, number>();
  rows.forEach((row, k) => {
    const status = many.status[k];
    seen.set(status, (seen.get(status) ?? 0) + 1);
    assert.is(status, others.status[k], `query ${k}`);
    assert.is(many.cost[k], costs.cost[k]);
    assert.is(many.isProven[k], 1);
    assert.is(many.lowerBound[k], many.cost[k]);
    const [cost, other] = [many.cost[k], others.cost[k]];
    assert.ok(cost === other || Math.abs(cost - other) <= 1e-9 * other, `${k}: ${cost}, ${other}`);
    if (k % 10 !== 0 || status !== FOUND) return;
    const one = search.search(row[0], row[1], row[2], row[3], { radius });
    assert.ok(one.improve());
    assert.is(one.cost, cost);
    const [from, to] = [many.firstPoint[k], many.firstPoint[k + 1]];
    assert.equal(one.path().sweep, many.sweep.slice(from, to));
  });
  for (const status of [FOUND, SOURCE_BLOCKED]) assert.ok(seen.get(status)! > 20);
  search.destroy();
  plain.destroy();
});

test('two parts that no path joins are told apart without a search', () => {
  const { triangulation } = createNavMesh({
    boundary: [0, 0, 20, 0, 20, 10, 0, 10],
    // two rooms, a gap of 1 between them
    walls: [
      [10, 0, 10, 4.5],
      [10, 5.5, 10, 10],
      [5, 0, 5, 7],
      [15, 0, 15, 7],
    ],
  });
  const search = createDiscSearch(buildPolygonMesh(triangulation, { merge: false }));
  const queries = buildPointQueries([[2, 2, 18, 2]]);
  const through = search.run(queries, { radius: 0.5 });
  assert.is(through.status[0], FOUND);
  const shut = search.run(queries, { radius: 0.51 });
  assert.is(shut.status[0], NO_PATH);
  assert.is(shut.expanded[0], 0);
  assert.is(shut.cost[0], Infinity);
  search.destroy();
});

test('a search stops at its limit, and goes on', () => {
  const mesh = pebbleScene(createRandom(79));
  const radius = 0.2;
  const search = createDiscSearch(mesh);
  const random = createRandom(80);
  let stopped = 0;
  for (let i = 0; i < 60; i++) {
    const row = [0, 0, 0, 0].map(() => 10 * random()) as [number, number, number, number];
    const queries = buildPointQueries([row]);
    const exact = search.run(queries, { radius });
    if (exact.status[0] !== FOUND) continue;
    const limited = search.run(queries, { radius, maxExpanded: 1 });
    assert.ok(limited.lowerBound[0] <= exact.cost[0] * (1 + 1e-9));
    if (limited.isProven[0]) assert.is(limited.cost[0], exact.cost[0]);
    else stopped++;
    const one = search.search(...row, { radius });
    assert.ok(one.improve());
    assert.is(one.cost, exact.cost[0]);
  }
  assert.ok(stopped > 0, `${stopped} stopped`);
  search.destroy();
});

test.run();
