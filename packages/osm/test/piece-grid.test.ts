import { random } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPieceGrid } from '../src/piece-grid.ts';

const SEED = 20_261_129;
const test = suite(`createPieceGrid, seed ${SEED}`);

interface Lines {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly pointOf: Uint32Array;
}

/** Pieces of their own, two points each, in a square; every seventh is long, some nearly flat. */
function scatter(count: number, size: number, next: () => number): Lines {
  const [x, y] = [new Float64Array(2 * count), new Float64Array(2 * count)];
  for (let k = 0; k < count; k++) {
    const reach = k % 7 === 0 ? size : size / 20;
    const flat = [1, 0, 1e-9, 1][k % 4];
    const steep = [1, 1, 1, 1e-9][k % 4];
    x[2 * k] = size * next();
    y[2 * k] = k % 5 === 0 ? Math.round(size * next()) : size * next();
    x[2 * k + 1] = x[2 * k] + steep * reach * (next() - 0.5);
    y[2 * k + 1] = y[2 * k] + flat * reach * (next() - 0.5);
  }
  return { x, y, pointOf: Uint32Array.from({ length: count }, (_, k) => 2 * k) };
}

function squareTo({ x, y }: Lines, i: number, px: number, py: number): number {
  const [dx, dy] = [x[i + 1] - x[i], y[i + 1] - y[i]];
  const square = dx * dx + dy * dy;
  const t = square > 0 ? ((px - x[i]) * dx + (py - y[i]) * dy) / square : 0;
  const part = Math.min(1, Math.max(0, t));
  return (x[i] + part * dx - px) ** 2 + (y[i] + part * dy - py) ** 2;
}

function slowNearest(
  lines: Lines,
  [px, py]: readonly [number, number],
  accept: (point: number) => boolean,
): number {
  let [found, least] = [-1, Infinity];
  for (const i of lines.pointOf) {
    const square = squareTo(lines, i, px, py);
    if (square < least && accept(i)) [found, least] = [i, square];
  }
  return found;
}

test('finds the nearest piece, the first of equals, as a search over all pieces does', () => {
  const whole = random(SEED);
  const next = (): number => whole(2 ** 30) / 2 ** 30;
  for (const [count, size] of [
    [1, 100],
    [3, 1],
    [200, 1e6],
    [500, 1000],
    [2000, 50],
  ]) {
    const lines = scatter(count, size, next);
    // each piece twice: the first one counts
    const twice: Lines = {
      x: Float64Array.from([...lines.x, ...lines.x]),
      y: Float64Array.from([...lines.y, ...lines.y]),
      pointOf: Uint32Array.from({ length: 2 * count }, (_, k) => 2 * k),
    };
    const grid = createPieceGrid(twice);
    for (let q = 0; q < 300; q++) {
      const spread = q % 3 === 0 ? 3 : 1;
      const place = [spread * size * (next() - 0.1), spread * size * (next() - 0.1)] as const;
      const accept = (point: number): boolean => q % 2 === 0 || point % 3 > 0;
      const found = grid.nearest(
        place[0],
        place[1],
        (i) => squareTo(twice, i, place[0], place[1]),
        accept,
      );
      assert.is(found, slowNearest(twice, place, accept), `${count} pieces, query ${q}`);
    }
    assert.is(
      grid.nearest(
        0,
        0,
        () => 1,
        () => false,
      ),
      -1,
    );
  }
});

test('finds pieces of a map that is a line, or a place', () => {
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [0, 0],
  ]) {
    const x = Float64Array.from({ length: 40 }, (_, i) => i * dx);
    const y = Float64Array.from({ length: 40 }, (_, i) => i * dy);
    const lines: Lines = { x, y, pointOf: Uint32Array.from({ length: 39 }, (_, i) => i) };
    const grid = createPieceGrid(lines);
    for (const place of [
      [0, 0],
      [17.5, 3],
      [-5, 30],
    ] as const) {
      const found = grid.nearest(
        place[0],
        place[1],
        (i) => squareTo(lines, i, place[0], place[1]),
        undefined,
      );
      assert.is(
        found,
        slowNearest(lines, place, () => true),
      );
    }
  }
});

test('tells that pieces crowd where towns lie far apart', () => {
  const whole = random(SEED + 1);
  const next = (): number => whole(2 ** 30) / 2 ** 30;
  const town = scatter(1000, 100, next);
  const far = { ...town, x: town.x.map((x, i) => (i < 1000 ? x : x + 1e7)) };
  assert.not(createPieceGrid(town).isCrowded);
  assert.ok(createPieceGrid(far).isCrowded);
});

test('has few cells for a few streets that form a line, whatever its length and direction', () => {
  for (const length of [0, 1, 1000, 1e7]) {
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [1, 1e-9],
      [1, 1],
    ]) {
      const x = Float64Array.of(0, length * dx, 2 * length * dx, 3 * length * dx);
      const y = Float64Array.of(0, length * dy, 2 * length * dy, 3 * length * dy);
      const pointOf = Uint32Array.of(0, 1, 2);
      const grid = createPieceGrid({ x, y, pointOf });
      const name = `${length} m, direction ${dx}, ${dy}`;
      assert.ok(grid.cellCount <= 8 * 3 + 1, `${grid.cellCount} cells: ${name}`);
      const near = (i: number): number => squareTo({ x, y, pointOf }, i, 2.4 * x[1], 2.4 * y[1]);
      const expected = length === 0 ? 0 : 2;
      assert.is(grid.nearest(2.4 * x[1], 2.4 * y[1], near, undefined), expected, name);
    }
  }
});

test.run();
