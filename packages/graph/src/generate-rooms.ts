import { checkCount } from './check.ts';
import { fillCells, type GeneratorOptions, openGrid } from './generate-random-grid.ts';
import { random } from './generate-random.ts';
import type { Grid } from './types.ts';

/** Options of `roomsGrid`. */
export interface RoomsOptions extends GeneratorOptions {
  /** From one wall to the next, in cells: a room is size - 1 wide. At least 2; default 16. */
  readonly size?: number;
  /** Width of the doors in cells, at most size - 1. Default 1. */
  readonly door?: number;
  /** The chance of a wall between two rooms to have its door. Default 1: all rooms are connected. */
  readonly doors?: number;
}

/**
 * Square rooms in rows, between walls one cell thick, with one door at a random place in the wall
 * between any two, like the `16room` maps of the MovingAI benchmark. The edge of the grid is the wall
 * of the outer rooms; the last of a row may be cut short.
 */
export function roomsGrid(width: number, height: number, options: RoomsOptions = {}): Grid {
  const { size = 16, door = 1, doors = 1 } = options;
  const grid = openGrid(width, height, options);
  checkCount(size, 'size', 2);
  checkCount(door, 'door', 1, size - 1);
  const next = random(options.seed);
  const wall = size - 1;
  fillCells(grid, (x, y) => +(x % size < wall && y % size < wall));
  // a door in the wall of `length` cells from `first` on
  const open = (first: number, step: number, length: number): void => {
    const from = Math.floor(next() * Math.max(1, length - door + 1));
    const cost = +(next() < doors);
    for (let i = from; i < Math.min(from + door, length); i++) grid.cost[first + i * step] = cost;
  };
  // every room opens to the right and downwards
  for (let y = 0; y < height; y += size) {
    for (let x = 0; x < width; x += size) {
      const cell = y * width + x;
      if (x + size < width) open(cell + wall, width, Math.min(wall, height - y));
      if (y + size < height) open(cell + wall * width, 1, Math.min(wall, width - x));
    }
  }
  return grid;
}
