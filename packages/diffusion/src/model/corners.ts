// The corner rule of a map: which diagonal neighbours count. A step from a cell to a diagonal
// neighbour passes the corner that both share with the two cells beside the step. A rule says how
// many of these two must be open, 0 to 2, and is held as that number. With 4 neighbours no diagonal
// step is allowed: the number is 3 (`NO_DIAGONALS`), which two cells never reach.

import type { DiffusionMap } from '../types.ts';

/** `besideNeeded` of a map with 4 neighbours. */
export const NO_DIAGONALS = 3;

/** How many of the two cells beside a diagonal step must be open; `NO_DIAGONALS`: no such step. */
export function besideNeeded({
  neighbours,
  corners = 'always',
}: Pick<DiffusionMap, 'neighbours' | 'corners'>): number {
  if (neighbours === 4) return NO_DIAGONALS;
  return corners === 'never' ? 2 : corners === 'one-open' ? 1 : 0;
}

/** The map as the corner rule sees it. */
export interface CornerMap {
  readonly width: number;
  readonly height: number;
  /** `besideNeeded` of the map. */
  readonly beside: number;
  /** One entry per cell; 0 = obstacle. */
  readonly terrain: Float32Array;
}

/** Whether the rule allows the step from a cell to its neighbour at (dx, dy), inside the map. */
export function stepAllowed(map: CornerMap, cell: number, dx: number, dy: number): boolean {
  const { width, beside, terrain } = map;
  if (dx === 0 || dy === 0 || beside === 0) return true;
  const open = +(terrain[cell + dx] !== 0) + +(terrain[cell + dy * width] !== 0);
  return open >= beside;
}

/**
 * Whether scent passes diagonally at the corner above and left of (x, y): x up to the width, y up
 * to the height. One answer serves both diagonals. If two open cells face each other there and the
 * rule forbids the step between them, one cell of the other diagonal is an obstacle, whose value is
 * 0. What lies outside the map is an obstacle.
 */
export function cornerOpen(map: CornerMap, x: number, y: number): boolean {
  const { width, height, beside, terrain } = map;
  const open = (i: number, j: number): number =>
    +(i >= 0 && i < width && j >= 0 && j < height && terrain[j * width + i] !== 0);
  const falling = open(x - 1, y - 1) + open(x, y);
  const rising = open(x, y - 1) + open(x - 1, y);
  return (falling === 2 && rising >= beside) || (rising === 2 && falling >= beside);
}
