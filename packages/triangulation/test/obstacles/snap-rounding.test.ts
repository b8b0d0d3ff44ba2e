import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNavMesh, type NavMesh } from '../../src/index.ts';
import { crossOnGrid } from '../../src/obstacles/snap.ts';
import { createRandom } from '@wayfield/testing/meshes';
import { piecesOf, roundedPieces } from './snap-rounding.ts';
import { describe } from '../support/triangles.ts';

const test = suite('snap rounding');

const SIDE = 10;
const SQUARE = [0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE];

interface Shape {
  readonly line: readonly number[];
  readonly isRing: boolean;
}

const build = (shapes: readonly Shape[], snap: number): NavMesh =>
  createNavMesh({
    boundary: SQUARE,
    obstacles: shapes.filter(({ isRing }) => isRing).map(({ line }) => line),
    walls: shapes.filter(({ isRing }) => !isRing).map(({ line }) => line),
    snap,
  });

const add = (mesh: NavMesh, { line, isRing }: Shape): number =>
  isRing ? mesh.add(line) : mesh.addWall(line);

const triangles = ({ triangulation }: NavMesh): string => describe(triangulation).join('\n');

/** What all edges have to be. */
function expectedPieces(shapes: readonly Shape[], snap: number): string {
  const at = (value: number): number => Math.round(value / snap);
  const segments = [...shapes, { line: SQUARE, isRing: true }].flatMap(({ line, isRing }) => {
    const points = line.length / 2;
    return Array.from({ length: isRing ? points : points - 1 }, (_, i) => {
      const j = (i + 1) % points;
      const ends = [line[2 * i], line[2 * i + 1], line[2 * j], line[2 * j + 1]];
      return ends.map(at) as [number, number, number, number];
    });
  });
  return roundedPieces(segments).join('\n');
}

/**
 * Builds, in both orders, one by one, and without each and with it again. Returns how many pieces
 * there are.
 */
function check(shapes: readonly Shape[], snap: number, removed: readonly number[]): number {
  const fresh = build(shapes, snap);
  const pieces = expectedPieces(shapes, snap);
  const said = `${JSON.stringify(shapes)} on ${snap}`;
  assert.ok(piecesOf(fresh.triangulation, snap).join('\n') === pieces, said);
  const expected = triangles(fresh);
  assert.ok(triangles(build(shapes.toReversed(), snap)) === expected, `the other way: ${said}`);
  const edited = build([], snap);
  const ids = shapes
    .toReversed()
    .map((shape) => add(edited, shape))
    .reverse();
  assert.ok(triangles(edited) === expected, `one by one: ${said}`);
  for (const i of removed) {
    edited.remove(ids[i]);
    const rest = shapes.toSpliced(i, 1);
    const isRight =
      piecesOf(edited.triangulation, snap).join('\n') === expectedPieces(rest, snap) &&
      triangles(edited) === triangles(build(rest, snap));
    assert.ok(isRight, `without ${i}: ${said}`);
    ids[i] = add(edited, shapes[i]);
    assert.ok(triangles(edited) === expected, `with ${i} again: ${said}`);
  }
  return pieces.split('\n').length;
}

type Place = readonly [number, number];

/**
 * Whether a crossing is rounded to the nearest whole number, halves up, in each coordinate: without
 * a division, in steps.
 */
function isNearest(a: Place, b: Place, c: Place, d: Place, found: Place): boolean {
  const [ax, ay, bx, by, cx, cy, dx, dy] = [...a, ...b, ...c, ...d].map(BigInt) as [
    ...[bigint, bigint, bigint, bigint],
    ...[bigint, bigint, bigint, bigint],
  ];
  const area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  const sign = area < 0n ? -1n : 1n;
  const twice = 2n * sign * ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx));
  const holds = (at: number, start: bigint, along: bigint): boolean => {
    const steps = 2n * (BigInt(at) - start);
    const exact = twice * along;
    return (steps - 1n) * sign * area <= exact && exact < (steps + 1n) * sign * area;
  };
  return holds(found[0], ax, bx - ax) && holds(found[1], ay, by - ay);
}

test('crossings are rounded exactly, also near halves and of almost parallel lines', () => {
  const random = createRandom(970);
  const most = 2 ** 43;
  const whole = (size: number): number => Math.round((2 * random() - 1) * size);
  const place = (from: Place, size: number): Place => [
    from[0] + whole(size),
    from[1] + whole(size),
  ];
  let crossings = 0;
  for (let i = 0; i < 30_000; i++) {
    const size = 2 ** Math.floor(40 * random());
    let a: Place = [whole(most), whole(most)];
    let b = place(a, size);
    let c = place(a, size);
    let d = place(c, size);
    if (i % 3 === 1) {
      // half-way along the first, or next to that by less than a rounding
      const tall = 2 ** (1 + Math.floor(42 * random()));
      b = [a[0] + 2 * whole(size) + 1, a[1] + 2 * tall];
      const y = a[1] + tall + Math.floor(3 * random()) - 1;
      [c, d] = [
        [a[0] + whole(size), y],
        [a[0] + 1 + Math.abs(whole(size)), y],
      ];
      if (d[0] === c[0]) continue;
    }
    if (i % 3 === 2) d = [c[0] + b[0] - a[0] + whole(2), c[1] + b[1] - a[1] + whole(2)];
    if (random() < 0.5) [a, b, c, d] = [c, d, a, b];
    if (random() < 0.5) [a, b] = [b, a];
    const grid = { step: 1, inverse: 1 };
    const found = crossOnGrid(grid, a, b, c, d);
    const area =
      BigInt(b[0] - a[0]) * BigInt(d[1] - c[1]) - BigInt(b[1] - a[1]) * BigInt(d[0] - c[0]);
    const said = JSON.stringify([a, b, c, d, found]);
    assert.is(found === undefined, area === 0n, said);
    if (!found) continue;
    crossings++;
    // of lines that meet far beyond their ends not all digits are numbers
    if (Math.max(...found.map(Math.abs)) < 2 ** 52) assert.ok(isNearest(a, b, c, d, found), said);
  }
  assert.ok(crossings > 25_000, `${crossings}`);
});

test('walls whose crossings are rounded onto one another: the same whatever came first', () => {
  const walls = [
    [9.25, 3.75, 5, 9.25],
    [9, 5.75, 8, 4.75],
    [8.5, 4.5, 8, 8.25],
    [8, 8.25, 9, 0.25],
    [8.25, 9.5, 8.5, 4.5],
  ].map((line) => ({ line, isRing: false }));
  for (const snap of [1 / 16, 1 / 4, 1]) check(walls, snap, [0, 1, 2, 3, 4]);
});

test('edges that snap rounding defines, in any order and after edits (seeds 1 to 240)', () => {
  let pieces = 0;
  for (let seed = 1; seed <= 240; seed++) {
    const random = createRandom(900 + seed);
    const snap = [1 / 16, 1 / 4, 1 / 64, 1, 1 / 2][seed % 5];
    const lattice = [4, 16, 1024][seed % 3];
    const span = [10, 2.5, 1.2][(seed % 7) % 3];
    const at = (): number => Math.round((5 + (random() - 0.5) * span) * lattice) / lattice;
    const shapes = Array.from({ length: 3 + Math.floor(random() * 6) }, (_, i): Shape => {
      const isRing = seed % 4 === 0 && i % 2 === 0;
      const points = (isRing ? 3 : 2) + Math.floor(random() * 3);
      return { line: Array.from({ length: 2 * points }, at), isRing };
    });
    pieces += check(shapes, snap, [Math.floor(random() * shapes.length)]);
  }
  assert.ok(pieces > 5000, `${pieces}`);
});

test.run();
