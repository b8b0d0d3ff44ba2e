import { FOUND, NO_PATH } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBarriers } from '../../src/discs/disc-barriers.ts';
import { distanceRounding } from '../../src/discs/disc-facts.ts';
import { createDiscSearch } from '../../src/discs.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  type NavMeshInput,
  type PolygonMesh,
} from '../../src/index.ts';
import { makeCase } from './disc-cases.ts';
import { KINDS } from './disc-kinds.ts';
import { createOracle, distanceTo, isOutside, segmentsOf } from './disc-oracle.ts';

const test = suite('what keeps places apart for discs');

const meshOf = (input: NavMeshInput): PolygonMesh =>
  buildPolygonMesh(createNavMesh(input).triangulation, { merge: false });

const COUNT = 5;
for (const [kind, makeScene] of Object.entries(KINDS))
  test(`places are apart exactly where the oracle finds no path: ${kind}, ${COUNT} scenes`, () => {
    let [apart, joined] = [0, 0];
    for (let seed = 0; seed < COUNT; seed++) {
      const { input, radius, rows } = makeCase(makeScene, seed);
      const mesh = meshOf(input);
      const barriers = createBarriers(mesh, distanceRounding(mesh));
      const segments = segmentsOf(input);
      // If the places are apart, the disc has no path (`wide`). If not, a disc that is smaller by a
      // little more than rounding has a path (`narrow`).
      const narrow = createOracle(segments, radius, 1e-9 + (16 * distanceRounding(mesh)) / radius);
      const wide = createOracle(segments, radius, 5e-13);
      const isClear = (x: number, y: number): boolean =>
        isOutside(input, x, y) && distanceTo(segments, x, y) >= radius * (1 - 1e-12);
      for (const [sx, sy, tx, ty] of rows) {
        if (!isClear(sx, sy) || !isClear(tx, ty)) continue;
        const said = `scene ${seed}, ${sx} ${sy} ${tx} ${ty}, radius ${radius}`;
        const areApart = barriers.separate(sx, sy, tx, ty, radius);
        assert.is(barriers.separate(tx, ty, sx, sy, radius), areApart, `${said}, back`);
        if (areApart) {
          apart++;
          assert.is(wide.shortest(sx, sy, tx, ty), Infinity, said);
        } else {
          joined++;
          assert.ok(narrow.shortest(sx, sy, tx, ty) < Infinity, said);
        }
      }
    }
    assert.ok(joined > 0 && apart + joined > 2 * COUNT, `${apart} apart, ${joined} joined`);
  });

test('one radius after another, and none', () => {
  const mesh = meshOf({
    boundary: [0, 0, 9, 0, 9, 4, 0, 4],
    walls: [
      [4, 0, 4, 1.5, 4.5, 1.5],
      [4, 3, 4, 4],
    ],
  });
  const { separate } = createBarriers(mesh, distanceRounding(mesh));
  for (const [radius, areApart] of [
    [0.7, false],
    [0.8, true],
    [0.75, false],
    [0.75 * (1 + 1e-9), true],
    [0, false],
  ] as const)
    assert.is(separate(1, 2, 7, 2, radius), areApart, `${radius}`);
  assert.not(separate(1, 1, 1, 3, 0.8));
});

/**
 * Points on no wall. One end of the query is shut in between two of them and a wall; without the
 * test of walls and gaps the search ran out of memory.
 */
const SHUT_IN = {
  side: 12,
  points: [1.5, 7, 1, 8, 1.5, 11, 2, 2, 2, 4, 3.5, 3, 4, 2, 7.5, 11, 8.5, 11],
  row: [8.12, 11.49, 5.88, 5.32],
};

test('endless paths from a place that is shut in by gaps a little too narrow', () => {
  const { side, points, row } = SHUT_IN;
  const obstacles = points.flatMap((x, i) => {
    const y = points[i + 1];
    return i % 2 === 0 ? [[x, y, x, y, x, y]] : [];
  });
  const mesh = meshOf({ boundary: [0, 0, side, 0, side, side, 0, side], obstacles });
  const search = createDiscSearch(mesh, { table: false });
  const [sx, sy, tx, ty] = row as [number, number, number, number];
  const queries = buildPointQueries([row, [tx, ty, sx, sy]]);
  const radius = 0.5 * (1 + 1e-7);
  for (const options of [{}, { first: true }, { milliseconds: 1e4 }]) {
    const { status, isProven, expanded } = search.run(queries, { radius, ...options });
    assert.equal([...status], [NO_PATH, NO_PATH]);
    assert.equal([...isProven], [1, 1]);
    assert.ok(Math.max(...expanded) <= 4096, `${expanded}`);
  }
  const path = search.search(sx, sy, tx, ty, { radius });
  assert.equal([path.status, path.isProven, path.lowerBound], [NO_PATH, true, Infinity]);
  assert.is(search.explain(sx, sy, tx, ty, { radius }).status, NO_PATH);
  assert.is(search.explain(tx, ty, sx, sy, { radius }).status, NO_PATH);
  assert.equal([...search.run(queries, { radius: 0.5 }).status], [FOUND, FOUND]);
  search.destroy();
});

test.run();
