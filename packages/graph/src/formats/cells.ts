import { fail, type Lines, nextLine, textTo } from './lines.ts';
import type { Grid } from '../types/data.ts';
import { largestWeight, SMALLEST_WEIGHT } from '../check/weights.ts';

/** Rows of cells, as read. */
export interface Cells {
  readonly cost: readonly number[];
  readonly width: number;
  readonly height: number;
}

/**
 * Reads `height` rows of `width` cells and the cost of each cell. By default it reads all rows to
 * the end of the file, and the first row sets the width. `separator` stands between cells; it may
 * also end a row.
 */
export function readCells(
  t: Lines,
  separator: string | RegExp,
  costOf: (cell: string) => number,
  width = 0,
  height: number = Infinity,
): Cells {
  const cost: number[] = [];
  let y = 0;
  for (; y < height && nextLine(t, true); y++) {
    const cells = textTo(t).split(separator);
    if (!cells[cells.length - 1]) cells.pop();
    width ||= cells.length;
    if (cells.length !== width) fail(t, 'row length', cells.length, width);
    cells.forEach((cell, x) => {
      const c = costOf(cell);
      // the stricter limit, by the number of cells, is checked by `buildGrid`
      if (!(c === 0 || (c >= SMALLEST_WEIGHT && c <= largestWeight(1)))) {
        fail(t, `column ${x}`, cell, 'terrain');
      }
      cost.push(c);
    });
  }
  if (y < height && height < Infinity) fail(t, 'row count', y, height);
  return { cost, width, height: y };
}

/** The text of a grid, one line per row. `letterOf` returns the text of a cell. */
export function writeCells(
  { width, height, cost }: Grid,
  separator: string,
  letterOf: (cost: number, cell: number) => string | undefined,
): string {
  let text = '';
  for (let cell = 0; cell < width * height; cell++) {
    const letter = letterOf(cost[cell], cell);
    if (!letter) throw new RangeError(`cost[${cell}] is ${cost[cell]}, which no letter stands for`);
    text += letter + ((cell + 1) % width ? separator : '\n');
  }
  return text;
}

/** The column and the row of a cell, as text. */
export function placeOf(cell: number, width: number, separator: string): string {
  return (cell % width) + separator + Math.floor(cell / width);
}
