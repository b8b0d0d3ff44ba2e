import { checkCount } from './check.ts';
import { fillCells, type GeneratorOptions, openGrid } from './generate-random-grid.ts';
import { random } from './generate-random.ts';
import type { Grid } from './types.ts';

/** Options of `mazeGrid`. */
export interface MazeOptions extends GeneratorOptions {
  /** Width of the corridors in cells. Default 1. */
  readonly corridor?: number;
  /** Thickness of the walls in cells. Default 1. */
  readonly wall?: number;
}

/**
 * A perfect maze: its squares of `corridor` by `corridor` cells are joined by exactly one way between
 * any two. Grown depth-first (recursive backtracking), which makes long winding corridors. The edge
 * of the grid is the outer wall; what does not fill a square at the right and bottom stays blocked.
 */
export function mazeGrid(width: number, height: number, options: MazeOptions = {}): Grid {
  const { corridor = 1, wall = 1 } = options;
  const grid = openGrid(width, height, options);
  checkCount(corridor, 'corridor', 1, Math.min(width, height));
  checkCount(wall, 'wall', 1);
  const pitch = corridor + wall;
  const columns = Math.floor((width + wall) / pitch);
  const rows = Math.floor((height + wall) / pitch);
  const next = random(options.seed);
  // the maze with walls and corridors one cell wide and a border of two, whose squares are every other
  // cell: 0 = a square not yet reached, 1 = open, 2 = wall
  const line = 2 * columns + 3;
  const small = new Uint8Array(line * (2 * rows + 3)).fill(2);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) small[(2 * y + 2) * line + 2 * x + 2] = 0;
  }
  const way = [2 * line + 2];
  small[way[0]] = 1;
  while (way.length) {
    const u = way[way.length - 1];
    const steps = [-2, 2, -2 * line, 2 * line].filter((step) => !small[u + step]);
    const step = steps[Math.floor(next() * steps.length)];
    if (step) {
      small[u + step / 2] = small[u + step] = 1;
      way.push(u + step);
    } else way.pop();
  }
  const shrink = (x: number): number => 2 * Math.floor(x / pitch) + 2 + +(x % pitch >= corridor);
  return fillCells(grid, (x, y) => +(small[shrink(y) * line + shrink(x)] === 1));
}
