// Maps as tables of numbers, one row of cells per line, as McMillan, "Comparison of Pathfinding
// Algorithms Using the GPGPU" (Edinburgh Napier, 2014) keeps them: a number is the cost of its
// cell.
import { MOVES, movesOf, aGrid } from '../check/kinds.ts';
import { checkOptions, number } from '@wayfield/check';
import { buildGrid, type GridOptions } from '../build/grid.ts';
import { readCells, writeCells } from './cells.ts';
import { openLines, toNumber } from './lines.ts';
import type { Grid } from '../types/data.ts';

/** Options of `parseTerrainCsv`; those of `buildGrid` say how agents move. */
export interface TerrainCsvOptions extends Pick<GridOptions, 'neighbours' | 'corners' | 'shared'> {
  /** Which number stands for a blocked cell, besides 0. May be negative. Default: none. */
  readonly blockedValue?: number;
}

const RULES = { blockedValue: number(), ...MOVES };

/**
 * Reads a terrain CSV: the cost of entering each cell, > 0, or 0 where it is blocked. Numbers are
 * separated by commas, semicolons or blanks; the width is that of the first row.
 *
 * @throws RangeError with the number of the line: a row of another length, a cell that is empty, no
 * number, or a cost below 2^-126 or above 2^126. Without it: no rows at all, or a cost that is
 * above the limit of `GridOptions` for this number of cells.
 */
export function parseTerrainCsv(data: string | Uint8Array, options: TerrainCsvOptions = {}): Grid {
  const t = openLines(data, 'terrain CSV');
  checkOptions('parseTerrainCsv', options, RULES);
  const { blockedValue } = options;
  const cells = readCells(t, /\s*[,;]\s*|\s+/, (word) => {
    const cost = toNumber(word);
    return cost === blockedValue ? 0 : cost;
  });
  return buildGrid({ ...movesOf(options), ...cells });
}

/**
 * The text of a terrain CSV: commas, one row per line, every cost with as few digits as give the
 * same f32 when read back.
 */
export function writeTerrainCsv(grid: Grid): string {
  aGrid(grid, 'grid');
  return writeCells(grid, ',', (cost) => {
    let digits = 1;
    while (Math.fround(+cost.toPrecision(digits)) !== cost) digits++;
    return `${+cost.toPrecision(digits)}`;
  });
}
