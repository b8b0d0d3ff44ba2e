import { movesOf } from '../check/kinds.ts';
import { checkOptions, number } from '@wayfield/check';
import { checkCount } from '../check/check.ts';
import { GENERATES, type GeneratorOptions, openGrid, paint } from './random-grid.ts';
import { random } from './random.ts';
import type { Grid } from '../types/data.ts';

/** Options of `mazeGrid`. */
export interface MazeOptions extends GeneratorOptions {
  /** Width of the corridors in cells. Default 1. */
  readonly corridor?: number;
  /** Thickness of the walls in cells. Default 1. */
  readonly wall?: number;
}

const RULES = { corridor: number(), wall: number(), ...GENERATES };

/**
 * A perfect maze: exactly one path leads between any two of its squares of `corridor` by `corridor`
 * cells. Grown depth-first (recursive backtracking), which makes long winding corridors.
 * The edge of the grid is the outer wall; what does not fill a square at the right and bottom stays
 * blocked.
 */
export function mazeGrid(width: number, height: number, options: MazeOptions = {}): Grid {
  checkOptions('mazeGrid', options, RULES);
  const { corridor = 1, wall = 1 } = options;
  const grid = openGrid(width, height, movesOf(options));
  checkCount(corridor, 'corridor', 1, Math.min(width, height));
  checkCount(wall, 'wall', 1);
  const pitch = corridor + wall;
  const columns = Math.floor((width + wall) / pitch);
  const rows = Math.floor((height + wall) / pitch);
  const next = random(options.seed);
  // Squares are numbered row by row. After the last square of each row comes a number without a
  // square, marked as reached. So u + 1 never leads into the next row.
  const line = columns + 1;
  const reached = Uint8Array.from({ length: line * rows }, (_, u) => +(u % line === columns));
  const open = (u: number, v: number): void => {
    const [left, top] = [(u % line) * pitch, Math.floor(u / line) * pitch];
    const [right, bottom] = [(v % line) * pitch, Math.floor(v / line) * pitch];
    paint(grid, () => 1, { left, top, right: right + corridor, bottom: bottom + corridor });
    reached[u] = reached[v] = 1;
  };
  grid.cost.fill(0);
  open(0, 0);
  /** Squares from the first to the current one. */
  const trail = [0];
  while (trail.length) {
    const u = trail[trail.length - 1];
    const choice = [u - 1, u + 1, u - line, u + line].filter((v) => reached[v] === 0);
    if (choice.length) {
      const v = choice[next(choice.length)];
      open(Math.min(u, v), Math.max(u, v));
      trail.push(v);
    } else trail.pop();
  }
  return grid;
}
