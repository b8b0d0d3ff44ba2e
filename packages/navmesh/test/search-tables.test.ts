import { FOUND } from '@wayfield/graph';
import { randomGrid, roomsGrid } from '@wayfield/graph/generators';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../src/discs.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  createTriangleSearch,
  outlineGrid,
  type PolygonMesh,
  type PointRoutes,
  type TriangleSearchOptions,
} from '../src/index.ts';
import { createRandom } from './random.ts';
import { sealed } from './sealed.ts';

const test = suite('search tables');

const meshOf = (grid: ReturnType<typeof roomsGrid>): PolygonMesh =>
  buildPolygonMesh(createNavMesh(outlineGrid(grid)).triangulation, { merge: false });
const ROOMS = meshOf(roomsGrid(32, 32, { size: 8, seed: 81 }));
const BLOCKS = meshOf(randomGrid(32, 32, { density: 0.3, seed: 82 }));

const random = createRandom(83);
const QUERIES = buildPointQueries(
  Array.from({ length: 60 }, () => [0, 0, 0, 0].map(() => 32 * random())),
);
const RADII = [0, 0.1, 0.3, 0.45];

/** What a search gives, and what it took: tables that differ look into other states. */
function sameAnswers(a: PointRoutes, b: PointRoutes): void {
  for (const name of ['status', 'cost', 'expanded', 'firstPoint', 'x', 'y'] as const)
    sameArray(a[name] as Float64Array, b[name] as Float64Array);
}

const TRIANGLES: readonly (readonly [string, PolygonMesh, TriangleSearchOptions])[] = [
  ['TRA*', ROOMS, { algorithm: 'tra*' }],
  ['TRA* with landmarks', BLOCKS, { algorithm: 'tra*' }],
  ['TRA* without a table', ROOMS, { algorithm: 'tra*', table: false }],
  ['Fringe search', ROOMS, { algorithm: 'fringe' }],
  ['tangents', BLOCKS, { algorithm: 'tangents' }],
  ['tangents without landmarks', ROOMS, { algorithm: 'tangents', table: false }],
];

for (const [name, mesh, options] of TRIANGLES)
  test(`${name}: with tables read as with those that were made`, () => {
    const made = createTriangleSearch(mesh, options);
    const tables = made.writeTables();
    // at an odd place of a larger buffer, and by an algorithm that is not told
    const moved = new Uint8Array(tables.length + 3);
    moved.set(tables, 3);
    const isAuto = options.algorithm !== 'fringe';
    const read = createTriangleSearch(mesh, {
      ...(!isAuto && options),
      tables: moved.subarray(3),
    });
    moved.fill(0);
    assert.is(read.algorithm, made.algorithm);
    assert.ok(read.memoryBytes <= made.memoryBytes);
    const routes = made.run(QUERIES);
    assert.ok(routes.status.filter((status) => status === FOUND).length > 10);
    sameAnswers(read.run(QUERIES), routes);
    sameAnswers(read.run(QUERIES, { first: true }), made.run(QUERIES, { first: true }));
    sameArray(read.writeTables(), tables);
    read.destroy();
    made.destroy();
  });

test('discs: with tables read as with those that were made', () => {
  for (const options of [{}, { radii: [0.2, 0.4] }, { radii: [] }]) {
    const made = createDiscSearch(ROOMS, options);
    const tables = made.writeTables();
    const read = createDiscSearch(ROOMS, { tables });
    for (const radius of RADII)
      sameAnswers(read.run(QUERIES, { radius }), made.run(QUERIES, { radius }));
    sameArray(read.writeTables(), tables);
    read.destroy();
    made.destroy();
  }
});

test('discs: at the radii of tables, just beside them, between and outside: as without tables, there as back', () => {
  const radii = [0, 0.15, 0.3, 0.45];
  const withTables = createDiscSearch(ROOMS, { radii });
  const without = createDiscSearch(ROOMS, { radii: [] });
  const { sourceX, sourceY, targetX, targetY } = QUERIES;
  const back = {
    ...QUERIES,
    sourceX: targetX,
    sourceY: targetY,
    targetX: sourceX,
    targetY: sourceY,
  };
  const beside = [0.15, 0.3, 0.45].flatMap((r) => [r * (1 - 1e-9), r * (1 + 1e-9)]);
  let least: Float64Array = new Float64Array(QUERIES.count);
  for (const radius of [...radii, ...beside, 1e-6, 0.07, 0.2, 0.4, 0.48, 0.5, 0.6].sort(
    (a, b) => a - b,
  )) {
    const routes = withTables.run(QUERIES, { radius });
    if (radius < 0.45) assert.ok(routes.status.filter((status) => status === FOUND).length > 10);
    for (const other of [without.run(QUERIES, { radius }), withTables.run(back, { radius })])
      routes.cost.forEach((cost, i) => {
        const isSame = cost === other.cost[i] || Math.abs(cost - other.cost[i]!) <= 1e-9 * cost;
        assert.ok(isSame, `query ${i}, radius ${radius}: ${cost}, ${other.cost[i]}`);
        // a larger disc goes no shorter way
        assert.ok(cost >= least[i]! * (1 - 1e-9), `query ${i}, radius ${radius}: ${cost}`);
      });
    least = routes.cost;
  }
  withTables.destroy();
  without.destroy();
});

/** Tables of tangents whose lengths to landmarks are in other units; those too long for u16 are as the kernels write them. */
function inUnits(tables: Uint8Array, factor: number): Uint8Array {
  const copy = tables.slice();
  const header = new Uint32Array(copy.buffer, 0, 16);
  const [cornerArcs, arcs, , cells] = header.subarray(7) as unknown as number[];
  const padded = (bytes: number): number => Math.ceil(bytes / 16) * 16;
  const unitAt = 64 + padded(4 * cornerArcs!) + padded(4 * arcs!);
  new Float64Array(copy.buffer, unitAt, 1)[0]! *= factor;
  const lengths = new Uint16Array(copy.buffer, unitAt + 16, cells);
  lengths.forEach((length, i) => {
    if (length < 0xffff) lengths[i] = Math.min(Math.floor(length / factor), 0xfffe);
  });
  return sealed(copy);
}

test('tangents: as short with lengths to landmarks in coarse units, and in units so fine that they do not reach', () => {
  for (const grid of [
    randomGrid(32, 32, { density: 0.25, seed: 86 }),
    randomGrid(32, 32, { density: 0.04, seed: 87 }),
  ]) {
    const mesh = meshOf(grid);
    const made = createTriangleSearch(mesh, { algorithm: 'tangents' });
    const tables = made.writeTables();
    const { cost, expanded } = made.run(QUERIES);
    for (const factor of [16, 256, 2048, 1 / 2, 1 / 8, 1 / 64]) {
      const read = createTriangleSearch(mesh, { tables: inUnits(tables, factor) });
      const routes = read.run(QUERIES);
      // the units are 0.0008 long, and what was rounded down to them is not as fine as shorter ones
      const off = factor < 1 ? 0.002 : 1e-12;
      cost.forEach((exact, i) => {
        const isSame = routes.cost[i] === exact || Math.abs(routes.cost[i]! - exact) <= off;
        assert.ok(isSame, `units times ${factor}, query ${i}: ${routes.cost[i]}, ${exact}`);
      });
      const first = read.run(QUERIES, { first: true });
      cost.forEach((exact, i) => assert.ok(first.cost[i]! >= exact * (1 - 1e-12)));
      const [states, least] = [routes, { expanded }].map((some) =>
        some.expanded.reduce((a, b) => a + b, 0),
      );
      assert.ok(states! >= least! * 0.99, `units times ${factor}: ${states}, ${least}`);
      read.destroy();
    }
    made.destroy();
  }
});

test('refuses what does not fit, and says why', () => {
  const search = createTriangleSearch(ROOMS, { algorithm: 'tra*' });
  const tables = search.writeTables();
  const make = (options: TriangleSearchOptions, mesh = ROOMS) =>
    createTriangleSearch(mesh, { tables, ...options });
  refuses(
    () => make({}, BLOCKS),
    RangeError,
    /the tables are of mesh [0-9a-f]{8} with reduction [0-9a-f]{8}, this is mesh [0-9a-f]{8} with reduction [0-9a-f]{8}$/,
  );
  const reduction = buildReduction(ROOMS);
  const changed = { ...reduction, passWidth: reduction.passWidth.map((width) => 2 * width) };
  refuses(() => make({ reduction: changed }), RangeError, /this is mesh/);
  refuses(() => make({ algorithm: 'tangents' }), RangeError, /'corridors', .* takes 'tangents'/);
  refuses(() => make({ algorithm: 'ta*' }), RangeError, /'ta\*' takes no tables/);
  refuses(() => createDiscSearch(ROOMS, { tables }), RangeError, /'corridors', .* takes 'discs'/);
  refuses(() => createDiscSearch(ROOMS, { tables, radii: [] }), RangeError, /tables and radii/);
  refuses(() => make({ tables: tables.subarray(0, 60) }), RangeError, /byteLength is 60/);
  refuses(() => make({ tables: tables.subarray(16) }), RangeError, /header\[0\] is \d+, expected/);
  refuses(() => make({ tables: tables.slice(0, -16) }), RangeError, /byteLength is \d+, expected/);
  const other = tables.slice();
  other[tables.length - 20]! ^= 1;
  refuses(() => make({ tables: other }), RangeError, /checksum is \d+, expected \d+/);
  other.set(tables);
  other[12] = 9;
  refuses(() => make({ tables: other }), RangeError, /kind is 9, expected 1 to 3/);
  search.destroy();
  const plain = createTriangleSearch(ROOMS, { algorithm: 'ta*' });
  refuses(() => plain.writeTables(), RangeError, /'ta\*' has no tables/);
  plain.destroy();
});

test('hostile tables: any word changed is refused, or the search ends all the same (seed 84)', () => {
  const next = createRandom(84);
  const mesh = meshOf(roomsGrid(16, 16, { size: 5, seed: 85 }));
  const reduction = buildReduction(mesh);
  const queries = buildPointQueries(
    Array.from({ length: 6 }, () => [0, 0, 0, 0].map(() => 16 * next())),
  );
  const searches = [
    (tables?: Uint8Array) =>
      createTriangleSearch(mesh, { reduction, algorithm: 'tra*', ...(tables && { tables }) }),
    (tables?: Uint8Array) =>
      createTriangleSearch(mesh, { reduction, algorithm: 'tangents', ...(tables && { tables }) }),
    (tables?: Uint8Array) => {
      const discs = createDiscSearch(mesh, { reduction, ...(tables && { tables }) });
      return { ...discs, run: (some: typeof queries) => discs.run(some, { radius: 0.3 }) };
    },
  ];
  for (const [kind, make] of searches.entries()) {
    const made = make();
    const bytes = made.writeTables();
    made.destroy();
    let refused = 0;
    let harmless = 0;
    for (let i = 0; i < 250; i++) {
      const copy = bytes.slice();
      const words = new Uint32Array(copy.buffer);
      // the header a third of the time
      const at = Math.floor(next() * (i % 3 ? words.length : 16));
      const old = words[at]!;
      const values = [0, 1, 2 ** 32 - 1, 0x7fc00000, 0x42c80000, old + 1, old - 1, old ^ 4, 977];
      words[at] = values[Math.floor(next() * values.length)]!;
      try {
        const search = make(sealed(copy));
        assert.is(search.run(queries).count, 6);
        search.destroy();
        harmless++;
      } catch (error) {
        assert.instance(error, RangeError, `kind ${kind}, word ${at}: ${(error as Error).stack}`);
        assert.match((error as Error).message, /\d|sort/);
        assert.not.match((error as Error).message, /more states/);
        refused++;
      }
    }
    assert.ok(refused > 50 && harmless > 20, `${kind}: ${refused} refused, ${harmless} harmless`);
  }
});

test.run();
