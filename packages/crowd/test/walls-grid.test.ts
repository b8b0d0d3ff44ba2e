import { openGrid, random, randomGrid } from '@wayfield/graph/generators';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Walls, wallsOfGrid } from '../src/walls.ts';

const test = suite('wallsOfGrid');

/** The unit sides of a wall list: 'h x y' from (x, y) to (x + 1, y), 'v x y' to (x, y + 1). */
function unitSides(walls: Walls, origin = 0, size = 1): Set<string> {
  const sides = new Set<string>();
  const cell = (value: number): number => {
    const at = (value - origin) / size;
    assert.ok(Math.abs(at - Math.round(at)) < 1e-9, `${value} lies on a line between cells`);
    return Math.round(at);
  };
  for (let i = 0; i < walls.count; i++) {
    const [ax, ay] = [cell(walls.ax[i]), cell(walls.ay[i])];
    const [bx, by] = [cell(walls.bx[i]), cell(walls.by[i])];
    assert.ok((ax === bx) !== (ay === by), `wall ${i} runs along one axis`);
    for (let x = ax; x < bx; x++) add(sides, `h ${x} ${ay}`);
    for (let y = ay; y < by; y++) add(sides, `v ${ax} ${y}`);
  }
  return sides;
}

function add(sides: Set<string>, side: string): void {
  assert.not(sides.has(side), `${side} is covered once`);
  sides.add(side);
}

/** All unit sides between an open cell and a blocked one or, with a border, the outside. */
function expectedSides(
  { width, height, cost }: { width: number; height: number; cost: Float32Array },
  border: boolean,
): Set<string> {
  const isOpen = (x: number, y: number): boolean =>
    x < 0 || y < 0 || x >= width || y >= height ? !border : cost[y * width + x] > 0;
  const sides = new Set<string>();
  for (let y = 0; y <= height; y++)
    for (let x = 0; x <= width; x++) {
      if (x < width && isOpen(x, y - 1) !== isOpen(x, y)) sides.add(`h ${x} ${y}`);
      if (y < height && isOpen(x - 1, y) !== isOpen(x, y)) sides.add(`v ${x} ${y}`);
    }
  return sides;
}

test('covers every side between open and blocked cells, and no other: 300 grids, seed 5', () => {
  const next = random(5);
  for (let k = 0; k < 300; k++) {
    const [width, height] = [1 + next(14), 1 + next(14)];
    const grid = randomGrid(width, height, { density: next(), seed: k });
    const border = k % 2 === 0;
    const [cellSize, origin] = [[1, 0.25, 3][k % 3], [0, -7.5, 1e6][k % 3]];
    const walls = wallsOfGrid(grid, { border, cellSize, originX: origin, originY: origin });
    const found = unitSides(walls, origin, cellSize);
    const expected = expectedSides(grid, border);
    assert.is(found.size, expected.size, `number of sides of grid ${k}`);
    for (const side of expected) assert.ok(found.has(side), `side ${side} of grid ${k}`);
  }
});

test('merges runs as far as they go', () => {
  const grid = randomGrid(40, 30, { density: 0.4, seed: 2 });
  const walls = wallsOfGrid(grid);
  const ends = new Set<string>();
  for (let i = 0; i < walls.count; i++) {
    const axis = walls.ay[i] === walls.by[i] ? 'h' : 'v';
    for (const end of [
      `${axis} ${walls.ax[i]} ${walls.ay[i]}`,
      `${axis} ${walls.bx[i]} ${walls.by[i]}`,
    ]) {
      assert.not(ends.has(end), `two runs end at ${end}`);
      ends.add(end);
    }
  }
});

test('gives four walls for an open grid, and none without a border', () => {
  const walls = wallsOfGrid(openGrid(30, 20), { cellSize: 0.5, storey: 3 });
  assert.is(walls.count, 4);
  assert.equal([...walls.bx], [0, 15, 15, 15]);
  assert.equal([...walls.storey!], [3, 3, 3, 3]);
  assert.is(wallsOfGrid(openGrid(30, 20), { border: false }).count, 0);
});

test('closes the corner where two blocked cells touch', () => {
  // blocked: (0, 0) and (1, 1); the corner is (1, 1)
  const grid = openGrid(2, 2);
  grid.cost[0] = 0;
  grid.cost[3] = 0;
  const walls = wallsOfGrid(grid, { border: false, cellSize: 0.1, originX: 0.3, originY: 0.7 });
  let through = 0;
  for (let i = 0; i < walls.count; i++) {
    const [corner, low, high] =
      walls.ay[i] === walls.by[i]
        ? [0.3 + 0.1, walls.ax[i], walls.bx[i]]
        : [0.7 + 0.1, walls.ay[i], walls.by[i]];
    if (low < corner && corner < high) through++;
  }
  assert.is(through, 2, 'a run along x and a run along y pass through the corner');
});

test('refuses what is no grid, with the numbers', () => {
  const grid = openGrid(4, 3);
  refuses(
    () => wallsOfGrid({ ...grid, width: 5 }),
    RangeError,
    'grid.cost.length is 12, expected width * height, 15',
  );
  refuses(
    () => wallsOfGrid(grid, { cellSize: 0 }),
    RangeError,
    'cellSize is 0, expected a finite number above 0',
  );
  refuses(
    () => wallsOfGrid(grid, { originX: 1e17 }),
    RangeError,
    'originX is 100000000000000000 with cells of 1: line 1 of 4 lies at ' +
      '100000000000000000, line 0 at 100000000000000000',
  );
  refuses(
    () => wallsOfGrid(grid, { storey: 65536 }),
    RangeError,
    'storey is 65536, expected a whole number from 0 to 65535',
  );
});

test.run();
