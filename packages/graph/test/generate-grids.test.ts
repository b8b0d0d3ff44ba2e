import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import { buildGrid, type Grid, weakComponents } from '../src/index.ts';
import { writeMovingAiMap } from '../src/formats.ts';
import {
  blobsGrid,
  mazeGrid,
  openGrid,
  randomGrid,
  roomsGrid,
  terrainGrid,
} from '../src/generators.ts';

// two rows too few for another row of squares stay blocked
const MAZE = `
..@........
..@........
..@..@@@@..
.....@.....
.....@.....
@@@@@@@@@@@
@@@@@@@@@@@
`;
const ROOMS = `
...@.......
...@...@...
.......@...
.@@@@.@@.@@
...@...@...
...@...@...
...........
@@@@@@@@@@@
`;

const free = (grid: Grid): number => grid.cost.reduce((count, cost) => count + +(cost > 0), 0);
const components = (grid: Grid): number => weakComponents({ ...grid, neighbours: 4 }).count;
const picture = (grid: Grid): string => writeMovingAiMap(grid).replace(/^.*map\n/s, '\n');

const all = suite('generators of grids');

all('take the size and the rules of steps, and repeat themselves', () => {
  for (const generate of [openGrid, randomGrid, mazeGrid, roomsGrid, blobsGrid, terrainGrid]) {
    for (const [width, height] of [
      [1, 1],
      [1, 40],
      [40, 1],
      [33, 17],
    ]) {
      const options = { seed: 7, neighbours: 4, corners: 'always', shared: true } as const;
      const grid = generate(width, height, options);
      const { seed, ...moves } = options;
      assert.is(seed, 7);
      const same = buildGrid({ ...moves, width, height, cost: grid.cost });
      assert.equal(
        { ...grid, cost: 0, buffer: 0 },
        { ...same, cost: 0, buffer: 0 },
        `${generate.name} ${width} x ${height}`,
      );
      assert.instance(grid.buffer, SharedArrayBuffer);
      sameArray(generate(width, height, options).cost, grid.cost, generate.name);
    }
    if (generate === openGrid) continue;
    const [a, b] = [1, 2].map((seed) => generate(64, 64, { seed }).cost.join());
    assert.not.equal(a.length > 0 && a === b, true, `${generate.name}: other seeds, other grids`);
    assert.is(generate(64, 64).cost.join(), a, `${generate.name}: seed 1 is the default`);
  }
});

all('refuse sizes that are none', () => {
  for (const generate of [openGrid, randomGrid, mazeGrid, roomsGrid, blobsGrid, terrainGrid]) {
    refuses(() => generate(0, 5), RangeError, /^width is 0/);
    refuses(() => generate(5, NaN), RangeError, /^height is NaN/);
    refuses(
      () => generate(1e9, 1e9),
      RangeError,
      /^width \* height is 1000000000 \* 1000000000 = 1000000000000000000, expected at most/,
    );
  }
});

all.run();

const plain = suite('openGrid and randomGrid');

plain('have no obstacles, or the density asked for', () => {
  assert.is(free(openGrid(30, 20)), 600);
  assert.is(free(randomGrid(30, 20, { density: 0 })), 600);
  assert.is(free(randomGrid(30, 20, { density: 1 })), 0);
  for (const density of [0.1, 0.2, 0.5]) {
    const share = 1 - free(randomGrid(512, 512, { density, seed: 3 })) / 512 ** 2;
    // four standard deviations
    assert.ok(
      Math.abs(share - density) < (4 * Math.sqrt(density * (1 - density))) / 512,
      `${share}`,
    );
  }
  assert.ok(Math.abs(free(randomGrid(512, 512)) / 512 ** 2 - 0.8) < 0.004);
});

plain.run();

const maze = suite('mazeGrid');

maze('is what it looks like, seed 1', () => {
  assert.is(picture(mazeGrid(11, 7, { corridor: 2 })), MAZE);
});

maze('is perfect: connected, without a single opening to spare', () => {
  for (const [width, height, corridor, wall] of [
    [1, 1, 1, 1],
    [2, 2, 1, 1],
    [3, 3, 1, 1],
    [64, 31, 1, 1],
    [65, 32, 3, 1],
    [64, 64, 1, 3],
    [100, 70, 5, 2],
    [512, 512, 8, 1],
  ]) {
    const grid = mazeGrid(width, height, { corridor, wall, seed: 11 });
    const squares = [width, height].map((side) => Math.floor((side + wall) / (corridor + wall)));
    const count = squares[0] * squares[1];
    // a tree: every square once, and one passage less than there are squares
    assert.is(
      free(grid),
      count * corridor ** 2 + (count - 1) * corridor * wall,
      `${width} x ${height}`,
    );
    assert.is(components(grid), 1);
  }
});

maze('refuses corridors that do not fit', () => {
  refuses(
    () => mazeGrid(5, 9, { corridor: 6 }),
    RangeError,
    'corridor is 6, expected a whole number from 1 to 5',
  );
  refuses(() => mazeGrid(5, 9, { wall: 0 }), RangeError, /^wall is 0/);
  refuses(() => mazeGrid(5, 9, { corridor: 1.5 }), RangeError, /^corridor is 1.5/);
});

maze.run();

const rooms = suite('roomsGrid');

rooms('is what it looks like, seed 1', () => {
  assert.is(picture(roomsGrid(11, 8, { size: 4 })), ROOMS);
});

rooms('have one door between any two neighbours, and are connected', () => {
  for (const [width, height, size, door] of [
    [1, 1, 2, 1],
    [7, 5, 2, 1],
    [64, 64, 16, 1],
    [65, 66, 16, 3],
    [48, 50, 16, 15],
    [512, 512, 16, 1],
  ]) {
    const grid = roomsGrid(width, height, { size, door, seed: 5 });
    assert.is(components(grid), 1, `${width} x ${height}, ${size}`);
    const closed = roomsGrid(width, height, { size, door, seed: 5, doors: 0 });
    const across = Math.ceil(width / size);
    const down = Math.ceil(height / size);
    assert.is(components(closed), across * down);
    // the last room of a row may be smaller than its doors
    const openings = free(grid) - free(closed);
    const count = (across - 1) * down + across * (down - 1);
    assert.ok(openings <= count * door && openings >= count, `${openings} cells of ${count} doors`);
    if (width % size === 0 && height % size === 0) assert.is(openings, count * door);
  }
});

rooms('may lack some doors', () => {
  const whole = free(roomsGrid(512, 512));
  const some = free(roomsGrid(512, 512, { doors: 0.5 }));
  const none = free(roomsGrid(512, 512, { doors: 0 }));
  assert.ok(Math.abs((some - none) / (whole - none) - 0.5) < 0.05);
});

rooms('refuses sizes without a room, doors as wide as it', () => {
  refuses(() => roomsGrid(9, 9, { size: 1 }), RangeError, /^size is 1/);
  refuses(
    () => roomsGrid(9, 9, { size: 4, door: 4 }),
    RangeError,
    'door is 4, expected a whole number from 1 to 3',
  );
});

rooms.run();

const blobs = suite('blobsGrid');

blobs('leaves about 62 % of 1024 x 1024 free, mean of ten seeds', () => {
  let share = 0;
  for (let seed = 1; seed <= 10; seed++)
    share += free(blobsGrid(1024, 1024, { seed })) / 1024 ** 2 / 10;
  assert.ok(Math.abs(share - 0.62) < 0.015, `${share}`);
});

blobs('draws ellipses of the size asked for', () => {
  assert.is(free(blobsGrid(50, 50, { count: 0 })), 2500);
  const one = 4e4 - free(blobsGrid(200, 200, { count: 1, radius: [20, 20], seed: 4 }));
  assert.ok(Math.abs(one - Math.PI * 400) < 30, `${one} cells`);
  assert.is(free(blobsGrid(20, 20, { count: 1, radius: [1000, 1000] })), 0);
  refuses(() => blobsGrid(9, 9, { count: Infinity }), RangeError, /^count is Infinity/);
});

blobs.run();

const terrain = suite('terrainGrid');

terrain('uses all its costs and no others, the middle ones most', () => {
  const grid = terrainGrid(256, 256, { costs: [0, 1, 2.5, 4] });
  const count = new Map<number, number>();
  for (const cost of grid.cost) count.set(cost, (count.get(cost) ?? 0) + 1);
  assert.equal([...count.keys()].sort(), [0, 1, 2.5, 4]);
  assert.ok(count.get(1)! > 2 * count.get(0)! && count.get(2.5)! > 2 * count.get(4)!);
});

terrain('is smooth at its scale, and noise at scale 1', () => {
  const steps = (grid: Grid): number =>
    grid.cost.reduce((n, cost, v) => n + +(cost !== grid.cost[v + 1]), 0);
  assert.ok(steps(terrainGrid(128, 128)) < 0.2 * 128 ** 2);
  assert.ok(steps(terrainGrid(128, 128, { scale: 1 })) > 0.6 * 128 ** 2);
});

terrain('refuses costs that are none', () => {
  refuses(() => terrainGrid(9, 9, { costs: [] }), RangeError, /^costs.length is 0/);
  refuses(() => terrainGrid(9, 9, { costs: [1, -1] }), RangeError, /^costs\[1\] is -1/);
  // the limits of a grid of 4 cells: 2^-126 to 2^124
  for (const cost of [1e38, 1e-40]) {
    refuses(() => terrainGrid(2, 2, { costs: [1, cost] }), RangeError, /^costs\[1\] is 1e[+-]/);
  }
  assert.ok(Object.is(terrainGrid(1, 1, { costs: [-0] }).cost[0], 0));
  refuses(() => terrainGrid(9, 9, { scale: 0 }), RangeError, /^scale is 0/);
});

terrain.run();
