import { FOUND, NO_PATH, SOURCE_BLOCKED } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../src/discs.ts';
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '../src/index.ts';
import { LATE } from '../src/disc-engine.ts';
import { findDeadEnds } from '../src/disc-dead-ends.ts';
import { checkCase, type DiscCase, makeCase } from './disc-cases.ts';
import { KINDS } from './disc-kinds.ts';
import { createRandom } from './random.ts';
import { pebbleScene } from './disc-scenes.ts';

const test = suite('discs of prepared radii, on circles');

/** The same case with the graph of circles for its radius. */
const prepared = (one: DiscCase): DiscCase => ({ ...one, radii: [one.radius] });

/** More with WAYFIELD_SCENES, and others from WAYFIELD_SEED on: see CONTRIBUTING.md. */
const COUNT = 3 * Number(process.env.WAYFIELD_SCENES ?? 1);
const SEED = 100 + Number(process.env.WAYFIELD_SEED ?? 0);

for (const [kind, makeScene] of Object.entries(KINDS))
  test(`clear and as long as the oracle says, there and back: ${kind}, ${COUNT} scenes (seed ${SEED})`, () => {
    let paths = 0;
    const all: string[] = [];
    for (let seed = SEED; seed < SEED + COUNT; seed++) {
      const { faults, found } = checkCase(prepared(makeCase(makeScene, seed)));
      paths += found;
      for (const fault of faults) all.push(`scene ${seed}, ${fault}`);
    }
    assert.equal(all, []);
    assert.ok(paths > 0, `${paths} paths`);
  });

test('all around a point that nothing else is near to, over the place where its angles begin', () => {
  // its circle is a whole turn but for rounding
  assert.equal(checkCase(prepared(makeCase(KINDS.gear!, 2919))).faults, []);
});

test('many queries at once, some without a way, as one by one, and as without what was prepared', () => {
  const mesh = pebbleScene(createRandom(77));
  const random = createRandom(78);
  const rows = Array.from({ length: 600 }, () => [0, 0, 0, 0].map(() => 10 * random()));
  const radius = 0.35;
  const search = createDiscSearch(mesh, { radii: [radius] });
  const plain = createDiscSearch(mesh, { radii: [] });
  const many = search.run(buildPointQueries(rows), { radius });
  const others = plain.run(buildPointQueries(rows), { radius });
  const costs = search.run(buildPointQueries(rows), { radius, result: 'cost' });
  assert.is(costs.x.length, 0);
  const seen = new Map<number, number>();
  rows.forEach((row, k) => {
    const status = many.status[k]!;
    seen.set(status, (seen.get(status) ?? 0) + 1);
    assert.is(status, others.status[k], `query ${k}`);
    assert.is(many.cost[k], costs.cost[k]);
    assert.is(many.isProven[k], 1);
    assert.is(many.lowerBound[k], many.cost[k]);
    const [cost, other] = [many.cost[k]!, others.cost[k]!];
    assert.ok(cost === other || Math.abs(cost - other) <= 1e-9 * other, `${k}: ${cost}, ${other}`);
    if (k % 10 !== 0 || status !== FOUND) return;
    const one = search.search(row[0]!, row[1]!, row[2]!, row[3]!, { radius });
    assert.ok(one.improve());
    assert.is(one.cost, cost);
    const [from, to] = [many.firstPoint[k]!, many.firstPoint[k + 1]!];
    assert.equal(one.path().sweep, many.sweep.slice(from, to));
  });
  for (const status of [FOUND, SOURCE_BLOCKED]) assert.ok(seen.get(status)! > 20);
  search.destroy();
  plain.destroy();
});

test('no way between two parts is known at once', () => {
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
  const search = createDiscSearch(buildPolygonMesh(triangulation, { merge: false }), {
    radii: [0.5, 0.51],
  });
  const queries = buildPointQueries([[2, 2, 18, 2]]);
  const through = search.run(queries, { radius: 0.5 });
  assert.is(through.status[0], FOUND);
  const shut = search.run(queries, { radius: 0.51 });
  assert.is(shut.status[0], NO_PATH);
  assert.is(shut.expanded[0], 0);
  assert.is(shut.cost[0], Infinity);
  search.destroy();
});

test('a search on circles stops where it is to, and goes on', () => {
  const mesh = pebbleScene(createRandom(79));
  const radius = 0.2;
  const search = createDiscSearch(mesh, { radii: [radius] });
  const random = createRandom(80);
  let stopped = 0;
  for (let i = 0; i < 60; i++) {
    const row = [0, 0, 0, 0].map(() => 10 * random()) as [number, number, number, number];
    const queries = buildPointQueries([row]);
    const exact = search.run(queries, { radius });
    if (exact.status[0] !== FOUND) continue;
    const limited = search.run(queries, { radius, maxExpanded: 1 });
    assert.ok(limited.lowerBound[0]! <= exact.cost[0]! * (1 + 1e-9));
    if (limited.isProven[0]) assert.is(limited.cost[0], exact.cost[0]);
    else stopped++;
    const one = search.search(...row, { radius });
    assert.ok(one.improve());
    assert.is(one.cost, exact.cost[0]);
  }
  assert.ok(stopped > 0, `${stopped} stopped`);
  search.destroy();
});

test('without graphs on request, and with tables that were stored: the same answers, less memory', () => {
  const mesh = pebbleScene(createRandom(81));
  const radii = [0.2, 0.4];
  const search = createDiscSearch(mesh, { radii });
  const without = createDiscSearch(mesh, { radii, graphs: false });
  const tables = search.writeTables();
  const stored = createDiscSearch(mesh, { tables });
  const both = createDiscSearch(mesh, { tables, graphs: true });
  assert.is(stored.memoryBytes, without.memoryBytes);
  assert.is(both.memoryBytes, search.memoryBytes);
  assert.ok(without.memoryBytes < search.memoryBytes);
  const random = createRandom(82);
  const queries = buildPointQueries(
    Array.from({ length: 100 }, () => [0, 0, 0, 0].map(() => 10 * random())),
  );
  for (const radius of radii) {
    const exact = search.run(queries, { radius });
    for (const other of [without, stored, both]) {
      const routes = other.run(queries, { radius });
      assert.equal(routes.status, exact.status);
      routes.cost.forEach((cost, k) =>
        assert.ok(cost === exact.cost[k] || Math.abs(cost - exact.cost[k]!) <= 1e-9 * cost),
      );
    }
  }
  for (const one of [search, without, stored, both]) one.destroy();
});

test('a search that takes long is begun again on a graph made for it, clear and as long as the oracle says', () => {
  const usual = { ...LATE };
  let paths = 0;
  const all: string[] = [];
  try {
    Object.assign(LATE, { states: 0, perTriangle: 0 });
    for (const [kind, makeScene] of Object.entries(KINDS))
      for (let seed = 300; seed < 301; seed++) {
        const { faults, found } = checkCase({ ...makeCase(makeScene, seed), radii: [] });
        paths += found;
        for (const fault of faults) all.push(`${kind} ${seed}, ${fault}`);
      }
    // one graph after another takes the place of the one before
    const search = createDiscSearch(pebbleScene(createRandom(83)), { radii: [] });
    const size = search.memoryBytes;
    const random = createRandom(84);
    const queries = buildPointQueries(
      Array.from({ length: 40 }, () => [0, 0, 0, 0].map(() => 10 * random())),
    );
    const held = [0.1, 0.2, 0.1, 0.2, 0.1, 0.2].map((radius) => {
      search.run(queries, { radius });
      return search.memoryBytes;
    });
    assert.ok(held[0]! > size, `${held[0]} of ${size}`);
    assert.is(held[5], held[3]);
    search.destroy();
  } finally {
    Object.assign(LATE, usual);
  }
  assert.equal(all, []);
  assert.ok(paths > 50, `${paths} paths`);
});

test('dead ends: a comb on a ring, and a part that is a tree', () => {
  const NONE = 0xffffffff;
  // triangles 0 to 2 around, 3 hanging on 0, 4 hanging on 3; 5 and 6 by themselves
  const over = new Uint32Array(21).fill(NONE);
  const join = (a: number, b: number): void => {
    over[a] = b;
    over[b] = a;
  };
  join(0, 3);
  join(4, 6);
  join(7, 1);
  join(2, 9);
  join(10, 12);
  join(15, 18);
  const { exit, root, isBelow } = findDeadEnds(over);
  assert.equal([...exit], [NONE, NONE, NONE, 9, 12, 15, NONE]);
  assert.equal([...root], [NONE, NONE, NONE, 3, 3, 6, 6]);
  assert.ok(isBelow(4, 3) && isBelow(4, 4) && !isBelow(3, 4) && !isBelow(0, 3) && isBelow(5, 6));
});

test.run();
