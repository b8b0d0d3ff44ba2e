// Cuts a grid into tiles: legal moves and steps of each cell, tile by tile. grid-model.ts uploads
// the arrays; `legalMoves` also serves search/invocation-engine.ts.
import type { Grid } from '@wayfield/graph';

/**
 * A grid stored tile by tile, rows of a tile one after another; cells beyond its edges are blocked.
 */
export interface GridTiles {
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Tiles in a row. */
  readonly tilesX: number;
  readonly tiles: number;
  readonly slots: number;
  /**
   * One byte per slot: bit d is set where the step in direction d is legal; see grid-steps.wgsl.ts.
   */
  readonly moves: Uint8Array;
  /** Two f32 per slot, the straight and the diagonal step into it; only on weighted grids. */
  readonly steps: Float32Array | undefined;
}

// E W S N SE SW NE NW, y growing downwards
const DX = [1, -1, 0, 0, 1, -1, 1, -1];
const DY = [0, 0, 1, -1, 1, 1, -1, -1];

/** One byte per cell, in the grid's own order: bit d where the step in direction d is legal. */
export function legalMoves({ width, height, cost, neighbours, corners }: Grid): Uint8Array {
  const needed = corners === 'never' ? 2 : corners === 'always' ? 0 : 1;
  const moves = new Uint8Array(width * height);
  for (let y = 0, u = 0; y < height; y++) {
    for (let x = 0; x < width; x++, u++) {
      if (cost[u] === 0) continue;
      let legal = 0;
      for (let d = 0; d < neighbours; d++) {
        const toX = x + DX[d];
        const toY = y + DY[d];
        if (toX < 0 || toX >= width || toY < 0 || toY >= height) continue;
        const v = toY * width + toX;
        if (cost[v] === 0) continue;
        if (d > 3) {
          // a diagonal step passes between the cells beside it
          const open = (cost[v - DX[d]] === 0 ? 0 : 1) + (cost[u + DX[d]] === 0 ? 0 : 1);
          if (open < needed) continue;
        }
        legal |= 1 << d;
      }
      moves[u] = legal;
    }
  }
  return moves;
}

/**
 * Cuts a grid into tiles.
 *
 * @param diagonalFactor the root of 2 as f32, or 1 where diagonal steps cost what straight ones do
 */
export function tileGrid(
  grid: Grid,
  tileWidth: number,
  tileHeight: number,
  weighted: boolean,
  diagonalFactor: number,
): GridTiles {
  const { width, height, cost } = grid;
  const tilesX = Math.ceil(width / tileWidth);
  const tiles = tilesX * Math.ceil(height / tileHeight);
  const slots = tiles * tileWidth * tileHeight;
  // whole words for the device
  const moves = new Uint8Array(Math.ceil(slots / 4) * 4);
  const steps = weighted ? new Float32Array(2 * slots) : undefined;
  const legal = legalMoves(grid);
  for (let y = 0, u = 0; y < height; y++) {
    const row = Math.floor(y / tileHeight) * tilesX;
    for (let x = 0; x < width; x++, u++) {
      const tile = row + Math.floor(x / tileWidth);
      const slot = (tile * tileHeight + (y % tileHeight)) * tileWidth + (x % tileWidth);
      moves[slot] = legal[u];
      if (!steps) continue;
      steps[2 * slot] = cost[u];
      // the grid's own rounding: fround(fround(SQRT2) * cost)
      steps[2 * slot + 1] = Math.fround(diagonalFactor * cost[u]);
    }
  }
  return { tileWidth, tileHeight, tilesX, tiles, slots, moves, steps };
}
