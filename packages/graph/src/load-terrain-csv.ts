// Maps as tables of numbers, one row of cells per line, as McMillan, "Comparison of Pathfinding
// Algorithms Using the GPGPU" (Edinburgh Napier, 2014) keeps them: a number is the cost of its cell.
import { buildGrid, type GridOptions } from './build-grid.ts';
import { writeCells } from './load-cells.ts';
import { MAX_F32, nextLine, nextNumber, openLines, peekByte, wrong } from './load-lines.ts';
import type { Grid } from './types.ts';

/** Options of `parseTerrainCsv`; those of `buildGrid` say how agents move. */
export interface TerrainCsvOptions extends Pick<GridOptions, 'neighbours' | 'corners' | 'shared'> {
  /** Which number stands for a blocked cell, besides 0. May be negative. Default: none. */
  readonly blockedValue?: number;
}

/**
 * Reads a terrain CSV: the cost of entering each cell, > 0, or 0 where it is blocked. Numbers are
 * separated by commas, semicolons or blanks; the width is that of the first row.
 *
 * @throws SyntaxError or RangeError with the number of the line: a row of another length, a cell that
 * is empty, no number, below 0 or beyond f32 (or so small that f32 would make it 0), no rows at all.
 */
export function parseTerrainCsv(data: string | Uint8Array, options: TerrainCsvOptions = {}): Grid {
  const t = openLines(data, 'terrain CSV');
  const { blockedValue = 0 } = options;
  // a cell takes two bytes, but for the last
  const cost = new Float32Array((t.bytes.length + 1) >> 1);
  let width = 0;
  let height = 0;
  let cell = 0;
  for (; nextLine(t, true); height++) {
    const first = cell;
    while (peekByte(t)) {
      const c = nextNumber(t, 'cost', -MAX_F32, MAX_F32);
      if (c !== blockedValue && c !== 0 && !(Math.fround(c) > 0)) {
        throw wrong(t, `cost is ${c}, expected 0 or at least 1e-45`);
      }
      cost[cell++] = c === blockedValue ? 0 : c;
      const separator = peekByte(t);
      if (separator === COMMA || separator === SEMICOLON) t.at++;
    }
    width ||= cell;
    if (cell - first !== width)
      throw wrong(t, `the row has ${cell - first} cells, expected ${width}`);
  }
  if (!cell) throw wrong(t, 'no rows');
  return buildGrid({ ...options, width, height, cost: cost.subarray(0, cell) });
}

/**
 * The text of a terrain CSV: commas, one row per line, every cost with as few digits as give the same
 * f32 when read back.
 */
export function writeTerrainCsv(grid: Grid): string {
  return writeCells(grid, ',', (cost) => {
    let digits = 1;
    while (Math.fround(+cost.toPrecision(digits)) !== cost) digits++;
    return `${+cost.toPrecision(digits)}`;
  });
}

const COMMA = 44;
const SEMICOLON = 59;
