// The overlay when the camera is near: cells of the grids, and lines between discs that touch.
import type { View } from '../../draw/view.ts';
import type { Discs, Lines } from '../../draw/surface.ts';
import type { Box, CollisionsSolver } from './solver.ts';

/** Cells smaller than this in pixels of the page are not shown. */
const LEAST_CELL = 14;

export interface MovableLines extends Lines {
  piece: Float32Array;
  count: number;
}

export const noLines = (): MovableLines => ({ piece: new Float32Array(0), count: 0, version: 0 });

/** The visible part of the world. */
export function seenBox({ centreX, centreY, scale, width, height }: View): Box {
  const [halfX, halfY] = [width / 2 / scale, height / 2 / scale];
  return [centreX - halfX, centreY - halfY, centreX + halfX, centreY + halfY];
}

/** The borders of the cells in sight, for every grid with cells large enough on the screen. */
export function cellLines(
  into: MovableLines,
  { cells, width, height }: CollisionsSolver,
  view: View,
): void {
  const [left, top, right, bottom] = seenBox(view);
  const from = [Math.max(0, left), Math.max(0, top)];
  const to = [Math.min(width, right), Math.min(height, bottom)];
  const pieces: number[] = [];
  for (const { originX, originY, side } of cells) {
    if ((side * view.scale) / view.ratio < LEAST_CELL) continue;
    for (let x = next(originX, side, from[0]); x <= to[0]; x += side) {
      pieces.push(x, from[1], x, to[1]);
    }
    for (let y = next(originY, side, from[1]); y <= to[1]; y += side) {
      pieces.push(from[0], y, to[0], y);
    }
  }
  into.piece = Float32Array.from(pieces);
  into.count = pieces.length / 4;
  into.version++;
}

/** The first border of a cell from `least` on. */
const next = (origin: number, side: number, least: number): number =>
  origin + Math.ceil((least - origin) / side) * side;

/** Lines between the centres of pairs. */
export function linkLines(into: MovableLines, slots: Uint32Array, discs: Discs): void {
  const { first } = discs;
  const data = discs.data as Float32Array;
  into.piece = new Float32Array(2 * slots.length);
  for (let i = 0; i < slots.length; i++) {
    into.piece[2 * i] = data[first.x + slots[i]];
    into.piece[2 * i + 1] = data[first.y + slots[i]];
  }
  into.count = slots.length / 2;
  into.version++;
}
