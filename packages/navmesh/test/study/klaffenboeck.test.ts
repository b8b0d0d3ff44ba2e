import { refuses } from '@wayfield/testing';
import { roomsGrid } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../../src/discs.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  buildReduction,
  createPolyanya,
  type NavMeshInput,
  outlineGrid,
  type PolygonMesh,
} from '../../src/index.ts';
import { createKlaffenboeckSearch, type KlaffenboeckOptions } from '../../src/study.ts';
import { createSplitList } from '../../src/study/split-list.ts';
import { convexObstacles, createRandom } from '@wayfield/testing/meshes';

const test = suite('the searches of Klaffenböck');

const trianglesOf = (input: NavMeshInput): PolygonMesh =>
  buildPolygonMesh(createNavMesh(input).triangulation, { merge: false });

const VARIANTS: readonly KlaffenboeckOptions[] = [
  {},
  { heuristic: 'extended' },
  { algorithm: 'fringe' },
  { algorithm: 'fringe', insertion: 'after', heuristic: 'extended' },
  { algorithm: 'fringe', insertion: 'before' },
  { algorithm: 'fringe', insertion: 'front' },
  { algorithm: 'fringe', bucketWidth: 2 },
  { algorithm: 'fringe', bucketWidth: 5, insertion: 'after' },
];

/** Worlds with nodes, with a ring, and with trees alone. */
const WORLDS: readonly (readonly [string, NavMeshInput, number])[] = [
  [
    'forest',
    { boundary: [0, 0, 30, 0, 30, 30, 0, 30], obstacles: convexObstacles(3, createRandom(4), 3) },
    30,
  ],
  ['rooms', outlineGrid(roomsGrid(24, 24, { size: 6, seed: 2 })), 24],
  [
    'ring',
    { boundary: [0, 0, 20, 0, 20, 20, 0, 20], obstacles: [[5, 5, 15, 5, 15, 15, 5, 15]] },
    20,
  ],
  ['tree', { boundary: [0, 0, 20, 0, 20, 5, 5, 5, 5, 15, 20, 15, 20, 20, 0, 20] }, 20],
];

for (const [name, input, side] of WORLDS) {
  test(`find shortest paths in the world ${name}, all variants`, () => {
    const mesh = trianglesOf(input);
    const random = createRandom(11);
    const rows = Array.from({ length: 60 }, () => [0, 0, 0, 0].map(() => random() * side));
    const polyanya = createPolyanya(mesh);
    const { cost } = polyanya.run(buildPointQueries(rows));
    let found = 0;
    for (const options of VARIANTS) {
      const study = createKlaffenboeckSearch(mesh, { ...options, threshold: 1e-3 });
      rows.forEach(([ax, ay, bx, by], i) => {
        if (cost[i] === Infinity) return;
        const answer = study.search(ax, ay, bx, by, { maxExpanded: 20_000 });
        const what = `${JSON.stringify(options)}, query ${i}`;
        // THRESHOLD may cost a thousandth for each corridor of a path
        assert.ok(answer.length >= cost[i] * (1 - 1e-12), `${what}: ${answer.length}, ${cost[i]}`);
        if (!answer.isProven) return;
        found++;
        assert.ok(answer.length <= cost[i] + 0.05, `${what}: ${answer.length}, ${cost[i]}`);
        assert.ok(answer.best <= answer.tested && answer.firstLength >= answer.length, what);
      });
    }
    polyanya.destroy();
    assert.ok(found > 100, `${found} searches ended by themselves`);
  });
}

test('find the paths of discs, never shorter than the shortest', () => {
  const [, input, side] = WORLDS[0];
  const mesh = trianglesOf(input);
  const discs = createDiscSearch(mesh);
  const study = createKlaffenboeckSearch(mesh, { threshold: 1e-3 });
  const random = createRandom(5);
  let compared = 0;
  let same = 0;
  for (let i = 0; i < 60; i++) {
    const [ax, ay, bx, by] = [0, 0, 0, 0].map(() => random() * side);
    const radius = 0.4;
    const { cost } = discs.run(buildPointQueries([[ax, ay, bx, by]]), { radius });
    if (!(cost[0] < Infinity)) continue;
    const answer = study.search(ax, ay, bx, by, { radius, maxExpanded: 2000 });
    compared++;
    // the study's funnel knows only the channel: its disc may cut walls that lie beside the channel
    if (Math.abs(answer.length - cost[0]) < 0.05) same++;
  }
  discs.destroy();
  assert.ok(compared > 20 && same > 0.8 * compared, `${same} of ${compared}`);
});

test('keep the order of the split list', () => {
  const list = createSplitList<string>();
  for (const value of ['a', 'b', 'c']) list.insert(value, 'back');
  list.insert('after', 'after');
  list.insert('front', 'front');
  list.insert('before', 'before');
  const order: string[] = [];
  // front, before | a, after, b, c
  const wraps: boolean[] = [];
  for (let i = 0; i < 6; i++) {
    order.push(list.split!);
    wraps.push(list.advance());
  }
  assert.is(order.join(' '), 'a after b c front before');
  assert.equal(wraps, [false, false, false, true, false, false]);
  assert.is(list.remove(), false);
  assert.equal([list.split, list.length], ['after', 5]);
});

test('refuse points outside, and stop at limits', () => {
  const mesh = trianglesOf(WORLDS[0][1]);
  const study = createKlaffenboeckSearch(mesh);
  refuses(() => study.search(-1, 0, 5, 5), RangeError, 'source is -1, 0, outside of the mesh');
  const { expanded, isProven } = study.search(0.5, 0.5, 29.5, 29.5, { maxExpanded: 1 });
  assert.equal([expanded, isProven], [1, false]);
});

test('refuse a reduction of another mesh', () => {
  const { triangulation } = createNavMesh(WORLDS[0][1]);
  const reduction = buildReduction(buildPolygonMesh(triangulation, { merge: false }));
  const merged = buildPolygonMesh(triangulation);
  refuses(() => createKlaffenboeckSearch(merged, { reduction }), RangeError, /the reduction is of/);
});

test('a source in two parts of the mesh reaches targets in both', () => {
  const mesh = trianglesOf({
    boundary: [0, 0, 10, 0, 10, 10, 0, 10],
    walls: [[0, 5, 5, 5, 10, 5]],
    obstacles: [
      [2, 2, 3, 2, 3, 3, 2, 3],
      [2, 7, 3, 7, 3, 8, 2, 8],
    ],
  });
  const study = createKlaffenboeckSearch(mesh);
  const lengths = [0.5, 9.5].map((y) => study.search(5, 5, 1, y).length);
  assert.ok(lengths[0] < 6.2 && Math.abs(lengths[0] - lengths[1]) < 1e-9, `${lengths}`);
});

for (const algorithm of ['tra*', 'fringe'] as const)
  test(`leave a vertex of walls, and come to it, on every side (${algorithm})`, () => {
    const mesh = trianglesOf({
      boundary: [0, 0, 10, 0, 10, 10, 0, 10],
      walls: [
        [2, 5, 5, 5, 8, 5],
        [5, 5, 5, 8],
      ],
    });
    const study = createKlaffenboeckSearch(mesh, { algorithm });
    for (const [x, y] of [
      [4, 1],
      [3, 7],
      [7, 7],
    ]) {
      const straight = Math.hypot(x - 5, y - 5);
      for (const { length, isProven } of [study.search(5, 5, x, y), study.search(x, y, 5, 5)])
        assert.ok(Math.abs(length - straight) < 1e-9 && isProven, `${x}, ${y}: ${length}`);
    }
  });

test.run();
