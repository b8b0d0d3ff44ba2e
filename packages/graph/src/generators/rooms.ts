import { movesOf } from '../check/kinds.ts';
import { checkOptions, number } from '@wayfield/check';
import { checkCount } from '../check/check.ts';
import { GENERATES, type GeneratorOptions, openGrid, paint } from './random-grid.ts';
import { random } from './random.ts';
import type { Grid } from '../types/data.ts';

/** Options of `roomsGrid`. */
export interface RoomsOptions extends GeneratorOptions {
  /** From one wall to the next, in cells: a room is size - 1 wide. At least 2; default 16. */
  readonly size?: number;
  /** Width of the doors in cells, at most size - 1. Default 1. */
  readonly door?: number;
  /**
   * The chance of a wall between two rooms to have its door. Default 1: all rooms are connected.
   */
  readonly doors?: number;
}

const RULES = { size: number(), door: number(), doors: number(0, 1), ...GENERATES };

/**
 * Square rooms in rows, between walls one cell thick, with one door at a random place in each wall
 * between two rooms, like the `16room` maps of the MovingAI benchmark. The edge of the grid is the
 * wall of the outer rooms; the last of a row may be cut short.
 */
export function roomsGrid(width: number, height: number, options: RoomsOptions = {}): Grid {
  checkOptions('roomsGrid', options, RULES);
  const { size = 16, door = 1, doors = 1 } = options;
  const grid = openGrid(width, height, movesOf(options));
  checkCount(size, 'size', 2);
  checkCount(door, 'door', 1, size - 1);
  const next = random(options.seed);
  const wall = size - 1;
  paint(grid, (x, y) => +(x % size < wall && y % size < wall));
  const open = (): number => 1;
  // where a door begins in a wall, which the edge of the grid may cut short
  const place = (length: number): number => next(Math.max(1, Math.min(wall, length) - door + 1));
  // every room opens to the right and downwards
  for (let y = 0; y < height; y += size) {
    for (let x = 0; x < width; x += size) {
      const top = y + place(height - y);
      const left = x + place(width - x);
      if (x + size < width && next() < doors)
        paint(grid, open, { left: x + wall, top, right: x + size, bottom: top + door });
      if (y + size < height && next() < doors)
        paint(grid, open, { left, top: y + wall, right: left + door, bottom: y + size });
    }
  }
  return grid;
}
