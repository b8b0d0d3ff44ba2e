// The numbers of the grid of walls, for the GPU, which copies the grid (src/gpu/walls/layout.ts).

import { bound } from '../world';

/**
 * One number of the grid: 0, 1: origin; 2: cells per metre; 3, 4: columns and rows; 5: entries. All
 * are 0 without walls.
 */
export function wallGrid(which: u32): f64 {
  const w = bound();
  if (w.wallCount == 0) return 0;
  switch (which) {
    case 0:
      return w.wallOriginX;
    case 1:
      return w.wallOriginY;
    case 2:
      return w.wallPerUnit;
    case 3:
      return <f64>w.wallColumns;
    case 4:
      return <f64>w.wallRows;
    default:
      return <f64>load<u32>(w.wallCells + ((<usize>w.wallColumns * w.wallRows) << 2));
  }
}
